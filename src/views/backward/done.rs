//! What the steps ask to do, noticed when it is done.

use std::sync::Arc;

use attention::Scale;
use leptos::prelude::*;
use lesson::lessons::backward::{Document, GRAD_SCORES, Loss, Way};

use super::Back;
use super::losses::{Taken, rate_of_rise};
use crate::language::{exact, shown};
use crate::text::tr;
use crate::widgets::plain::done;

#[derive(Clone)]
struct At {
    document: Arc<Document>,
    way: Arc<Way>,
    /// All steps of descent that led here.
    losses: Vec<Taken>,
}

/// Follows the numbers of each step from those that it began with.
pub fn notice(back: Back) {
    let now = move || {
        let way = back.way.get()?;
        let losses = back.losses.with(|own| own.led_here().to_vec());
        Some(At {
            document: back.document.get(),
            way,
            losses,
        })
    };
    done::watch(back.lab.shell, &[], now, achieved);
}

fn achieved(step: &str, before: &At, now: &At) -> Option<String> {
    match step {
        "forward" => changed(before, now),
        "loss" => (before.document.loss != now.document.loss).then(|| of(now.document.loss)),
        "scale" => unscaled(before, now),
        "descent" => descended(before, now),
        _ => None,
    }
}

/// With as many digits as the loss has beside its curve.
fn loss(value: f32) -> String {
    shown(value, 4)
}

/// A number of the head is another, and so is the loss.
fn changed(before: &At, now: &At) -> Option<String> {
    let (then, own) = (&before.document, &now.document);
    let (a, b) = (loss(before.way.loss()), loss(now.way.loss()));
    let done = then.head != own.head && then.loss == own.loss && a != b;
    done.then(|| tr!(backward.done.forward, before = a, now = b))
}

/// What another loss looks at.
fn of(loss: Loss) -> String {
    match loss {
        Loss::Target => tr!(backward.done.loss_target),
        Loss::Cell => tr!(backward.done.loss_cell),
        Loss::Given => tr!(backward.done.loss_given),
    }
}

/// The scale is left out: where scores are large less comes through softmax, where they are small there is only no
/// factor any more. A factor that did not make scores smaller says nothing of that.
fn unscaled(before: &At, now: &At) -> Option<String> {
    let mut alone = before.document.head.clone();
    alone.scale = Scale::None;
    let shrank = before.way.forward.factor.abs() < 1.0;
    if !shrank || now.document.head != alone {
        return None;
    }
    let (then, own) = (before.way.length(GRAD_SCORES), now.way.length(GRAD_SCORES));
    if own == then {
        // Nothing comes back, with the scale and without.
        return None;
    }
    let (a, b) = (shown(then, 3), shown(own, 3));
    if now.document.loss == Loss::Cell {
        // A weight that is wrong has its gradient, however sure softmax is.
        return Some(tr!(backward.done.scale_cell, before = a, now = b));
    }
    Some(match own < then {
        true => tr!(backward.done.scale_less, before = a, now = b),
        false => tr!(backward.done.scale_more, before = a, now = b),
    })
}

/// Two steps or more were taken, and the loss is another one.
fn descended(before: &At, now: &At) -> Option<String> {
    let (count, last) = (now.losses.len().saturating_sub(1), now.way.loss());
    let first = now.losses.first()?.loss;
    if count < 2 || before.document.head == now.document.head || loss(first) == loss(last) {
        return None;
    }
    let (a, b) = (loss(first), loss(last));
    let steps = tr!(backward.descend_many, count = count);
    let Some(rate) = rate_of_rise(&now.losses).map(exact) else {
        let down = || tr!(backward.done.down, steps = steps, first = a, last = b);
        // Else there is a loss that is no number.
        return (last < first).then(down);
    };
    Some(match last < first {
        true => tr!(
            backward.done.over,
            steps = steps,
            first = a,
            last = b,
            rate = rate
        ),
        false => tr!(
            backward.done.up,
            steps = steps,
            first = a,
            last = b,
            rate = rate
        ),
    })
}
