//! A text, read: its tokens, small pictures of all heads, what they do.

use attention::Matrix;
use attention::model::{Ablation, Model, Run};
use lesson::lessons::models::link::{Instead, Off};
use lesson::lessons::models::measures::{Does, Sight};
use lesson::lessons::models::messages::{Head, Reading, SIDE, Token, Trouble};

use crate::opening::Opened;
use crate::trouble::{of_model, of_text};

/// A text with what the model computed for it.
pub struct Read {
    /// Its tokens.
    pub ids: Vec<u32>,
    /// The heads that were out.
    pub off: Vec<Off>,
    /// Without these heads.
    pub run: Run,
    /// With all heads; `None` where none was out.
    pub whole: Option<Run>,
}

impl Read {
    /// Reads `text` without the heads in `off`; those that the model does not have count for nothing.
    pub fn of(opened: &Opened, text: &str, off: &[Off]) -> Result<Read, Trouble> {
        let model = &opened.model;
        let ids = ids(opened, text)?;
        let whole = run(model, &ids, &[])?;
        let card = &opened.card;
        let off = off.iter().copied();
        let off: Vec<Off> = off
            .filter(|own| card.index((own.layer, own.head)).is_some())
            .collect();
        if off.is_empty() {
            let (run, whole) = (whole, None);
            return Ok(Read {
                ids,
                off,
                run,
                whole,
            });
        }
        let out: Vec<Ablation> = off.iter().map(|own| ablation(model, &whole, own)).collect();
        Ok(Read {
            run: run(model, &ids, &out)?,
            whole: Some(whole),
            ids,
            off,
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
            tokens: self.ids.iter().map(|id| token(opened, *id)).collect(),
            off: self.off.clone(),
            side,
            maps,
            does,
        }
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
    let ids = opened.tokenizer.encode(text).map_err(|e| of_text(&e))?;
    let most = opened.most();
    match ids.len() {
        0 => Err(Trouble::Empty),
        n if n > most => Err(Trouble::TooLong(n, most)),
        _ => Ok(ids),
    }
}

/// A pass over `ids`; numbers that are none are said, not shown.
fn run(model: &Model, ids: &[u32], out: &[Ablation]) -> Result<Run, Trouble> {
    let mut run = Run::new(model, 1, ids.len()).map_err(of_model)?;
    model
        .forward_ablated(ids, &mut run, out)
        .map_err(of_model)?;
    let finite = run.logits().data().iter().all(|logit| logit.is_finite());
    finite.then_some(run).ok_or(Trouble::NotFinite)
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
