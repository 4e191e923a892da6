//! Which formula of [`crate::latex`] a stage has, and what its placeholders stand for. The app's build script turns each into
//! MathML once, so that no parser is shipped.

use attention::Scale;

use crate::core::number::{enough, shown};
use crate::head::document::Document;
use crate::head::stage::Stage;
use crate::latex;

/// The whole of it, in parts: each with the stages that light it.
pub const WHOLE: &[(&str, &[Stage])] = &[
    (latex::WHOLE[0], &[]),
    (
        latex::WHOLE[1],
        &[
            Stage::Max,
            Stage::Shifted,
            Stage::Exp,
            Stage::Sum,
            Stage::Weights,
        ],
    ),
    (latex::WHOLE[2], &[Stage::Project, Stage::Scores]),
    (latex::WHOLE[3], &[Stage::Scaled]),
    (latex::WHOLE[4], &[Stage::Mask, Stage::Masked]),
    (
        latex::WHOLE[5],
        &[
            Stage::Max,
            Stage::Shifted,
            Stage::Exp,
            Stage::Sum,
            Stage::Weights,
        ],
    ),
    (latex::WHOLE[6], &[Stage::Project, Stage::Output]),
];

/// What stands in the place of a part of [`WHOLE`] as this document computes it: nothing where it divides by nothing or
/// no mask hides a key, `factor` where the scale is a factor of its own, else the part.
pub fn part<'a>(stages: &[Stage], document: &Document, part: &'a str, factor: &'a str) -> &'a str {
    let is = |own| stages.contains(&own);
    match document.scale {
        _ if is(Stage::Mask) && !document.hides() => "",
        Scale::None if is(Stage::Scaled) => "",
        Scale::By(_) if is(Stage::Scaled) => factor,
        _ => part,
    }
}

/// The key of the formula of `stage` as this document computes it.
pub fn key(stage: Stage, document: &Document) -> &'static str {
    match (stage, document.scale) {
        (Stage::Project, _) if document.keys.is_some() => "project-cross",
        (Stage::Scaled, Scale::None) => "scaled-none",
        (Stage::Scaled, Scale::By(_)) => "scaled-by",
        (stage, _) => stage.key(),
    }
}

/// A formula with the document's numbers at its placeholders, as the page shows them: only shapes and a factor, nothing
/// that anybody typed as text.
pub fn filled(formula: &str, document: &Document) -> String {
    filled_with(formula, document, |factor| shown(factor, enough(factor, 3)))
}

/// The same, with the factor `written` by whoever reads it.
pub fn filled_with(formula: &str, document: &Document, written: fn(f32) -> String) -> String {
    let factor = match document.scale {
        Scale::By(factor) => written(factor),
        Scale::SqrtDk | Scale::None => String::new(),
    };
    let values = [
        ("@n", document.n().to_string()),
        ("@m", document.m().to_string()),
        ("@k", document.d_k().to_string()),
        ("@v", document.d_v().to_string()),
        ("@d", document.d_model().to_string()),
        ("@c", factor),
    ];
    values
        .iter()
        .fold(formula.to_owned(), |text, (mark, value)| {
            text.replace(mark, value)
        })
}
