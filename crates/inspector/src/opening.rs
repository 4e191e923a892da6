//! From files to a model that can be asked.

use attention::load::{Family, Files, Tokenizer, open};
use attention::model::{Form, Model, Positions, Run};
use lesson::lessons::models::measures::{Does, Text, repeated};
use lesson::lessons::models::messages::{Card, MOST_TOKENS, MOST_WRITTEN, Rounded, Trouble};
use std::ops::ControlFlow;

use crate::reading::{divided, sight};
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
    /// With `int8` its weights are held as whole numbers of eight bits.
    pub fn of(
        files: &dyn Files,
        int8: bool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Opened, Trouble> {
        let mut told = |done, all| {
            progress(done, all);
            ControlFlow::Continue(())
        };
        let loaded = open(
            files,
            if int8 { Form::Int8 } else { Form::Panels },
            &mut told,
        )
        .map_err(of_files)?;
        let (family, tokenizer, mut config) = (loaded.family, loaded.tokenizer, loaded.config);
        // Where positions are computed, no more are prepared than are used: a model may have a hundred thousand.
        if config.positions != Positions::Learned {
            config.max_len = config.max_len.min(MOST_TOKENS + MOST_WRITTEN);
        }
        let model = Model::new(config, loaded.params).map_err(of_model)?;
        let mut card = card(&model, family);
        card.bytes = loaded.bytes as u64;
        card.rounded = int8.then(|| Rounded {
            relative: loaded.loss.relative() as f32,
            compared: None,
        });
        let mut opened = Opened {
            model,
            tokenizer,
            card,
        };
        opened.card.probe = probe(&opened)?;
        Ok(opened)
    }

    /// The most tokens that are read at once.
    pub fn most(&self) -> usize {
        self.model.config().max_len.min(MOST_TOKENS)
    }
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
        rounded: None,
        causal: config.causal,
        probe: Vec::new(),
    }
}

/// What every head does on random tokens that are repeated.
fn probe(opened: &Opened) -> Result<Vec<Does>, Trouble> {
    let model = &opened.model;
    let config = model.config();
    let ids = repeated(config.vocab, PROBE.min(config.max_len / 2));
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut run = Run::lean(model, ids.len()).map_err(of_model)?;
    model.forward(&ids, &mut run).map_err(of_model)?;
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
