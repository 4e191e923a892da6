//! What a notebook's file must be, and what is said where it is something else.

use attention::Matrix;
use attention::load::{LoadError, Stack};
use lesson::lessons::models::messages::{Token, Trouble};

use super::Notebook;
use crate::reading::visible;
use crate::trouble::of_files;

/// Weights are rounded where their numbers have sixteen bits, and a row of them with it.
const LOOSE: f32 = 0.02;

impl Notebook {
    /// Checks that all weights are some, and that scores give them; whether nobody looks ahead.
    pub(super) fn check(&self) -> Result<bool, Trouble> {
        let mut causal = true;
        for at in self.card.all() {
            let weights = self.weights(at);
            for (i, row) in weights.iter_rows().enumerate() {
                let sum: f32 = row.iter().sum();
                let fits = |own: &f32| (0.0..=1.0 + LOOSE).contains(own);
                if !row.iter().all(fits) || sum > 1.0 + LOOSE {
                    return Err(no_weights(at, i, sum));
                }
                causal &= row[i + 1..].iter().all(|own| *own == 0.0);
            }
            self.check_scores(at, &weights)?;
        }
        Ok(causal)
    }

    /// The last row of a head must follow from its queries and keys: what is said of why it looks there would be wrong
    /// otherwise.
    fn check_scores(&self, at: (usize, usize), weights: &Matrix) -> Result<(), Trouble> {
        let n = self.tokens.len();
        let Some([q, k, _]) = self.vectors(at) else {
            return Ok(());
        };
        let d = self.card.d_head;
        let q = &q[(n - 1) * d..];
        let score = |key: usize| -> f32 {
            let both = q.iter().zip(&k[key * d..(key + 1) * d]);
            both.map(|(q, k)| q * k).sum::<f32>() * self.factor
        };
        let row = weights.row(n - 1);
        let seen: Vec<usize> = (0..n).filter(|key| row[*key] > 0.0).collect();
        let scores: Vec<f32> = seen.iter().map(|key| score(*key)).collect();
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = scores.iter().map(|own| (own - most).exp()).sum();
        let near =
            |(key, score): (&usize, &f32)| ((score - most).exp() / sum - row[*key]).abs() <= LOOSE;
        match seen.iter().zip(&scores).all(near) {
            true => Ok(()),
            false => Err(Trouble::Files(format!(
                "q and k of layer {}, head {} times {} do not give its weights: is “scale” right? Without q, k and v it can be opened",
                at.0 + 1,
                at.1 + 1,
                self.factor
            ))),
        }
    }
}

pub(super) fn no_attentions() -> Trouble {
    Trouble::Files("there is no config.json beside it, and no tensor “attentions” in it".to_owned())
}

pub(super) fn shape(tensor: &str, found: &[usize], wanted: &[usize]) -> Trouble {
    match wanted {
        [0, 0, 0, 0] => Trouble::Files(format!(
            "{tensor} has the shape {found:?}, not (layers, heads, tokens, tokens)"
        )),
        wanted => of_files(LoadError::Shape {
            tensor: tensor.to_owned(),
            found: found.to_vec(),
            wanted: wanted.to_vec(),
        }),
    }
}

fn no_weights((layer, head): (usize, usize), query: usize, sum: f32) -> Trouble {
    Trouble::Files(format!(
        "layer {}, head {}: row {} of “attentions” is no row of weights, 0 to 1 each and 1 together (these give {sum})",
        layer + 1,
        head + 1,
        query + 1
    ))
}

/// The tokens, from a list in JSON; the same number for those that are written alike.
pub(super) fn tokens(list: Option<&String>, n: usize) -> Result<Vec<Token>, Trouble> {
    let wrong = |why: String| Trouble::Files(format!("its metadata “tokens” {why}"));
    let list = list.ok_or_else(|| wrong("is not there: a list of tokens in JSON".to_owned()))?;
    let all: Vec<String> = serde_json::from_str(list)
        .map_err(|error| wrong(format!("is no list of texts in JSON: {error}")))?;
    if all.len() != n {
        return Err(wrong(format!("has {} of {n} tokens", all.len())));
    }
    let place = |text: &String| all.iter().position(|own| own == text).unwrap_or(0);
    let token = |text: &String| {
        let shown = visible(text);
        Token {
            id: place(text) as u32,
            text: if shown.is_empty() {
                "␣".to_owned()
            } else {
                shown
            },
        }
    };
    Ok(all.iter().map(token).collect())
}

/// Heads of keys and values, and the width of a head; all heads and 0 where there are no vectors.
pub(super) fn sizes(
    qkv: Option<&[Stack; 3]>,
    [layers, heads, n]: [usize; 3],
) -> Result<(usize, usize), Trouble> {
    let Some([q, k, v]) = qkv else {
        return Ok((heads, 0));
    };
    let d_head = q.shape().last().copied().unwrap_or(0);
    let kv_heads = k.shape().get(1).copied().unwrap_or(0);
    let each = [("q", q, heads), ("k", k, kv_heads), ("v", v, kv_heads)];
    for (name, own, heads) in each {
        let wanted = [layers, heads, n, d_head];
        if own.shape() != wanted {
            return Err(shape(name, own.shape(), &wanted));
        }
    }
    let shared = kv_heads > 0 && heads.is_multiple_of(kv_heads) && d_head > 0;
    shared.then_some((kv_heads, d_head)).ok_or_else(|| {
        Trouble::Files(format!(
            "{heads} heads cannot share {kv_heads} heads of keys, each {d_head} wide"
        ))
    })
}
