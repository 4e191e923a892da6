//! The plot, to be taken along: its picture, all numbers of the table, and its slopes as programs.

use leptos::prelude::*;
use lesson::core::player;
use lesson::lessons::cost::chart::chart;
use lesson::lessons::cost::fit::Quantity;
use lesson::lessons::cost::settings::Settings;
use lesson::lessons::cost::{self as logic};
use lesson::share::export::chart::{Chart, ChartKind, Look};
use lesson::share::export::{Offer, Subject};

use super::plot::{guides, ticks, title};
use super::state::{Cost, cost};
use super::words;
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::export::{ExportMenu, Exported};

const BOTH: [Quantity; 2] = [Quantity::Time, Quantity::Memory];

/// The menu.
#[component]
pub fn Export() -> impl IntoView {
    let cost = cost();
    let choice = |show: Quantity| (show.chart().key().to_owned(), title(show));
    let choices = derived(move || BOTH.map(choice).into());
    let current = derived(move || cost.show().chart().key().to_owned());
    let exported = Exported::at_once(Offer::Growth, choices, current, move |key| {
        let kind = ChartKind::from_key(&key)?;
        let show = BOTH.into_iter().find(|show| show.chart() == kind)?;
        Some(Subject::chart(shown(cost, show)))
    });
    view! { <ExportMenu exported=exported/> }
}

/// The points that the page shows, with the settings that they were measured with.
fn shown(cost: Cost, show: Quantity) -> Chart {
    let mut settings = cost.settings.with(|own| Settings::clone(own));
    let mut view = cost.view.get();
    view.show = show;
    if let Some(setup) = cost.series.get() {
        settings.setup = setup;
    }
    let link = player::write::<logic::Cost>(&settings, &view);
    let note = match show {
        Quantity::Time => tr!(export.axes_time),
        Quantity::Memory => tr!(export.axes_memory),
    };
    let look = Look::Logarithmic {
        sizes: cost.sizes(),
        ticks: ticks(show),
        guides: guides(),
    };
    let window = cost.window();
    let name = |method| words::name(method, window);
    let texts = [link, note];
    chart(&cost.shown(), show, name, texts, look)
}
