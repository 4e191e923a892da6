//! What the stations are called, and what happens there.

use leptos::prelude::With;
use lesson::lessons::training::block::{BlockCell, Part};

use super::super::state::Training;
use super::super::token::word;
use super::plan::{Columns, Station};
use crate::text::tr;

/// The name of a station, and a sentence on what happens there.
pub fn station(part: Part) -> (String, String) {
    macro_rules! of {
        ($($part:ident: $key:ident,)*) => {
            match part {
                $(Part::$part => (tr!(block.$key.title), tr!(block.$key.sentence)),)*
            }
        };
    }
    of! {
        Token: token, Position: position, Embedded: embedded, NormBefore: norm_before,
        QueryPlain: query_plain, Query: query, KeyPlain: key_plain, Key: key, Value: value,
        Scores: scores, Scaled: scaled, Masked: masked, Max: max, Shifted: shifted, Exp: exp,
        Sum: sum, Weights: weights, HeadOutput: head_output, Concat: concat, Projected: projected,
        AfterAttention: after_attention, NormMlp: norm_mlp, Up: up, Gate: gate,
        Activated: activated, Gated: gated, Down: down, AfterMlp: after_mlp,
        FinalNorm: final_norm, Logits: logits, Probabilities: probabilities,
    }
}

/// Where a number stands: layer, head, station, column.
pub fn place(training: Training, cell: BlockCell) -> String {
    let layer = cell.layer.map(|layer| tr!(block.layer, number = layer + 1));
    let head = cell.head.map(|head| tr!(block.head, number = head + 1));
    let parts = [
        layer,
        head,
        Some(station(cell.part).0),
        column(training, cell),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Which column; `None` where there is only one.
fn column(training: Training, cell: BlockCell) -> Option<String> {
    let BlockCell {
        layer,
        part,
        head,
        col,
    } = cell;
    let station = Station {
        layer,
        part,
        head,
        width: 0,
    };
    let task = training.task();
    let token = match station.columns() {
        Columns::Numbered if matches!(part, Part::Max | Part::Sum) => return None,
        Columns::Numbered => return Some(tr!(block.dimension, number = col + 1)),
        Columns::Words => word(task, u32::try_from(col).ok()?),
        Columns::Tokens => training.block.with(|view| {
            let ids = view.as_ref().map(|view| &view.ids)?;
            ids.get(col).map(|id| word(task, *id))
        })?,
    };
    Some(match station.columns() {
        Columns::Tokens => tr!(block.key_token, token = token, place = col + 1),
        _ => tr!(block.word, token = token),
    })
}
