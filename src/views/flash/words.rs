//! What the steps and the parts of the figure are called.

use std::ops::Range;

use leptos::prelude::*;
use lesson::lessons::flash::{Kind, META, Part};

use super::state::Flash;
use crate::text::{HEAD, list, tr};

/// The title and the sentence of a kind of step.
pub fn kind(kind: Kind) -> (String, String) {
    macro_rules! of {
        ($key:ident) => {
            (tr!(flash.kind.$key.title), tr!(flash.kind.$key.what))
        };
    }
    match kind {
        Kind::Begin => of!(begin),
        Kind::Skip => of!(skip),
        Kind::Load => of!(load),
        Kind::Scores => of!(scores),
        Kind::TileMax => of!(tile_max),
        Kind::Max => of!(max),
        Kind::Factor => of!(factor),
        Kind::Exp => of!(exp),
        Kind::Sum => of!(sum),
        Kind::Accumulate => of!(accumulate),
        Kind::Divide => of!(divide),
    }
}

/// The few words of a kind of step on its chip, with the symbol that its numbers have.
pub fn chip(kind: Kind) -> String {
    match kind {
        Kind::Begin => tr!(flash.chip.begin),
        Kind::Skip => tr!(flash.kind.skip.title),
        Kind::Load => tr!(flash.chip.load),
        Kind::Scores => tr!(flash.chip.scores),
        Kind::TileMax => tr!(flash.chip.tile_max),
        Kind::Max => tr!(flash.chip.max),
        Kind::Factor => tr!(flash.chip.factor),
        Kind::Exp => tr!(flash.chip.exp),
        Kind::Sum => tr!(flash.chip.sum),
        Kind::Accumulate => tr!(flash.chip.accumulate),
        Kind::Divide => tr!(flash.chip.divide),
    }
}

/// The kind of the step one stands at.
pub fn current(flash: Flash) -> Option<Kind> {
    let at = flash.at.get();
    flash
        .walk
        .with(|walk| walk.steps.get(at).map(|step| step.kind))
}

/// What a table is called: those of the figure by its parts, all others as everywhere.
pub fn table(key: &str) -> String {
    let own = META.table(key).and_then(Part::of_table);
    own.map_or_else(|| (HEAD.table)(key), |own| part(own, false))
}

/// What a part is called; the field holds scores, then exponentials.
pub fn part(part: Part, exponentials: bool) -> String {
    match part {
        Part::Tile if exponentials => tr!(flash.part.tile_exp),
        Part::Tile => tr!(flash.part.tile),
        Part::TileMax => tr!(flash.part.tile_max),
        Part::Max => tr!(flash.part.max),
        Part::Factor => tr!(flash.part.factor),
        Part::Sum => tr!(flash.part.sum),
        Part::Accumulated => tr!(flash.part.accumulated),
        Part::Output => tr!(flash.part.output),
    }
}

/// The same in so few words that they have room under a column; nothing of the field, which has room for its name.
pub fn brief(part: Part) -> String {
    match part {
        Part::Tile => String::new(),
        Part::TileMax => tr!(flash.brief.tile_max),
        Part::Max => tr!(flash.brief.max),
        Part::Factor => tr!(flash.brief.factor),
        Part::Sum => tr!(flash.brief.sum),
        Part::Accumulated => tr!(flash.brief.accumulated),
        Part::Output => tr!(flash.brief.output),
    }
}

/// Its symbol, as in the formulas.
pub const fn symbol(part: Part, exponentials: bool) -> &'static str {
    match part {
        Part::Tile if exponentials => "P",
        Part::Tile => "S",
        Part::TileMax => "m̃",
        Part::Max => "m",
        Part::Factor => "c",
        Part::Sum => "l",
        Part::Accumulated => "O",
        Part::Output => "o",
    }
}

/// A query's token.
pub fn query(flash: Flash, row: usize) -> String {
    let token = flash.lab.document.with(|d| d.queries.get(row).cloned());
    token.unwrap_or_default()
}

/// Where in the walk a step is: which queries, which keys, the how-manieth tile of their row.
pub fn place(flash: Flash) -> String {
    let at = flash.at.get();
    flash.walk.with(|walk| {
        let Some(step) = walk.steps.get(at) else {
            return String::new();
        };
        let of = |count: usize, size: usize| count.div_ceil(size.max(1));
        flash.lab.document.with(|d| {
            let queries = names(&d.queries, &step.queries);
            if step.keys.is_empty() {
                let here = step.queries.start / walk.tile.queries + 1;
                let count = of(walk.n(), walk.tile.queries);
                return tr!(
                    flash.where_queries,
                    queries = queries,
                    here = here,
                    count = count
                );
            }
            let keys = names(d.key_tokens(), &step.keys);
            let across = of(walk.m(), walk.tile.keys);
            let row = step.queries.start / walk.tile.queries;
            let here = row * across + step.keys.start / walk.tile.keys + 1;
            let count = of(walk.n(), walk.tile.queries) * across;
            tr!(
                flash.where_tile,
                queries = queries,
                keys = keys,
                here = here,
                count = count
            )
        })
    })
}

/// Few tokens by name, many by the first and the last.
fn names(tokens: &[String], range: &Range<usize>) -> String {
    let own = tokens.get(range.clone()).unwrap_or_default();
    match own {
        [first, .., last] if own.len() > 3 => format!("{first} … {last}"),
        own => list(own),
    }
}
