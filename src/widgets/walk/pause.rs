//! What is heard of changes once they pause: a word for every key would be chatter.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use crate::reactive::effect;

/// Nothing has changed for so long: who types a number types all of it.
const PAUSE: Duration = Duration::from_millis(600);

/// Calls `tell` with what `now` gave last and gives now, if that is something else, a moment after what `track` looks
/// at has changed. What is told is put together then, and not at every step of a drag. A page that has just been
/// opened tells nothing.
pub fn tell_when_it_pauses<T: Clone + PartialEq + Send + Sync + 'static>(
    track: impl Fn() + 'static,
    now: impl Fn() -> T + 'static,
    tell: impl Fn(&T, &T) + 'static,
) {
    let (before, own) = (StoredValue::new(untrack(&now)), Rc::new((now, tell)));
    let timer = StoredValue::new(None::<TimeoutHandle>);
    effect(move || {
        track();
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        let own = Rc::clone(&own);
        let pauses = move || {
            // Another lesson may have been opened meanwhile, and this one is gone.
            let Some(last) = before.try_get_value() else {
                return;
            };
            untrack(|| {
                let now = own.0();
                if last != now {
                    before.set_value(now.clone());
                    own.1(&last, &now);
                }
            });
        };
        timer.set_value(set_timeout_with_handle(pauses, PAUSE).ok());
    });
    on_cleanup(move || {
        if let Some(timer) = timer.try_get_value().flatten() {
            timer.clear();
        }
    });
}
