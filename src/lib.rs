//! The page: state, drawing and views over the lesson logic. `browser` is the only module that
//! names `web-sys`; a view shows part of the state and sends commands, it never computes.

mod app;
mod browser;
mod exporting;
mod frame;
mod host;
mod language;
mod plot;
mod print;
mod reactive;
mod screen;
mod settings;
mod sharing;
mod state;
mod text;
mod update;
mod views;
mod widgets;

/// The texts as typed keys, as the build script made them from `assets/locales`: `stage.scores.title`
/// is `translations::stage::scores::title`.
#[allow(
    non_upper_case_globals,
    dead_code,
    reason = "a key is called what it is called in the file, and some are for other programs"
)]
mod translations {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use app::App;

/// Mounts the training lesson into the place that the page has for it.
pub fn start_training() {
    console_error_panic_hook::set_once();
    language::follow();
    if let Some(place) = browser::page::place_of("training") {
        leptos::mount::mount_to(place, views::training::Root).forget();
    }
}

/// Mounts the two lessons on what attention costs into the places that the page has for them.
pub fn start_cost() {
    console_error_panic_hook::set_once();
    language::follow();
    if let Some(place) = browser::page::place_of("cost") {
        leptos::mount::mount_to(place, views::cost::Root).forget();
    }
    if let Some(place) = browser::page::place_of("flash") {
        leptos::mount::mount_to(place, views::flash::Root).forget();
    }
}

/// Has the page's exported files made here from now on.
pub fn start_export() {
    console_error_panic_hook::set_once();
    language::follow();
    exporting::start();
}

/// Mounts the “Share” dialog into the place that the page has for it.
pub fn start_share() {
    console_error_panic_hook::set_once();
    language::follow();
    if let Some(place) = browser::page::place_of("share") {
        leptos::mount::mount_to(place, views::share::Root).forget();
    }
}

/// Mounts the page into `<body>`.
pub fn start() {
    console_error_panic_hook::set_once();
    language::begin(|language| {
        leptos::mount::mount_to_body(move || leptos::view! { <App language=language/> });
        browser::page::loaded();
    });
}
