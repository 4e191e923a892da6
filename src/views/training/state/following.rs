//! What is asked again whenever what is looked at, or what it is looked at in, has changed.

use leptos::prelude::*;
use lesson::lessons::training::link::Panel;
use lesson::lessons::training::look::At;
use lesson::lessons::training::task::Task;
use lesson::protocol::{Question, Side};

use super::{RunState, Training, example_of};
use crate::reactive::{derived, effect, memo};
use crate::views::training::asking::Topic;

impl Training {
    /// Asks again whenever what is looked at, or what it is looked at in, has changed.
    pub(super) fn follow(self) {
        for side in Side::BOTH {
            let run = self.runs[side.index()];
            // A run's progress counts only while its present is on show.
            let moment = memo(move || {
                let at = self.at.get();
                (at, run.step_at(at))
            });
            let open = memo(move || run.settings.get());
            effect(move || {
                let ids = self.ids_of[side.index()].get();
                let (Some(own), (at, _)) = (open.get(), moment.get()) else {
                    return;
                };
                if run.opening.get() {
                    return;
                }
                // Where the text cannot be read the last good sequence stays, at whatever moment.
                let ids = ids.unwrap_or_else(|_| self.last_good(run, own.task));
                // Of two runs one may have fewer heads.
                let mut without = self.without.get();
                without.retain(|one| one.layer < own.n_layers && one.head < own.n_heads);
                let look = Question::Look(at, ids, without);
                self.ask(Topic::Look(side), side, look);
            });
        }
        self.follow_writing();
        self.follow_block();
    }

    /// What a run was last looked at with; before that the example.
    fn last_good(self, run: RunState, task: Task) -> Vec<u32> {
        let seen = run.seen.get_untracked();
        seen.map_or_else(
            || example_of(task, self.example.get_untracked()).0,
            |seen| seen.ids.clone(),
        )
    }

    /// Whose model is shown, and which; `None` while there is none to ask.
    fn moment(self) -> Option<(Side, At)> {
        let run = self.shown();
        // What stands beside the gallery follows what the gallery shows, which may be of the run before.
        let stands = run.seen.with(Option::is_some) && !run.opening.get();
        stands.then(|| (self.side.get(), self.at.get()))
    }

    fn follow_writing(self) {
        effect(move || {
            if self.view.with(|view| view.panel) != Panel::Write {
                return;
            }
            let ids = self.written_ids.get().filter(|ids| !ids.is_empty());
            if let (Some((side, at)), Some(ids)) = (self.moment(), ids) {
                self.ask(
                    Topic::Write,
                    side,
                    Question::Write(at, ids, self.drawing.get()),
                );
            }
        });
    }

    fn follow_block(self) {
        let wanted = derived(move || {
            let shown = self.view.with(|view| view.panel) == Panel::Block;
            let ids = self.ids.get().ok().filter(|_| shown)?;
            let place = self.place.get().min(ids.len().checked_sub(1)?);
            Some((self.moment()?, ids, place))
        });
        effect(move || {
            if let Some(((side, at), ids, place)) = wanted.get() {
                self.ask(Topic::Block, side, Question::Block(at, ids, place));
            }
        });
        // Once the way itself is here: so it is known that there is such a number in it.
        let known = derived(move || {
            let (block, cell) = (self.block.get()?, self.cell.get()?);
            block.value(cell).map(|_| (block, cell))
        });
        effect(move || {
            let (Some(((side, at), ids, place)), Some((block, cell))) = (wanted.get(), known.get())
            else {
                return;
            };
            if block.ids == ids && block.place == place {
                self.ask(
                    Topic::Explain,
                    side,
                    Question::Explain(at, ids, place, cell),
                );
            }
        });
    }
}
