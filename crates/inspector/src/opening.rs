//! From files to a model that can be asked.

use attention::load::{Family, Files, Tokenizer, open};
use attention::model::{Model, Positions, Run};
use lesson::lessons::models::measures::{Does, repeated};
use lesson::lessons::models::messages::{Card, MOST_TOKENS, MOST_WRITTEN, Trouble};
use std::ops::ControlFlow;

use crate::reading::sight;
use crate::trouble::{of_files, of_model};

/// How many different tokens the probe repeats.
const PROBE: usize = 24;

/// A model with its tokenizer, and what is known of it.
pub struct Opened {
    /// The model, with room for as many tokens as are read and written.
    pub model: Model,
    /// What cuts text into its tokens.
    pub tokenizer: Tokenizer,
    /// What the page is told.
    pub card: Card,
}

impl Opened {
    /// The model that `files` hold; `progress` is told bytes done and bytes in all.
    pub fn of(files: &dyn Files, progress: &mut dyn FnMut(u64, u64)) -> Result<Opened, Trouble> {
        let mut told = |done, all| {
            progress(done, all);
            ControlFlow::Continue(())
        };
        let loaded = open(files, &mut told).map_err(of_files)?;
        let (family, tokenizer, mut config) = (loaded.family, loaded.tokenizer, loaded.config);
        // Where positions are computed, no more are prepared than are used: a model may have a hundred thousand.
        if config.positions != Positions::Learned {
            config.max_len = config.max_len.min(MOST_TOKENS + MOST_WRITTEN);
        }
        let model = Model::new(config, loaded.params).map_err(of_model)?;
        let card = card(&model, family)?;
        Ok(Opened {
            model,
            tokenizer,
            card,
        })
    }

    /// The most tokens that are read at once.
    pub fn most(&self) -> usize {
        self.model.config().max_len.min(MOST_TOKENS)
    }
}

fn card(model: &Model, family: Family) -> Result<Card, Trouble> {
    let config = model.config();
    Ok(Card {
        notebook: false,
        family: family.title().to_owned(),
        layers: config.n_layers,
        heads: config.n_heads,
        kv_heads: config.n_kv_heads,
        d_model: config.d_model,
        d_head: config.d_head,
        vocab: config.vocab,
        max_len: config.max_len,
        weights: config.count().unwrap_or(0) as u64,
        causal: config.causal,
        probe: probe(model)?,
    })
}

/// What every head does on random tokens that are repeated.
fn probe(model: &Model) -> Result<Vec<Does>, Trouble> {
    let config = model.config();
    let ids = repeated(config.vocab, PROBE.min(config.max_len / 2));
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut run = Run::new(model, 1, ids.len()).map_err(of_model)?;
    model.forward(&ids, &mut run).map_err(of_model)?;
    let all = (0..config.n_layers).flat_map(|layer| (0..config.n_heads).map(move |h| (layer, h)));
    let does = |(layer, head)| {
        Does::of(
            &ids,
            &run.weights(model, layer, 0, head),
            sight(model, layer),
        )
    };
    Ok(all.map(does).collect())
}
