//! The tokenizer: byte pairs, learned from the text that the model learns from (Sennrich et al. 2016, "Neural Machine
//! Translation of Rare Words with Subword Units", §3.2), over bytes as in GPT-2, so that any text can be read.

use attention::load::Tokenizer;
use tokenizers::models::bpe::{BPE, BpeTrainerBuilder};
use tokenizers::normalizers::NormalizerWrapper;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{AddedToken, TokenizerBuilder};

/// What stands before every chapter: token 0.
pub const BEGIN: &str = "<|endoftext|>";

/// How many tokens there are: a row of a hundred and twenty-eight weights each, so that more would be dear.
pub const VOCAB: usize = 1024;

/// `tokenizer.json`.
///
/// # Errors
/// In the library's words.
pub fn learned(chapters: &[String]) -> Result<String, String> {
    let mut trainer = BpeTrainerBuilder::new()
        .vocab_size(VOCAB)
        .show_progress(false)
        .special_tokens(vec![AddedToken::from(BEGIN, true)])
        .initial_alphabet(ByteLevel::alphabet().into_iter().collect())
        .build();
    let whole = ByteLevel::new(false, true, true);
    let mut words = TokenizerBuilder::new()
        .with_model(BPE::default())
        .with_normalizer(None::<NormalizerWrapper>)
        .with_pre_tokenizer(Some(whole))
        .with_post_processor(Some(whole))
        .with_decoder(Some(whole))
        .build()
        .map_err(|error| error.to_string())?;
    words
        .train(&mut trainer, chapters.iter())
        .map_err(|error| error.to_string())?;
    words.to_string(false).map_err(|error| error.to_string())
}

/// All chapters as tokens, [`BEGIN`] before each.
///
/// # Errors
/// In words.
pub fn tokens(tokenizer: &Tokenizer, chapters: &[String]) -> Result<Vec<Vec<u32>>, String> {
    let of = |chapter: &String| {
        let mut all = vec![0];
        // A piece ends where a line does, so that no pair of bytes is cut.
        for line in chapter.split_inclusive('\n') {
            all.extend(tokenizer.encode(line).map_err(|error| error.to_string())?);
        }
        Ok(all)
    };
    chapters.iter().map(of).collect()
}
