//! Makes the small model that comes with the page: `cargo xtask train reader`. Its books are fetched, a tokenizer and
//! a decoder of Llama's kind are trained on them with this project's own trainer, both are measured on chapters that
//! were held out, and the files of `assets/models` and the figures of `docs/READER.md` are written.
//!
//! With `KEY=NUMBER` other settings are tried; then nothing is written outside `.tools/reader`.

mod books;
mod examples;
mod fetch;
mod folder;
mod given;
mod heads;
mod judge;
mod plan;
mod report;
mod rivals;
mod run;
mod text;
mod training;
mod windows;
mod words;

use std::path::Path;
use std::process::ExitCode;

use attention::load::Tokenizer;

use plan::Plan;
use report::Trained;
use run::Matter;
use text::{Texts, count};

fn main() -> ExitCode {
    let changes: Vec<_> = std::env::args().skip(1).collect();
    match Plan::with(&changes).and_then(made) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("reader: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn made(plan: Plan) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join(".tools/reader");
    let texts = Texts::of(&folder)?;
    let words = words::learned(&texts.train)?;
    let tokenizer = Tokenizer::new(words.as_bytes()).map_err(|error| error.to_string())?;
    let train = words::tokens(&tokenizer, &texts.train)?.concat();
    let matter = Matter {
        train: &train,
        tried_on: &words::tokens(&tokenizer, &texts.tried_on)?,
        characters: count(&texts.tried_on),
    };
    println!(
        "learns from {} characters ({} tokens), is tried on {}, judged by {}; {} weights",
        count(&texts.train),
        train.len(),
        matter.characters,
        count(&texts.held_out),
        plan.config().count().unwrap_or(0)
    );
    let run = folder.join(
        format!("{plan:?}").replace(|sign: char| !sign.is_alphanumeric() && sign != '.', "-"),
    );
    fetch::make(&run)?;
    let model = run::train(plan, &matter, &run)?;
    let trained = Trained {
        plan,
        model: &model,
        words: &words,
        texts: &texts,
        tokens: train.len(),
        held_out: &words::tokens(&tokenizer, &texts.held_out)?,
        run: &run,
    };
    match plan == Plan::default() {
        true => trained.write(&root),
        // Tries are judged by other chapters than the figures, or these would be chosen by, too.
        false => Ok(()),
    }
}
