//! Where the difference between two texts is carried: the stream of one place at one layer, taken from the other text,
//! for all places and layers (activation patching; Meng et al. 2022, "Locating and Editing Factual Associations in GPT",
//! §2.2).

use attention::model::{Run, Swapped};
use attention::sample::most_likely;
use lesson::lessons::models::messages::{self, Contrast, Sweep, Trouble};
use std::collections::BTreeMap;

use crate::opening::Opened;
use crate::reading::{Other, Read, token};
use crate::trouble::of_model;

/// So many cells are computed for one question, so that others are heard between.
const CELLS: usize = 4;

/// The most places that are tried.
pub const MOST_SPAN: usize = 64;

/// What was found so far, and room to compute in.
#[derive(Default)]
pub struct Swept {
    answer: usize,
    /// By layer and place: the difference of the two logits.
    found: BTreeMap<(usize, usize), f32>,
    scratch: Option<Run>,
}

impl Swept {
    /// What was found, without the room: a run of a large model is not copied for every reading.
    pub fn kept(&self) -> Self {
        Self {
            answer: self.answer,
            found: self.found.clone(),
            scratch: None,
        }
    }
}

/// The next few cells.
pub async fn sweep(
    opened: &Opened,
    read: &mut Read,
    ask: Sweep,
) -> Result<messages::Swept, Trouble> {
    let other = read.other.clone().ok_or(Trouble::Absent)??;
    let last = read.ids.len().saturating_sub(1);
    let answer = ask.answer.unwrap_or(read.usual(opened)).min(last);
    let (here, there) = answers(opened, read, &other, answer)?;
    let span = span(opened, read, &other, answer)?;
    if read.swept.answer != answer {
        read.swept = Swept::default();
        read.swept.answer = answer;
    }
    let between = |logits: &[f32]| logits[here as usize] - logits[there as usize];
    let contrast = Contrast {
        here: token(opened, here),
        there: token(opened, there),
        from: between(read.base.logits().row(answer)),
        to: between(other.run.logits().row(answer)),
    };
    let layers = opened.card.layers;
    let at = ask.from.unwrap_or((0, span.0));
    if at.0 > layers || !(span.0..span.1).contains(&at.1) {
        return Err(Trouble::Absent);
    }
    let (mut shares, mut left, mut next) = (Vec::new(), CELLS, Some(at));
    while let Some(cell) = next.filter(|_| left > 0) {
        let known = read.swept.found.get(&cell).copied();
        let known =
            known.or_else(|| unmoved(opened, read, &other, answer, cell).then_some(contrast.from));
        let difference = match known {
            Some(own) => own,
            None => {
                left -= 1;
                between(&swapped(opened, read, &other, answer, cell).await?)
            }
        };
        read.swept.found.insert(cell, difference);
        // Not −0.
        shares.push(contrast.share(difference) + 0.0);
        next = after(cell, span, layers);
    }
    Ok(messages::Swept {
        answer,
        contrast,
        span,
        at,
        shares,
        next,
    })
}

/// The likeliest token after this text and after the other, at the place that is looked at.
fn answers(
    opened: &Opened,
    read: &Read,
    other: &Other,
    answer: usize,
) -> Result<(u32, u32), Trouble> {
    let likeliest = |run: &Run| most_likely(run.logits().row(answer)).ok_or(Trouble::NotFinite);
    match (likeliest(&read.base)?, likeliest(&other.run)?) {
        (here, there) if here == there => Err(Trouble::SameAnswer(token(opened, here).text)),
        both => Ok(both),
    }
}

/// The places whose streams could matter.
fn span(
    opened: &Opened,
    read: &Read,
    other: &Other,
    answer: usize,
) -> Result<(usize, usize), Trouble> {
    let mut both = read.ids.iter().zip(&other.ids);
    let differs = both.position(|(one, other)| one != other);
    let (first, end) = match opened.card.causal {
        true => (differs, answer + 1),
        false => (differs.and(Some(0)), read.ids.len()),
    };
    let first = first.filter(|first| *first < end).ok_or(Trouble::Alike)?;
    match end - first {
        all if all > MOST_SPAN => Err(Trouble::Span(all, MOST_SPAN)),
        _ => Ok((first, end)),
    }
}

/// Whether a stream is the same in both texts, or read off by nobody.
fn unmoved(
    opened: &Opened,
    read: &Read,
    other: &Other,
    answer: usize,
    (layer, place): (usize, usize),
) -> bool {
    let model = &opened.model;
    let here = read.base.stream(model, layer).row(place);
    let there = other.run.stream(model, layer).row(place);
    (layer == opened.card.layers && place != answer) || here == there
}

/// The logits with that stream of the other text.
async fn swapped(
    opened: &Opened,
    read: &mut Read,
    other: &Other,
    answer: usize,
    (layer, place): (usize, usize),
) -> Result<Vec<f32>, Trouble> {
    let stream = other.run.stream(&opened.model, layer).row(place).to_vec();
    let own = Swapped {
        layer,
        place,
        stream,
    };
    let scratch = read
        .swept
        .scratch
        .get_or_insert_with(|| Run::clone(&read.base));
    let runs = (&*read.base, scratch);
    opened
        .model
        .logits_with_async(&own, answer, runs, read.own.without_streams())
        .await
        .map_err(of_model)
}

fn after(
    (layer, place): (usize, usize),
    span: (usize, usize),
    layers: usize,
) -> Option<(usize, usize)> {
    match place + 1 < span.1 {
        true => Some((layer, place + 1)),
        false => (layer < layers).then_some((layer + 1, span.0)),
    }
}
