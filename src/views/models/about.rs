//! What a model that comes with the page has read, how well it reads, and what it cannot do.

use leptos::prelude::*;
use lesson::lessons::models::link::Source;
use lesson::lessons::models::shipped::{Figures, READER};

use super::{inspector, words};
use crate::language::shown;
use crate::reactive::shown_while;
use crate::text::{following, say, tr};

/// There while the reader is open.
#[component]
pub fn About() -> impl IntoView {
    let inspector = inspector();
    let reads = move || {
        let source = |own: &Source| matches!(own, Source::Shipped(slug, _) if slug == READER.slug);
        inspector.document.with(|own| source(&own.source))
    };
    shown_while(reads, || view! { <Card figures=READER/> }.into_any())
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
        <details class="re-about">
            <summary>{say!(models.reader.about)}</summary>
            <p>{following(read)}</p>
            <p>{say!(models.reader.mixed)}</p>
            <p>{following(judged)}</p>
            <p>{say!(models.reader.cannot)}</p>
        </details>
    }
}
