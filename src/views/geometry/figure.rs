//! The figure: queries and keys in one plane, values and output in another, the weights as bars between them, and the
//! tables of the step below.

use leptos::prelude::*;
use lesson::Name;
use lesson::core::cover::Cover;
use lesson::lessons::geometry::{ALONG, ANGLE, Arrows, LENGTH, META, plane};

use super::plane::{Keys, Values};
use super::shares::Shares;
use super::{Field, done, field, setting};
use crate::building::piece;
use crate::language::shown;
use crate::reactive::{derived, memo, part};
use crate::text::tr;
use crate::views::stepper::said::{Same, of_edit};
use crate::widgets::matrix::MatrixTable;
use crate::widgets::told::Told;
use crate::widgets::walk::tell_when_it_pauses;

/// The figure.
#[component]
pub fn Figure() -> impl IntoView {
    let shell = field().lab.shell;
    done::notice(field());
    let step = memo(move || shell.lesson.with(|own| own.place().step));
    let name = move || META.steps.get(step.get()).copied().unwrap_or_default();
    let tables = part(move || tables(name()));
    view! {
        <div class="geo" data-step=derived(move || name().to_owned())>
            {piece(|| view! { <Keys/> }.into_any())}
            <div class="geo-middle">
                {piece(|| view! { <Shares/><setting::KeyButtons/> }.into_any())}
            </div>
            {piece(|| view! { <Values/> }.into_any())}
            <div class="geo-tables">{tables}</div>
            {told(field()).place()}
        </div>
    }
}

/// What a change has come to, for who does not see the arrows move.
fn told(field: Field) -> Told {
    let told = Told::nothing();
    tell_when_it_pauses(
        move || field.arrows.track(),
        move || field.arrows.get().map(Same),
        move |before, now| {
            let both = before.as_ref().zip(now.as_ref());
            if let (Some((before, now)), Cover::Nothing) = (both, field.lab.shell.cover.get()) {
                told.say(sentence(field, &before.0, &now.0));
            }
        },
    );
    told
}

/// What became of the keys, then of the query.
fn sentence(field: Field, before: &Arrows, now: &Arrows) -> String {
    let edit = of_edit(field.lab, &before.trace, &now.trace);
    let all: Vec<String> = of_keys(before, now).into_iter().chain(edit).collect();
    all.join(" ")
}

/// A key came or went at the end, or several moved at once, as a push moves them.
fn of_keys(before: &Arrows, now: &Arrows) -> Option<String> {
    let names = |own: &Arrows| own.document.head.key_tokens().to_vec();
    let (old, new) = (names(before), names(now));
    if is_one_more(&old, &new) {
        let key = new.last()?.clone();
        return Some(tr!(geometry.told_added, key = key, keys = new.len()));
    }
    if is_one_more(&new, &old) {
        let key = old.last()?.clone();
        return Some(tr!(geometry.told_removed, key = key, keys = new.len()));
    }
    let keys = now.keys();
    let pairs = before.keys().into_iter().zip(keys.iter().copied());
    let moved = pairs.filter(|(a, b)| a != b).count();
    let angle = plane::smallest_angle(&keys).filter(|_| old == new && moved > 1)?;
    Some(tr!(geometry.told_apart, angle = shown(angle, 0)))
}

fn is_one_more(few: &[String], many: &[String]) -> bool {
    many.len() == few.len() + 1 && many.starts_with(few)
}

/// From a scaled score to its weight.
const WEIGHING: &[Name] = &[
    Name::Scaled,
    Name::Shifted,
    Name::Exp,
    Name::Sum,
    Name::Weights,
];

/// What a step reads, and what it computes.
fn tables(step: &str) -> AnyView {
    match step {
        "dot" => upright(&[Name::Q, Name::K], &[Name::Scores]),
        "angle" => upright(&[Name::Q, LENGTH], &[ALONG, ANGLE, Name::Scores]),
        "weights" => upright(&[], WEIGHING),
        "output" => view! {
            {upright(&[], &[Name::Weights])}
            {upright(&[Name::V, Name::Output], &[])}
        }
        .into_any(),
        "lengthen" => upright(&[Name::Q, LENGTH], &[Name::Exp, Name::Sum, Name::Weights]),
        _ => upright(&[Name::K], &[ANGLE, Name::Exp, Name::Weights]),
    }
}

/// Tables as they are, and tables over keys with a key a row, as the keys stand.
fn upright(plain: &'static [Name], turned: &'static [Name]) -> AnyView {
    let plain = plain
        .iter()
        .map(|name| view! { <MatrixTable name=*name row_labels=true col_labels=true/> }.into_any());
    let turned = turned.iter().map(|name| {
        view! { <MatrixTable name=*name transposed=true row_labels=true col_labels=true/> }
            .into_any()
    });
    plain.chain(turned).collect_view().into_any()
}
