//! How high the figure is in somebody's page: it is opened out of sight, as wide as a column of text, in a frame that
//! takes its height, until that stays the same, and then led from step to step. At the tallest it is made narrower:
//! things that stood side by side then stand below each other. What it asked for most is tried out, and the most that was
//! seen is offered for the snippet.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;

use super::seen::{Seen, WIDE};
use super::state::{HEIGHTS, NARROW, Sharing, sharing};
use crate::browser::{frames, page};
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::sharing::DialogOpened;
use crate::text::say;

/// Nothing has been changed in the dialog for so long.
const CALM: Duration = Duration::from_millis(700);
/// Columns in which the tallest step is looked at, too: just before its parts stand below each other, and after.
const NARROWER: [u32; 2] = [720, NARROW];

/// A figure that is measured.
#[derive(Clone, Copy)]
struct Measuring {
    state: Sharing,
    frame: NodeRef<html::Iframe>,
    /// Its address, while it is measured.
    address: RwSignal<Option<String>>,
    /// How high its frame is: figures follow that of the window they are in.
    height: RwSignal<u32>,
    /// How wide.
    width: RwSignal<u32>,
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
        width: RwSignal::new(WIDE),
        stops: StoredValue::new(vec![]),
        known: StoredValue::new(None),
        round: StoredValue::new(0),
    };
    own.follow();
    let frame = move || {
        view! {
            <iframe
                class="share-measure" node_ref=own.frame tabindex="-1" aria-hidden="true" title=say!(share.preview)
                style=derived(move || format!("width:{}px;height:{}px", own.width.get(), own.height.get()))
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
                    self.width.set(WIDE);
                    self.address.set(wanted.clone());
                }
            };
            timer.set_value(set_timeout_with_handle(begin, CALM).ok());
        });
    }

    /// Looks at the figure until it has been equally high a few times in a row, at each of its steps and widths.
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
                if seen.begins() && now > 0 {
                    self.height.set(now);
                }
                return self.look(seen);
            }
            self.rested(seen);
        };
        set_timeout(again, seen.pause());
    }

    /// The figure has come to rest as it stands: on to what comes next, or all is known.
    fn rested(self, seen: Seen) {
        let seen = seen.rested();
        if seen.most > 0 {
            if let Some(next) = self.next(seen) {
                return self.look(next);
            }
            let (height, column) = seen.offer();
            self.state.offer_height(height, column);
        }
        self.known.set_value(self.address.get_untracked());
        self.address.set(None);
        self.state.measuring.set(false);
    }

    /// Leads it to its next step in the wide column, then into the narrower ones, then through the columns again at its
    /// tallest step in a frame of the height that it has asked for; nothing when it was in all.
    fn next(self, seen: Seen) -> Option<Seen> {
        let stop = seen.stop.map_or(0, |stop| stop + 1);
        if seen.goes_on() && self.step_to(Some(stop))? {
            return Some(Seen {
                stop: Some(stop),
                ..seen.anew()
            });
        }
        let Some(width) = NARROWER.get(seen.narrower) else {
            return self.in_its_own_height(seen);
        };
        if seen.narrower == 0 {
            self.step_to(seen.tallest)?;
        }
        self.width.set(*width);
        Some(Seen {
            narrower: seen.narrower + 1,
            ..seen.anew()
        })
    }

    /// Makes the frame as high as the most that was seen, and the column wide again.
    fn in_its_own_height(self, seen: Seen) -> Option<Seen> {
        if seen.again == 0 || seen.most <= self.height.get_untracked() {
            return None;
        }
        self.height.set(seen.most);
        self.width.set(WIDE);
        Some(Seen {
            stop: seen.tallest,
            narrower: 0,
            again: seen.again - 1,
            ..seen.anew()
        })
    }

    /// Sends it to one of its stops; whether there is such a stop, and nothing where the frame is gone.
    fn step_to(self, stop: Option<usize>) -> Option<bool> {
        let frame = self.frame.get_untracked()?;
        let place = self
            .stops
            .with_value(|stops| stop.and_then(|stop| stops.get(stop).copied()));
        if let Some(place) = place {
            frames::step_to(&frame, place);
        }
        Some(place.is_some())
    }
}
