//! The cells that stand out: the explained one and those it is computed from, the pinned one, and the
//! selected block, and those that the open question is about.

use leptos::prelude::*;
use lesson::core::table::Cell;

use crate::browser::cells;
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
    effect(move || {
        let cell = shell.explained.get();
        // Another step shows other tables.
        shell.lesson.track();
        shell.built.track();
        let sources = shell.numbers.with_untracked(|numbers| {
            let rule = numbers.0.as_ref()?.rule(cell?)?;
            Some(rule.cells().collect::<Vec<_>>())
        });
        let sources = sources.unwrap_or_default();
        cells::mark_tables(shell.meta, sources.iter().copied().chain(cell));
        cells::mark(shell.meta, "lit", sources.into_iter());
        cells::mark(shell.meta, "explained", cell.into_iter());
        cells::mark(shell.meta, "pinned", shell.pinned().into_iter());
    });
    effect(move || {
        shell.lesson.track();
        shell.built.track();
        cells::mark(shell.meta, "is-asked", shell.asked.get().into_iter());
    });
    effect(move || {
        shell.built.track();
        let block = shell.block.get().filter(|block| block.is_many());
        let all = block.into_iter().flat_map(|block| {
            let ((r0, r1), (c0, c1)) = block.bounds();
            let row = move |i| (c0..=c1).map(move |j| Cell::new(block.anchor.name, i, j));
            (r0..=r1).flat_map(row)
        });
        cells::mark(shell.meta, "selected", all);
    });
}
