//! The model as a folder of full-size weights, with what it says of a text, for `in_transformers.py`.

use std::path::Path;

use attention::load::{Family, Tokenizer, save};
use attention::model::{Model, Run};
use serde_json::json;

use crate::fetch::make;
use crate::report::put;

/// Characters of the text.
const LENGTH: usize = 500;

/// Writes the folder.
///
/// # Errors
/// In words.
pub fn write(model: &Model, words: &str, chapters: &[String], folder: &Path) -> Result<(), String> {
    let said = |error: attention::load::LoadError| error.to_string();
    make(folder)?;
    let config = save::config_json(model.config()).map_err(said)?;
    let weights = save::weights(model, Some(Family::Llama), &[]).map_err(said)?;
    put(&folder.join("config.json"), config.as_bytes())?;
    put(&folder.join("tokenizer.json"), words.as_bytes())?;
    put(
        &folder.join("tokenizer_config.json"),
        save::TOKENIZER_CONFIG_JSON.as_bytes(),
    )?;
    put(&folder.join("model.safetensors"), &weights)?;
    let text: String = chapters.concat().chars().take(LENGTH).collect();
    let tokenizer = Tokenizer::new(words.as_bytes()).map_err(said)?;
    let ids = tokenizer.encode(&text).map_err(said)?;
    let mut run = Run::new(model, 1, ids.len()).map_err(|error| error.to_string())?;
    model
        .forward(&ids, &mut run)
        .map_err(|error| error.to_string())?;
    let logits: Vec<_> = (0..ids.len())
        .map(|place| run.logits().row(place))
        .collect();
    let expected = json!({ "text": text, "ids": ids, "logits": logits });
    put(
        &folder.join("expected.json"),
        expected.to_string().as_bytes(),
    )
}
