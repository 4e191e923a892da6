//! Ten steps of training on the model of a folder, to be held against PyTorch.
//!
//! ```text
//! cargo run -q -p attention --example train_folder -- FOLDER TRAINING.json
//! ```
//!
//! FOLDER is a Hugging Face folder of a GPT-2 or Llama; TRAINING.json has the field `ids`, a batch of
//! token sequences of one length. Each token is to predict the next; AdamW, learning rate 1e-3, betas
//! 0.9 and 0.999, eps 1e-8, weight decay 0.01 on every weight.
//!
//! Output: `loss`, that of the model as it is, and `adamw_losses`, ten of them, each from before its
//! step.
//!
//! Exit code 0; 1 for a folder or file that makes no answer, said in one line; 2 for arguments.

use attention::load::folder;
use attention::train::{AdamW, Trainer, next_tokens};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

const STEPS: usize = 10;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let [model, training] = &args[..] else {
        eprintln!("usage: train_folder FOLDER TRAINING.json");
        return ExitCode::from(2);
    };
    match run(Path::new(model), Path::new(training)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("train_folder: {message}");
            ExitCode::from(1)
        }
    }
}

#[derive(Serialize)]
struct Answer {
    loss: f32,
    adamw_losses: Vec<f32>,
}

fn run(model: &Path, training: &Path) -> Result<(), String> {
    let batch =
        Batch::read(training).map_err(|error| format!("{}: {error}", training.display()))?;
    let adamw_losses = losses(model, &batch)?;
    let loss = adamw_losses.first().copied().unwrap_or_default();
    let answer = serde_json::to_string(&Answer { loss, adamw_losses });
    let answer = answer.map_err(|error| format!("cannot write the answer: {error}"))?;
    let written = writeln!(std::io::stdout(), "{answer}");
    written.map_err(|error| format!("cannot write to stdout: {error}"))
}

/// The losses of ten steps, each from before the step.
fn losses(model: &Path, batch: &Batch) -> Result<Vec<f32>, String> {
    let loaded = folder(model).map_err(|error| error.to_string())?;
    if !loaded.config.causal {
        return Err("this model sees what it would have to predict".into());
    }
    let mut model = loaded
        .model(batch.length)
        .map_err(|error| error.to_string())?;
    let trainer = Trainer::new(&model, AdamW::default(), batch.count, batch.length);
    let mut trainer = trainer.map_err(|error| error.to_string())?;
    let targets = next_tokens(&batch.ids, batch.length);
    let steps = (0..STEPS).map(|_| trainer.step(&mut model, &batch.ids, &targets));
    steps
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())
}

/// Sequences of one length, one after the other.
struct Batch {
    ids: Vec<u32>,
    count: usize,
    length: usize,
}

impl Batch {
    fn read(path: &Path) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Training {
            ids: Vec<Vec<u32>>,
        }
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        let Training { ids } = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        let length = ids.first().map_or(0, Vec::len);
        if length < 2 {
            return Err("there must be sequences of at least 2 tokens".into());
        }
        if let Some(row) = ids.iter().position(|row| row.len() != length) {
            let found = ids[row].len();
            return Err(format!(
                "sequence {row} has {found} tokens, the first has {length}"
            ));
        }
        Ok(Self {
            count: ids.len(),
            length,
            ids: ids.concat(),
        })
    }
}
