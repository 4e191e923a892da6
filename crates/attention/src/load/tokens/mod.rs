//! `tokenizer.json`: from text to the numbers of tokens and back.

mod check;
mod frame;
mod pattern;
mod schema;

use super::error::{LoadError, sentence, short};
use frame::Frame;
use schema::{Added, File};
use serde::Serialize;
use tokenizers::{AddedToken, NormalizedString, Normalizer};

/// The largest `tokenizer.json` that is read, in bytes; that of 256 000 tokens has 33 million.
pub(super) const LIMIT: usize = 64 << 20;

/// The longest text that is cut into tokens, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// What cuts text into the tokens a model knows.
///
/// BPE, WordPiece and whole words, with what GPT-2, BERT and Llama do to the text before. The work
/// is done by the library that made these files, `tokenizers`; what it does not check is checked
/// before it sees a file.
#[derive(Clone, Debug)]
pub struct Tokenizer {
    inner: tokenizers::Tokenizer,
    frame: Frame,
}

impl Tokenizer {
    /// The tokenizer that a `tokenizer.json` describes.
    ///
    /// # Errors
    /// [`LoadError::Format`] for what is not one, and for parts that are not supported: Unigram,
    /// compiled normalizers, replacing by regular expressions, templates with segments.
    pub fn new(bytes: &[u8]) -> Result<Self, LoadError> {
        if bytes.len() > LIMIT {
            return Err(broken(format!(
                "{} bytes are more than the {LIMIT} that are read",
                bytes.len()
            )));
        }
        let mut file: File =
            serde_json::from_slice(bytes).map_err(|error| broken(error.to_string()))?;
        file.model.kind = Some(file.model.kind());
        check::check(&file).map_err(broken)?;
        let frame = Frame::new(file.post_processor.as_ref()).map_err(broken)?;
        let mut inner = core(&file)?;
        add(&mut inner, file.added_tokens)?;
        Ok(Self { inner, frame })
    }

    /// The numbers of the tokens of a text, with those that begin and end every text.
    ///
    /// # Errors
    /// [`LoadError::Text`] for more than a million bytes; [`LoadError::Format`] where the file has
    /// no token for a part of the text.
    pub fn encode(&self, text: &str) -> Result<Vec<u32>, LoadError> {
        if text.len() > LONGEST_TEXT {
            return Err(LoadError::Text {
                bytes: text.len(),
                limit: LONGEST_TEXT,
            });
        }
        let encoding = self.inner.encode_fast(text, false);
        let encoding = encoding.map_err(|error| broken(error.to_string()))?;
        Ok(self.frame.around(encoding.get_ids()))
    }

    /// A token as the vocabulary spells it, or `None` where there is none of that number.
    #[must_use]
    pub fn token(&self, id: u32) -> Option<String> {
        self.inner.id_to_token(id)
    }

    /// Whether a token is special: one that marks something, as the end of a text, and spells nothing.
    #[must_use]
    pub fn is_special(&self, id: u32) -> bool {
        let added = self.inner.get_added_vocabulary();
        self.token(id)
            .is_some_and(|token| added.is_special_token(&token))
    }

    /// The text that tokens spell. Special tokens and numbers that are no token spell nothing.
    ///
    /// # Errors
    /// [`LoadError::Format`] where the file's decoder cannot take them.
    pub fn decode(&self, ids: &[u32]) -> Result<String, LoadError> {
        self.inner
            .decode(ids, true)
            .map_err(|error| broken(error.to_string()))
    }
}

/// The file as the library shall see it, without the parts that are dealt with here.
#[derive(Serialize)]
struct Core<'a> {
    version: &'static str,
    normalizer: &'a Option<schema::Normalizer>,
    pre_tokenizer: &'a Option<schema::PreTokenizer>,
    decoder: &'a Option<schema::Decoder>,
    model: &'a schema::Model,
}

fn core(file: &File) -> Result<tokenizers::Tokenizer, LoadError> {
    let core = Core {
        version: "1.0",
        normalizer: &file.normalizer,
        pre_tokenizer: &file.pre_tokenizer,
        decoder: &file.decoder,
        model: &file.model,
    };
    let text = serde_json::to_vec(&core).map_err(|error| broken(error.to_string()))?;
    tokenizers::Tokenizer::from_bytes(text).map_err(|error| broken(error.to_string()))
}

/// Adds the tokens that are recognised before the text is cut. The library numbers those that are
/// not in the vocabulary itself, in the order of the file.
fn add(inner: &mut tokenizers::Tokenizer, tokens: Vec<Added>) -> Result<(), LoadError> {
    let numbers: Vec<_> = tokens
        .iter()
        .map(|token| (token.content.clone(), token.id))
        .collect();
    // Where one token swallows the spaces after it, another that begins with a space would be found
    // inside of what is gone already, and the library panics.
    let swallows = tokens.iter().any(|token| token.rstrip);
    for token in &tokens {
        let spelled = spelled(inner, token)?;
        if spelled.is_empty() || (swallows && spelled.starts_with(char::is_whitespace)) {
            return Err(broken(format!(
                "the added token {} is empty, or begins with a space that another takes",
                short(&token.content)
            )));
        }
    }
    let tokens = tokens.into_iter().map(Into::<AddedToken>::into);
    inner
        .add_tokens(tokens)
        .map_err(|error| broken(error.to_string()))?;
    match numbers
        .iter()
        .find(|(token, id)| inner.token_to_id(token) != Some(*id))
    {
        Some((token, id)) => Err(broken(format!(
            "the added token {} cannot be number {id}",
            short(token)
        ))),
        None => Ok(()),
    }
}

/// What is looked for in the text: some tokens are normalized as the text is.
fn spelled(inner: &tokenizers::Tokenizer, token: &Added) -> Result<String, LoadError> {
    let mut text = NormalizedString::from(token.content.as_str());
    if let Some(normalizer) = inner.get_normalizer().filter(|_| token.normalized) {
        let normalized = normalizer.normalize(&mut text);
        normalized.map_err(|error| broken(error.to_string()))?;
    }
    Ok(text.get().to_owned())
}

impl From<Added> for AddedToken {
    fn from(token: Added) -> Self {
        Self {
            content: token.content,
            single_word: token.single_word,
            lstrip: token.lstrip,
            rstrip: token.rstrip,
            normalized: token.normalized,
            special: token.special,
        }
    }
}

fn broken(problem: String) -> LoadError {
    LoadError::Format {
        file: "tokenizer.json".into(),
        problem: sentence(&problem),
    }
}
