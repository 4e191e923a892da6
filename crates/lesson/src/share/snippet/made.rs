//! Ready-made kinds of a figure in somebody's page: one choice instead of forty.

use super::Share;
use super::freedom::{Freedom, outline, set};
use crate::share::quiz::Predict;

/// The controls that are the figure itself, in any lesson: without `head` there would be no heads.
const FIGURE: [&str; 3] = ["cells", "token", "head"];
/// Those by which one moves through it, or has it computed.
const MOVES: [&str; 5] = ["walk", "time", "run", "measure", "cancel"];

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
            Self::Steps => lesson.controls.iter().any(|own| MOVES.contains(&own.name)),
            Self::Figure | Self::All => true,
        }
    }

    /// Makes it so. What was locked or hidden one by one, and what was asked, is forgotten.
    pub fn make(self, share: &mut Share) {
        let controls = share.lesson().controls;
        share.options.lock.clear();
        share.options.hide.clear();
        share.setup.question = None;
        share.setup.predict = match self {
            Self::Predict => Predict::On,
            _ => Predict::Off,
        };
        let kept = |name: &str| match self {
            Self::Figure => FIGURE.contains(&name),
            // What asks must be answered. The switch would show all numbers at once.
            Self::Predict if ["question", "forget"].contains(&name) => true,
            Self::Steps | Self::Predict => FIGURE.contains(&name) || MOVES.contains(&name),
            Self::All => true,
        };
        for entry in outline(controls) {
            if !kept(entry.control.name) {
                set(
                    &mut share.options,
                    controls,
                    &entry.control,
                    Freedom::Hidden,
                );
            }
        }
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
