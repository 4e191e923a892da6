//! The two planes: of query and keys, and of values and output.

use leptos::html;
use leptos::prelude::*;
use lesson::Name;
use lesson::core::number::subscript;
use lesson::lessons::geometry::plane::Point;
use lesson::lessons::geometry::{ALONG, ANGLE, Arrows, LENGTH};

use super::handles::{Handles, Tip, nearest, settle};
use super::{Field, drawn, field};
use crate::browser::{listening, targets};
use crate::language::visible;
use crate::reactive::{derived, memo};
use crate::text::{say, tr};

/// Query and keys.
#[component]
pub fn Keys() -> impl IntoView {
    let field = field();
    let tips = memo(move || {
        let keys = field.lab.document.with(|d| d.m());
        let keys = (0..keys).map(|key| Tip(Name::K, key));
        std::iter::once(Tip(Name::Q, 0)).chain(keys).collect()
    });
    let points = |own: &Arrows| own.keys().into_iter().chain([own.q()]).collect();
    view! {
        <Plane class="geo-keys" tips=tips points=points draw=drawn::keys label=say!(geometry.keys_plane)>
            {derived(move || reads(field).unwrap_or_default())}
        </Plane>
    }
}

/// Values and output.
#[component]
pub fn Values() -> impl IntoView {
    let field = field();
    let tips = memo(move || {
        let keys = field.lab.document.with(|d| d.m());
        (0..keys).map(|key| Tip(Name::V, key)).collect()
    });
    view! {
        <Plane class="geo-values" tips=tips points=Arrows::values draw=drawn::values label=say!(geometry.values_plane)>
            {say!(geometry.hull)}
        </Plane>
    }
}

/// `q·k₂ = |q| · reach = 1.5 · 0.8 = 1.2`, and the angle.
fn reads(field: Field) -> Option<String> {
    let key = field.key.get();
    let digits = field.lab.look.get().0;
    if field.covers(Name::Scores) || field.covers(ALONG) || field.covers(LENGTH) {
        return None;
    }
    let (names, own) = (
        field.lab.document.with(|d| d.key_tokens().to_vec()),
        field.arrows.get()?,
    );
    let number = |table, key| Some(visible(own.get(table).get(0, key)?, digits));
    let reads = tr!(
        geometry.reads,
        index = subscript(key + 1),
        key = names.get(key).cloned().unwrap_or_default(),
        length = number(LENGTH, 0)?,
        along = number(ALONG, key)?,
        score = number(Name::Scores, key)?
    );
    if field.covers(ANGLE) {
        return Some(reads);
    }
    let angle = crate::language::shown(own.get(ANGLE).get(0, key)?, 0);
    Some(format!(
        "{reads} {}",
        tr!(geometry.reads_angle, angle = angle)
    ))
}

/// A plane in which tips are dragged; it keeps its size while one is.
#[component]
fn Plane(
    class: &'static str,
    tips: Memo<Vec<Tip>>,
    points: fn(&Arrows) -> Vec<Point>,
    draw: fn(Field, &Arrows, f32) -> String,
    label: Signal<String>,
    children: Children,
) -> impl IntoView {
    let field = field();
    let held = RwSignal::new(None::<(Tip, f32)>);
    let own_extent = memo(move || {
        let extent = |own: &std::sync::Arc<Arrows>| drawn::extent(&points(own));
        field.arrows.with(|own| own.as_ref().map_or(1.0, extent))
    });
    let extent = derived(move || {
        held.get()
            .map_or_else(|| own_extent.get(), |(_, extent)| extent)
    });
    let picture = derived(move || {
        let extent = extent.get();
        let own = field.arrows.get();
        own.map_or(String::new(), |own| draw(field, &own, extent))
    });
    let place = NodeRef::<html::Div>::new();
    let kinds = &["pointerdown", "pointermove", "pointerup", "pointercancel"];
    listening::hear(place, kinds, move |kind, event| {
        let half = extent.get_untracked();
        let at = targets::within(event).map(|(x, y)| (x * half, y * half));
        match (kind, at, held.get_untracked()) {
            ("pointerdown", Some(at), _) if targets::may_drag(event, ".geo-tip") => {
                let tip = tips.with_untracked(|tips| untrack(|| nearest(field, tips, at)));
                held.set(tip.map(|tip| (tip, half)));
                field.held.set(tip.is_some());
                targets::hold(event);
                if let Some(tip) = tip {
                    tip.look(field);
                    tip.put(field, at, half);
                }
            }
            ("pointermove", Some(at), Some((tip, half))) => tip.put(field, at, half),
            ("pointerup" | "pointercancel", _, Some(_)) => {
                held.set(None);
                field.held.set(false);
                settle(field);
            }
            _ => {}
        }
    });
    view! {
        <figure class=format!("geo-plane {class}") aria-label=label>
            <h3 aria-hidden="true">{label}</h3>
            <div class="geo-square" node_ref=place>
                <div inner_html=picture></div>
                <div role="application" aria-label=label><Handles tips=tips extent=extent/></div>
            </div>
            <figcaption>{children()}</figcaption>
        </figure>
    }
}
