//! What the worker tells of a model, of a text that it has read, and of what became of that.

use serde::{Deserialize, Serialize};

use super::measures::Does;
use super::messages::Trouble;

/// What is known of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// It is what a notebook has written of a model: there are weights and tokens, and no model that could read or say
    /// something. Then `family` is what the notebook calls the model, and what is not known is 0.
    pub notebook: bool,
    /// The kind of model, as one calls it.
    pub family: String,
    /// Blocks.
    pub layers: usize,
    /// Heads of each.
    pub heads: usize,
    /// Heads of keys and values of each.
    pub kv_heads: usize,
    /// Width of the residual stream.
    pub d_model: usize,
    /// Width of a head.
    pub d_head: usize,
    /// Tokens it knows.
    pub vocab: usize,
    /// The most tokens it reads.
    pub max_len: usize,
    /// Numbers that were trained.
    pub weights: u64,
    /// Bytes of memory that its weights take, in all workers.
    pub bytes: u64,
    /// Workers that share it.
    pub workers: usize,
    /// What was lost where its weights are whole numbers of eight bits.
    pub rounded: Option<Rounded>,
    /// A token looks only at itself and what came before.
    pub causal: bool,
    /// What every head does on random tokens that are repeated, layer by layer.
    pub probe: Vec<Does>,
}

/// What whole numbers of eight bits lose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rounded {
    /// The root of mean square error of a weight, over that of the weights.
    pub relative: f32,
    /// What that changed in what comes next, where both could be asked.
    pub compared: Option<Compared>,
}

/// What a model with rounded weights says of a text, beside what it says with its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Places of the text.
    pub places: usize,
    /// At so many of them the same token is the likeliest.
    pub same: usize,
    /// The Kullback–Leibler divergence of the one from the other, in bits, on average over the places.
    pub bits: f32,
}

impl Card {
    /// The place of a head among all.
    #[must_use]
    pub fn index(&self, (layer, head): (usize, usize)) -> Option<usize> {
        (layer < self.layers && head < self.heads).then(|| layer * self.heads + head)
    }

    /// All heads, layer by layer.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let heads = self.heads;
        (0..self.layers).flat_map(move |layer| (0..heads).map(move |head| (layer, head)))
    }
}

/// A token as the tokenizer made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    /// Its number in the vocabulary.
    pub id: u32,
    /// What it spells, with spaces made visible.
    pub text: String,
}

/// What the model did with a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The tokens, n of them.
    pub tokens: Vec<Token>,
    /// The place that is looked at when nobody says which.
    pub usual: usize,
    /// Cells on a side of the small pictures: n, or [`SIDE`] where n is more.
    pub side: usize,
    /// The weights of every head, layer by layer, side×side each: the largest of the block that a cell stands for,
    /// 255 for 1.
    pub maps: Vec<u8>,
    /// What every head does on this text, layer by layer.
    pub does: Vec<Does>,
    /// The tokens of the other text, where there is one, or what is wrong with it.
    pub other: Option<Result<Vec<Token>, Trouble>>,
}

/// One head's numbers, n tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Layer and number.
    pub at: (usize, usize),
    /// n
    pub n: usize,
    /// Width of queries, keys and values; 0 where a notebook has none.
    pub d_head: usize,
    /// n×d_head, turned where the model turns them.
    pub q: Vec<f32>,
    /// n×d_head, likewise.
    pub k: Vec<f32>,
    /// n×d_head
    pub v: Vec<f32>,
    /// n×n
    pub weights: Vec<f32>,
    /// The factor on the scores.
    pub factor: f32,
    /// Is the mask causal?
    pub causal: bool,
    /// How many keys a query may look at, itself and those right before it; `None`: all.
    pub window: Option<usize>,
}

/// What could stand at a place: after it, or of an encoder there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Which.
    pub place: usize,
    /// The likeliest tokens, and those that were the likeliest with all heads.
    pub next: Vec<Choice>,
    /// The token whose logit is followed: the one that was asked for, or the likeliest as the model was trained.
    pub of: Option<Choice>,
    /// What each head adds to its logit directly (layer, number, share), the largest first
    /// whatever their sign; none where the model has no such shares.
    pub shares: Vec<((usize, usize), f32)>,
    /// What would come next if the layers after were left out: the first is before any block, the last is the end.
    pub lens: Vec<Glimpse>,
}

/// A token that could stand somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Which.
    pub token: Token,
    /// Its probability.
    pub now: f32,
    /// Its probability with all heads.
    pub whole: f32,
}

/// The logit lens at one layer (nostalgebraist 2020, "interpreting GPT: the logit lens").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Glimpse {
    /// The likeliest tokens with their probabilities.
    pub first: Vec<(Token, f32)>,
    /// The probability of the token that is followed.
    pub last: f32,
}

/// The two answers between which a model is moved by another text's streams (Zhang and Nanda 2023, "Towards Best
/// Practices of Activation Patching": the difference of two logits).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contrast {
    /// The likeliest after this text.
    pub here: Token,
    /// The likeliest after the other.
    pub there: Token,
    /// Logit of `here` less that of `there`, after this text.
    pub from: f32,
    /// The same after the other.
    pub to: f32,
}

impl Contrast {
    /// How far a difference of the two logits is on the way from this text's, 0, to the other's, 1.
    #[must_use]
    pub fn share(&self, difference: f32) -> f32 {
        (difference - self.from) / (self.to - self.from)
    }

    /// The difference that has that share.
    #[must_use]
    pub fn difference(&self, share: f32) -> f32 {
        self.from + share * (self.to - self.from)
    }
}

/// What the other text's stream does at some places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swept {
    /// The place whose answer is looked at.
    pub answer: usize,
    /// What is compared there.
    pub contrast: Contrast,
    /// The places where something could matter: the first, and the one after the last.
    pub span: (usize, usize),
    /// Where `shares` begin: layer and place.
    pub at: (usize, usize),
    /// How far the answer moves to the other text's, place after place and layer after layer.
    pub shares: Vec<f32>,
    /// Where it goes on.
    pub next: Option<(usize, usize)>,
}
