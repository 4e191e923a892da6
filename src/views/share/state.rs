//! What the dialog knows: the share as it is being put together.

use leptos::prelude::*;
use lesson::registry::{self, Lesson};
use lesson::share::embed::{Control, Framing, Steps};
use lesson::share::quiz::Predict;
use lesson::share::snippet::{Draft, Form, Freedom, Share, Words, freedom, set};
use lesson::{Document, Stage, View, head::codec};

use crate::browser::page;
use crate::reactive::memo;
use crate::text::{self, tr};

/// Heights that are taken, in CSS pixels, and the one that is offered.
pub const HEIGHTS: (u32, u32, u32) = (120, 10_000, 900);

/// What a question is about: the lesson's numbers, and where one stands.
pub type Scene = (Document, View);

/// The dialog's state.
#[derive(Clone, Copy)]
pub struct Sharing {
    /// What is shared; its question is that of the draft.
    pub share: RwSignal<Share>,
    /// The question as it is being put.
    pub draft: RwSignal<Draft>,
    /// How it is written down.
    pub form: RwSignal<Form>,
    /// The height in a page, as typed.
    pub height: RwSignal<String>,
    /// The lesson's slug.
    pub slug: Memo<&'static str>,
    /// The lesson's numbers, where it can ask about them.
    pub scene: Memo<Option<Scene>>,
    /// The stage it starts at and all there are, in a lesson with stages.
    pub stages: Memo<Option<(Stage, Vec<Stage>)>>,
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
            draft,
            form: RwSignal::new(Form::default()),
            height: RwSignal::new(HEIGHTS.2.to_string()),
            slug: memo(move || share.with(|share| share.lesson().slug)),
            scene: memo(move || share.with(scene_of)),
            stages: memo(move || share.with(|share| share.stages().ok().flatten())),
        }
    }

    /// Takes up what is shown now. What was said of reader and question stays while it is about the same
    /// lesson, as far as the address says nothing else: the dialog may be closed to look at the figure.
    pub fn reopen(self, fragment: &str) {
        let now = Share::read(fragment);
        let before = self.share.get_untracked();
        if now.lesson().slug != before.lesson().slug {
            self.draft.set(draft_of(&now));
            self.share.set(now);
            return;
        }
        self.share.update(|share| share.link = now.link);
    }

    /// A lesson has put its link into the address, perhaps only now what was changed before the dialog
    /// was opened. In one with stages the dialog says where to start.
    pub fn written(self, link: &str) {
        let is_own = registry::lesson_of(link) == self.slug.get_untracked();
        if is_own && !registry::lesson(self.slug.get_untracked()).has_stages {
            self.share.update(|share| share.link = link.to_owned());
        }
    }

    /// The lesson that is shared.
    pub fn lesson(self) -> &'static Lesson {
        registry::lesson(self.slug.get())
    }

    /// What is shared, with the question as far as it is one.
    pub fn whole(self) -> Share {
        let mut share = self.share.get();
        let question = self.scene.with(|scene| {
            let (document, _) = scene.as_ref()?;
            self.draft.with(|draft| draft.question(document).ok()?)
        });
        share.setup.question = question;
        share
    }

    /// Whether there is a question that cannot be put like this.
    pub fn is_left_out(self) -> bool {
        let problems = |(document, _): &Scene| self.draft.with(|draft| draft.problems(document));
        let found = self.scene.with(|scene| scene.as_ref().map(problems));
        found.is_some_and(|problems| !problems.is_empty())
    }

    /// The height that counts: the one typed, or the one offered where that is none.
    pub fn pixels(self) -> Result<u32, u32> {
        let (least, most, usual) = HEIGHTS;
        let typed = self.height.with(|text| text.trim().parse().ok());
        typed
            .filter(|own| (least..=most).contains(own))
            .ok_or(usual)
    }

    /// The text to be pasted.
    pub fn text(self) -> String {
        let title = tr!(share.figure, lesson = text::lesson(self.slug.get()));
        let words = Words {
            title: &title,
            open: &tr!(share.fallback),
            height: self.pixels().unwrap_or_else(|usual| usual),
        };
        self.form.get().text(&self.whole(), &page::site(), words)
    }

    /// What is said of a control by its own name.
    pub fn freedom(self, control: &Control) -> Freedom {
        self.share.with(|share| freedom(&share.framing, control))
    }

    /// Says what may be done with a control.
    pub fn set_freedom(self, control: &Control, freedom: Freedom) {
        let controls = registry::lesson(self.slug.get_untracked()).controls;
        self.frame(|framing| set(framing, controls, control, freedom));
    }

    /// Changes the frame.
    pub fn frame(self, change: impl FnOnce(&mut Framing)) {
        self.share.update(|share| change(&mut share.framing));
    }

    /// Says what is covered until it is predicted.
    pub fn predict(self, predict: Predict) {
        self.share.update(|share| share.setup.predict = predict);
    }

    /// Starts at `stage`.
    pub fn start_at(self, stage: Stage) {
        self.share.update(|share| {
            if let Ok(link) = share.starting_at(stage) {
                share.link = link;
            }
        });
    }

    /// Allows the stages from `first` to `last`; a start outside goes to the nearest inside.
    pub fn allow(self, steps: Option<Steps>) {
        self.frame(|framing| framing.steps = steps);
        if let (Some(steps), Some((stage, walk))) = (steps, self.stages.get_untracked())
            && !steps.has(stage)
        {
            self.start_at(steps.nearest(&steps.of(&walk), stage));
        }
    }
}

fn scene_of(share: &Share) -> Option<Scene> {
    let asks = share.lesson().has_stages;
    asks.then(|| codec::decode(&share.link).ok()).flatten()
}

fn draft_of(share: &Share) -> Draft {
    let question = share.setup.question.as_ref();
    let of = |(document, view)| Draft::of(question, &document, &view);
    scene_of(share).map(of).unwrap_or_default()
}
