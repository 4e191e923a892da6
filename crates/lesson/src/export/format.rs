//! What a figure can be exported as.

use serde::{Deserialize, Serialize};

use super::code::Language;

/// One form of a figure outside the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// A picture of pixels, two for each of the page's.
    Png,
    /// A picture of lines and letters.
    Svg,
    /// The matrix as comma-separated values (RFC 4180), tokens in the first row and column.
    Csv,
    /// Every stage with names, shapes and settings.
    Json,
    /// The matrix as NumPy saves it, `<f4`.
    Npy,
    /// The computation as a program.
    Code(Language),
    /// The formula in LaTeX.
    Latex,
    /// The formula in MathML.
    MathMl,
}

impl Format {
    /// All, in the order of the menu.
    pub const ALL: [Format; 11] = [
        Format::Png,
        Format::Svg,
        Format::Csv,
        Format::Json,
        Format::Npy,
        Format::Code(Language::NumPy),
        Format::Code(Language::PyTorch),
        Format::Code(Language::JavaScript),
        Format::Code(Language::Rust),
        Format::Latex,
        Format::MathMl,
    ];

    /// Its name for scripts and tests: `data-action="export-…"`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Npy => "npy",
            Format::Code(language) => language.slug(),
            Format::Latex => "latex",
            Format::MathMl => "mathml",
        }
    }

    /// The name of the file that holds `matrix` ([`Figure::key`](super::Figure::key)) in this form.
    #[must_use]
    pub fn file(self, matrix: &str) -> String {
        let ending = match self {
            Format::Png => "png",
            Format::Svg => "svg",
            Format::Csv => "csv",
            Format::Json => return "attention.json".into(),
            Format::Npy => "npy",
            Format::Code(language) => return language.file().into(),
            Format::Latex => "tex",
            Format::MathMl => "mml",
        };
        format!("{matrix}.{ending}")
    }

    /// Its media type.
    #[must_use]
    pub const fn mime(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
            Format::Csv => "text/csv",
            Format::Json => "application/json",
            Format::Npy => "application/octet-stream",
            Format::Code(Language::JavaScript) => "text/javascript",
            Format::Code(_) | Format::Latex => "text/plain",
            Format::MathMl => "application/mathml+xml",
        }
    }

    /// Whether it is text, which can be copied.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::Png | Format::Npy)
    }
}
