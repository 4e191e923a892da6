//! What heads do, in words.

use crate::language::shown;
use lesson::lessons::training::heads::{HeadKind, HeadScores};

use crate::text::tr;

/// The name of a kind, and how it is measured in one sentence.
pub fn kind(kind: HeadKind) -> (String, String) {
    macro_rules! of {
        ($key:ident) => {
            (tr!(head_kind.$key.name), tr!(head_kind.$key.how))
        };
    }
    match kind {
        HeadKind::Previous => of!(previous),
        HeadKind::First => of!(first),
        HeadKind::Itself => of!(itself),
        HeadKind::Induction => of!(induction),
        HeadKind::SameToken => of!(same_token),
        HeadKind::Source => of!(source),
        HeadKind::MatchingBracket => of!(matching_bracket),
        HeadKind::Operand => of!(operand),
        HeadKind::Pronoun => of!(pronoun),
        HeadKind::Clue => of!(clue),
        HeadKind::Subject => of!(subject),
        HeadKind::Spread => of!(spread),
        HeadKind::Mixed => of!(mixed),
    }
}

/// The head's name as measured: "induction 0.88", "mixed".
pub fn label(scores: &HeadScores) -> String {
    let (found, clarity) = scores.label();
    let (name, _) = kind(found);
    match found {
        HeadKind::Spread | HeadKind::Mixed => name,
        _ => format!("{name} {}", shown(clarity, 2)),
    }
}
