//! A text, read: its tokens, small pictures of all heads, what they do.

use attention::Matrix;
use attention::model::{Changes, Model, Run};
use lesson::lessons::models::changed::Changed;
use lesson::lessons::models::link::MOST_TEXT;
use lesson::lessons::models::measures::{Does, Sight, Text, divides};
use lesson::lessons::models::messages::{Head, Reading, SIDE, Token, Trouble};

use std::rc::Rc;

use crate::changes::Own;
use crate::opening::Opened;
use crate::sweep::Swept;
use crate::trouble::{of_model, of_words};

/// A text with what the model computed for it.
pub struct Read {
    /// Its tokens.
    pub ids: Vec<u32>,
    /// With all that was changed.
    pub run: Rc<Run>,
    /// Without streams of the other text; the same where none is taken from there.
    pub base: Rc<Run>,
    /// As the model was trained; the same where nothing was changed.
    pub whole: Rc<Run>,
    /// The other text, or what is wrong with it.
    pub other: Option<Result<Other, Trouble>>,
    /// What was changed.
    pub own: Own,
    /// What the other text's streams were found to do.
    pub swept: Swept,
}

/// The text that streams are taken from, read with the same changes.
#[derive(Clone)]
pub struct Other {
    /// Its tokens, as many as of the text itself.
    pub ids: Vec<u32>,
    /// What the model computed for it.
    pub run: Rc<Run>,
}

impl Read {
    /// Reads `text` with what is changed; heads that the model does not have, and places that the text does not
    /// have, count for nothing. Of the same tokens as those `before` nothing is read again but what is changed.
    pub async fn of(
        opened: &Opened,
        text: &str,
        changed: &Changed,
        before: Option<&Read>,
    ) -> Result<Read, Trouble> {
        let model = &opened.model;
        let ids = ids(opened, text)?;
        let before = before.filter(|own| own.ids == ids);
        let whole = match before {
            Some(own) => Rc::clone(&own.whole),
            None => Rc::new(finite(model, &ids, &Own::default()).await?),
        };
        let mut own = Own::of(opened, &whole, changed);
        let same = before.filter(|before| before.own.is_same_but_for_streams(&own));
        let base = match same {
            Some(before) => Rc::clone(&before.base),
            None if own.is_none() => Rc::clone(&whole),
            None => Rc::new(finite(model, &ids, &own).await?),
        };
        let other = changed.other.as_deref().filter(|own| !own.is_empty());
        let other = match other {
            Some(text) => Some(other_of(opened, text, &ids, &own, same).await),
            None => None,
        };
        if let Some(Ok(other)) = &other {
            own.take_streams(model, &other.run, changed);
        }
        let run = match own.swapped.is_empty() {
            true => Rc::clone(&base),
            false => Rc::new(finite(model, &ids, &own).await?),
        };
        let swept = same.filter(|before| is_same(&before.other, &other));
        let swept = swept.map_or_else(Swept::default, |before| before.swept.kept());
        Ok(Read {
            ids,
            run,
            base,
            whole,
            other,
            own,
            swept,
        })
    }

    /// What the page is told of it.
    pub fn told(&self, opened: &Opened) -> Reading {
        let (model, card) = (&opened.model, &opened.card);
        let side = self.ids.len().min(SIDE);
        let mut maps = Vec::with_capacity(card.layers * card.heads * side * side);
        let mut does = Vec::with_capacity(card.layers * card.heads);
        let divides = divided(opened, &self.ids);
        let text = Text {
            ids: &self.ids,
            divides: &divides,
        };
        for (layer, head) in card.all() {
            let weights = self.run.weights(model, layer, 0, head);
            small(&weights, side, &mut maps);
            does.push(Does::of(text, &weights, sight(model, layer)));
        }
        Reading {
            usual: self.usual(opened),
            tokens: self.ids.iter().map(|id| token(opened, *id)).collect(),
            side,
            maps,
            does,
            other: self.other.as_ref().map(|own| {
                let other = own.as_ref().map_err(Clone::clone)?;
                Ok(other.ids.iter().map(|id| token(opened, *id)).collect())
            }),
        }
    }

    /// The place that is looked at when nobody says which: where a word is to be filled in, else the last.
    pub fn usual(&self, opened: &Opened) -> usize {
        let is_mask = |id: &u32| {
            let spelled = opened.tokenizer.token(*id);
            spelled.is_some_and(|own| ["[MASK]", "<mask>"].contains(&&*own))
        };
        let mask = self.ids.iter().position(is_mask);
        let mask = mask.filter(|_| !opened.card.causal);
        mask.unwrap_or(self.ids.len().saturating_sub(1))
    }

    /// One head's numbers; `None` where there is no such head.
    pub fn head(&self, opened: &Opened, at: (usize, usize)) -> Option<Head> {
        opened.card.index(at)?;
        let config = opened.model.config();
        let trace = self.run.head(&opened.model, at.0, 0, at.1);
        let numbers = |matrix: Matrix| matrix.data().to_vec();
        Some(Head {
            at,
            n: self.ids.len(),
            d_head: config.d_head,
            q: numbers(trace.q),
            k: numbers(trace.k),
            v: numbers(trace.v),
            weights: numbers(trace.weights),
            factor: config.scale(),
            causal: config.causal,
            window: config.window(at.0),
        })
    }
}

/// Which keys the queries of a layer may look at.
pub fn sight(model: &Model, layer: usize) -> Sight {
    let config = model.config();
    Sight {
        causal: config.causal,
        window: config.window(layer),
    }
}

/// The tokens of a text, as many as can be read and all of them known to the model, too.
fn ids(opened: &Opened, text: &str) -> Result<Vec<u32>, Trouble> {
    let ids = encode(opened, text)?;
    let (most, vocab) = (opened.most(), opened.card.vocab);
    let foreign = ids.iter().copied().find(|id| *id as usize >= vocab);
    match (ids.len(), foreign) {
        (0, _) => Err(Trouble::Empty),
        (n, _) if n > most => Err(Trouble::TooLong(n, most)),
        (_, Some(id)) => Err(Trouble::Foreign(id, vocab)),
        (_, None) => Ok(ids),
    }
}

/// So few words are all named to who uses another.
const FEW: usize = 64;

fn encode(opened: &Opened, text: &str) -> Result<Vec<u32>, Trouble> {
    let tokenizer = &opened.tokenizer;
    tokenizer.encode(text).map_err(|error| {
        let count =
            Some(opened.card.vocab).filter(|count| *count <= FEW && text.len() <= MOST_TEXT);
        let words = (0..count.unwrap_or(0) as u32).filter_map(|id| tokenizer.token(id));
        of_words(&error, &words.collect::<Vec<_>>())
    })
}

/// A pass over `ids`.
pub async fn run(model: &Model, ids: &[u32], changes: Changes<'_>) -> Result<Run, Trouble> {
    let mut run = Run::lean(model, 1, ids.len()).map_err(of_model)?;
    let read = model.forward_changed_async(ids, &mut run, changes).await;
    read.map(|()| run).map_err(of_model)
}

/// The same; numbers that are none are said, not shown.
async fn finite(model: &Model, ids: &[u32], own: &Own) -> Result<Run, Trouble> {
    let run = run(model, ids, own.all()).await?;
    let finite = run.logits().data().iter().all(|logit| logit.is_finite());
    finite.then_some(run).ok_or(Trouble::NotFinite)
}

/// The other text, read as `own` has it; taken from `before`, which was read so, where it is the same.
async fn other_of(
    opened: &Opened,
    text: &str,
    beside: &[u32],
    own: &Own,
    before: Option<&Read>,
) -> Result<Other, Trouble> {
    let ids = ids(opened, text)?;
    if ids.len() != beside.len() {
        return Err(Trouble::Lengths(ids.len(), beside.len()));
    }
    let before = before.and_then(|own| own.other.as_ref()?.as_ref().ok());
    if let Some(same) = before.filter(|own| own.ids == ids) {
        return Ok(same.clone());
    }
    let run = Rc::new(finite(&opened.model, &ids, own).await?);
    Ok(Other { ids, run })
}

fn is_same(one: &Option<Result<Other, Trouble>>, other: &Option<Result<Other, Trouble>>) -> bool {
    match (one, other) {
        (Some(Ok(one)), Some(Ok(other))) => Rc::ptr_eq(&one.run, &other.run),
        _ => false,
    }
}

/// Whether each token only divides.
pub fn divided(opened: &Opened, ids: &[u32]) -> Vec<bool> {
    let one = |id: &u32| divides(&token(opened, *id).text);
    ids.iter().map(one).collect()
}

/// A token with what it spells, the spaces and line ends that one would not see made visible.
pub fn token(opened: &Opened, id: u32) -> Token {
    let decoded = opened.tokenizer.decode(&[id]).unwrap_or_default();
    let spelled = opened.tokenizer.token(id).unwrap_or_default();
    // What is no whole letter, or is special, has only its name in the vocabulary.
    let text = match decoded.is_empty() || decoded.contains('\u{fffd}') {
        true => spelled,
        false => with_space(&decoded, &spelled),
    };
    let mut text = visible(&text);
    // A model may know more numbers than its tokenizer has words for.
    if text.is_empty() {
        text = format!("#{id}");
    }
    Token { id, text }
}

/// A text with the spaces and line ends made visible that one would not see, and no longer than a token is shown.
pub fn visible(text: &str) -> String {
    let text = text.replace('\n', "↵").replace('\t', "→").replace(' ', "␣");
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// Llama's decoder drops the space that a text begins with; its name in the vocabulary has it.
fn with_space(decoded: &str, spelled: &str) -> String {
    let lost = spelled.starts_with('▁') && !decoded.starts_with(' ');
    format!("{}{decoded}", if lost { " " } else { "" })
}

/// The weights as side×side bytes, each the largest of the block of cells that it stands for.
pub fn small(weights: &Matrix, side: usize, to: &mut Vec<u8>) {
    let n = weights.rows();
    let first = to.len();
    to.resize(first + side * side, 0);
    let cells = &mut to[first..];
    for (i, row) in weights.iter_rows().enumerate() {
        for (j, weight) in row.iter().enumerate() {
            let cell = &mut cells[i * side / n * side + j * side / n];
            *cell = (*cell).max((weight * 255.0).round() as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_has_the_largest_weight_of_each_block() {
        let weights = Matrix::from_fn(6, 6, |i, j| if (i, j) == (5, 2) { 1.0 } else { 0.1 });
        let mut cells = Vec::new();
        small(&weights, 3, &mut cells);
        assert_eq!(cells, [26, 26, 26, 26, 26, 26, 26, 255, 26]);
        let mut all = Vec::new();
        small(&weights, 6, &mut all);
        assert_eq!((all.len(), all[5 * 6 + 2]), (36, 255));
    }
}
