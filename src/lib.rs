//! The page: state, drawing and views over the lesson logic. `browser` is the only module that
//! names `web-sys`; a view shows part of the state and sends commands. It computes nothing itself (the toys of
//! `mlp` are trained in it, some steps a frame).

mod app;
mod browser;
mod building;
mod exporting;
mod frame;
mod host;
mod language;
mod parts;
mod path;
mod plot;
mod print;
mod quiz;
mod reactive;
mod screen;
mod settings;
mod sharing;
mod shell;
mod state;
#[cfg(all(test, target_arch = "wasm32"))]
mod tests;
mod text;
mod update;
mod views;
mod widgets;
mod wire;

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

/// Mounts the page into `<body>`.
pub fn start() {
    console_error_panic_hook::set_once();
    language::begin(|language| {
        building::begin();
        leptos::mount::mount_to_body(move || leptos::view! { <App language=language/> });
        building::then(browser::page::loaded);
    });
}
