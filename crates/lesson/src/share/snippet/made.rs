//! Ready-made kinds of a figure in somebody's page: one choice instead of forty.

use super::Share;
use super::freedom::{Entry, Freedom, outline, set};
use crate::core::control::Control;
use crate::core::lesson::Meta;
use crate::share::quiz::Predict;

/// The controls that are the figure itself, in any lesson.
const FIGURE: [&str; 2] = ["cells", "token"];
/// Those by which one moves through it, or has it computed.
const MOVES: [&str; 5] = ["walk", "time", "run", "measure", "cancel"];
/// Those whose buttons are pictures that the figure would lack: they are locked where others are hidden.
const PICTURES: [&str; 1] = ["head"];

/// What stands around the figure of a lesson whose steps ask for something to be done: no step asks for any of these.
const AROUND: [&str; 12] = [
    "digits",
    "full",
    "undo",
    "predict",
    "question",
    "save-figure",
    "menu",
    "to-stepper",
    "source",
    "kind",
    "tokens",
    "check-gradient",
];

/// What a reader gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The figure alone, as it stands.
    Figure,
    /// The figure, and the way through its steps.
    Steps,
    /// The same with all numbers covered until they are predicted.
    Predict,
    /// Everything that can be set.
    All,
}

impl Made {
    /// From the least to the most, and what asks.
    pub const ALL: [Self; 4] = [Self::Figure, Self::Steps, Self::Predict, Self::All];

    /// The name in controls.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Figure => "figure",
            Self::Steps => "steps",
            Self::Predict => "predict",
            Self::All => "all",
        }
    }

    /// Whether the lesson of the share can be so.
    #[must_use]
    pub fn fits(self, share: &Share) -> bool {
        let lesson = share.lesson();
        match self {
            Self::Predict => lesson.computes,
            // Without a way through steps it would be the figure once more.
            Self::Steps => outline(lesson.controls)
                .iter()
                .any(|own| MOVES.contains(&own.control.name) && !is_figure(&own.control)),
            Self::Figure | Self::All => true,
        }
    }

    /// Makes it so. What was locked or hidden one by one is forgotten; what is asked stays.
    pub fn make(self, share: &mut Share) {
        let lesson = share.lesson();
        let controls = lesson.controls;
        share.options.lock.clear();
        share.options.hide.clear();
        share.setup.predict = match self {
            Self::Predict => Predict::On,
            _ => Predict::Off,
        };
        let moves = |name: &str| [&MOVES[..], &PICTURES].concat().contains(&name);
        let kept = |control: &Control| match self {
            Self::Figure => is_figure(control),
            // What asks must be answered. The switch would show all numbers at once.
            Self::Predict if ["question", "forget"].contains(&control.name) => true,
            Self::Steps | Self::Predict => {
                let asked = asks_to_do(lesson) && !AROUND.contains(&control.name);
                is_figure(control) || moves(control.name) || asked
            }
            Self::All => true,
        };
        for Entry { control, .. } in outline(controls) {
            let freedom = match control.name {
                _ if kept(&control) => continue,
                name if PICTURES.contains(&name) => Freedom::Locked,
                _ => Freedom::Hidden,
            };
            set(&mut share.options, controls, &control, freedom);
        }
    }

    /// The share with its link where its reader is to find it: in the middle of a walk that cannot be walked, and with
    /// all queries where the guided walk has nothing to be predicted.
    #[must_use]
    pub fn standing(mut share: Share) -> Share {
        if let Some(link) = Self::middle(&share).or_else(|| share.beyond_the_guide()) {
            share.link = link;
        }
        share
    }

    /// The link in the middle of the walk of a figure that fills up as it is walked, and whose reader cannot walk.
    #[must_use]
    pub fn middle(share: &Share) -> Option<String> {
        let alone = Self::of(share) == Some(Self::Figure);
        alone.then(|| share.in_its_middle())?
    }

    /// The kind that a share is, if it is one.
    #[must_use]
    pub fn of(share: &Share) -> Option<Self> {
        let same = |made: &Self| {
            let mut other = share.clone();
            made.make(&mut other);
            (&other.options, &other.setup) == (&share.options, &share.setup)
        };
        Self::ALL
            .into_iter()
            .filter(|made| made.fits(share))
            .find(same)
    }
}

/// Whether the lesson's steps ask for something to be done with what the lesson has to set. The attention lesson's walk
/// asks for nothing but what stands in its figure.
fn asks_to_do(lesson: &Meta) -> bool {
    let has = |name: &str| lesson.controls.iter().any(|own| own.name == name);
    has("goto") && !has("level")
}

/// Whether a control is of the figure itself. What is measured on the reader's device is nothing before one has
/// measured, so there the button that measures is.
fn is_figure(control: &Control) -> bool {
    FIGURE.contains(&control.name) || control.parts.contains(&"anyway")
}
