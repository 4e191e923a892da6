//! The frame around every lesson: name, lesson, theme, link, and messages that belong to the page.

use leptos::ev;
use leptos::prelude::*;
use lesson::{Problem, registry};

use crate::browser::{clipboard, page, theme};
use crate::i18n::Locale;
use crate::reactive::{derived, on};
use crate::state::{Lab, Place, lab};
use crate::text::{say, tr};
use crate::views;
use crate::widgets::chooser::Chooser;
use crate::widgets::notice::PlaceNotice;

/// Milliseconds after the last change until the address holds it.
const LINK_DELAY: u64 = 250;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    provide_context(RwSignal::new(Locale::en));
    let lab = Lab::open(&page::fragment());
    provide_context(lab);
    keep_link(lab);
    theme::apply(&theme::chosen());
    theme::follow_system(lab.dark);
    let resized =
        window_event_listener(ev::resize, move |_| lab.resized.update(|count| *count += 1));
    on_cleanup(move || resized.remove());
    let lesson = registry::LESSONS
        .first()
        .and_then(|lesson| views::of(lesson.slug));
    view! {
        <a class="skip" href="#figure" on:click=on(move |event: ev::MouseEvent| { event.prevent_default(); page::focus("figure"); })>
            {say!(site.skip)}
        </a>
        <Header/>
        <PlaceNotice place=Place::Page/>
        <main>{lesson}</main>
        <footer>
            <details>
                <summary>{say!(keys.title)}</summary>
                <p>{say!(keys.cells)}</p>
                <p>{say!(keys.walk)}</p>
            </details>
        </footer>
    }
}

#[component]
fn Header() -> impl IntoView {
    view! {
        <header class="site">
            <h1>{say!(site.name)}</h1>
            <p class="tagline">{say!(site.tagline)}</p>
            <span class="spring"></span>
            <Share/>
            <ThemeChooser/>
        </header>
    }
}

#[component]
fn Share() -> impl IntoView {
    let lab = lab();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        clipboard::copy(page::address(&lab.link()), move |done| {
            copied.set(done);
            if !done {
                lab.complain(Place::Page, Problem::CopyRefused);
            }
        });
    };
    view! {
        <button type="button" data-action="share" on:click=on(copy)>
            {derived(move || if copied.get() { tr!(site.shared) } else { tr!(site.share) })}
        </button>
    }
}

#[component]
fn ThemeChooser() -> impl IntoView {
    let lab = lab();
    let chosen = RwSignal::new(theme::chosen());
    let choose = move |name: String| {
        theme::choose(&name);
        chosen.set(name);
        lab.dark.set(theme::is_dark());
    };
    let options = derived(|| {
        vec![
            ("auto".to_owned(), tr!(site.theme_auto)),
            ("light".to_owned(), tr!(site.theme_light)),
            ("dark".to_owned(), tr!(site.theme_dark)),
        ]
    });
    let label = say!(site.theme);
    view! { <Chooser control="theme" label=label options=options value=chosen choose=choose/> }
}

/// Keeps the address and the state the same: ours into the address a moment after each change, a
/// pasted link into the state.
fn keep_link(lab: Lab) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |first: Option<()>| {
        lab.document.track();
        lab.view.track();
        if first.is_none() {
            return;
        }
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        let write = move || page::set_fragment(&lab.link());
        let delay = std::time::Duration::from_millis(LINK_DELAY);
        timer.set_value(set_timeout_with_handle(write, delay).ok());
    });
    let opened = window_event_listener(ev::hashchange, move |_| lab.open_link(&page::fragment()));
    on_cleanup(move || opened.remove());
}
