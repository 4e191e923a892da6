//! How many digits numbers are written with.

use leptos::prelude::*;
use lesson::core::command::Command;

use crate::reactive::derived;
use crate::shell::shell;
use crate::text::say;
use crate::widgets::chooser::Chooser;

/// Digits after the point.
#[component]
pub fn DigitsChooser() -> impl IntoView {
    let shell = shell();
    let digits = say!(control.digits);
    let digit_options = derived(|| {
        (0..=6)
            .map(|d| (d.to_string(), d.to_string()))
            .collect::<Vec<_>>()
    });
    let digit = derived(move || shell.look.get().0.to_string());
    let set_digits = move |key: String| shell.run(Command::Digits(key.parse().unwrap_or(2)));
    view! { <Chooser control="digits" label=digits options=digit_options value=digit choose=set_digits/> }
}
