//! How the page is read: in which language, light or dark.

use leptos::prelude::*;
use lesson::share::embed::EmbedOptions;

use crate::app::PageProblem;
use crate::browser::theme;
use crate::language::{self, LANGUAGES};
use crate::reactive::{derived, effect};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;
use crate::widgets::later::later;

/// The menu of both.
#[component]
pub fn Settings() -> impl IntoView {
    view! {
        <details class="menu settings">
            <summary aria-label=say!(site.settings)><span aria-hidden="true">"⚙"</span></summary>
            // The names of the languages need fonts that nothing else needs: looking for them is a third of a first layout.
            <div class="menu-items">{later(|| view! { <LanguageChooser/><ThemeChooser/> }.into_any())}</div>
        </details>
    }
}

/// The languages, each by the name it calls itself: who reads none of the others finds his own.
#[component]
fn LanguageChooser() -> impl IntoView {
    let PageProblem(page_problem) = expect_context::<PageProblem>();
    let value = RwSignal::new(String::new());
    effect(move || value.set(language::current().code.to_owned()));
    let choose = move |code: String| {
        let Some(language) = LANGUAGES.iter().find(|own| own.code == code) else {
            return;
        };
        value.set(code);
        language::choose(language, move |done| match done {
            Ok(()) => page_problem.set(None),
            Err(problem) => {
                page_problem.set(Some(problem));
                // The menu shows what the page is read in, whatever was chosen in it.
                value.set(language::current().code.to_owned());
            }
        });
    };
    let options = derived(|| {
        let option = |own: &language::Language| (own.code.to_owned(), own.name.to_owned());
        LANGUAGES.iter().map(option).collect()
    });
    view! { <Chooser control="language" label=say!(site.language) options=options value=value choose=choose languages=true/> }
}

/// Light or dark, or as the system has it.
#[component]
fn ThemeChooser() -> impl IntoView {
    let embed_options = expect_context::<EmbedOptions>();
    let chosen = RwSignal::new(
        embed_options
            .theme
            .map_or_else(theme::chosen, str::to_owned),
    );
    let choose = move |name: String| {
        theme::choose(&name);
        chosen.set(name);
    };
    let options = derived(|| {
        vec![
            ("auto".to_owned(), tr!(site.theme_auto)),
            ("light".to_owned(), tr!(site.theme_light)),
            ("dark".to_owned(), tr!(site.theme_dark)),
        ]
    });
    view! { <Chooser control="theme" label=say!(site.theme) options=options value=chosen choose=choose/> }
}
