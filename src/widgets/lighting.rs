//! The cells that stand out: the explained one and those it is computed from, the pinned one, and the
//! selected block, and those that the open question is about.

use leptos::prelude::*;
use lesson::core::table::Cell;

use crate::browser::marks::{self, Marks};
use crate::reactive::effect;
use crate::shell::Shell;

/// The attribute of what stands for a number in a picture, where the open question asks for that number: it is outlined
/// and brought into view as cells of tables are.
pub const fn asked_in_picture(asked: bool) -> &'static str {
    match asked {
        true => " data-asked",
        false => "",
    }
}

/// Lights the cells of all tables of the lesson for as long as its figure stands.
pub fn follow(shell: Shell) {
    let [lit, explained, pinned] = ["lit", "explained", "pinned"].map(Marks::new);
    effect(move || {
        let cell = shell.explained.get();
        // Another step shows other tables.
        shell.lesson.track();
        shell.built.track();
        let sources = shell.numbers.with_untracked(|numbers| {
            let rule = numbers.0.as_ref()?.rule(cell?)?;
            Some(rule.cells().collect::<Vec<_>>())
        });
        let mut all = sources.unwrap_or_default();
        // Both, whatever comes of the first.
        let changed = lit.set(shell.meta, all.clone())
            | explained.set(shell.meta, cell.into_iter().collect());
        if changed {
            all.extend(cell);
            marks::mark_tables(shell.meta, &all);
        }
        pinned.set(shell.meta, shell.pinned().into_iter().collect());
    });
    let asked = Marks::new("is-asked");
    effect(move || {
        shell.lesson.track();
        shell.built.track();
        asked.set(shell.meta, shell.asked.get());
    });
    let selected = Marks::new("selected");
    effect(move || {
        shell.built.track();
        let block = shell.block.get().filter(|block| block.is_many());
        let all = block.into_iter().flat_map(|block| {
            let ((r0, r1), (c0, c1)) = block.bounds();
            let row = move |i| (c0..=c1).map(move |j| Cell::new(block.anchor.name, i, j));
            (r0..=r1).flat_map(row)
        });
        selected.set(shell.meta, all.collect());
    });
}
