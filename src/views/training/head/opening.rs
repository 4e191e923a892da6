//! From the head into the stepper.

use leptos::prelude::*;
use lesson::core::player;
use lesson::lessons::stepper::ByHand;
use lesson::lessons::training::{META, open};
use lesson::protocol::{HeadNumbers, Question};

use super::super::asking::Topic;
use super::super::sequence::words_of;
use super::super::{Training, training};
use super::Shown;
use crate::browser::{lessons, page};
use crate::reactive::{effect, on};
use crate::text::{following, say, tr};
use crate::widgets::came_from::entry;

/// What is done with the stepper's link to a head, or without it when it cannot be had.
pub type Use = Box<dyn FnOnce(Option<String>)>;

/// Somebody who waits, and for which head.
type Waiting = Option<((usize, usize), Use)>;

/// Who waits for a head's link: the newest who asked, and for which head. The numbers come from the worker.
#[derive(Clone, Copy)]
pub struct Wanted {
    training: Training,
    shown: Shown,
    waiting: StoredValue<Waiting, LocalStorage>,
}

impl Wanted {
    /// Nobody yet.
    pub fn of(shown: Shown) -> Wanted {
        let training = training();
        // An answer to what was asked before this panel was left is for nobody now.
        training.head_numbers.set(None);
        let wanted = Wanted {
            training,
            shown,
            waiting: StoredValue::new_local(None),
        };
        effect(move || {
            if let Some(numbers) = training.head_numbers.get() {
                wanted.came(&numbers);
            }
        });
        wanted
    }

    /// Asks for the link of the head that is shown; who asked before goes without.
    pub fn ask(self, use_it: Use) {
        let Ok(ids) = self.training.ids.get_untracked() else {
            return use_it(None);
        };
        let (layer, head) = self.shown.at.get_untracked();
        if let Some((_, before)) = self.take(|own| own.replace(((layer, head), use_it))) {
            before(None);
        }
        let question = Question::Head(self.training.at.get_untracked(), ids, layer, head);
        let side = self.training.side.get_untracked();
        self.training.ask(Topic::Head, side, question);
    }

    /// An answer about another head is one to somebody who asked before.
    fn came(self, numbers: &HeadNumbers) {
        let at = (numbers.layer, numbers.head);
        if let Some((_, use_it)) = self.take(|own| own.take_if(|(meant, _)| *meant == at)) {
            use_it(self.link(numbers));
        }
    }

    fn take(self, change: impl FnOnce(&mut Waiting) -> Waiting) -> Waiting {
        self.waiting.try_update_value(change).flatten()
    }

    /// The stepper's link, at the row of the token that is kept; what is wrong with it is said.
    fn link(self, numbers: &HeadNumbers) -> Option<String> {
        let made = untrack(|| {
            let tokens = words_of(self.training.task(), &numbers.ids);
            let (document, view) = open::document(numbers, tokens)?;
            let row = self.shown.pinned.get().unwrap_or(view.row);
            Ok(player::write::<ByHand>(
                &document,
                &lesson::View { row, ..view },
            ))
        });
        made.map_err(|problem| self.training.problem.set(Some(problem)))
            .ok()
    }
}

/// The button. The numbers come from the worker; when they are here, the stepper opens with them.
#[component]
pub fn Open(wanted: Wanted) -> impl IntoView {
    let training = training();
    let open = move |_| {
        wanted.ask(Box::new(move |link| {
            if let Some(link) = link {
                training.pause();
                // What is left stands in the history, as it is at this moment.
                lessons::settle();
                let from = untrack(|| entry(&training.shell.link()));
                page::go_to(&format!("{link}{from}"));
            }
        }));
    };
    let note = following(move || {
        if training.without.with(Vec::is_empty) {
            tr!(head.open_note)
        } else {
            tr!(head.open_whole)
        }
    });
    // The note is about the button, which may be hidden.
    let options = page::embed_options(META.slug);
    let hidden = options.hide.iter().any(|own| own.has("open-head"));
    view! {
        <div class="row" hidden=hidden>
            <button type="button" class="primary" data-action="open-head" on:click=on(open)>{say!(head.open)}</button>
            <span class="caption-line">{note}</span>
        </div>
    }
}
