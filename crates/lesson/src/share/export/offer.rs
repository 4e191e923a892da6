//! What can be made of what: not every form makes sense of every figure.

use super::code::Language;
use super::format::Format;

/// What a figure is, as far as its forms go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A computation that can be done again from its link: every form.
    Attention,
    /// Lines whose slopes are the point: every form, the programs fit the slopes.
    Growth,
    /// Lines that a training has left: no program gives them again.
    Curves,
    /// A matrix of a model: its picture and its numbers.
    Numbers,
}

impl Offer {
    /// Whether it has this form.
    #[must_use]
    pub const fn has(self, format: Format) -> bool {
        match format {
            Format::Png | Format::Svg | Format::Csv | Format::Json | Format::Npy => true,
            Format::Code(_) => matches!(self, Offer::Attention | Offer::Growth),
            Format::Latex | Format::MathMl => !matches!(self, Offer::Numbers),
        }
    }

    /// Its forms, in the order of the menu.
    pub fn formats(self) -> impl Iterator<Item = Format> {
        Format::ALL
            .into_iter()
            .filter(move |format| self.has(*format))
    }

    /// The name of the file that holds `key` (a matrix's, or a chart's) in this form.
    #[must_use]
    pub fn file(self, format: Format, key: &str) -> String {
        let growth = matches!(self, Offer::Growth);
        match format {
            Format::Json if matches!(self, Offer::Attention) => "attention.json".into(),
            Format::Code(language) if growth => match language {
                Language::NumPy => "growth_numpy.py",
                Language::PyTorch => "growth_pytorch.py",
                Language::JavaScript => "growth.mjs",
                Language::Rust => "growth.rs",
            }
            .into(),
            Format::Code(language) => language.file().into(),
            format => format!("{key}.{}", format.ending()),
        }
    }
}
