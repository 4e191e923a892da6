//! Where each table stands in the figure at a step, and whether there is room for what the step is computed from.

use leptos::prelude::*;
use lesson::core::cover::Cover;
use lesson::{Name, Stage};

use crate::state::Lab;

/// Whether what a step between the scores and the weights is computed from stands beside its matrix.
#[derive(Clone, Copy)]
pub struct Beside(pub Memo<bool>);

/// A step reads so many tables of the size of the scores, at most.
pub const MOST_SOURCES: usize = 2;
/// Characters that fit beside each other on a laptop, with what a step reads.
const WIDE: usize = 80;

/// Whether there is room for them in a wide window, at every step: no cell is to change its width between two. Not while
/// a number is covered: what it is computed from would give it away.
pub fn room_for_sources(lab: Lab, widest: Memo<((usize, u8), usize)>) -> bool {
    if lab.shell.cover.get() != Cover::Nothing {
        return false;
    }
    let columns = lab
        .document
        .with(|d| d.d_k() + d.d_v() + (1 + MOST_SOURCES) * d.m());
    columns * widest.get().1 <= WIDE
}

/// Where a table stands in the figure.
#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    /// What is typed or projected.
    Given,
    /// At the crossing of queries and keys.
    Grid,
    /// Beside it: what it was computed from, or what has one number for each of its rows.
    First,
    /// Beside that.
    Second,
    /// Under V.
    Output,
}

impl Place {
    /// Where `name` stands at that stage, if it does: what is typed or projected and the output always, the weights
    /// also while they are multiplied with V, and where there is room what the stage's own matrix is computed from.
    pub fn of(name: Name, stage: Stage, sources: bool) -> Option<Self> {
        let own = if stage == Stage::Project {
            Stage::Scores
        } else {
            stage
        };
        let read = if sources { own.sources() } else { &[] };
        // A column of one number a row stands beside the rows, which keep their place under the keys.
        let column = own.one_a_row() && !read.is_empty();
        match name {
            _ if name <= Name::V => Some(Self::Given),
            Name::Output => Some(Self::Output),
            _ if name == own.matrix() && column => Some(Self::First),
            _ if name == own.matrix() => Some(Self::Grid),
            Name::Weights if stage == Stage::Output => Some(Self::Grid),
            _ if column && read.contains(&name) => Some(Self::Grid),
            _ if read.first() == Some(&name) => Some(Self::First),
            _ if read.contains(&name) => Some(Self::Second),
            _ => None,
        }
    }

    pub const fn class(self) -> &'static str {
        match self {
            Self::Given => "",
            Self::Grid => "at-grid",
            Self::First => "at-first",
            Self::Second => "at-second",
            Self::Output => "at-output",
        }
    }
}

/// Whether a step computes `name` or reads it. What takes no part in the step steps back.
pub fn takes_part(name: Name, stage: Stage) -> bool {
    match stage {
        Stage::Project => name <= Name::V,
        Stage::Scores => matches!(name, Name::Q | Name::K | Name::Scores),
        Stage::Output => matches!(name, Name::Weights | Name::V | Name::Output),
        _ => name == stage.matrix() || stage.sources().contains(&name),
    }
}
