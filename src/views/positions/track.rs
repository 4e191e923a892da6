//! The positions of the clocks' query and key on a line: each is dragged by itself, or both together.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::positions::{Change, Range};

use super::{Bench, bench};
use crate::browser::{listening, targets};
use crate::reactive::{derived, memo, on};
use crate::text::{say, tr};

/// What is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Query,
    Key,
    Both,
}

/// Where both stand.
type At = (usize, usize);

impl Hand {
    const ALL: [Hand; 3] = [Hand::Query, Hand::Both, Hand::Key];

    const fn key(self) -> &'static str {
        match self {
            Hand::Query => "query",
            Hand::Key => "key",
            Hand::Both => "both",
        }
    }

    fn of(key: &str) -> Option<Hand> {
        Hand::ALL.into_iter().find(|own| own.key() == key)
    }

    fn called(self) -> String {
        match self {
            Hand::Query => tr!(positions.hand_query),
            Hand::Key => tr!(positions.hand_key),
            Hand::Both => tr!(positions.hand_both),
        }
    }

    /// Moved by so many places; both stop together at the ends.
    fn moved(self, (q, k): At, by: i64) -> At {
        let last = Range::PLACE.1 as i64;
        let (low, high) = match self {
            Hand::Query => (q, q),
            Hand::Key => (k, k),
            Hand::Both => (q.min(k), q.max(k)),
        };
        let by = by.clamp(-(low as i64), last - high as i64);
        let to = |place: usize| (place as i64 + by) as usize;
        match self {
            Hand::Query => (to(q), k),
            Hand::Key => (q, to(k)),
            Hand::Both => (to(q), to(k)),
        }
    }
}

fn put(bench: Bench, at: At) {
    if bench.document.with_untracked(|d| d.at) != at {
        bench.change(Change::At(at.0, at.1));
    }
}

fn percent(place: f32) -> f32 {
    100.0 * (place + 0.5) / (Range::PLACE.1 + 1) as f32
}

/// The line.
#[component]
pub fn Track() -> impl IntoView {
    let bench = bench();
    let at = memo(move || bench.document.with(|d| d.at));
    let place = NodeRef::<html::Div>::new();
    // What is held, from where it was taken.
    let held = RwSignal::new(None::<(Hand, usize, At)>);
    let kinds = &["pointerdown", "pointermove", "pointerup", "pointercancel"];
    listening::hear(place, kinds, move |kind, event| {
        let count = Range::PLACE.1 + 1;
        let over = targets::across(event).map(|x| ((x * count as f32) as usize).min(count - 1));
        match (kind, over, held.get_untracked()) {
            ("pointerdown", Some(over), _) => {
                let named = targets::attribute(event, "data-clock").and_then(|key| Hand::of(&key));
                targets::hold(event);
                let from = at.get_untracked();
                held.set(Some((named.unwrap_or(nearest(from, over)), over, from)));
            }
            ("pointermove", Some(over), Some((hand, start, from))) => {
                put(bench, hand.moved(from, over as i64 - start as i64));
            }
            ("pointerup" | "pointercancel", ..) => {
                held.set(None);
                bench.settle();
            }
            _ => {}
        }
    });
    let distance = derived(move || {
        let (q, k) = at.get();
        tr!(
            positions.distance_is,
            q = q,
            k = k,
            distance = (q as i64 - k as i64).to_string().replace('-', "−")
        )
    });
    let ticks = (0..=Range::PLACE.1).step_by(5).map(|tick| {
        view! { <i style=format!("left:{:.2}%", percent(tick as f32))>{tick.to_string()}</i> }
    });
    view! {
        <div class="pos-track" role="application" aria-label=say!(positions.track) node_ref=place>
            <div class="pos-ticks" aria-hidden="true">{ticks.collect_view()}</div>
            {Hand::ALL.map(|hand| handle(bench, at, hand))}
        </div>
        <p class="note" data-distance="">{distance}</p>
    }
}

fn nearest((q, k): At, over: usize) -> Hand {
    match over.abs_diff(q) <= over.abs_diff(k) {
        true => Hand::Query,
        false => Hand::Key,
    }
}

fn handle(bench: Bench, at: Memo<At>, hand: Hand) -> AnyView {
    let style = derived(move || {
        let (q, k) = at.get();
        let (low, high) = (q.min(k) as f32, q.max(k) as f32);
        match hand {
            Hand::Query => format!("left:{:.2}%", percent(q as f32)),
            Hand::Key => format!("left:{:.2}%", percent(k as f32)),
            Hand::Both => format!(
                "left:{:.2}%;--wide:{:.2}%",
                percent((low + high) / 2.0),
                percent(high) - percent(low)
            ),
        }
    });
    let label = derived(move || {
        let (q, k) = at.get();
        tr!(positions.hand, hand = hand.called(), q = q, k = k)
    });
    let press = move |event: ev::KeyboardEvent| {
        let step = if event.shift_key() { 5 } else { 1 };
        let by = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => -step,
            "ArrowRight" | "ArrowUp" => step,
            _ => return,
        };
        if !(event.alt_key() || event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            put(bench, hand.moved(at.get_untracked(), by));
            bench.settle();
        }
    };
    let sign = match hand {
        Hand::Query => "q",
        Hand::Key => "k",
        Hand::Both => "⇔",
    };
    view! {
        <button type="button" class=format!("pos-hand {}", hand.key()) data-clock=hand.key() style=style
            aria-label=label on:keydown=on(press)><b>{sign}</b></button>
    }
    .into_any()
}
