//! What a model that comes with the page has read, how well it reads, and what it cannot do.

use leptos::prelude::*;
use lesson::lessons::models::shipped::Figures;

use super::{inspector, words};
use crate::language::shown;
use crate::reactive::{memo, part};
use crate::text::{following, say, tr};

/// There while a model with figures is open.
#[component]
pub fn About() -> impl IntoView {
    let inspector = inspector();
    let figures = memo(move || inspector.document.with(|own| own.source.figures()));
    part(move || match figures.get() {
        Some(figures) => view! { <Card figures=figures/> }.into_any(),
        None => ().into_any(),
    })
}

#[component]
fn Card(figures: Figures) -> impl IntoView {
    let bits = |bits: f32| shown(bits, 2);
    let read = move || {
        tr!(
            models.reader.read,
            characters = words::large(f64::from(figures.characters)),
            tokens = words::large(f64::from(figures.tokens)),
            held_out = words::large(f64::from(figures.held_out)),
            steps = figures.steps
        )
    };
    let judged = move || {
        tr!(
            models.reader.judged,
            // Alike in two digits.
            bits = shown(figures.bits, 4),
            exact = shown(figures.bits_exact, 4),
            ppm = bits(figures.ppm),
            xz = bits(figures.xz),
            unigram = bits(figures.unigram)
        )
    };
    view! {
        <details class="re-about" data-control="beside">
            <summary>{say!(models.reader.about)}</summary>
            <p>{following(read)}</p>
            <p>{say!(models.reader.mixed)}</p>
            <p>{following(judged)}</p>
            <p>{say!(models.reader.cannot)}</p>
        </details>
    }
}
