//! What is walked: the example, the mask and the scale as in the stepper, and the size of a tile.

use leptos::prelude::*;
use lesson::lessons::flash::Tile;

use super::export::Export;
use super::state::flash;
use crate::quiz::PredictSwitch;
use crate::reactive::{derived, memo, shown_while};
use crate::text::{following, say, tr};
use crate::views::stepper::choosers::{HeadChoosers, Shape};
use crate::widgets::chooser::Chooser;
use crate::widgets::digits::DigitsChooser;
use crate::widgets::history::History;
use crate::widgets::presets::{PresetChooser, PresetNote};
use crate::widgets::to_stepper::ToStepper;

/// The row of choosers above the figure, and what the lesson is about.
#[component]
pub fn Choosers() -> impl IntoView {
    let flash = flash();
    let left_out = memo(move || flash.walk.with(|walk| walk.left_out));
    let left_out_words = move || {
        let overridden = move || tr!(counted.overridden, count = left_out.get());
        view! { <p class="aside">{say!(flash.left_out, overridden = overridden())}</p> }.into_any()
    };
    // The page has settings, too.
    let settings = following(|| format!("{}: {}", tr!(settings.title), tr!(flash.inputs)));
    view! {
        <section class="choosers" aria-label=say!(flash.inputs)>
            <TileChoosers/>
            <PresetChooser/>
            <details class="menu more">
                <summary aria-label=settings>{say!(settings.title)}</summary>
                <div class="menu-items">
                    <HeadChoosers/>
                    <DigitsChooser/>
                </div>
            </details>
            <PredictSwitch/>
            <History/>
            <Shape/>
            <Export/>
        </section>
        <p class="note lead" data-control="beside">{say!(flash.lead)} " " <ToStepper/></p>
        <PresetNote/>
        {shown_while(move || left_out.get() > 0, left_out_words)}
    }
}

#[component]
fn TileChoosers() -> impl IntoView {
    let flash = flash();
    let tile = memo(move || flash.walk.with(|walk| walk.tile));
    let sizes = |most: usize| {
        let size = |size: usize| (size.to_string(), size.to_string());
        (1..=most).map(size).collect::<Vec<_>>()
    };
    let queries = derived(move || sizes(flash.walk.with(|walk| walk.n())));
    let keys = derived(move || sizes(flash.walk.with(|walk| walk.m())));
    let set_queries = move |text: String| {
        flash.resize(Tile {
            queries: text.parse().unwrap_or(2),
            ..tile.get_untracked()
        });
    };
    let set_keys = move |text: String| {
        flash.resize(Tile {
            keys: text.parse().unwrap_or(2),
            ..tile.get_untracked()
        });
    };
    view! {
        <Chooser control="tile-queries" label=say!(flash.tile_queries) options=queries
            value=derived(move || tile.get().queries.to_string()) choose=set_queries/>
        <Chooser control="tile-keys" label=say!(flash.tile_keys) options=keys
            value=derived(move || tile.get().keys.to_string()) choose=set_keys/>
    }
}
