//! From files to a model that can be asked.

use attention::load::{Family, Files, Tokenizer, open_shard};
use attention::model::{Changes, Form, Model, Positions, Shard};
use lesson::lessons::models::measures::{Does, Text, repeated};
use lesson::lessons::models::messages::{Card, How, MOST_TOKENS, MOST_WRITTEN, Rounded, Trouble};
use std::ops::ControlFlow;

use crate::reading::{divided, run, sight};
use crate::sharing::{Held, Help, Source, count};
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
    /// The model that `source` holds, over several workers where that is quicker; `progress` is told bytes done and bytes
    /// in all.
    pub async fn of(
        source: &dyn Source,
        how: How,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Opened, Trouble> {
        let (int8, weights) = (how.int8, count(source.files()).unwrap_or(0));
        let workers = source.workers(weights, how);
        // They read while this one does.
        let help = (workers > 1).then(|| source.help(workers, int8)).flatten();
        let shard = help.as_ref().and_then(|_| Shard::new(0, workers));
        let shard = shard.unwrap_or(Shard::WHOLE);
        let loaded = load(source.files(), int8, shard, progress)?;
        let (mut model, mut held) = (loaded.model, loaded.held);
        if let Some(Help { team, ready }) = help {
            match ready.await {
                Ok(others) => {
                    held = held.with(others);
                    model = model.with_team(team);
                }
                // Whoever could not be started is done without.
                Err(Trouble::NoWorker) => {
                    drop(model);
                    Loaded { model, held, .. } =
                        load(source.files(), int8, Shard::WHOLE, progress)?;
                }
                Err(trouble) => return Err(trouble),
            }
        }
        let mut card = card(&model, loaded.family);
        card.bytes = held.bytes;
        card.workers = model.workers();
        card.rounded = int8.then(|| Rounded {
            relative: held.loss.relative() as f32,
            compared: None,
        });
        let mut opened = Opened {
            model,
            tokenizer: loaded.tokenizer,
            card,
        };
        opened.card.probe = probe(&opened).await?;
        Ok(opened)
    }

    /// The most tokens that are read at once.
    pub fn most(&self) -> usize {
        self.model.config().max_len.min(MOST_TOKENS)
    }
}

/// A model as one worker holds it.
pub struct Loaded {
    /// With all weights, or the share of one worker.
    pub model: Model,
    family: Family,
    tokenizer: Tokenizer,
    /// What that takes.
    pub held: Held,
}

/// What `shard` holds of the model in `files`.
pub fn load(
    files: &dyn Files,
    int8: bool,
    shard: Shard,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Loaded, Trouble> {
    let mut told = |done, all| {
        progress(done, all);
        ControlFlow::Continue(())
    };
    let form = if int8 { Form::Int8 } else { Form::Panels };
    let loaded = open_shard(files, form, shard, &mut told).map_err(of_files)?;
    let mut config = loaded.config;
    // Where positions are computed, no more are prepared than are used: a model may have a hundred thousand.
    if config.positions != Positions::Learned {
        config.max_len = config.max_len.min(MOST_TOKENS + MOST_WRITTEN);
    }
    Ok(Loaded {
        model: Model::new(config, loaded.params).map_err(of_model)?,
        family: loaded.family,
        tokenizer: loaded.tokenizer,
        held: Held {
            bytes: loaded.bytes as u64,
            loss: loaded.loss,
        },
    })
}

fn card(model: &Model, family: Family) -> Card {
    let config = model.config();
    Card {
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
        bytes: 0,
        workers: 1,
        rounded: None,
        causal: config.causal,
        probe: Vec::new(),
    }
}

/// What every head does on random tokens that are repeated.
async fn probe(opened: &Opened) -> Result<Vec<Does>, Trouble> {
    let model = &opened.model;
    let config = model.config();
    let ids = repeated(config.vocab, PROBE.min(config.max_len / 2));
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let run = run(model, &ids, Changes::default()).await?;
    let divides = divided(opened, &ids);
    let text = Text {
        ids: &ids,
        divides: &divides,
    };
    let does = |(layer, head)| {
        let weights = run.weights(model, layer, 0, head);
        Does::of(text, &weights, sight(model, layer))
    };
    Ok(opened.card.all().map(does).collect())
}
