//! How high the figure is in somebody's page: it is opened out of sight, as wide as a column of text, in a frame that
//! takes its height, until that stays the same, and then led from step to step. The height of the tallest is offered
//! for the snippet.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;

use super::state::{HEIGHTS, Sharing, sharing};
use crate::browser::{frames, page};
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::sharing::DialogOpened;
use crate::text::say;

/// Nothing has been changed in the dialog for so long.
const CALM: Duration = Duration::from_millis(700);
/// Between two looks at the figure.
const PAUSE: Duration = Duration::from_millis(500);
/// So many looks in a row find the same.
const ALIKE: u32 = 3;
/// The same after a step.
const STEP_PAUSE: Duration = Duration::from_millis(150);
const STEP_ALIKE: u32 = 2;
/// So many looks are taken at most, each time.
const LOOKS: u32 = 30;

/// A figure that is measured.
#[derive(Clone, Copy)]
struct Measuring {
    state: Sharing,
    frame: NodeRef<html::Iframe>,
    /// Its address, while it is measured.
    address: RwSignal<Option<String>>,
    /// How high its frame is: figures follow that of the window they are in.
    height: RwSignal<u32>,
    /// Where it is looked at besides where it begins.
    stops: StoredValue<Vec<usize>>,
    /// The one whose height is known.
    known: StoredValue<Option<String>>,
    /// How often something else was to be measured: the looks at what was before end.
    round: StoredValue<u32>,
}

/// The frame out of sight. There is one only while there is something to measure.
#[component]
pub fn Measure() -> impl IntoView {
    let own = Measuring {
        state: sharing(),
        frame: NodeRef::new(),
        address: RwSignal::new(None),
        height: RwSignal::new(HEIGHTS.2),
        stops: StoredValue::new(vec![]),
        known: StoredValue::new(None),
        round: StoredValue::new(0),
    };
    own.follow();
    let frame = move || {
        view! {
            <iframe
                class="share-measure" node_ref=own.frame tabindex="-1" aria-hidden="true" title=say!(share.preview)
                style=derived(move || format!("height:{}px", own.height.get()))
                src=derived(move || own.address.get().unwrap_or_default()) on:load=on(move |_| own.look(Seen::default()))
            ></iframe>
        }
        .into_any()
    };
    shown_while(move || own.address.with(Option::is_some), frame)
}

impl Measuring {
    /// Measures whatever is to stand in somebody's page, once it has come to rest in a dialog that is open.
    fn follow(self) {
        let state = self.state;
        let wanted = memo(move || {
            let embeds = state.form.get().embeds();
            embeds.then(|| page::address(&state.whole().fragment(true)))
        });
        let DialogOpened(opened) = expect_context();
        let timer = StoredValue::new(None::<TimeoutHandle>);
        effect(move || {
            opened.track();
            let wanted = wanted.get();
            self.round.update_value(|round| *round += 1);
            self.address.set(None);
            let is_new = wanted.is_some() && self.known.get_value() != wanted;
            state.measuring.set(is_new);
            if let Some(timer) = timer.get_value() {
                timer.clear();
            }
            let begin = move || {
                let is_wanted = is_new && frames::is_open("dialog.share");
                state.measuring.set(is_wanted);
                if is_wanted {
                    self.stops.set_value(untrack(|| state.whole().stops()));
                    self.height.set(HEIGHTS.2);
                    self.address.set(wanted.clone());
                }
            };
            timer.set_value(set_timeout_with_handle(begin, CALM).ok());
        });
    }

    /// Looks at the figure until it has been equally high a few times in a row, at each of its steps.
    fn look(self, seen: Seen) {
        let round = self.round.get_value();
        let again = move || {
            if self.round.try_get_value() != Some(round) {
                return;
            }
            let Some(frame) = self.frame.get_untracked() else {
                return;
            };
            let now = frames::height(&frame).unwrap_or_default();
            let alike = if now == seen.before && now > 0 {
                seen.alike + 1
            } else {
                0
            };
            let seen = Seen {
                before: now,
                alike,
                left: seen.left.saturating_sub(1),
                ..seen
            };
            if alike < seen.needed() && seen.left > 0 {
                if seen.stop.is_none() && now > 0 {
                    self.height.set(now);
                }
                return self.look(seen);
            }
            self.rested(seen);
        };
        set_timeout(again, seen.pause());
    }

    /// The figure has come to rest where it stands: on to the next step, or all is known.
    fn rested(self, seen: Seen) {
        let most = seen.most.max(seen.before);
        let stop = seen.stop.map_or(0, |stop| stop + 1);
        let next = self.stops.with_value(|stops| stops.get(stop).copied());
        let frame = self.frame.get_untracked();
        if let (Some(frame), Some(place)) = (frame, next.filter(|_| most > 0)) {
            frames::step_to(&frame, place);
            return self.look(Seen {
                most,
                stop: Some(stop),
                ..Seen::default()
            });
        }
        if most > 0 {
            self.state.offer_height(most);
        }
        self.known.set_value(self.address.get_untracked());
        self.address.set(None);
        self.state.measuring.set(false);
    }
}

/// What was seen of a figure so far.
#[derive(Clone, Copy)]
struct Seen {
    /// How high it was at the last look.
    before: u32,
    /// So often in a row.
    alike: u32,
    /// So many looks are left where it stands.
    left: u32,
    /// The most that it was where it has come to rest.
    most: u32,
    /// Which of its stops it was sent to last.
    stop: Option<usize>,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            before: 0,
            alike: 0,
            left: LOOKS,
            most: 0,
            stop: None,
        }
    }
}

impl Seen {
    /// What has begun takes long to come to rest; a step does not.
    const fn pause(self) -> Duration {
        match self.stop {
            None => PAUSE,
            Some(_) => STEP_PAUSE,
        }
    }

    const fn needed(self) -> u32 {
        match self.stop {
            None => ALIKE,
            Some(_) => STEP_ALIKE,
        }
    }
}
