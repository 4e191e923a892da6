//! The words of the lesson.

use std::sync::Arc;

use lesson::core::number::subscript;
use lesson::lessons::models::link::Source;
use lesson::lessons::models::measures::{Pattern, Score};
use lesson::lessons::models::messages::{Card, Reading, Trouble};

use super::state::Inspector;
use crate::language::shown;
use crate::shell::words::{Words, plain};
use crate::text::tr;
use leptos::prelude::*;

/// What tables and examples are called; there are no steps.
pub static WORDS: Words = Words {
    table: |key| match key {
        "weights" => tr!(matrix.weights),
        "next" => tr!(models.next_table),
        "lens" => tr!(models.lens),
        "swaps" => tr!(models.swap.table),
        other => other.to_owned(),
    },
    step: plain,
    preset: |slug| match slug {
        "induction" => (tr!(models.induction.title), tr!(models.induction.note)),
        "reader" => (tr!(models.reader.title), tr!(models.reader.note)),
        "phrase" => (tr!(models.phrase.title), tr!(models.phrase.note)),
        "headless" => (tr!(models.headless.title), tr!(models.headless.note)),
        "swap" => (tr!(models.drummer.title), tr!(models.drummer.note)),
        "without" => (tr!(models.without.title), tr!(models.without.note)),
        other => (other.to_owned(), String::new()),
    },
};

/// What a head is called: both counted from 1.
pub fn head((layer, head): (usize, usize)) -> String {
    tr!(gallery.head, layer = layer + 1, head = head + 1)
}

/// A token with its place, counted from 1: the same stands at many.
pub fn placed(token: &str, place: usize) -> String {
    format!("{token}{}", subscript(place + 1))
}

/// What a model is called.
pub fn source(source: &Source) -> String {
    match source {
        source if source.figures().is_some() => tr!(models.reader.name),
        Source::Shipped(..) => tr!(models.own_name),
        Source::Disk(name) => name.clone(),
        Source::Hub(name) => name.short(),
    }
}

/// The sizes of a model, in a line.
pub fn facts(card: &Card) -> String {
    if card.notebook {
        let tokens = tr!(counted.tokens, count = card.max_len);
        return tr!(
            models.notebook.facts,
            model = card.family.as_str(),
            layers = card.layers,
            heads = card.heads,
            tokens = tokens
        );
    }
    tr!(
        models.facts,
        family = card.family.as_str(),
        layers = card.layers,
        heads = card.heads,
        d_model = card.d_model,
        d_head = card.d_head,
        weights = large(card.weights as f64),
        vocab = card.vocab
    )
}

/// A count, rounded: 124 M.
pub fn large(count: f64) -> String {
    match count {
        _ if count >= 1e9 => format!("{} G", shown((count / 1e9) as f32, 2)),
        _ if count >= 1e6 => format!("{} M", shown((count / 1e6) as f32, 1)),
        _ if count >= 1e4 => format!("{} k", shown((count / 1e3) as f32, 1)),
        _ => format!("{count}"),
    }
}

/// A number of bytes.
pub fn bytes(count: u64) -> String {
    match count {
        _ if count >= 1_000_000_000 => format!("{} GB", shown(count as f32 / 1e9, 2)),
        _ if count >= 1_000_000 => format!("{} MB", shown(count as f32 / 1e6, 1)),
        _ => format!("{} kB", shown(count as f32 / 1e3, 0)),
    }
}

/// The name of a pattern, and how it was measured.
pub fn pattern(pattern: Pattern) -> (String, String) {
    macro_rules! of {
        ($key:ident) => {
            (tr!(head_kind.$key.name), tr!(head_kind.$key.how))
        };
    }
    match pattern {
        Pattern::Previous => of!(previous),
        Pattern::First => of!(first),
        Pattern::Itself => of!(itself),
        Pattern::Same => of!(same_token),
        Pattern::Induction => of!(induction),
        Pattern::Delimiter => of!(delimiter),
        Pattern::Local => of!(local),
    }
}

/// What a head was measured to do, and whether on repeated random tokens, or else on this text.
pub fn measured(inspector: Inspector, at: (usize, usize)) -> Option<(Pattern, Score, bool)> {
    if inspector.guessing.covers(at) {
        return None;
    }
    let index = inspector.card.with(|card| card.as_ref()?.index(at))?;
    let probe = inspector
        .card
        .with(|card| card.as_ref()?.probe.get(index)?.label());
    let here = || {
        let label = |own: &Option<Arc<Reading>>| own.as_ref()?.does.get(index)?.label();
        inspector.reading.with(label)
    };
    let probed = probe.map(|(pattern, score)| (pattern, score, true));
    probed.or_else(|| here().map(|(pattern, score)| (pattern, score, false)))
}

/// What somebody else says, ended as a sentence.
fn sentence(why: &str) -> String {
    let ends = why.ends_with(['.', '?', '!', '…']);
    format!("{why}{}", if ends { "" } else { "." })
}

/// A share that is there, but would be written as none.
const LEAST: f32 = 0.0005;

/// A probability.
pub fn probability(value: f32) -> String {
    match value > 0.0 && value < LEAST {
        true => format!("<{}", shown(0.001, 3)),
        false => shown(value, 3),
    }
}

/// A problem in plain words.
pub fn trouble(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Files(why) => tr!(models.trouble.files, why = sentence(why)),
        Trouble::Text(why) => tr!(models.trouble.text, why = sentence(why)),
        Trouble::Unknown(words) => tr!(models.trouble.unknown, words = words.as_str()),
        Trouble::Foreign(id, vocab) => tr!(models.trouble.foreign, id = *id, vocab = *vocab),
        Trouble::Ends(token) => tr!(models.trouble.ends, token = token.as_str()),
        Trouble::Full(most) => {
            let tokens = tr!(counted.tokens, count = *most);
            tr!(trouble.full, tokens = tokens)
        }
        Trouble::Empty => tr!(models.trouble.empty),
        Trouble::TooLong(found, most) => {
            let tokens = tr!(counted.tokens, count = *found);
            tr!(models.trouble.too_long, tokens = tokens, most = *most)
        }
        Trouble::Encoder => tr!(models.trouble.encoder),
        Trouble::Drawing(why) => tr!(trouble.sampling, why = why.as_str()),
        Trouble::NotFinite => tr!(models.trouble.not_finite),
        Trouble::Absent => tr!(models.trouble.absent),
        Trouble::Memory => tr!(models.trouble.memory),
        Trouble::Unfetched(name) => tr!(models.trouble.unfetched, name = name.as_str()),
        Trouble::Stopped => tr!(models.trouble.stopped),
        Trouble::Wanted(name) => tr!(models.trouble.wanted, name = name.as_str()),
        Trouble::NoFiles => tr!(models.trouble.no_files),
        Trouble::Lost => tr!(models.trouble.lost),
        Trouble::Ended => tr!(models.trouble.ended),
        Trouble::NoWorker => tr!(models.trouble.no_worker),
        Trouble::Lengths(other, own) => {
            let (other, own) = (
                tr!(counted.tokens, count = *other),
                tr!(counted.tokens, count = *own),
            );
            tr!(models.swap.lengths, other = other, own = own)
        }
        Trouble::TooMuch(most) => tr!(models.take.too_much, most = bytes(*most)),
        Trouble::Alike => tr!(models.swap.alike),
        Trouble::SameAnswer(token) => tr!(models.swap.same_answer, token = token.as_str()),
        Trouble::Span(found, most) => tr!(models.swap.span, found = *found, most = *most),
        // The panel of the hub has words of its own, which come with it.
        Trouble::Hub(_) => String::new(),
    }
}
