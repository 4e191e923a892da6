//! A look into a model: a text goes in, tokens, logits and every attention weight come out.
//!
//! ```text
//! cargo run -q -p attention --example inspect -- FOLDER --text "the cat" --generate 12
//! ```
//!
//! FOLDER is a Hugging Face folder of a GPT-2, BERT, DistilBERT, Llama, Mistral, Qwen2, Qwen3,
//! GPT-NeoX (Pythia) or GPT-Neo (TinyStories): `config.json`, `tokenizer.json`, and
//! `model.safetensors` or its shards, in f32, f16 or bf16.
//!
//! With `--int8` large matrices are held as whole numbers of eight bits, and what is multiplied by them is rounded too.
//!
//! Output, one JSON object: `ids` and `tokens` of the text, `logits` at its last token, `top5` the
//! ids of the five largest, largest first, `attentions` by [layer][head][query][key]; with
//! `--generate N` also `greedy`, the ids of the N tokens that follow when always the likeliest one is
//! taken.
//!
//! Exit code 0; 1 for a folder or text that makes no answer, said in one line; 2 for arguments.

use attention::Matrix;
use attention::load::folder_as;
use attention::model::{Form, Model, Run};
use attention::sample::greedy;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: inspect FOLDER --text TEXT [--generate COUNT] [--int8]";

fn main() -> ExitCode {
    let Some(request) = Request::parse(std::env::args_os()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match answer(&request).and_then(|answer| print(&answer)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("inspect: {message}");
            ExitCode::from(1)
        }
    }
}

/// What the arguments ask for.
struct Request {
    folder: PathBuf,
    text: String,
    generate: Option<usize>,
    form: Form,
}

impl Request {
    fn parse(args: impl Iterator<Item = std::ffi::OsString>) -> Option<Self> {
        let (mut folder, mut text, mut generate, mut form) = (None, None, None, Form::Panels);
        let mut args = args.skip(1);
        while let Some(arg) = args.next() {
            let twice = match arg.to_str() {
                Some("--text") => text.replace(args.next()?.into_string().ok()?).is_some(),
                Some("--generate") => {
                    let count = args.next()?.into_string().ok()?;
                    generate.replace(count.parse().ok()?).is_some()
                }
                Some("--int8") => std::mem::replace(&mut form, Form::Int8) == Form::Int8,
                Some(option) if option.starts_with('-') => return None,
                _ => folder.replace(PathBuf::from(arg)).is_some(),
            };
            if twice {
                return None;
            }
        }
        Some(Self {
            folder: folder?,
            text: text?,
            generate,
            form,
        })
    }
}

#[derive(Serialize)]
struct Answer {
    ids: Vec<u32>,
    tokens: Vec<String>,
    logits: Vec<f32>,
    top5: Vec<usize>,
    attentions: Vec<Vec<Vec<Vec<f32>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    greedy: Option<Vec<u32>>,
}

fn answer(request: &Request) -> Result<Answer, String> {
    let loaded =
        folder_as(Path::new(&request.folder), request.form).map_err(|error| error.to_string())?;
    let ids = loaded
        .encode(&request.text)
        .map_err(|error| error.to_string())?;
    if ids.is_empty() {
        return Err("the text has no tokens".into());
    }
    let tokens = ids
        .iter()
        .map(|&id| loaded.tokenizer.token(id).unwrap_or_default());
    let tokens = tokens.collect();
    // The last token is written, but not read.
    let new = request.generate.unwrap_or(0).saturating_sub(1);
    let room = ids.len().saturating_add(new);
    let model = loaded.model(room).map_err(|error| error.to_string())?;
    let mut run = Run::new(&model, 1, ids.len()).map_err(|error| error.to_string())?;
    model
        .forward(&ids, &mut run)
        .map_err(|error| error.to_string())?;
    let logits = run.logits().row(ids.len() - 1).to_vec();
    if !logits.iter().all(|logit| logit.is_finite()) {
        return Err("the logits are too large for an f32".into());
    }
    let greedy = request
        .generate
        .map(|count| greedy(&model, &ids, count))
        .transpose();
    Ok(Answer {
        top5: largest(&logits, 5),
        attentions: attentions(&model, &run),
        greedy: greedy.map_err(|error| error.to_string())?,
        ids,
        tokens,
        logits,
    })
}

/// The places of the `count` largest numbers, largest first; the first of equals first.
fn largest(numbers: &[f32], count: usize) -> Vec<usize> {
    let mut places: Vec<_> = (0..numbers.len()).collect();
    places.sort_by(|&a, &b| numbers[b].total_cmp(&numbers[a]));
    places.truncate(count);
    places
}

/// By [layer][head][query][key].
fn attentions(model: &Model, run: &Run) -> Vec<Vec<Vec<Vec<f32>>>> {
    let rows = |weights: Matrix| weights.iter_rows().map(<[f32]>::to_vec).collect();
    let heads = 0..model.config().n_heads;
    let layer = |layer| {
        let head = |head| rows(run.weights(model, layer, 0, head));
        heads.clone().map(head).collect()
    };
    (0..model.config().n_layers).map(layer).collect()
}

fn print(answer: &Answer) -> Result<(), String> {
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    let written = serde_json::to_writer(&mut stdout, answer).map_err(std::io::Error::from);
    let written = written
        .and_then(|()| writeln!(stdout))
        .and_then(|()| stdout.flush());
    written.map_err(|error| format!("cannot write to stdout: {error}"))
}
