//! The menu by which a figure is taken along: saved or copied in every form that makes sense of it.

mod menu;
mod tables;
mod words;

use leptos::ev;
use leptos::prelude::*;
use lesson::share::export::{Format, Offer, Subject};

use crate::browser::targets;
use crate::page_part;
use crate::parts;
use crate::reactive::{derived, effect, on, shown_while};
use crate::text::{following, say};
use crate::widgets::chooser::Chooser;
use menu::Menu;
pub use tables::TablesMenu;

/// Gets what there is to be exported, or nothing where it cannot be had.
pub type Take = Box<dyn FnOnce(Option<Subject>)>;

/// What there is to be exported.
#[derive(Clone, Copy)]
pub struct Exported {
    /// Its forms.
    pub offer: Offer,
    /// (key, name) of everything in the figure.
    pub choices: Signal<Vec<(String, String)>>,
    /// The key of the one at work.
    pub current: Signal<String>,
    /// Gives what has a key; called only when somebody asks for a file, so it may take a while.
    pub subject: Callback<(String, Take)>,
}

impl Exported {
    /// What `subject` knows at once, by its key.
    pub fn at_once(
        offer: Offer,
        choices: Signal<Vec<(String, String)>>,
        current: Signal<String>,
        subject: impl Fn(String) -> Option<Subject> + Send + Sync + 'static,
    ) -> Exported {
        Exported {
            offer,
            choices,
            current,
            subject: Callback::new(move |(key, take): (String, Take)| {
                take(untrack(|| subject(key)));
            }),
        }
    }

    /// The matrices of a figure that `link` describes.
    pub fn of_link(
        choices: Signal<Vec<(String, String)>>,
        current: Signal<String>,
        link: impl Fn() -> String + Send + Sync + 'static,
    ) -> Exported {
        Exported::at_once(Offer::Attention, choices, current, move |key| {
            let fragment = link();
            Some(Subject::Matrix { fragment, key })
        })
    }
}

page_part!(ITEMS in export: fn((Exported, RwSignal<u32>)) -> AnyView
    = |(exported, toggled)| view! { <Items exported=exported toggled=toggled/> }.into_any());

/// The menu. What stands in it, and what makes the files, is fetched when it is opened first.
#[component]
pub fn ExportMenu(exported: Exported) -> impl IntoView {
    let count = RwSignal::new(0);
    let parts::Menu { mut opened, inside } = parts::Menu::of(ITEMS, (exported, count));
    let toggled = move |event: ev::Event| {
        count.update(|count| *count += 1);
        opened(event);
    };
    view! {
        <details class="menu export" data-control="save-figure" on:toggle=on(toggled)>
            <summary>{say!(export.title)}</summary>
            <div class="menu-items">{inside}</div>
        </details>
    }
}

/// What is chosen, every form of it, and what became of the last one. The forms are markup with one handler:
/// an element of a view for each would be half of the menu's code.
#[component]
fn Items(exported: Exported, toggled: RwSignal<u32>) -> impl IntoView {
    let menu = Menu::of(exported);
    effect(move || {
        toggled.track();
        menu.toggled();
    });
    let Exported { offer, choices, .. } = menu.exported;
    let choose = move |key: String| menu.choose(key);
    let key = derived(move || menu.key());
    let several = move || choices.with(|all| all.len() > 1);
    let chooser = shown_while(several, move || {
        view! { <Chooser control="export-matrix" label=say!(export.what) options=choices value=key choose=choose/> }
            .into_any()
    });
    let lines = following(move || {
        offer
            .formats()
            .map(|format| words::line(offer, format))
            .collect()
    });
    let press = move |event: ev::MouseEvent| {
        let pressed = |name| Format::of(&targets::attribute(&event, name)?);
        if let Some(format) = pressed("data-save") {
            menu.save(format);
        } else if let Some(format) = pressed("data-copy") {
            menu.copy(format);
        }
    };
    view! {
        {chooser}
        <fieldset aria-label=say!(export.title)>
            <ul inner_html=lines on:click=on(press)></ul>
        </fieldset>
        <p class="note" role="status" data-export="ready">
            {following(move || menu.words())}
        </p>
    }
}
