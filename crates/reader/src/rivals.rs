//! What else can be had from the same text: bits that a character of the held-out chapters takes those that know the
//! training text, as the model does.

use std::collections::HashMap;
use std::io::Write;

use lzma_rust2::{LzmaOptions, LzmaWriter};
use ppmd_rust::Ppmd7Encoder;

/// Memory for prediction by partial matching: so much that nothing is forgotten.
const PPM_MEMORY: u32 = 1 << 30;

/// A dictionary that holds everything.
const DICTIONARY: u32 = 1 << 26;

/// Bits a character.
#[derive(Clone, Copy, Debug)]
pub struct Rivals {
    /// Knows how frequent each character is (each counted once more than it was there).
    pub unigram: f64,
    /// `xz`, which writes what it has seen before as a reference (LZMA, preset 9).
    pub xz: f64,
    /// Prediction by partial matching (Cleary and Witten 1984; PPMd variant H), of the order that does best here.
    pub ppm: f64,
    /// That order.
    pub order: u32,
}

/// Measures them all.
///
/// # Errors
/// In words.
pub fn measured(train: &[String], held_out: &[String]) -> Result<Rivals, String> {
    let (known, new) = (train.concat(), held_out.concat());
    let characters = new.chars().count() as f64;
    let mut ppm = (f64::INFINITY, 0);
    for order in 3..=8 {
        let bits = extra(&known, &new, |text| ppmd(text, order))? / characters;
        if bits < ppm.0 {
            ppm = (bits, order);
        }
    }
    Ok(Rivals {
        unigram: unigram(&known, &new) / characters,
        xz: extra(&known, &new, lzma)? / characters,
        ppm: ppm.0,
        order: ppm.1,
    })
}

fn unigram(known: &str, new: &str) -> f64 {
    let mut counts: HashMap<char, u32> = HashMap::new();
    known
        .chars()
        .for_each(|sign| *counts.entry(sign).or_insert(1) += 1);
    new.chars().for_each(|sign| {
        counts.entry(sign).or_insert(1);
    });
    let all: f64 = counts.values().map(|count| f64::from(*count)).sum();
    let bits = |sign: char| -(f64::from(counts.get(&sign).copied().unwrap_or(1)) / all).log2();
    new.chars().map(bits).sum()
}

/// Bits that `new` takes after `known`.
fn extra(
    known: &str,
    new: &str,
    packed: impl Fn(&[u8]) -> Result<usize, String>,
) -> Result<f64, String> {
    let both = format!("{known}{new}");
    let bytes = packed(both.as_bytes())? - packed(known.as_bytes())?;
    Ok(bytes as f64 * 8.0)
}

fn ppmd(text: &[u8], order: u32) -> Result<usize, String> {
    let coder = Ppmd7Encoder::new(Vec::new(), order, PPM_MEMORY);
    let mut coder = coder.map_err(|error| error.to_string())?;
    coder.write_all(text).map_err(|error| error.to_string())?;
    let packed = coder.finish(false).map_err(|error| error.to_string())?;
    Ok(packed.len())
}

fn lzma(text: &[u8]) -> Result<usize, String> {
    let mut options = LzmaOptions::with_preset(9);
    options.dict_size = DICTIONARY;
    let writer = LzmaWriter::new_no_header(Vec::new(), &options, false);
    let mut writer = writer.map_err(|error| error.to_string())?;
    writer.write_all(text).map_err(|error| error.to_string())?;
    let packed = writer.finish().map_err(|error| error.to_string())?;
    Ok(packed.len())
}
