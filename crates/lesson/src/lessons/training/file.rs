//! Runs as files: safetensors that carry their settings, in a folder that Hugging Face's
//! `transformers` opens where the settings are GPT-2's or Llama's.

use attention::load::{self, Archive, Family, LoadError, save};

use super::look::At;
use super::problem::TrainingProblem;
use super::session::{Saved, Session};
use super::{curve, link};

/// The file of the weights.
pub const WEIGHTS: &str = "model.safetensors";
/// Where the settings stand in the file's metadata, written as in a link.
const SETTINGS: &str = "attention_lab";
/// Where the number of steps stands.
const STEPS: &str = "steps";
/// Where the curves stand.
const CURVES: &str = "curves";

/// The files of that moment of a run: names and bytes.
///
/// # Errors
/// [`TrainingProblem`] where there is no such moment.
pub fn write(session: &Session, at: At) -> Result<Vec<(String, Vec<u8>)>, TrainingProblem> {
    let (model, step) = session.model_at(at)?;
    let settings = session.settings();
    let about = [
        (SETTINGS.to_owned(), link::settings(settings)),
        (STEPS.to_owned(), step.to_string()),
        (CURVES.to_owned(), curve::to_text(session.points(), step)),
    ];
    let weights = save::weights(&model, Family::of(model.config()), &about)?;
    let mut files = vec![(WEIGHTS.to_owned(), weights)];
    if Family::of(model.config()).is_some() {
        let config = save::config_json(model.config())?;
        let tokenizer = save::tokenizer_json(settings.task.words())?;
        files.push(("config.json".to_owned(), config.into_bytes()));
        files.push(("tokenizer.json".to_owned(), tokenizer.into_bytes()));
        let class = save::TOKENIZER_CONFIG_JSON.as_bytes().to_vec();
        files.push(("tokenizer_config.json".to_owned(), class));
    }
    Ok(files)
}

/// A run as a file has it. Any bytes are safe to pass.
///
/// # Errors
/// [`TrainingProblem`] when it is not one of ours, or damaged.
pub fn read(bytes: &[u8]) -> Result<Saved, TrainingProblem> {
    let about = load::metadata(bytes)?;
    let foreign = || TrainingProblem::File(format!("it does not say “{SETTINGS}”"));
    let settings =
        link::read_settings(about.get(SETTINGS).ok_or_else(foreign)?).map_err(|_| foreign())?;
    settings.check()?;
    let (config, archive) = (settings.config(), Archive::new(&[(WEIGHTS, bytes)])?);
    let params = match Family::of(&config) {
        Some(family) => load::params(&config, family, &archive)?,
        None => load::own_params(&config, &archive)?,
    };
    let step = about.get(STEPS).and_then(|text| text.parse().ok());
    Ok(Saved {
        settings,
        step: step.unwrap_or(0),
        weights: params.to_flat(),
        optimiser: None,
        points: about
            .get(CURVES)
            .map_or_else(Vec::new, |text| curve::from_text(text)),
        snapshots: Vec::new(),
    })
}

impl From<LoadError> for TrainingProblem {
    fn from(error: LoadError) -> Self {
        Self::File(error.to_string())
    }
}
