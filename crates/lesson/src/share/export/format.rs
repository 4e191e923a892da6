//! What a figure can be exported as.

use super::code::Language;

/// One form of a figure outside the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// Its name for scripts and tests: `data-save="…"`.
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

    /// What a file of it ends in, after the dot.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Npy => "npy",
            Format::Code(Language::NumPy | Language::PyTorch) => "py",
            Format::Code(Language::JavaScript) => "mjs",
            Format::Code(Language::Rust) => "rs",
            Format::Latex => "tex",
            Format::MathMl => "mml",
        }
    }

    /// The form of that [slug](Format::slug).
    #[must_use]
    pub fn of(slug: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.slug() == slug)
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
