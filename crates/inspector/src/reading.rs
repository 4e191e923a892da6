//! A text, read: its tokens, small pictures of all heads, what they do.

use attention::Matrix;
use attention::model::{self, Ablation, Model, Run};
use lesson::lessons::models::link::{Hidden, Instead, MOST_TEXT, Off};
use lesson::lessons::models::measures::{Does, Sight};
use lesson::lessons::models::messages::{Head, Reading, SIDE, Token, Trouble};

use std::rc::Rc;

use crate::opening::Opened;
use crate::trouble::{of_model, of_words};

/// The heads that are out, and the keys that are hidden.
pub type Changes<'a> = (&'a [Off], &'a [Hidden]);

/// A text with what the model computed for it.
pub struct Read {
    /// Its tokens.
    pub ids: Vec<u32>,
    /// With what was changed.
    pub run: Rc<Run>,
    /// As the model was trained; the same where nothing was changed.
    pub whole: Rc<Run>,
    /// The heads that are out.
    pub out: Vec<Ablation>,
    /// The keys that are hidden.
    pub hidden: Vec<model::Hidden>,
}

impl Read {
    /// Reads `text` with what is changed; heads that the model does not have, and places that the text does not
    /// have, count for nothing. Of the same tokens as those `before` nothing is read again but what is changed.
    pub fn of(
        opened: &Opened,
        text: &str,
        (off, hidden): Changes<'_>,
        before: Option<&Read>,
    ) -> Result<Read, Trouble> {
        let (model, card) = (&opened.model, &opened.card);
        let ids = ids(opened, text)?;
        let whole = match before.filter(|own| own.ids == ids) {
            Some(own) => Rc::clone(&own.whole),
            None => Rc::new(run(model, &ids, (&[], &[]))?),
        };
        let off = off
            .iter()
            .filter(|own| card.index((own.layer, own.head)).is_some());
        let out: Vec<Ablation> = off.map(|own| ablation(model, &whole, own)).collect();
        let there =
            |own: &&Hidden| card.index(own.head).is_some() && own.query.max(own.key) < ids.len();
        let hidden: Vec<_> = hidden.iter().filter(there).map(blind).collect();
        let run = match out.is_empty() && hidden.is_empty() {
            true => Rc::clone(&whole),
            false => Rc::new(run(model, &ids, (&out, &hidden))?),
        };
        Ok(Read {
            run,
            whole,
            ids,
            out,
            hidden,
        })
    }

    /// What the page is told of it.
    pub fn told(&self, opened: &Opened) -> Reading {
        let (model, card) = (&opened.model, &opened.card);
        let side = self.ids.len().min(SIDE);
        let mut maps = Vec::with_capacity(card.layers * card.heads * side * side);
        let mut does = Vec::with_capacity(card.layers * card.heads);
        for (layer, head) in card.all() {
            let weights = self.run.weights(model, layer, 0, head);
            small(&weights, side, &mut maps);
            does.push(Does::of(&self.ids, &weights, sight(model, layer)));
        }
        Reading {
            usual: self.usual(opened),
            tokens: self.ids.iter().map(|id| token(opened, *id)).collect(),
            side,
            maps,
            does,
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

/// The tokens of a text, as many as can be read and all of them known.
fn ids(opened: &Opened, text: &str) -> Result<Vec<u32>, Trouble> {
    let ids = encode(opened, text)?;
    let most = opened.most();
    match ids.len() {
        0 => Err(Trouble::Empty),
        n if n > most => Err(Trouble::TooLong(n, most)),
        _ => Ok(ids),
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

/// A pass over `ids`; numbers that are none are said, not shown.
fn run(
    model: &Model,
    ids: &[u32],
    (out, hidden): (&[Ablation], &[model::Hidden]),
) -> Result<Run, Trouble> {
    let mut run = Run::new(model, 1, ids.len()).map_err(of_model)?;
    model
        .forward_changed(ids, &mut run, out, hidden)
        .map_err(of_model)?;
    let finite = run.logits().data().iter().all(|logit| logit.is_finite());
    finite.then_some(run).ok_or(Trouble::NotFinite)
}

fn blind(own: &Hidden) -> model::Hidden {
    let ((layer, head), query, key) = (own.head, own.query, own.key);
    model::Hidden {
        layer,
        head,
        query,
        key,
    }
}

fn ablation(model: &Model, whole: &Run, own: &Off) -> Ablation {
    let output = match own.instead {
        Instead::Zero => vec![0.0; model.config().d_head],
        Instead::Mean => whole.mean_output(model, own.layer, own.head),
    };
    Ablation {
        layer: own.layer,
        head: own.head,
        output,
    }
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
    let text = text.replace('\n', "↵").replace('\t', "→").replace(' ', "␣");
    let mut text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    // A model may know more numbers than its tokenizer has words for.
    if text.is_empty() {
        text = format!("#{id}");
    }
    Token { id, text }
}

/// Llama's decoder drops the space that a text begins with; its name in the vocabulary has it.
fn with_space(decoded: &str, spelled: &str) -> String {
    let lost = spelled.starts_with('▁') && !decoded.starts_with(' ');
    format!("{}{decoded}", if lost { " " } else { "" })
}

/// The weights as side×side bytes, each the largest of the block of cells that it stands for.
fn small(weights: &Matrix, side: usize, to: &mut Vec<u8>) {
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
