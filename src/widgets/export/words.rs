//! The menu in words.

use lesson::share::export::code::Language;
use lesson::share::export::{Format, Offer};

use super::menu::Outcome;
use crate::text::tr;
use crate::widgets::markup;

/// A form as markup, to be saved and, where it is text, to be copied; all its words are ours.
pub fn line(offer: Offer, format: Format) -> String {
    let (slug, name) = (format.slug(), called(offer, format));
    // Its word alone says what there will be, and not that a file is saved.
    let label = tr!(export.save_named, name = name);
    let attributes = format!("data-save=\"{slug}\" aria-label=\"{label}\"");
    let mut buttons = button(&attributes, &name);
    if format.is_text() {
        let label = tr!(export.copy_named, name = name);
        let attributes = format!("data-copy=\"{slug}\" aria-label=\"{label}\"");
        buttons += &button(&attributes, &tr!(export.copy));
    }
    format!("<li>{buttons}</li>")
}

fn button(attributes: &str, words: &str) -> String {
    markup::element("button", &format!("type=\"button\" {attributes}"), words)
}

/// What a form is called.
fn called(offer: Offer, format: Format) -> String {
    match format {
        Format::Png => tr!(export.png),
        Format::Svg => tr!(export.svg),
        Format::Csv => tr!(export.csv),
        Format::Json if offer == Offer::Attention => tr!(export.json),
        Format::Json => tr!(export.json_all),
        Format::Npy => tr!(export.npy),
        Format::Code(language) => tr!(export.program, language = library(language)),
        Format::Latex => tr!(export.latex),
        Format::MathMl => tr!(export.mathml),
    }
}

/// Names are the same in every language.
const fn library(language: Language) -> &'static str {
    match language {
        Language::NumPy => "NumPy",
        Language::PyTorch => "PyTorch",
        Language::JavaScript => "JavaScript",
        Language::Rust => "Rust",
    }
}

/// How things stand with what was asked for.
pub fn standing(outcome: Option<Outcome>) -> String {
    match outcome {
        None => tr!(export.note),
        Some(Outcome::Saved(name)) => tr!(export.saved, name = name),
        Some(Outcome::Copied) => tr!(export.copied),
        Some(Outcome::CopyRefused) => tr!(export.copy_refused),
        Some(Outcome::Failed) => tr!(export.failed),
    }
}
