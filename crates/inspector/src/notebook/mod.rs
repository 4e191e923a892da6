//! What any model on any machine attended to, written by a notebook: one safetensors file of weights and tokens, and of
//! queries, keys and values where these are there.

mod check;

use attention::Matrix;
use attention::load::{Archive, Files, Stack};
use lesson::lessons::models::measures::{Does, Sight, Text, divides};
use lesson::lessons::models::messages::{Card, Head, MOST_TOKENS, Reading, SIDE, Token, Trouble};
use lesson::lessons::models::notebook::FILE;

use crate::reading::small;
use crate::trouble::of_files;
use check::{no_attentions, shape, sizes, tokens};

/// The most heads on the wall.
const MOST_HEADS: usize = 2048;

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
                bytes: 0,
                workers: 0,
                rounded: None,
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
