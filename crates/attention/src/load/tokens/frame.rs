//! What is put around the tokens of a text: `[CLS]` … `[SEP]`, or a token that begins every text.

use super::schema::{Piece, PostProcessor, Special};
use crate::load::error::short;
use std::collections::BTreeMap;

/// The most tokens that may be put around a text.
const LIMIT: usize = 64;

/// The tokens before and after those of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frame {
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Frame {
    /// The frame that a post-processor makes; errs with what is wrong, as half a sentence.
    pub(super) fn new(processor: Option<&PostProcessor>) -> Result<Self, String> {
        let mut frame = Self::default();
        if let Some(processor) = processor {
            frame.add(processor)?;
        }
        Ok(frame)
    }

    /// `ids` with the frame around them.
    pub(super) fn around(&self, ids: &[u32]) -> Vec<u32> {
        [&self.before, ids, &self.after].concat()
    }

    fn add(&mut self, processor: &PostProcessor) -> Result<(), String> {
        let frame = match processor {
            PostProcessor::ByteLevel {} => return Ok(()),
            PostProcessor::Sequence { processors } => {
                return processors.iter().try_for_each(|part| self.add(part));
            }
            PostProcessor::BertProcessing { sep, cls }
            | PostProcessor::RobertaProcessing { sep, cls } => Self {
                before: vec![cls.1],
                after: vec![sep.1],
            },
            PostProcessor::TemplateProcessing {
                single,
                special_tokens,
            } => Self::template(single, special_tokens)?,
        };
        if std::mem::replace(self, frame) != Self::default() {
            return Err("it puts something around a text twice".into());
        }
        Ok(())
    }

    /// A template is a list of names, one of which, `A`, stands for the text.
    fn template(pieces: &[Piece], specials: &BTreeMap<String, Special>) -> Result<Self, String> {
        let (mut frame, mut text) = (Self::default(), false);
        for piece in pieces {
            match piece {
                Piece::SpecialToken { type_id: 0, id } => {
                    let special = specials.get(id);
                    let special = special
                        .ok_or_else(|| format!("its template names an unknown {}", short(id)))?;
                    frame.put(text, &special.ids)?;
                }
                Piece::Sequence { type_id: 0, id } if id == "A" && !text => text = true,
                _ => return Err("its template is more than one text in segment 0".into()),
            }
        }
        text.then_some(frame)
            .ok_or("its template has no place for the text".into())
    }

    fn put(&mut self, behind: bool, ids: &[u32]) -> Result<(), String> {
        if self.before.len() + self.after.len() + ids.len() > LIMIT {
            return Err(format!("it puts more than {LIMIT} tokens around a text"));
        }
        let place = if behind {
            &mut self.after
        } else {
            &mut self.before
        };
        place.extend(ids);
        Ok(())
    }
}
