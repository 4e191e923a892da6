//! What the head was measured to do, in words.

use crate::language::shown as number;
use leptos::prelude::*;
use lesson::lessons::training::heads::{HeadKind, HeadScores};

use super::super::gallery::words;
use super::super::training;
use super::Shown;
use crate::text::{following, tr};

/// Its name with how it was measured, and how wide and how far it looks.
#[component]
pub fn Measured(shown: Shown) -> impl IntoView {
    let training = training();
    let scores = move || {
        let seen = training.shown().seen.get()?;
        seen.scores.get(shown.index.get()).cloned()
    };
    let name = following(move || scores().map_or_else(String::new, |scores| words::label(&scores)));
    let how = following(move || scores().map_or_else(String::new, |scores| sentence(&scores)));
    view! { <p class="measured"><b class="does" data-label="">{name}</b>" "<span>{how}</span></p> }
}

fn sentence(scores: &HeadScores) -> String {
    let (kind, clarity) = scores.label();
    let (_, how) = words::kind(kind);
    let width = tr!(
        head.width,
        entropy = number(scores.entropy, 2),
        distance = number(scores.distance, 1)
    );
    match (kind, scores.score(kind), scores.chance(kind)) {
        (HeadKind::Spread | HeadKind::Mixed, ..) | (_, None, _) | (.., None) => {
            format!("{how} {width}")
        }
        (_, Some(score), Some(chance)) => {
            let score = tr!(
                head.score,
                score = number(score, 2),
                chance = number(chance, 2),
                part = number(clarity, 2)
            );
            format!("{how} {score} {width}")
        }
    }
}
