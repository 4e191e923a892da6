//! A whole training, which goes on where it was interrupted.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use attention::model::{Model, Params};
use attention::train::Progress;

use crate::plan::Plan;
use crate::training::Training;
use crate::{heads, judge, windows};

/// Steps from one line of the log, one copy of the weights, and one place to resume from, to the next.
pub const EVERY: u32 = 100;

/// How long a passage is that is read twice, and how many are.
const PASSAGE: usize = 64;
const PASSAGES: usize = 40;

/// What a run learns from, and is tried on.
pub struct Matter<'a> {
    /// All tokens to learn from, chapter after chapter.
    pub train: &'a [u32],
    /// Chapters to try it on.
    pub tried_on: &'a [Vec<u32>],
    /// Their characters.
    pub characters: usize,
}

/// Trains by `plan` and keeps everything in `folder`; the model at the end.
///
/// # Errors
/// In words.
pub fn train(plan: Plan, matter: &Matter<'_>, folder: &Path) -> Result<Model, String> {
    let random = plan.first()?;
    let (done, mut training) = match resumed(&random, plan, folder)? {
        Some(there) => there,
        None => (0, Training::new(random, plan, None)?),
    };
    let (start, mut losses) = (Instant::now(), 0.0);
    for step in done + 1..=plan.steps {
        let (ids, targets) = windows::drawn(matter.train, &plan, step);
        losses += training.step(step, &ids, &targets)?;
        if step.is_multiple_of(EVERY) || step == plan.steps {
            let seconds = start.elapsed().as_secs_f32();
            let line = said(
                &training.model,
                matter,
                step,
                losses / EVERY as f32,
                seconds,
            )?;
            losses = 0.0;
            keep(&training, step, folder, &line)?;
            println!("{line}");
        }
    }
    Ok(training.model)
}

/// One line of the log.
fn said(
    model: &Model,
    matter: &Matter<'_>,
    step: u32,
    loss: f32,
    seconds: f32,
) -> Result<String, String> {
    let bits = judge::bits(model, matter.tried_on)? / matter.characters as f64;
    let does = heads::on(model, &heads::probe())?;
    let [induction, same, previous, ..] = heads::best(&does);
    let some = matter
        .tried_on
        .iter()
        .flat_map(|chapter| chapter.chunks_exact(PASSAGE));
    let twice = some
        .take(PASSAGES)
        .map(|ids| heads::on(model, &ids.repeat(2)));
    let twice: Vec<_> = twice.collect::<Result<_, _>>()?;
    let [in_text, ..] = heads::best(&heads::mean(&twice));
    Ok(format!(
        "step {step:5}  {seconds:6.0} s  loss {loss:.4}  bits a character {bits:.4}  induction {induction:.2}  \
         previous {previous:.2}  same {same:.2}  induction in a passage that comes twice {in_text:.2}"
    ))
}

/// The weights after a step.
#[must_use]
pub fn weights_at(folder: &Path, step: u32) -> PathBuf {
    folder.join(format!("weights-{step:06}"))
}

/// A model of that plan with the weights of a file.
///
/// # Errors
/// In words.
pub fn model_at(plan: Plan, path: &Path) -> Result<Model, String> {
    let flat = numbers(path)?;
    let params = Params::from_flat(&plan.config(), &flat).map_err(|error| error.to_string())?;
    Model::new(plan.config(), params).map_err(|error| error.to_string())
}

/// The last step that was kept, and the training there.
fn resumed(random: &Model, plan: Plan, folder: &Path) -> Result<Option<(u32, Training)>, String> {
    let steps = (1..=plan.steps)
        .rev()
        .find(|&step| weights_at(folder, step).exists());
    let Some(steps) = steps else {
        let weights = random.params().to_flat();
        return write(&weights_at(folder, 0), &weights).map(|()| None);
    };
    println!("going on from step {steps} in {}", folder.display());
    let model = model_at(plan, &weights_at(folder, steps))?;
    let moments = [folder.join("moments-1"), folder.join("moments-2")];
    let moments = [numbers(&moments[0])?, numbers(&moments[1])?];
    let progress = Progress { steps, moments };
    Ok(Some((steps, Training::new(model, plan, Some(&progress))?)))
}

/// Keeps what is needed to go on; the weights last, so that what they stand for is there.
fn keep(training: &Training, step: u32, folder: &Path, line: &str) -> Result<(), String> {
    let progress = training.progress();
    for (moments, name) in progress.moments.iter().zip(["moments-1", "moments-2"]) {
        write(&folder.join(name), moments)?;
    }
    write(
        &weights_at(folder, step),
        &training.model.params().to_flat(),
    )?;
    let log = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("log.txt"));
    log.and_then(|mut log| writeln!(log, "{line}"))
        .map_err(|error| error.to_string())
}

/// Little-endian, whole or not at all.
fn write(path: &Path, numbers: &[f32]) -> Result<(), String> {
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let (part, words) = (path.with_extension("part"), |error| {
        format!("{}: {error}", path.display())
    });
    fs::write(&part, bytes).map_err(words)?;
    fs::rename(&part, path).map_err(words)
}

fn numbers(path: &Path) -> Result<Vec<f32>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(bytes
        .as_chunks()
        .0
        .iter()
        .map(|chunk| f32::from_le_bytes(*chunk))
        .collect())
}
