//! The worker that holds a model: [`Engine`](inspector::Engine) behind messages. What is asked is bytes of
//! `lesson::lessons::models::messages`, alone or in a list, followed by the files of a model, each a list of its name
//! and the browser's handle. They are read here, range by range, and never copied as a whole.

#[cfg(target_arch = "wasm32")]
mod web;

fn main() {
    #[cfg(target_arch = "wasm32")]
    web::serve();
}
