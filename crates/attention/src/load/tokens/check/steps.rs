//! The steps from text to words, and from tokens to text.

use crate::load::tokens::pattern;
use crate::load::tokens::schema::{Decoder, Normalizer, Pattern, PreTokenizer, Replace};

/// The longest text that is put before, behind or in place of something, in bytes.
const LONGEST_AFFIX: usize = 64;
/// The most steps from text to words, and from tokens to text.
const STEPS: usize = 16;
/// How many times longer all replacements together may make a text.
const GROWTH: usize = 64;

/// Errs for a text that is too long to be put somewhere.
pub(super) fn affix(name: &str, text: &str) -> Result<(), String> {
    if text.len() <= LONGEST_AFFIX {
        return Ok(());
    }
    Err(format!(
        "{name} is {} bytes long, more than {LONGEST_AFFIX}",
        text.len()
    ))
}

/// Walks through the steps in the order in which a text takes them.
#[derive(Default)]
pub(super) struct Steps {
    taken: usize,
    /// How many times longer the replacements so far may make a text; 0 before the first.
    growth: usize,
    byte_level: bool,
}

impl Steps {
    fn step(&mut self) -> Result<(), String> {
        self.taken += 1;
        if self.taken > STEPS {
            return Err(format!("it takes more than {STEPS} steps"));
        }
        Ok(())
    }

    pub(super) fn normalizer(&mut self, part: &Normalizer) -> Result<(), String> {
        self.step()?;
        match part {
            Normalizer::Sequence { normalizers } => normalizers
                .iter()
                .try_for_each(|part| self.normalizer(part)),
            Normalizer::Prepend { prepend } if prepend.is_empty() => {
                Err("there is nothing to prepend".into())
            }
            Normalizer::Prepend { prepend } => affix("what is prepended", prepend),
            Normalizer::Replace(replace) => self.replace(replace),
            _ => Ok(()),
        }
    }

    pub(super) fn pre_tokenizer(&mut self, part: &PreTokenizer) -> Result<(), String> {
        self.step()?;
        match part {
            PreTokenizer::Sequence { pretokenizers } => pretokenizers
                .iter()
                .try_for_each(|part| self.pre_tokenizer(part)),
            PreTokenizer::Split {
                pattern: Pattern::Regex(regex),
                ..
            } => pattern::check(regex),
            PreTokenizer::Split {
                pattern: Pattern::String(text),
                ..
            } => affix("what text is split at", text),
            PreTokenizer::ByteLevel(_) if std::mem::replace(&mut self.byte_level, true) => {
                Err("bytes become letters twice".into())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn decoder(&mut self, part: &Decoder) -> Result<(), String> {
        self.step()?;
        match part {
            Decoder::Sequence { decoders } => {
                decoders.iter().try_for_each(|part| self.decoder(part))
            }
            Decoder::Replace(replace) => self.replace(replace),
            Decoder::Strip { stop, .. } if *stop != 0 => {
                Err("the decoder Strip must not strip ends".into())
            }
            Decoder::WordPiece { prefix, .. } => affix("the decoder's prefix", prefix),
            _ => Ok(()),
        }
    }

    fn replace(&mut self, replace: &Replace) -> Result<(), String> {
        let Pattern::String(pattern) = &replace.pattern else {
            return Err("Replace with a regular expression is not supported".into());
        };
        if pattern.is_empty() {
            return Err("there is nothing to replace".into());
        }
        affix("what is replaced", pattern)?;
        affix("the replacement", &replace.content)?;
        let growth = replace.content.len().div_ceil(pattern.len()).max(1);
        self.growth = self.growth.max(1) * growth;
        if self.growth > GROWTH {
            return Err(format!(
                "its replacements could make a text more than {GROWTH} times longer"
            ));
        }
        Ok(())
    }
}
