//! Steps of gradient descent: how far, how many, and the loss after each.

use leptos::prelude::*;
use lesson::core::number;
use lesson::lessons::backward::{Change, losses};

use super::losses::Taken;
use super::{Back, back};
use crate::plot::{Curve, Scene};
use crate::reactive::{derived, effect, memo, on};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;
use crate::widgets::picture::Picture;

/// The steps that are taken at once.
const MANY: usize = 20;
/// The rates to choose from.
const RATES: [f32; 7] = [0.01, 0.03, 0.1, 0.3, 0.5, 1.0, 3.0];
/// CSS pixels.
const HEIGHT: u32 = 150;

/// The buttons and the curve.
#[component]
pub fn Descent() -> impl IntoView {
    let back = back();
    let rate = memo(move || back.document.with(|d| d.rate));
    let options = derived(move || {
        let own = (!RATES.contains(&rate.get())).then(|| rate.get());
        let all = RATES.into_iter().chain(own);
        all.map(|rate| (rate.to_string(), crate::language::exact(rate)))
            .collect::<Vec<_>>()
    });
    let set = move |text: String| {
        if let Ok(rate) = number::parse(&text) {
            back.change(Change::Rate(rate));
        }
    };
    keep_the_curve(back);
    let said = derived(move || {
        let now = loss(back).map_or_else(String::new, |loss| crate::language::shown(loss, 4));
        let steps = back
            .losses
            .with(|own| own.led_here().len())
            .saturating_sub(1);
        tr!(
            backward.loss_now,
            loss = now,
            steps = tr!(backward.steps, count = steps)
        )
    });
    let scene = derived(move || {
        let all = match loss(back) {
            Some(_) => back.losses.with(|own| own.led_here().to_vec()),
            None => vec![],
        };
        let point = |(step, own): (usize, Taken)| (step as u32, own.loss);
        Scene::Curves {
            curves: vec![Curve {
                label: tr!(backward.loss_curve),
                points: all.into_iter().enumerate().map(point).collect(),
                colour: 1,
                faint: false,
            }],
            top: None,
            cursor: None,
        }
    });
    view! {
        <div class="b-descent">
            <div class="choosers">
                <Chooser control="rate" label=say!(backward.rate) options=options value=derived(move || rate.get().to_string()) choose=set/>
                <button type="button" data-action="descend" on:click=on(move |_| descend(back, 1))>{say!(backward.descend)}</button>
                <button type="button" data-action="descend-many" on:click=on(move |_| descend(back, MANY))>{say!(backward.descend_many, count = MANY)}</button>
                <p class="b-loss" role="status">{said}</p>
            </div>
            <Picture scene=scene label=said height=derived(|| HEIGHT) class="curve"/>
        </div>
    }
}

/// The loss now; none where it is covered.
fn loss(back: Back) -> Option<f32> {
    let covered = back
        .lab
        .covers(lesson::Cell::new(lesson::lessons::backward::LOSS, 0, 0));
    back.way
        .with(|way| way.as_ref().map(|way| way.loss()))
        .filter(|_| !covered)
}

/// So many steps as one step of undo; the loss after each is kept.
fn descend(back: Back, steps: usize) {
    let (ahead, rate) = back.document.with_untracked(|d| (losses(d, steps), d.rate));
    let before = back.losses.get_untracked();
    back.losses
        .update(|own| own.go(ahead.into_iter().skip(1), rate));
    if !back.change(Change::Descend(steps)) {
        back.losses.set(before);
    }
}

/// The curve ends with the loss of now.
fn keep_the_curve(back: Back) {
    effect(move || {
        let now = back.way.with(|way| way.as_ref().map(|way| way.loss()));
        let Some(now) = now else { return };
        back.losses.update(|losses| losses.meet(now));
    });
}
