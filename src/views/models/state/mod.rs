//! The state of the lesson: which model is open, what it said, and the way to the worker that holds it.

mod asking;
mod guessing;
mod hearing;
mod hub;
mod leaving;
mod losing;
mod numbers;
mod opening;
mod sweeping;
mod watching;

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::link::{Document, Source, View};
use lesson::lessons::models::messages::{Card, Drawing, Head, Place, Reading, Trouble, Worker};
use lesson::lessons::models::{self as logic};
use lesson::share::embed::EmbedOptions;

use super::words;
use crate::browser::files::Handle;
use crate::browser::worker::{Desk, Losses};
use crate::reactive::{derived, effect, memo};
use crate::shell::{self, Opening, Place as Where, Shell};
use asking::Asking;
pub use asking::Question;
pub use guessing::{Guessing, State};
pub use hub::{Fetching, HubDesk};
pub use numbers::weights;
pub use opening::{As, Coming};
pub use sweeping::{Map, Sweeping};
pub use watching::moments;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Inspector {
    /// What all lessons have.
    pub shell: Shell,
    /// Which model, which text, which heads are out.
    pub document: Memo<Arc<Document>>,
    /// What is looked at.
    pub view: Memo<View>,
    /// The model that is open, and what is known of it.
    pub card: RwSignal<Option<Arc<Card>>>,
    /// It is what a notebook has written of a model: there is nothing that could be asked.
    pub notebook: Memo<bool>,
    /// A model on its way.
    pub coming: RwSignal<Option<Coming>>,
    /// What the model did with the text.
    pub reading: RwSignal<Option<Arc<Reading>>>,
    /// The numbers of the head that is shown large; none while somebody is to say where it looks.
    pub head: Memo<Option<Arc<Head>>>,
    /// The same, whether or not they may be seen.
    told: RwSignal<Option<Arc<Head>>>,
    /// Predict first.
    pub guessing: Guessing,
    /// What could stand at the place that is looked at.
    pub place: RwSignal<Option<Arc<Place>>>,
    /// That is still of the reading before.
    pub behind: RwSignal<bool>,
    /// What the other text's streams do.
    pub sweeping: Sweeping,
    /// The text is being read.
    pub reads: RwSignal<bool>,
    /// The text could not be read: what is seen is of the one before.
    stale: RwSignal<bool>,
    /// What was typed is no text of the document: it was refused, and still stands in the field.
    pub refused: RwSignal<bool>,
    /// Tokens are being written.
    pub writes: RwSignal<bool>,
    /// What they are written on from.
    writes_from: StoredValue<Option<Arc<Document>>>,
    /// What was written last, until it has been said.
    pub wrote: RwSignal<Option<String>>,
    /// How tokens are drawn.
    pub drawing: RwSignal<Drawing>,
    /// The token under the pointer.
    pub hovered: RwSignal<Option<usize>>,
    /// What went wrong last.
    pub problem: RwSignal<Option<Trouble>>,
    /// The head that was chosen: the first where the link's is none of this model.
    pub at: Memo<(usize, usize)>,
    /// The head that is shown large: the one chosen before, until the numbers of this one are here.
    pub large: Memo<(usize, usize)>,
    /// The tokens of the text, as they are shown.
    pub tokens: Memo<Arc<Vec<String>>>,
    /// The token that is looked at: the one under the pointer, else that of the link, else the usual one.
    pub token: Memo<usize>,
    /// Somebody watches the training, moment after moment.
    pub watches: RwSignal<bool>,
    /// How strong the strongest induction head was at the moments that were opened, by their steps.
    pub seen: RwSignal<BTreeMap<u32, f32>>,
    /// Models of the hub: what is offered, fetched, kept.
    pub hub: HubDesk,
    /// What the open model was opened as, and the how many-eth it is: two folders may have one name.
    opened: RwSignal<Option<(As, u32)>>,
    /// A model that memory refused as f32; it may fit as whole numbers.
    pub denied: RwSignal<Option<Source>>,
    /// The files of that.
    denied_files: StoredValue<Vec<Handle>, LocalStorage>,
    /// The files of the model that comes.
    fresh: StoredValue<Vec<Handle>, LocalStorage>,
    /// The worker was asked to open something that is not waited for any more: what is shown may not be what it holds.
    unsure: StoredValue<bool>,
    /// The files of the models that were opened since the page was.
    files: StoredValue<Vec<(Source, Vec<Handle>)>, LocalStorage>,
    asking: StoredValue<Asking>,
    /// Of workers, by what they were asked about.
    losses: StoredValue<Losses<Arc<Document>>>,
    desk: StoredValue<Option<Desk<Worker>>, LocalStorage>,
}

/// The state of the lesson, from any of its views.
pub fn inspector() -> Inspector {
    expect_context::<Inspector>()
}

impl Inspector {
    /// The lesson as `fragment` has it, in the frame that it was given; no worker yet.
    pub fn open(fragment: &str, options: &EmbedOptions) -> Self {
        let opening = Opening::of::<logic::Models>(fragment, options, &words::WORDS);
        let (document, view) = shell::parts::<logic::Models>(opening);
        let (told, place) = (RwSignal::new(None), RwSignal::new(None));
        let guessing = Guessing::default();
        let head = memo(move || {
            let own: Option<Arc<Head>> = told.get();
            own.filter(|own| !guessing.covers(own.at))
        });
        let (card, reading) = (RwSignal::new(None), RwSignal::new(None));
        let hovered = RwSignal::new(None);
        let (at, tokens) = (at(view, card), tokens(reading));
        let sweeping = Sweeping::default();
        let numbers = numbers::of(head, place, sweeping.map, tokens, card);
        Self {
            shell: opening.shell(numbers, numbers, derived(|| false)),
            document,
            view,
            card,
            notebook: memo(move || card.with(|own| own.as_ref().is_some_and(|own| own.notebook))),
            coming: RwSignal::new(None),
            reading,
            head,
            told,
            guessing,
            place,
            behind: RwSignal::new(false),
            sweeping,
            reads: RwSignal::new(false),
            stale: RwSignal::new(false),
            refused: RwSignal::new(false),
            writes: RwSignal::new(false),
            writes_from: StoredValue::new(None),
            wrote: RwSignal::new(None),
            drawing: RwSignal::new(Drawing::default()),
            hovered,
            at,
            large: large(told, at),
            tokens,
            token: token(view, hovered, reading),
            problem: RwSignal::new(None),
            watches: RwSignal::new(false),
            seen: RwSignal::new(BTreeMap::new()),
            hub: HubDesk::default(),
            opened: RwSignal::new(None),
            denied: RwSignal::new(None),
            denied_files: StoredValue::new_local(Vec::new()),
            fresh: StoredValue::new_local(Vec::new()),
            unsure: StoredValue::new(false),
            files: StoredValue::new_local(Vec::new()),
            asking: StoredValue::new(Asking::default()),
            losses: StoredValue::new(Losses::default()),
            desk: StoredValue::new_local(None),
        }
    }

    /// Changes what a link holds; a problem stands at the top of the lesson. True when done.
    pub fn own(self, change: Change) -> bool {
        self.shell.try_own::<logic::Models>(change, Where::Page)
    }

    /// Everything that follows the state, once.
    pub fn begin(self) {
        let named = memo(move || self.document.with(|own| As::of(own)));
        effect(move || self.stand_by(named.get()));
        self.follow_what_ended_workers();
        self.follow_moments();
        let read = memo(move || {
            let document = self.document.get();
            // Only what the open model was meant to read.
            let (opened, number) = self.opened.get()?;
            let changed = Box::new(document.changed.clone());
            let question = Question::Read(document.text().to_owned(), changed);
            (opened == As::of(&document)).then_some((number, question))
        });
        effect(move || {
            if let Some((_, question)) = read.get() {
                self.reads.set(true);
                self.behind.set(true);
                self.ask(question);
            }
        });
        // Every reading is another, whatever the text.
        let seen = move || self.reading.with(Option::is_some);
        effect(move || {
            let at = self.at.get();
            if seen() {
                self.ask(Question::Head(at));
            }
        });
        let place = memo(move || self.view.with(|view| (view.token, view.of)));
        effect(move || {
            let (token, of) = place.get();
            if seen() && !self.notebook.get() {
                self.ask(Question::Place(token, of));
            }
        });
        self.follow_other();
        self.follow_guesses();
    }

    /// Whether what is seen is of another text than stands in the field.
    pub fn is_stale(self) -> bool {
        self.stale.get() || self.refused.get()
    }

    /// The token at a place, with its place.
    pub fn named(self, place: usize) -> String {
        let text = self.tokens.with(|all| all.get(place).cloned());
        words::placed(&text.unwrap_or_default(), place)
    }
}

fn at(view: Memo<View>, card: RwSignal<Option<Arc<Card>>>) -> Memo<(usize, usize)> {
    memo(move || {
        let wanted = view.with(|view| view.head);
        let there = |card: &Arc<Card>| card.index(wanted).is_some();
        let there = card.with(|card| card.as_ref().is_some_and(there));
        if there { wanted } else { (0, 0) }
    })
}

fn large(told: RwSignal<Option<Arc<Head>>>, at: Memo<(usize, usize)>) -> Memo<(usize, usize)> {
    memo(move || {
        let known = told.with(|own| own.as_ref().map(|own| own.at));
        known.unwrap_or_else(|| at.get())
    })
}

fn tokens(reading: RwSignal<Option<Arc<Reading>>>) -> Memo<Arc<Vec<String>>> {
    memo(move || {
        reading.with(|reading| {
            let tokens = reading.as_ref().map(|own| own.tokens.iter());
            let texts = tokens.map(|own| own.map(|token| token.text.clone()).collect());
            Arc::new(texts.unwrap_or_default())
        })
    })
}

fn token(
    view: Memo<View>,
    hovered: RwSignal<Option<usize>>,
    reading: RwSignal<Option<Arc<Reading>>>,
) -> Memo<usize> {
    memo(move || {
        let (last, usual) = reading.with(|own| {
            let own = own.as_ref();
            own.map_or((0, 0), |own| {
                (own.tokens.len().saturating_sub(1), own.usual)
            })
        });
        let own = hovered.get().or(view.with(|view| view.token));
        own.unwrap_or(usual).min(last)
    })
}
