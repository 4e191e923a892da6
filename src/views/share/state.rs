//! What the dialog knows: the share as it is being put together.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::control::Control;
use lesson::core::lesson::Meta;
use lesson::core::opened::Opened;
use lesson::core::steps::{Place, Steps, named, nearest};
use lesson::registry;
use lesson::share::embed::EmbedOptions;
use lesson::share::quiz::{Predict, Setup};
use lesson::share::snippet::{
    Draft, DraftProblem, Form, Freedom, Kind, Made, Share, Words, freedom, keep_at, set,
};

use super::spoken::Said;
use crate::browser::page;
use crate::reactive::{effect, memo};

/// Heights that are taken, in CSS pixels, and the one that is offered.
pub const HEIGHTS: (u32, u32, u32) = (120, 10_000, 900);

/// The narrowest column that a height is measured for, in CSS pixels.
pub const NARROW: u32 = 700;

/// What a question is about: the lesson, opened. Two are the same when their links are.
#[derive(Clone)]
pub struct Scene(Arc<dyn Opened>);

impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        self.0.link() == other.0.link()
    }
}

/// The dialog's state.
#[derive(Clone, Copy)]
pub struct Sharing {
    /// What is shared; its question is that of the draft.
    pub share: RwSignal<Share>,
    /// What the address asked when it was read last.
    asked: StoredValue<Setup>,
    /// The question as it is being put.
    pub draft: RwSignal<Draft>,
    /// The options of a choice whose fields were left: before that nobody is told that they are empty.
    pub left: RwSignal<BTreeSet<usize>>,
    /// Somebody wanted to copy it as it is.
    pub wanted: RwSignal<bool>,
    /// How it is written down.
    pub form: RwSignal<Form>,
    /// The height in a page, as typed.
    pub height: RwSignal<String>,
    /// The height that was measured last and put there.
    offered: StoredValue<Option<u32>>,
    /// The narrowest column that it is enough for.
    column: RwSignal<u32>,
    /// What the text says to readers, in a language that was chosen for them and is here.
    pub said: RwSignal<Option<Said>>,
    /// The height of the figure as it is to be is being measured.
    pub measuring: RwSignal<bool>,
    /// The lesson's slug.
    pub slug: Memo<&'static str>,
    /// The lesson, where it can ask about its numbers.
    pub scene: Memo<Option<Scene>>,
    /// The step it starts at and all there are, each by its first place, in a lesson whose steps have
    /// names.
    pub steps: Memo<Option<(Place, Vec<Place>)>>,
}

/// The dialog's state, wherever it is asked for.
pub fn sharing() -> Sharing {
    expect_context::<Sharing>()
}

impl Sharing {
    /// What the fragment of the address says.
    pub fn open(fragment: &str) -> Self {
        let share = RwSignal::new(Share::read(fragment));
        let draft = RwSignal::new(draft_of(&share.get_untracked()));
        Self {
            share,
            asked: StoredValue::new(share.with_untracked(|share| share.setup.clone())),
            draft,
            left: RwSignal::new(BTreeSet::new()),
            wanted: RwSignal::new(false),
            form: RwSignal::new(Form::default()),
            height: RwSignal::new(HEIGHTS.2.to_string()),
            offered: StoredValue::new(None),
            column: RwSignal::new(NARROW),
            said: RwSignal::new(None),
            measuring: RwSignal::new(false),
            slug: memo(move || share.with(|share| share.lesson().slug)),
            scene: memo(move || share.with(scene_of)),
            steps: memo(move || share.with(steps_of)),
        }
    }

    /// Takes up what is shown now. What was said of reader and question stays while it is about the same
    /// lesson, as far as the address says nothing else: the dialog may be closed to look at the figure.
    pub fn reopen(self, fragment: &str) {
        let now = Share::read(fragment);
        let before = self.share.get_untracked();
        let asked = self.asked.get_value();
        self.asked.set_value(now.setup.clone());
        if now.lesson().slug != before.lesson().slug {
            self.draft.set(draft_of(&now));
            self.share.set(now);
            return;
        }
        if asked != now.setup {
            self.draft.set(draft_of(&now));
            self.share.update(|share| share.setup = now.setup.clone());
        }
        self.share.update(|share| share.link = now.link);
    }

    /// What is offered to be asked is about the lesson as it stands now.
    pub fn follow_the_scene(self) {
        effect(move || {
            if let Some(Scene(lesson)) = self.scene.get() {
                self.draft.update(|draft| draft.follow(&*lesson));
            }
        });
    }

    /// A lesson has put its link into the address, perhaps only now what was changed before the dialog
    /// was opened. In one whose steps have names the dialog says where to start.
    pub fn written(self, link: &str) {
        let own = registry::meta_of(link);
        if own.slug == self.slug.get_untracked() && own.steps.is_empty() {
            self.share.update(|share| share.link = link.to_owned());
        }
    }

    /// The lesson that is shared.
    pub fn lesson(self) -> &'static Meta {
        registry::lesson(self.slug.get())
    }

    /// Reads the lesson opened; nothing where it cannot ask about its numbers.
    pub fn about<T: Default>(self, read: impl FnOnce(&dyn Opened) -> T) -> T {
        let read = |scene: &Option<Scene>| scene.as_ref().map(|scene| read(&*scene.0));
        self.scene.with(read).unwrap_or_default()
    }

    /// What is shared, with the question as far as it is one, where its readers are to find it.
    pub fn whole(self) -> Share {
        let share = self.asked();
        match share.setup.question {
            Some(_) => share,
            None => Made::standing(share),
        }
    }

    /// The same where it stands now.
    fn asked(self) -> Share {
        let mut share = self.share.get();
        let question =
            |lesson: &dyn Opened| self.draft.with(|draft| draft.question(lesson).ok()?);
        share.setup.question = self.about(question);
        if share.setup.question.is_some() {
            // What is asked can be answered, whatever else is hidden.
            share
                .options
                .hide
                .retain(|own| !["question", "forget"].contains(&own.name));
        }
        share
    }

    /// Whether readers get the figure at a step in its middle, since it is empty where it stands.
    pub fn is_at_its_end(self) -> bool {
        let share = self.asked();
        share.setup.question.is_none() && Made::middle(&share).is_some()
    }

    /// Whether readers get all queries, since the guided walk has nothing to be predicted.
    pub fn is_beyond_the_guide(self) -> bool {
        let share = self.asked();
        share.setup.question.is_none() && share.beyond_the_guide().is_some()
    }

    /// Whether there is a question that cannot be put like this, and it is time to say so.
    pub fn is_left_out(self) -> bool {
        let problems = self.about(|lesson| self.draft.with(|draft| draft.problems(lesson)));
        problems.iter().any(|problem| self.is_due(problem))
    }

    /// Whether it is time to say what is wrong: of an option once its field was left, or the text was to be copied.
    pub fn is_due(self, problem: &DraftProblem) -> bool {
        let left = |index| self.left.with(|left| left.contains(&index));
        option_of(problem).is_none_or(|index| self.wanted.get() || left(index))
    }

    /// Asks for something of that kind; a reader who is asked is kept at the question.
    pub fn ask(self, kind: Kind) {
        let before = self.draft.with_untracked(|draft| draft.kind);
        let controls = registry::lesson(self.slug.get_untracked()).controls;
        let is_asked = kind != Kind::Nothing;
        if is_asked != (before != Kind::Nothing) {
            self.frame(|options| keep_at(options, controls, is_asked));
        }
        self.forget_left();
        self.draft.update(|draft| draft.kind = kind);
    }

    /// Other options: nobody has left any of them yet.
    pub fn forget_left(self) {
        self.left.set(BTreeSet::new());
        self.wanted.set(false);
    }

    /// The height that counts: the one typed, or the one offered where that is none.
    pub fn pixels(self) -> Result<u32, u32> {
        let (least, most, usual) = HEIGHTS;
        let typed = self.height.with(|text| text.trim().parse().ok());
        typed
            .filter(|own| (least..=most).contains(own))
            .ok_or(usual)
    }

    /// Whether the height in the text is still to be measured; one that was typed stays.
    pub fn waits(self) -> bool {
        self.measuring.get() && self.height.with(|text| self.is_offered(text))
    }

    /// Whether a height is the one that was there from the start, or was measured.
    fn is_offered(self, text: &str) -> bool {
        let typed = text.trim().parse().ok();
        typed == Some(HEIGHTS.2) || typed == self.offered.get_value()
    }

    /// In columns narrower than this a frame scrolls inside; not known of a height that was typed.
    pub fn scrolls_below(self) -> Option<u32> {
        let column = self.column.get();
        let is_offered = self.height.with(|text| self.is_offered(text));
        is_offered.then_some(column)
    }

    /// The height that the figure was seen to have, unless another was typed, and the narrowest column that it is
    /// enough for.
    pub fn offer_height(self, seen: u32, column: u32) {
        let (least, most, _) = HEIGHTS;
        self.column.set(column);
        if self.height.with_untracked(|text| self.is_offered(text)) {
            let height = seen.clamp(least, most);
            self.offered.set_value(Some(height));
            self.height.set(height.to_string());
        }
    }

    /// The text to be pasted.
    pub fn text(self) -> String {
        let said = self.said.get();
        let said = said.unwrap_or_else(|| Said::here(self.slug.get()));
        let words = Words {
            title: &said.title,
            open: &said.open,
            height: self.pixels().unwrap_or_else(|usual| usual),
        };
        self.form.get().text(&self.whole(), &page::site(), words)
    }

    /// What is said of a control by its own name.
    pub fn freedom(self, control: &Control) -> Freedom {
        self.share.with(|share| freedom(&share.options, control))
    }

    /// Says what may be done with a control.
    pub fn set_freedom(self, control: &Control, freedom: Freedom) {
        let controls = registry::lesson(self.slug.get_untracked()).controls;
        self.frame(|options| set(options, controls, control, freedom));
    }

    /// Changes the frame.
    pub fn frame(self, change: impl FnOnce(&mut EmbedOptions)) {
        self.share.update(|share| change(&mut share.options));
    }

    /// Says what is covered until it is predicted.
    pub fn predict(self, predict: Predict) {
        self.share.update(|share| share.setup.predict = predict);
    }

    /// Starts at the step of that name.
    pub fn start_at(self, step: &str) {
        self.share.update(|share| {
            if let Ok(link) = share.starting_at(step) {
                share.link = link;
            }
        });
    }

    /// Allows these steps; a start outside goes to the nearest inside.
    pub fn allow(self, steps: Option<Steps>) {
        self.frame(|options| options.steps = steps);
        if let (Some(steps), Some((here, walk))) = (steps, self.steps.get_untracked())
            && !steps.has(here.step)
        {
            let there = nearest(&steps.of(walk), here);
            let names = registry::lesson(self.slug.get_untracked()).steps;
            self.start_at(names.get(there.step).copied().unwrap_or_default());
        }
    }
}

/// The option that a problem is about.
pub fn option_of(problem: &DraftProblem) -> Option<usize> {
    match problem {
        DraftProblem::OptionEmpty(index)
        | DraftProblem::OptionTooLong(index, _)
        | DraftProblem::OptionTwice(index) => Some(*index),
        DraftProblem::TextTooLong(_) | DraftProblem::NotThere => None,
    }
}

fn scene_of(share: &Share) -> Option<Scene> {
    let asks = share.lesson().computes;
    let opened = asks.then(|| share.opened().ok())??;
    Some(Scene(Arc::from(opened)))
}

fn steps_of(share: &Share) -> Option<(Place, Vec<Place>)> {
    let names = share.lesson().steps;
    let place = |name: &str| named(names, name).map(|step| Place { step, part: 0 });
    let (here, all) = share.steps().ok()??;
    Some((place(here)?, all.into_iter().filter_map(place).collect()))
}

fn draft_of(share: &Share) -> Draft {
    let question = share.setup.question.as_ref();
    let of = |scene: Scene| Draft::of(question, &*scene.0);
    scene_of(share).map(of).unwrap_or_default()
}
