//! The language that the page is read in. The link says so (`lang`), or what the reader chose, or the browser,
//! in this order; a menu changes it at any moment, and nothing typed or trained is lost by that.
//!
//! English is compiled in. The texts of another language are one file, which is fetched before the page is mounted
//! or when the language is chosen. When it cannot be fetched, the page says so and stays as it is.
//!
//! A text looks itself up when it is asked for, in whatever signal asked. The signal of the language is outside of
//! all views, because answers to the page around and files have texts too. [`shown`] writes numbers for views and
//! follows the language; links, files and copies have decimal points in every language.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::Display;

use leptos::prelude::*;
use leptos::reactive::signal::ArcRwSignal;
use lesson::share::embed::EmbedOptions;
use lesson::{Problem, core::number};
pub use texts::Language;
use texts::Words;
use wasm_bindgen::JsValue;

use crate::browser::{language as spoken, page};
pub use crate::translations::LANGUAGES;

/// The one that is compiled in.
const ENGLISH: &Language = &LANGUAGES[0];

thread_local! {
    /// What the page is read in now. Outside of any view, because texts are also asked for where no
    /// view is: in answers to the page around, in files.
    static CURRENT: ArcRwSignal<&'static Language> = ArcRwSignal::new(ENGLISH);
}

/// The language of the page, followed by whoever asks in a view.
pub fn current() -> &'static Language {
    CURRENT.with(|current| current.get())
}

/// Has whatever is computed here be computed anew in another language.
pub fn track() {
    CURRENT.with(|current| current.track());
}

/// A text in the language of the page.
pub fn words(words: &Words, values: &[(&str, &dyn Display)]) -> String {
    let language = current();
    let template = template(words, language, words.count(values));
    if !language.rtl {
        return texts::fill(&template, values);
    }
    // A value keeps to itself: a minus sign in a sentence from right to left stays before its number.
    let isolated: Vec<_> = values
        .iter()
        .map(|(_, value)| format!("\u{2068}{value}\u{2069}"))
        .collect();
    let names = values.iter().map(|(name, _)| *name);
    let values: Vec<(&str, &dyn Display)> = names
        .zip(isolated.iter().map(|value| value as &dyn Display))
        .collect();
    texts::fill(&template, &values)
}

/// A symbol beside words: where these are read from the right it keeps its own order, as a value in a sentence does.
pub fn apart(symbol: &str) -> String {
    match current().rtl {
        true => format!("\u{2068}{symbol}\u{2069}"),
        false => symbol.to_owned(),
    }
}

/// What is said of so many, before values are put in. What has no translation (or is new, and the file of
/// another version) is read in English.
fn template(words: &Words, language: &Language, count: Option<f64>) -> Cow<'static, str> {
    let form = |code| count.map(|count| spoken::form(code, count));
    let translated = || {
        let form = form(language.code);
        let other = form.as_ref().map(|_| "other");
        let own = spoken::text(words.path, form.as_deref());
        // A browser may know more forms of a language than the rules of the build.
        own.or_else(|| spoken::text(words.path, other))
    };
    let own = (language.code != ENGLISH.code).then(translated).flatten();
    own.map_or_else(
        || words.in_english(form(ENGLISH.code).as_deref()).into(),
        Cow::from,
    )
}

/// A text in the language of that file, or in English, whatever the page is read in.
pub fn words_of(file: Option<&JsValue>, words: &Words, values: &[(&str, &dyn Display)]) -> String {
    let own = file.and_then(|file| spoken::text_of(file.clone(), words.path, None));
    let template: Cow<'static, str> = own.map_or_else(|| words.in_english(None).into(), Cow::from);
    texts::fill(&template, values)
}

/// `number::shown` in the language of the page.
pub fn shown(value: f32, digits: u8) -> String {
    track();
    number::shown(value, digits)
}

/// `number::visible` in the language of the page.
pub fn visible(value: f32, digits: u8) -> String {
    track();
    number::visible(value, digits)
}

/// `number::exact` in the language of the page.
pub fn exact(value: f32) -> String {
    track();
    number::exact(value)
}

/// `number::typed` in the language of the page.
pub fn typed(value: f32) -> String {
    track();
    number::typed(value)
}

/// A number that was written with a point, in the language of the page.
pub fn localised(text: String) -> String {
    track();
    number::localised(text)
}

/// The language of that name (BCP 47), or the one it is a kind of: `zh-tw` is read as `zh`.
fn known(code: &str) -> Option<&'static Language> {
    let code = code.to_ascii_lowercase();
    let broad = code.split('-').next().unwrap_or_default();
    let named = |wanted: &str| LANGUAGES.iter().find(|own| own.code == wanted);
    named(&code).or_else(|| named(broad))
}

/// What the reader wants, and what a link wants that nobody here speaks.
fn wanted(link: Option<&str>) -> (&'static Language, Option<Problem>) {
    let linked = link.map(|code| known(code).ok_or(code));
    let own = || {
        let chosen = spoken::chosen().and_then(|code| known(&code));
        let wishes = spoken::wishes();
        chosen.or_else(|| wishes.iter().find_map(|code| known(code)))
    };
    match linked {
        Some(Ok(language)) => (language, None),
        Some(Err(code)) => (own().unwrap_or(ENGLISH), Some(unknown(code))),
        None => (own().unwrap_or(ENGLISH), None),
    }
}

/// Starts the page in the language it is wanted in, once its texts are there. `start` is told what
/// there is to say about it.
pub fn begin(start: impl FnOnce(Option<Problem>) + 'static) {
    let (language, unknown) = wanted(EmbedOptions::of(&page::fragment()).lang.as_deref());
    let done: Done = Box::new(move |fetched| start(fetched.err().or(unknown)));
    fetch(language, done);
}

/// Changes to that language for good. `done` is told when the page is read in it, or why it is not.
pub fn choose(language: &'static Language, done: impl FnOnce(Result<(), Problem>) + 'static) {
    let kept: Done = Box::new(move |fetched| {
        CHOSEN.set(fetched.is_ok());
        if fetched.is_ok() {
            spoken::keep(language.code);
            page::set_frame_language(language.code, false);
        }
        done(fetched);
    });
    CHOSEN.set(true);
    fetch(language, kept);
}

/// A link that was followed is in that language, and so is the page, unless its reader has chosen one: the links that lie
/// behind them would take it back. `done` is told when it is, or why it is not.
pub fn follow(code: &str, done: impl FnOnce(Result<(), Problem>) + 'static) {
    let Some(language) = known(code) else {
        return done(Err(unknown(code)));
    };
    if CHOSEN.get() {
        return;
    }
    if language.code == current().code {
        // What is on its way comes too late.
        ASKED.set(ASKED.get() + 1);
        return page::set_frame_language(language.code, true);
    }
    let kept: Done = Box::new(|fetched| {
        if fetched.is_ok() {
            page::set_frame_language(language.code, true);
        }
        done(fetched);
    });
    fetch(language, kept);
}

/// What a link wants that nobody here speaks.
fn unknown(code: &str) -> Problem {
    let known = LANGUAGES.iter().map(|own| own.code).collect();
    Problem::LinkUnknown("lang".into(), code.into(), known)
}

thread_local! {
    /// Whether the reader has chosen a language here.
    static CHOSEN: Cell<bool> = const { Cell::new(false) };
    /// How many languages were asked for: one that comes after another was chosen is not spoken.
    static ASKED: Cell<u32> = const { Cell::new(0) };
}

/// Is told when the page is read in the language that was asked for, or why it is not.
type Done = Box<dyn FnOnce(Result<(), Problem>)>;

fn fetch(language: &'static Language, done: Done) {
    let own = ASKED.get() + 1;
    ASKED.set(own);
    if language.code == ENGLISH.code {
        speak(language, None);
        return done(Ok(()));
    }
    wasm_bindgen_futures::spawn_local(async move {
        let fetched = spoken::fetch(language.code).await;
        if ASKED.get() != own {
            return;
        }
        let fetched = fetched.map(|texts| speak(language, Some(texts)));
        done(fetched.map_err(|_| Problem::LanguageMissing(language.name)));
    });
}

/// Asks for the file of a language that the page need not be read in; there is none of English. Nobody is answered where
/// it cannot be had, or where nobody here speaks that language.
pub fn ask_for(code: &str, done: impl FnOnce(Option<JsValue>) + 'static) {
    let Some(language) = known(code) else {
        return;
    };
    if language.code == ENGLISH.code {
        return done(None);
    }
    wasm_bindgen_futures::spawn_local(async move {
        if let Ok(file) = spoken::fetch(language.code).await {
            done(Some(file));
        }
    });
}

/// Has the page read in that language from now on, for as long as it is no other.
fn speak(language: &'static Language, texts: Option<JsValue>) {
    spoken::speak(language, texts);
    number::set_decimal(language.decimal);
    CURRENT.with(|current| current.set(language));
}
