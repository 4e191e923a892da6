//! What is wrong, as the page is told it.

use attention::load::LoadError;
use attention::model::ModelError;
use attention::sample::SamplingError;
use lesson::lessons::models::messages::Trouble;

/// What kept files from being a model.
pub fn of_files(error: LoadError) -> Trouble {
    match error {
        LoadError::Model(error) => of_model(error),
        other => Trouble::Files(other.to_string()),
    }
}

/// What kept a text from being tokens.
pub fn of_text(error: &LoadError) -> Trouble {
    Trouble::Text(error.to_string())
}

/// What kept a text from being tokens, for a model that knows so few that all can be said.
pub fn of_words(error: &LoadError, words: &[String]) -> Trouble {
    match words.is_empty() {
        true => of_text(error),
        false => Trouble::Unknown(words.join(" ")),
    }
}

/// What kept a model from computing.
pub fn of_model(error: ModelError) -> Trouble {
    match error {
        ModelError::Memory { .. } => Trouble::Memory,
        ModelError::TooLong { tokens, max_len } => Trouble::TooLong(tokens, max_len),
        ModelError::Lost => Trouble::Lost,
        other => Trouble::Files(other.to_string()),
    }
}

/// What kept a token from being drawn.
pub fn of_drawing(error: &SamplingError) -> Trouble {
    Trouble::Drawing(error.to_string())
}
