//! Which charts there are, and what follows from that alone.

use serde::{Deserialize, Serialize};

use crate::share::export::offer::Offer;

/// The quantity that is a time, in milliseconds.
pub const TIME: &str = "milliseconds";

/// A chart of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChartKind {
    /// What a call takes in time over n.
    Time,
    /// What it takes in memory over n.
    Memory,
    /// The loss over the steps of a run.
    Loss,
    /// The share of targets that are predicted right over the steps of a run.
    Accuracy,
}

impl ChartKind {
    /// All.
    pub const ALL: [ChartKind; 4] = [
        ChartKind::Time,
        ChartKind::Memory,
        ChartKind::Loss,
        ChartKind::Accuracy,
    ];

    /// Its name in files and controls.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            ChartKind::Time => "time",
            ChartKind::Memory => "memory",
            ChartKind::Loss => "loss",
            ChartKind::Accuracy => "accuracy",
        }
    }

    /// The chart of that name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<ChartKind> {
        ChartKind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Are both axes logarithmic, so that what matters of a line is its slope?
    #[must_use]
    pub const fn is_logarithmic(self) -> bool {
        matches!(self, ChartKind::Time | ChartKind::Memory)
    }

    /// What is counted along the horizontal axis.
    #[must_use]
    pub const fn across(self) -> &'static str {
        if self.is_logarithmic() { "n" } else { "step" }
    }

    /// What is known at each place of it, with units: of the whole figure, whichever of them are drawn.
    #[must_use]
    pub const fn quantities(self) -> &'static [&'static str] {
        if self.is_logarithmic() {
            &[TIME, "bytes", "multiply_adds"]
        } else {
            &["training_loss", "held_out_loss", "accuracy"]
        }
    }

    /// How many of the quantities, the first ones, the figure gives slopes of.
    #[must_use]
    pub const fn fitted(self) -> usize {
        if self.is_logarithmic() { 2 } else { 0 }
    }

    /// What can be made of it.
    #[must_use]
    pub const fn offer(self) -> Offer {
        if self.is_logarithmic() {
            Offer::Growth
        } else {
            Offer::Curves
        }
    }
}
