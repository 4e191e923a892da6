//! What could stand at a place, with and without the heads that are out, and how that came about layer by layer.

use attention::model::Run;
use attention::sample::{Choice as Candidate, Sampling, distribution};
use lesson::lessons::models::messages::{Choice, Glimpse, Place, Trouble};

use std::rc::Rc;

use crate::opening::Opened;
use crate::reading::{Read, token};
use crate::trouble::of_model;

/// The likeliest tokens that are told, and of those with all heads.
const NEXT: usize = 10;
const BEFORE: usize = 3;
/// The heads whose shares in a logit are told.
const SHARES: usize = 6;
/// Those of a layer.
const GLIMPSE: usize = 3;

/// What the model says at `place` of the text.
///
/// Shares and the lens are about the token `of`, or the one that is likeliest as the model was trained.
pub async fn place(
    opened: &Opened,
    read: &Read,
    place: usize,
    of: Option<u32>,
) -> Result<Place, Trouble> {
    let now = likely(run_logits(&read.run, place)?);
    let whole = match Rc::ptr_eq(&read.run, &read.whole) {
        true => now.clone(),
        false => likely(run_logits(&read.whole, place)?),
    };
    // What is followed is what the model says as it was trained, also while something is changed.
    let asked = of.filter(|id| (*id as usize) < opened.card.vocab);
    let followed = asked.or(whole.first().map(|own| own.token));
    let mut lens = Vec::with_capacity(opened.card.layers + 1);
    for layer in 0..=opened.card.layers {
        lens.push(glimpse(opened, read, layer, place, followed).await?);
    }
    let shares = match followed {
        Some(token) => shares(opened, &read.run, place, token).await?,
        None => Vec::new(),
    };
    Ok(Place {
        place,
        next: next(opened, &now, &whole),
        of: followed.map(|id| choice(opened, id, &now, &whole)),
        shares,
        lens,
    })
}

fn run_logits(run: &Run, place: usize) -> Result<&[f32], Trouble> {
    let there = place < run.logits().rows();
    there
        .then(|| run.logits().row(place))
        .ok_or(Trouble::Absent)
}

/// All tokens with their probabilities, the likeliest first.
fn likely(logits: &[f32]) -> Vec<Candidate> {
    let sampling = Sampling {
        temperature: 1.0,
        top_k: None,
        top_p: None,
    };
    // Nothing in it can be wrong.
    distribution(logits, &sampling).unwrap_or_default()
}

fn choice(opened: &Opened, id: u32, now: &[Candidate], whole: &[Candidate]) -> Choice {
    Choice {
        token: token(opened, id),
        now: of(now, id),
        whole: of(whole, id),
    }
}

fn of(all: &[Candidate], id: u32) -> f32 {
    let own = all.iter().find(|own| own.token == id);
    own.map_or(0.0, |own| own.probability)
}

/// The likeliest now, and after them those that were the likeliest with all heads.
fn next(opened: &Opened, now: &[Candidate], whole: &[Candidate]) -> Vec<Choice> {
    let mut ids: Vec<u32> = now.iter().take(NEXT).map(|own| own.token).collect();
    for own in whole.iter().take(BEFORE) {
        if !ids.contains(&own.token) {
            ids.push(own.token);
        }
    }
    let ids = ids.into_iter();
    ids.map(|id| choice(opened, id, now, whole)).collect()
}

/// The heads that add most to a logit, or take most from it. A head that is out adds what stands in for it.
async fn shares(
    opened: &Opened,
    run: &Run,
    place: usize,
    token: u32,
) -> Result<Vec<((usize, usize), f32)>, Trouble> {
    let model = &opened.model;
    let along = run.toward_async(model, place, token).await;
    let Some(along) = along.map_err(of_model)? else {
        return Ok(Vec::new());
    };
    let share = |(layer, head)| {
        let added = run.added(model, layer, head, place);
        let both = added.iter().zip(&along);
        (
            (layer, head),
            both.map(|(added, along)| added * along).sum(),
        )
    };
    let mut all: Vec<((usize, usize), f32)> = opened.card.all().map(share).collect();
    all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    all.truncate(SHARES);
    Ok(all)
}

async fn glimpse(
    opened: &Opened,
    read: &Read,
    layer: usize,
    place: usize,
    last: Option<u32>,
) -> Result<Glimpse, Trouble> {
    let logits = read
        .run
        .lens_async(&opened.model, layer, place)
        .await
        .map_err(of_model)?;
    let all = likely(&logits);
    let first = all.iter().take(GLIMPSE);
    Ok(Glimpse {
        first: first
            .map(|own| (token(opened, own.token), own.probability))
            .collect(),
        last: last.map_or(0.0, |id| of(&all, id)),
    })
}
