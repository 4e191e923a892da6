//! Writing on from the text that was read, with a cache of keys and values.

use attention::model::{Cache, Run};
use attention::sample::{Sampling, distribution, draw, most_likely};
use lesson::core::random;
use lesson::lessons::models::messages::{Drawing, MOST_WRITTEN, Trouble};

use crate::opening::Opened;
use crate::reading::{Read, token};
use crate::trouble::{of_drawing, of_model, of_text};

/// What follows the text of `read`, with what is changed in it: so many tokens, or as many as there are positions for,
/// or those before a special one, which marks the end of the text.
pub async fn written(opened: &Opened, read: &Read, drawing: &Drawing) -> Result<String, Trouble> {
    let model = &opened.model;
    if !model.config().causal {
        return Err(Trouble::Encoder);
    }
    let (max_len, n) = (model.config().max_len, read.ids.len());
    let count = drawing.count.min(MOST_WRITTEN).min(max_len - n);
    if count == 0 {
        return Err(Trouble::Full(max_len));
    }
    // A model may have positions for many more.
    let room = n + count;
    let mut cache = Cache::of(model, room).map_err(of_model)?;
    let mut run = Run::next_of(model, n, room).map_err(of_model)?;
    model
        .extend_changed_async(&mut cache, &read.ids, &mut run, read.own.all())
        .await
        .map_err(of_model)?;
    let mut all = read.ids.clone();
    let mut drawn = next(run.logits().row(n - 1), drawing, n)?;
    let mut one = Run::next_of(model, 1, room).map_err(of_model)?;
    while let Some(id) = drawn.filter(|id| !opened.tokenizer.is_special(*id)) {
        all.push(id);
        if all.len() == room {
            break;
        }
        model
            .extend_changed_async(&mut cache, &[id], &mut one, read.own.all())
            .await
            .map_err(of_model)?;
        drawn = next(one.logits().row(0), drawing, all.len())?;
    }
    match drawn.filter(|_| all.len() == n) {
        Some(end) => Err(Trouble::Ends(token(opened, end).text)),
        None => whole(opened, &all, n),
    }
}

/// The token that is drawn after these logits, the `place`-th of all; none where nothing can be drawn.
fn next(logits: &[f32], drawing: &Drawing, place: usize) -> Result<Option<u32>, Trouble> {
    if drawing.temperature == 0.0 {
        return Ok(most_likely(logits));
    }
    let sampling = Sampling {
        temperature: drawing.temperature,
        top_k: drawing.top_k,
        top_p: drawing.top_p,
    };
    let choices = distribution(logits, &sampling).map_err(|error| of_drawing(&error))?;
    let number = random::number(u64::from(drawing.seed), place as u64);
    Ok(draw(&choices, number))
}

/// The same as [`spelled`] without tokens at the end that begin a letter and do not finish it; with them where there are
/// no others.
fn whole(opened: &Opened, ids: &[u32], first: usize) -> Result<String, Trouble> {
    for end in (first + 1..=ids.len()).rev() {
        let text = spelled(opened, &ids[..end], first)?;
        if !text.is_empty() && !text.ends_with(char::REPLACEMENT_CHARACTER) {
            return Ok(text);
        }
    }
    spelled(opened, ids, first)
}

/// What the tokens from `first` on spell behind those before: some decoders set spaces between words.
fn spelled(opened: &Opened, ids: &[u32], first: usize) -> Result<String, Trouble> {
    let text = |ids: &[u32]| opened.tokenizer.decode(ids).map_err(|e| of_text(&e));
    let (before, all) = (text(&ids[..first])?, text(ids)?);
    match all.strip_prefix(&before) {
        Some(new) => Ok(new.to_owned()),
        None => Ok(format!(" {}", text(&ids[first..])?)),
    }
}
