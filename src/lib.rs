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
mod quiz;
mod reactive;
mod screen;
mod settings;
mod sharing;
mod shell;
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
    start_bundle(views::mount::<{ views::bundles::training }>);
}

/// Mounts the lessons that have no bundle of their own into the places that the page has for them.
pub fn start_labs() {
    start_bundle(views::mount::<{ views::bundles::labs }>);
}

fn start_bundle(mount: fn()) {
    console_error_panic_hook::set_once();
    language::follow();
    mount();
}

/// Mounts a view into the place of that id, if the page has it.
fn mount_at<V: leptos::IntoView + 'static>(id: &str, view: fn() -> V) {
    if let Some(place) = browser::page::place_of(id) {
        leptos::mount::mount_to(place, view).forget();
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
    mount_at("share", views::share::Root);
}

/// Mounts the page into `<body>`.
pub fn start() {
    console_error_panic_hook::set_once();
    language::begin(|language| {
        leptos::mount::mount_to_body(move || leptos::view! { <App language=language/> });
        browser::page::loaded();
    });
}
