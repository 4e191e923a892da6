//! What is to become small.

use leptos::prelude::*;
use lesson::lessons::backward::{Change, Loss, META};

use super::{Back, back};
use crate::reactive::{derived, memo, shown_while};
use crate::text::{say, tr};
use crate::views::stepper::choosers::ScaleChooser;
use crate::widgets::chooser::Chooser;

/// The loss, and for one of a weight which.
#[component]
pub fn Choosers() -> impl IntoView {
    let back = back();
    let options = derived(|| {
        Loss::ALL
            .map(|loss| (loss.key().to_owned(), called(loss)))
            .to_vec()
    });
    let loss = memo(move || back.document.with(|d| d.loss));
    let choose = move |key: String| {
        if let Some(loss) = Loss::from_key(&key) {
            back.change(Change::Loss(loss));
        }
    };
    view! {
        <Chooser control="loss" label=say!(backward.loss_label) options=options value=derived(move || loss.get().key().to_owned()) choose=choose/>
        {shown_while(move || loss.get() == Loss::Cell, || view! { <Aim/> }.into_any())}
        {shown_while(move || is_about_scale(back), || view! { <ScaleChooser/> }.into_any())}
    }
}

/// The step that asks to leave out the scale has it beside the loss; at all others it is set below.
pub fn is_about_scale(back: Back) -> bool {
    let step = back.lab.shell.lesson.with(|own| own.place().step);
    META.steps.get(step) == Some(&"scale")
}

fn called(loss: Loss) -> String {
    match loss {
        Loss::Target => tr!(backward.loss_target),
        Loss::Cell => tr!(backward.loss_cell),
        Loss::Given => tr!(backward.loss_given),
    }
}

/// Which query should look at which key.
#[component]
fn Aim() -> impl IntoView {
    let back = back();
    let names = |tokens: &[String]| {
        let name = |(index, token): (usize, &String)| (index.to_string(), token.clone());
        tokens.iter().enumerate().map(name).collect::<Vec<_>>()
    };
    let queries = derived(move || back.document.with(|d| names(&d.head.queries)));
    let keys = derived(move || back.document.with(|d| names(d.head.key_tokens())));
    let aim = memo(move || back.document.with(|d| d.aim));
    let to = move |row: Option<usize>, col: Option<usize>| {
        let now = aim.get_untracked();
        back.change(Change::Aim(row.unwrap_or(now.0), col.unwrap_or(now.1)));
    };
    view! {
        <Chooser control="loss-query" label=say!(backward.aim_query) options=queries value=derived(move || aim.get().0.to_string())
            choose=move |text: String| to(text.parse().ok(), None)/>
        <Chooser control="loss-key" label=say!(backward.aim_key) options=keys value=derived(move || aim.get().1.to_string())
            choose=move |text: String| to(None, text.parse().ok())/>
    }
}
