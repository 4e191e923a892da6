//! Rests: a figure answers an edit at once; what stands beside it, or at another step, follows when the hand rests.

use std::time::Duration;

use leptos::prelude::*;

use crate::browser::page;
use crate::reactive::effect;

/// Nothing has changed for so long.
const REST: Duration = Duration::from_millis(120);
/// Who drags without end sees the rest this often all the same.
const AT_MOST: f64 = 480.0;

/// Counts the rests after changes of what `track` reads.
pub fn after(track: impl Fn() + 'static) -> RwSignal<u32> {
    let rested = RwSignal::new(0);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let since = StoredValue::new(None::<f64>);
    effect(move || {
        track();
        let now = page::now();
        let first = since.get_value().unwrap_or(now);
        since.set_value(Some(first));
        if let Some(timer) = timer.get_value() {
            if now - first > AT_MOST {
                return;
            }
            timer.clear();
        }
        let rests = move || {
            if since.try_set_value(None).is_none() {
                timer.set_value(None);
                rested.update(|count| *count += 1);
            }
        };
        timer.set_value(set_timeout_with_handle(rests, REST).ok());
    });
    rested
}
