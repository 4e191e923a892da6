//! Trains one of the models that come with the page and writes it to `assets/models`:
//! `cargo xtask train NAME`. The same line of `training::shipped` gives the same bytes everywhere.

use std::path::Path;
use std::process::ExitCode;

use lesson::lessons::training::file;
use lesson::lessons::training::heads::HeadKind;
use lesson::lessons::training::link;
use lesson::lessons::training::look::At;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::session::Session;
use lesson::lessons::training::shipped::{self, SHIPPED, Shipped};

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(shipped) = shipped::of(&name) else {
        let names: Vec<_> = SHIPPED.iter().map(|shipped| shipped.slug).collect();
        eprintln!(
            "no model is called “{name}”; there are {}",
            names.join(", ")
        );
        return ExitCode::FAILURE;
    };
    match train(shipped) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{name}: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn train(shipped: Shipped) -> Result<(), String> {
    let settings = link::read_settings(shipped.settings).map_err(|wrong| format!("{wrong:?}"))?;
    let mut session = Session::new(settings).map_err(words)?;
    for step in 1..=shipped.steps {
        session.step().map_err(words)?;
        if step.is_multiple_of(shipped.steps.div_ceil(10)) {
            show(&session);
        }
    }
    heads(&mut session)?;
    let files = file::write(&session, At::Now).map_err(words)?;
    // The weights are for this lesson; where there is more, the lesson that opens any model opens all three.
    for (name, bytes) in &files {
        let ending = match name.as_str() {
            file::WEIGHTS => "safetensors",
            "config.json" | "tokenizer.json" => name,
            _ => continue,
        };
        write(&format!("{}.{ending}", shipped.slug), bytes)?;
    }
    Ok(())
}

fn write(name: &str, bytes: &[u8]) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    let path = folder.join(name);
    std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{} bytes in {}", bytes.len(), path.display());
    Ok(())
}

fn words(problem: TrainingProblem) -> String {
    format!("{problem:?}")
}

fn show(session: &Session) {
    if let Some(point) = session.points().last() {
        println!(
            "step {:5}  held-out loss {:.4}  accuracy {:.4}",
            point.step, point.held_out, point.accuracy
        );
    }
}

/// What each head does on held-out sequences.
fn heads(session: &mut Session) -> Result<(), String> {
    let (model, _) = session.model_at(At::Now).map_err(words)?;
    session
        .measure(&model, &[])
        .map_err(|error| error.to_string())?;
    let scores = session.scores(&model).map_err(words)?;
    let n_heads = session.settings().n_heads;
    for (number, scores) in scores.iter().enumerate() {
        let (layer, head) = (number / n_heads, number % n_heads);
        let (kind, clarity) = scores.label();
        let measured = HeadKind::PATTERNS
            .into_iter()
            .filter_map(|kind| Some((kind, scores.score(kind)?)));
        let measured: Vec<_> = measured
            .map(|(kind, score)| format!("{} {score:.2}", kind.slug()))
            .collect();
        println!(
            "head {layer}.{head}: {} {clarity:.2} ({})",
            kind.slug(),
            measured.join(", ")
        );
    }
    Ok(())
}
