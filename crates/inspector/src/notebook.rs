//! What any model on any machine attended to, written by a notebook: one safetensors file of weights and tokens, and of
//! queries, keys and values where these are there.

use attention::Matrix;
use attention::load::{Archive, Files, LoadError, Stack};
use lesson::lessons::models::measures::{Does, Sight, Text, divides};
use lesson::lessons::models::messages::{Card, Head, MOST_TOKENS, Reading, SIDE, Token, Trouble};
use lesson::lessons::models::notebook::FILE;

use crate::reading::{small, visible};
use crate::trouble::of_files;

/// The most heads on the wall.
const MOST_HEADS: usize = 2048;

/// Weights are rounded where their numbers have sixteen bits, and a row of them with it.
const LOOSE: f32 = 0.02;

/// A file of attentions.
pub struct Notebook {
    /// What the page is told.
    pub card: Card,
    tokens: Vec<Token>,
    /// layers×heads×n×n
    attentions: Stack,
    /// Queries layers×heads×n×d_head, keys and values layers×kv_heads×n×d_head.
    qkv: Option<[Stack; 3]>,
    factor: f32,
}

/// Whether the files are that of a notebook.
pub fn is_notebook(files: &dyn Files) -> bool {
    files.size(FILE).is_some()
}

impl Notebook {
    /// The notebook's file among `files`; `progress` is told bytes done and bytes in all.
    pub fn of(files: &dyn Files, progress: &mut dyn FnMut(u64, u64)) -> Result<Self, Trouble> {
        let names = [FILE.to_owned()];
        let archive = Archive::open(files, &names).map_err(of_files)?;
        let all = ["attentions", "q", "k", "v"].map(|name| archive.bytes(name));
        let all: u64 = all.into_iter().flatten().sum();
        let mut done = 0;
        let mut read = |name| {
            let mut told = |bytes| {
                done += bytes;
                progress(done, all);
            };
            archive.stack(name, &mut told).map_err(of_files)
        };
        let attentions = read("attentions")?.ok_or_else(no_attentions)?;
        let &[layers, heads, n, keys] = attentions.shape() else {
            return Err(shape("attentions", attentions.shape(), &[0; 4]));
        };
        if n != keys || layers.min(heads).min(n) == 0 {
            return Err(shape(
                "attentions",
                attentions.shape(),
                &[layers, heads, n, n],
            ));
        }
        if n > MOST_TOKENS {
            return Err(Trouble::TooLong(n, MOST_TOKENS));
        }
        if layers.saturating_mul(heads) > MOST_HEADS {
            return Err(Trouble::Files(format!(
                "{layers} layers of {heads} heads are more than {MOST_HEADS} heads; keep fewer layers"
            )));
        }
        let qkv = match (read("q")?, read("k")?, read("v")?) {
            (Some(q), Some(k), Some(v)) => Some([q, k, v]),
            (None, None, None) => None,
            _ => {
                return Err(Trouble::Files(
                    "of q, k and v all must be there, or none".to_owned(),
                ));
            }
        };
        let facts = archive.facts();
        let tokens = tokens(facts.get("tokens"), n)?;
        let (kv_heads, d_head) = sizes(qkv.as_ref(), [layers, heads, n])?;
        let factor = facts.get("scale").and_then(|own| own.parse::<f32>().ok());
        let factor = factor.filter(|own| own.is_finite());
        let name = facts.get("model").map_or("", String::as_str);
        let mut own = Self {
            card: Card {
                notebook: true,
                family: name.chars().filter(|c| !c.is_control()).take(60).collect(),
                layers,
                heads,
                kv_heads,
                d_model: 0,
                d_head,
                vocab: 0,
                max_len: n,
                weights: 0,
                causal: true,
                probe: Vec::new(),
            },
            tokens,
            attentions,
            qkv,
            factor: factor.unwrap_or(1.0 / (d_head.max(1) as f32).sqrt()),
        };
        own.card.causal = own.check()?;
        Ok(own)
    }

    /// Checks that all weights are some, and that scores give them; whether nobody looks ahead.
    fn check(&self) -> Result<bool, Trouble> {
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

    fn weights(&self, at: (usize, usize)) -> Matrix {
        let n = self.tokens.len();
        let first = (at.0 * self.card.heads + at.1) * n * n;
        let numbers = self.attentions.part(first, n * n);
        Matrix::new(n, n, numbers).unwrap_or_else(|_| Matrix::zeros(n, n))
    }

    /// Queries, keys and values of a head, each n×d_head.
    fn vectors(&self, (layer, head): (usize, usize)) -> Option<[Vec<f32>; 3]> {
        let own = self.qkv.as_ref()?;
        let (heads, kv_heads) = (self.card.heads, self.card.kv_heads);
        let count = self.tokens.len() * self.card.d_head;
        let of_keys = layer * kv_heads + head / (heads / kv_heads);
        let at = [layer * heads + head, of_keys, of_keys];
        let part = |which: usize| own[which].part(at[which] * count, count);
        Some([part(0), part(1), part(2)])
    }

    /// What the page is told of its text.
    pub fn told(&self) -> Reading {
        let side = self.tokens.len().min(SIDE);
        let sight = Sight {
            causal: self.card.causal,
            window: None,
        };
        let ids: Vec<u32> = self.tokens.iter().map(|own| own.id).collect();
        let divides: Vec<bool> = self.tokens.iter().map(|own| divides(&own.text)).collect();
        let text = Text {
            ids: &ids,
            divides: &divides,
        };
        let (mut maps, mut does) = (Vec::new(), Vec::new());
        for at in self.card.all() {
            let weights = self.weights(at);
            small(&weights, side, &mut maps);
            does.push(Does::of(text, &weights, sight));
        }
        Reading {
            tokens: self.tokens.clone(),
            usual: self.tokens.len().saturating_sub(1),
            side,
            maps,
            does,
            other: None,
        }
    }

    /// One head's numbers; `None` where there is no such head.
    pub fn head(&self, at: (usize, usize)) -> Option<Head> {
        self.card.index(at)?;
        let [q, k, v] = self.vectors(at).unwrap_or_default();
        Some(Head {
            at,
            n: self.tokens.len(),
            d_head: self.card.d_head,
            q,
            k,
            v,
            weights: self.weights(at).data().to_vec(),
            factor: self.factor,
            causal: self.card.causal,
            window: None,
        })
    }
}

fn no_attentions() -> Trouble {
    Trouble::Files("there is no config.json beside it, and no tensor “attentions” in it".to_owned())
}

fn shape(tensor: &str, found: &[usize], wanted: &[usize]) -> Trouble {
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
fn tokens(list: Option<&String>, n: usize) -> Result<Vec<Token>, Trouble> {
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
fn sizes(
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
