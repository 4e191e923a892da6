//! All heads of all layers at once, while they form: small pictures, each named by what it was
//! measured to do, each to be taken out. Two runs stand side by side.

pub mod ablate;
mod differs;
mod export;
pub mod grid;
pub mod layer;
mod measures;
pub mod numbers;
pub mod quality;
pub mod words;

use leptos::prelude::*;
use lesson::lessons::training::META;
use lesson::lessons::training::heads::Combine;
use lesson::protocol::Side;

use super::controls::{side_name, two};
use super::{Training, training};
use crate::browser::page;
use crate::building::piece;
use crate::plot::Range;
use crate::reactive::{derived, memo, on, shown_while};
use crate::text::{following, list, say, tr};
use crate::widgets::chooser::Chooser;
use crate::widgets::legend::Legend;
use crate::widgets::plain::task;
use ablate::AllHeads;
use grid::Grid;
use layer::LayerNumbers;
use measures::Measures;
use quality::QualityLine;

/// The heads of every open run.
#[component]
pub fn Gallery() -> impl IntoView {
    let training = training();
    let how = RwSignal::new(Combine::Mean);
    // Until the model is here room is kept for what most of them say.
    let coming = move || training.runs[0].settings.with(Option::is_none);
    let causal =
        derived(move || coming() || Side::BOTH.into_iter().any(|side| is_causal(training, side)));
    let both = move || two(training);
    // Side by side, unless there are so many heads that half of them would be out of sight.
    let abreast =
        derived(move || both() && Side::BOTH.into_iter().all(|side| is_narrow(training, side)));
    // What is locked or hidden is not asked for.
    let can = page::embed_options(META.slug).leaves("ablate");
    let caption = following(move || task::for_who(can, &tr!(gallery.caption)));
    view! {
        <section class="card gallery" data-figure="" tabindex="-1">
            <div class="row">
                <h3>{say!(gallery.title)}</h3>
                <Legend range=derived(|| Range::Sequential(1.0)) hatched=causal/>
                <span class="spring"></span>
                <LayerChooser how=how/>
            </div>
            <div class="row"><p class="caption-line">{caption}</p><AllHeads/></div>
            <div class="runs" class:abreast=abreast>
                <RunGallery side=Side::A how=how/>
                {shown_while(both, move || view! { <RunGallery side=Side::B how=how/> }.into_any())}
            </div>
        </section>
    }
}

fn is_narrow(training: Training, side: Side) -> bool {
    let run = training.runs[side.index()];
    let heads = run
        .settings
        .with(|settings| settings.as_ref().map(|own| own.n_heads));
    heads.is_none_or(|heads| grid::columns(heads) < 6)
}

/// Is the mask of that side's run causal?
pub fn is_causal(training: Training, side: Side) -> bool {
    let run = training.runs[side.index()];
    run.settings
        .with(|settings| settings.as_ref().is_some_and(|settings| settings.causal))
}

/// What is shown of all heads of a layer together.
#[component]
fn LayerChooser(how: RwSignal<Combine>) -> impl IntoView {
    let options = derived(|| {
        let option = |how| (layer::slug(how).to_owned(), layer::title(how));
        layer::ALL.map(option).to_vec()
    });
    let value = derived(move || layer::slug(how.get()).to_owned());
    let choose = move |slug: String| {
        let chosen = layer::ALL.into_iter().find(|own| layer::slug(*own) == slug);
        how.set(chosen.unwrap_or(Combine::Mean));
    };
    view! { <Chooser control="combine" label=say!(gallery.combine) options=options value=value choose=choose/> }
}

/// The heads of one run.
#[component]
fn RunGallery(side: Side, how: RwSignal<Combine>) -> impl IntoView {
    let training = training();
    let both = memo(move || two(training));
    view! {
        <div class="run" data-gallery=side.slug()>
            {shown_while(move || both.get(), move || view! { <RunTitle side=side/> }.into_any())}
            <QualityLine side=side/>
            <div class="scroll">{piece(move || view! { <Grid side=side how=how/> }.into_any())}</div>
            {piece(move || view! { <Measures side=side/><LayerNumbers side=side how=how/> }.into_any())}
            <div class="of-export" role="group" aria-label=say!(gallery.title)>{piece(move || view! { <export::Export side=side how=how/> }.into_any())}</div>
        </div>
    }
}

/// The name of one of two runs and what it does differently; pressed while its heads are the ones
/// that all else on the page is about.
#[component]
fn RunTitle(side: Side) -> impl IntoView {
    let training = training();
    let differs = following(move || {
        let [own, other] =
            [side, differs::other(side)].map(|side| training.runs[side.index()].settings.get());
        match (own, other) {
            (Some(own), Some(other)) => list(&differs::differences(&own, &other)),
            _ => String::new(),
        }
    });
    let pressed = derived(move || (training.side.get() == side).to_string());
    view! {
        <h4 class="run-title">
            <button type="button" data-side=side.slug() aria-pressed=pressed title=say!(gallery.choose_run)
                on:click=on(move |_| training.look_at(side))>
                {following(move || side_name(side))}
            </button>
            <span class="differs">{differs}</span>
        </h4>
    }
}

/// What a head is called: both counted from 1.
pub fn head_name((layer, head): (usize, usize)) -> String {
    tr!(gallery.head, layer = layer + 1, head = head + 1)
}
