//! The figure: queries and keys in one plane, values and output in another, the weights as bars between them, and the
//! tables of the step below.

use leptos::prelude::*;
use lesson::Name;
use lesson::core::cover::Cover;
use lesson::lessons::geometry::{ALONG, ANGLE, LENGTH, META};

use super::plane::{Keys, Values};
use super::shares::Shares;
use super::{Field, done, field, setting};
use crate::reactive::{derived, memo, part};
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
            <Keys/>
            <div class="geo-middle">
                <Shares/>
                <setting::KeyButtons/>
            </div>
            <Values/>
            <div class="geo-tables">{tables}</div>
            {told(field()).place()}
        </div>
    }
}

/// What a change has come to, for who does not see the arrows move.
fn told(field: Field) -> Told {
    let (lab, told) = (field.lab, Told::nothing());
    tell_when_it_pauses(
        move || lab.trace.track(),
        move || Same(lab.trace.get()),
        move |before, now| {
            if lab.shell.cover.get() == Cover::Nothing {
                told.say(of_edit(lab, &before.0, &now.0).unwrap_or_default());
            }
        },
    );
    told
}

/// What a step reads, and what it computes.
fn tables(step: &str) -> AnyView {
    match step {
        "dot" => upright(&[Name::Q, Name::K], &[Name::Scores]),
        "angle" => upright(&[Name::Q, LENGTH], &[ALONG, ANGLE, Name::Scores]),
        "weights" => upright(&[], &[Name::Scaled, Name::Exp, Name::Sum, Name::Weights]),
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
