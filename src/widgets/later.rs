//! What stands below the figure, made once the figure has been painted: the two are then not one long task.

use leptos::prelude::*;

use crate::browser::sight;
use crate::building;
use crate::reactive::shown_while;

/// What `view` makes, after the next frame.
pub fn later(view: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    let painted = RwSignal::new(false);
    building::then(move || {
        sight::once_painted(move || {
            let _ = painted.try_set(true);
        });
    });
    shown_while(move || painted.get(), view).into_any()
}
