//! What to make: a link or one of the snippets, and what belongs to those.

use leptos::prelude::*;
use lesson::share::snippet::{Form, Made};

use super::state::{HEIGHTS, Sharing, sharing};
use crate::language::LANGUAGES;
use crate::reactive::{derived, memo, on, shown_while};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// Ready-made kinds: what a reader gets, in one click.
#[component]
pub fn Kinds() -> impl IntoView {
    let state = sharing();
    let now = memo(move || state.share.with(Made::of));
    let one = move |made: Made| {
        let there = derived(move || !state.share.with(|share| made.fits(share)));
        let choose = move |_| {
            state.share.update(|share| made.make(share));
            if state.form.get_untracked() == Form::Link {
                state.form.set(Form::Iframe);
            }
        };
        view! {
            <button type="button" class="share-kind" data-kind=made.slug() hidden=there
                aria-pressed=derived(move || (now.get() == Some(made)).to_string()) on:click=on(choose)>
                <b>{derived(move || kind(made).0)}</b>" "
                <small>{derived(move || kind(made).1)}</small>
            </button>
        }
    };
    view! {
        <fieldset class="card">
            <legend>{say!(share.kinds)}</legend>
            <div class="share-kinds">{Made::ALL.map(one).collect_view()}</div>
        </fieldset>
    }
}

/// A kind's name, and what its reader gets.
fn kind(made: Made) -> (String, String) {
    match made {
        Made::Figure => (tr!(share.kind.figure), tr!(share.kind.figure_note)),
        Made::Steps => (tr!(share.kind.steps), tr!(share.kind.steps_note)),
        Made::Predict => (tr!(share.kind.predict), tr!(share.kind.predict_note)),
        Made::All => (tr!(share.kind.all), tr!(share.kind.all_note)),
    }
}

/// The forms, the colours and the height.
#[component]
pub fn Forms() -> impl IntoView {
    let state = sharing();
    let height = || view! { <Height/> }.into_any();
    view! {
        <fieldset class="card">
            <legend>{say!(share.form)}</legend>
            <div class="share-forms">{Form::ALL.map(|form| view! { <One form=form/> }).collect_view()}</div>
            <p class="note" data-share="form">{derived(move || about(state))}</p>
            <div class="choosers">
                <Theme/>
                <InLanguage/>
                {shown_while(move || state.form.get().embeds(), height)}
            </div>
        </fieldset>
    }
}

#[component]
fn One(form: Form) -> impl IntoView {
    let state = sharing();
    let chosen = derived(move || state.form.get() == form);
    view! {
        <label class="option">
            <input type="radio" name="share-form" data-form=form.slug() prop:checked=chosen
                on:change=on(move |_| state.form.set(form))/>
            <span>{derived(move || called(form))}</span>
        </label>
    }
}

#[component]
fn Theme() -> impl IntoView {
    let state = sharing();
    let value = derived(move || {
        let theme = state.share.with(|share| share.options.theme);
        theme.unwrap_or("auto").to_owned()
    });
    let choose = move |value: String| {
        let theme = ["light", "dark"].into_iter().find(|own| *own == value);
        state.frame(|options| options.theme = theme);
    };
    let options = derived(|| {
        vec![
            ("auto".to_owned(), tr!(share.theme_auto)),
            ("light".to_owned(), tr!(share.theme_light)),
            ("dark".to_owned(), tr!(share.theme_dark)),
        ]
    });
    view! { <Chooser control="share-theme" label=say!(share.theme) options=options value=value choose=choose/> }
}

/// The language to read it in, whatever the reader's own is.
#[component]
fn InLanguage() -> impl IntoView {
    let state = sharing();
    let value = derived(move || {
        let lang = state.share.with(|share| share.options.lang.clone());
        lang.unwrap_or_else(|| "auto".to_owned())
    });
    let choose = move |code: String| {
        let lang = (code != "auto").then_some(code);
        state.frame(|options| options.lang = lang);
    };
    let options = derived(|| {
        let names = LANGUAGES.iter();
        let names = names.map(|own| (own.code.to_owned(), own.name.to_owned()));
        let auto = ("auto".to_owned(), tr!(share.language_auto));
        std::iter::once(auto).chain(names).collect()
    });
    view! { <Chooser control="share-language" label=say!(share.language) options=options value=value choose=choose languages=true/> }
}

#[component]
fn Height() -> impl IntoView {
    let state = sharing();
    let (least, most, _) = HEIGHTS;
    let wrong = derived(move || state.pixels().is_err());
    // What is not known yet is no number.
    let height = derived(move || match state.waits() {
        true => String::new(),
        false => state.height.get(),
    });
    let words = derived(move || match state.pixels() {
        Ok(_) => String::new(),
        Err(still) => tr!(
            share.height_wrong,
            least = least,
            most = most,
            still = still
        ),
    });
    view! {
        <label class="chooser">
            <span>{say!(share.height)}</span>
            <input class="small" type="number" min=least max=most data-control="share-height" aria-describedby="share-height-wrong"
                placeholder=say!(share.measuring)
                aria-invalid=derived(move || wrong.get().to_string()) prop:value=height
                on:input=on(move |event| state.height.set(event_target_value(&event)))/>
        </label>
        <p id="share-height-wrong" class="problem" role="status">{words}</p>
    }
}

fn called(form: Form) -> String {
    match form {
        Form::Link => tr!(share.form_link),
        Form::Iframe => tr!(share.form_iframe),
        Form::Element => tr!(share.form_element),
        Form::Markdown => tr!(share.form_markdown),
        Form::Jupyter => tr!(share.form_jupyter),
    }
}

fn about(state: Sharing) -> String {
    match state.form.get() {
        Form::Link => tr!(share.form_link_note),
        Form::Iframe => match state.scrolls_below() {
            Some(width) => tr!(share.form_iframe_narrow, width = width),
            None => tr!(share.form_iframe_note),
        },
        Form::Element => tr!(share.form_element_note),
        Form::Markdown => tr!(share.form_markdown_note),
        Form::Jupyter => tr!(share.form_jupyter_note),
    }
}
