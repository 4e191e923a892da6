//! What the steps ask to do, noticed when it is done.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::head::name::Name;
use lesson::lessons::geometry::{ALONG, ANGLE, Arrows, plane};

use super::Field;
use crate::language::shown;
use crate::text::tr;
use crate::widgets::plain::done;

/// A reach, or a score, that is drawn as none.
const NONE: f32 = 0.05;
/// So many degrees beside a right angle are one: an arrow is turned by whole degrees, and its tip stands on hundredths.
const NEAR: f32 = 1.0;
/// So many degrees further apart are seen.
const FURTHER: f32 = 5.0;
/// So much longer is seen.
const LONGER: f32 = 0.5;

/// Follows the arrows of each step from those that it began with. What is done while an arrow is held is said when it is
/// let go: the words come in above the plane and would move it.
pub fn notice(field: Field) {
    let now = move || match field.held.get() {
        true => None,
        false => field.arrows.get(),
    };
    let achieved = move |step: &str, before: &Arc<Arrows>, now: &Arc<Arrows>| {
        achieved(field, step, before, now)
    };
    done::watch(field.lab.shell, &[], now, achieved);
}

/// An arrow moved, and scores with it; that of a key which moves along its line stays.
fn moved_along(before: &Arrows, now: &Arrows) -> Option<String> {
    let (then, own) = (
        before.get(Name::Scores).data(),
        now.get(Name::Scores).data(),
    );
    let moved = then.iter().zip(own).filter(|(a, b)| a != b).count();
    // A key more, or one less, is no arrow that moved.
    let done = moved > 0 && then.len() == own.len();
    done.then(|| tr!(geometry.done.dot, moved = moved, all = own.len()))
}

fn achieved(field: Field, step: &str, before: &Arrows, now: &Arrows) -> Option<String> {
    match step {
        "dot" => moved_along(before, now),
        "angle" => {
            let reach = |own: &Arrows, key: usize| own.get(ALONG).get(0, key);
            let far = |key: &usize| reach(before, *key).is_none_or(|own| own.abs() >= NONE);
            let flat = |key: &usize| reach(now, *key).is_some_and(|own| own.abs() < NONE);
            let long = plane::length(now.q()) >= NONE;
            // Not one that is only short, nor one whose score is seen, because q is long.
            let right = |key: &usize| {
                let of = |table| now.get(table).get(0, *key).unwrap_or(f32::NAN);
                (of(ANGLE) - 90.0).abs() < NEAR && of(Name::Scores).abs() < NONE
            };
            let key =
                (0..now.keys().len()).find(|key| long && far(key) && flat(key) && right(key))?;
            let names = field.lab.document.with(|d| d.key_tokens().to_vec());
            // With the digits of the tables: what is nearly 0 is not said to be 0.
            let digits = field.lab.look.get().0;
            let number = |table| Some(shown(now.get(table).get(0, key)?, digits));
            Some(tr!(
                geometry.done.angle,
                key = names.get(key)?,
                reach = number(ALONG)?,
                score = number(Name::Scores)?
            ))
        }
        "output" => (before.q() != now.q()
            && before.values() == now.values()
            && before.get(Name::Output) != now.get(Name::Output))
        .then(|| tr!(geometry.done.output)),
        "lengthen" => {
            let long = |own: &Arrows| plane::length(own.q());
            let most = |own: &Arrows| {
                let weights = own.get(Name::Weights).data().iter().copied();
                weights.fold(0.0, f32::max)
            };
            (long(now) > long(before) + LONGER && most(now) > most(before))
                .then(|| tr!(geometry.done.lengthen))
        }
        "repel" => {
            let (then, now) = (
                plane::smallest_angle(&before.keys())?,
                plane::smallest_angle(&now.keys())?,
            );
            (now > then + FURTHER).then(|| tr!(geometry.done.repel, angle = shown(now, 0)))
        }
        _ => None,
    }
}
