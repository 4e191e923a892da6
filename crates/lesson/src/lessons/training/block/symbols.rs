//! What stations and their numbers are called in formulas.

use attention::Activation;

use super::{BlockCell, Part};
use crate::core::number::subscript;

/// A number's symbol: its station's letter, its head above, its place (from 1) below: `q⁽²⁾₅`.
#[must_use]
pub fn symbol(cell: BlockCell) -> String {
    let head = cell.head.map(|head| format!("⁽{}⁾", superscript(head + 1)));
    let alone = matches!(cell.part, Part::Max | Part::Sum);
    let place = (!alone).then(|| subscript(cell.col + 1));
    format!(
        "{}{}{}",
        letter(cell.part),
        head.unwrap_or_default(),
        place.unwrap_or_default()
    )
}

/// The letter of a station, as in the rules of the stations.
#[must_use]
pub const fn letter(part: Part) -> &'static str {
    match part {
        Part::Token => "t",
        Part::Position => "p",
        Part::Embedded | Part::AfterAttention | Part::AfterMlp => "x",
        Part::NormBefore | Part::NormMlp | Part::FinalNorm => "n",
        Part::QueryPlain => "q′",
        Part::Query => "q",
        Part::KeyPlain => "k′",
        Part::Key => "k",
        Part::Value => "v",
        Part::Scores => "s",
        Part::Scaled => "s′",
        Part::Masked => "z",
        Part::Max => "μ",
        Part::Shifted => "z′",
        Part::Exp => "e",
        Part::Sum => "Σ",
        Part::Weights => "α",
        Part::HeadOutput => "o",
        Part::Concat => "c",
        Part::Projected => "a",
        Part::Up => "u",
        Part::Gate => "g",
        Part::Activated => "h",
        Part::Gated => "h′",
        Part::Down => "m",
        Part::Logits => "ℓ",
        Part::Probabilities => "ŷ",
    }
}

fn superscript(number: usize) -> String {
    let raised = |digit: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit.to_digit(10)? as usize);
    number.to_string().chars().filter_map(raised).collect()
}

/// What an activation is called.
#[must_use]
pub const fn called(kind: Activation) -> &'static str {
    match kind {
        Activation::Relu => "ReLU",
        Activation::Gelu | Activation::GeluTanh => "GELU",
        Activation::Silu => "SiLU",
    }
}
