//! What every picture depends on, whichever lesson it belongs to: light or dark, and the size.

use leptos::ev;
use leptos::prelude::*;

use crate::browser::theme;
use crate::building;
use crate::reactive::effect;

/// Light or dark, and the size of things.
#[derive(Clone, Copy)]
pub struct Screen {
    /// Dark colours are shown.
    pub dark: RwSignal<bool>,
    /// Counts the times that something changed its size, or came to have one.
    pub resized: RwSignal<u32>,
}

/// The screen, from any view.
pub fn screen() -> Screen {
    expect_context::<Screen>()
}

impl Screen {
    /// Follows the window and the theme.
    pub fn follow() -> Self {
        let screen = Self {
            dark: RwSignal::new(theme::is_dark()),
            resized: RwSignal::new(0),
        };
        theme::follow(screen.dark);
        let resized = window_event_listener(ev::resize, move |_| screen.laid_out());
        on_cleanup(move || resized.remove());
        // What is being built has no size, and what has been built has one in the next frame.
        effect(move || {
            if !building::is_going() {
                request_animation_frame(move || screen.laid_out());
            }
        });
        screen
    }

    /// Pictures that had no size may have one now.
    pub fn laid_out(self) {
        self.resized.update(|count| *count += 1);
    }
}
