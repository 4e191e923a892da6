//! The words of the field, and what they mean.

use leptos::prelude::*;

use crate::browser::{page, reveal};
use crate::reactive::{derived, on};
use crate::text::{say, tr};
use crate::widgets::markup::typeset;

macro_rules! terms {
    ($($slug:ident)*) => {
        /// Every word, in the order in which one needs them.
        pub const ALL: &[&str] = &[$(stringify!($slug)),*];

        /// What it is called; its key where there is none of that name.
        pub fn name(slug: &str) -> String {
            match slug {
                $(stringify!($slug) => tr!(glossary.$slug.term),)*
                other => other.to_owned(),
            }
        }

        /// What it means.
        fn meaning(slug: &str) -> String {
            match slug {
                $(stringify!($slug) => tr!(glossary.$slug.means),)*
                _ => String::new(),
            }
        }
    };
}

terms! {
    token embedding vector dot_product query key value projection score scaling mask causal softmax exp logit weight output
    d_model d_k n_heads head multi_head self_attention cross_attention residual layer_norm mlp relu block transformer
    position loss training held_out gradient learning_rate step parameter ablation induction_head previous_token_head
    entropy variance jacobian temperature sampling kv_cache flash_attention tile linear_attention window simd quadratic
    sinusoidal rope alibi
}

/// The words that have been opened.
const OPENED: &str = "details.terms[open]";

/// A menu of words, and what they mean.
pub fn menu(slugs: &'static [&'static str]) -> AnyView {
    let names = derived(move || {
        let names: Vec<_> = slugs.iter().map(|slug| name(slug)).collect();
        typeset(&crate::text::list(&names))
    });
    // Below them something may be stuck in front of the page.
    let opened = |_| page::after_frame(|| reveal::said(OPENED));
    view! {
        <details class="menu terms" on:toggle=on(opened)>
            <summary><b>{say!(path.here)}</b>" "<span inner_html=names></span></summary>
            // It scrolls, with the keyboard too.
            <div class="menu-items" tabindex="0" role="group" aria-label=say!(path.here)>{list(slugs.to_vec())}</div>
        </details>
    }
    .into_any()
}

/// The words of these slugs with their meanings.
pub fn list(slugs: Vec<&'static str>) -> AnyView {
    let entries = derived(move || entries(&slugs, ""));
    view! { <dl class="glossary" inner_html=entries></dl> }.into_any()
}

/// As markup, those in which `text` is found.
pub fn entries(slugs: &[&'static str], text: &str) -> String {
    let wanted = text.trim().to_lowercase();
    let entry = |slug: &&str| {
        let (name, meaning) = (name(slug), meaning(slug));
        let found = [&name, &meaning]
            .iter()
            .any(|own| own.to_lowercase().contains(&wanted));
        let (name, meaning) = (typeset(&name), typeset(&meaning));
        found.then(|| format!("<div data-term=\"{slug}\"><dt>{name}</dt><dd>{meaning}</dd></div>"))
    };
    slugs.iter().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use lesson::lessons::stepper::guided::Beat;
    use lesson::registry::LESSONS;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_word_that_a_lesson_names_is_in_the_glossary() {
        let beats = Beat::ALL.map(Beat::words);
        let lessons = LESSONS.iter().map(|lesson| lesson.words);
        for word in lessons.chain(beats).flatten() {
            assert!(ALL.contains(word), "{word}");
        }
        assert!(ALL.len() >= 40);
    }
}
