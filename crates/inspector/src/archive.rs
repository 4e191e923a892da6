//! What the model computed for a text, as a NumPy archive (`.npz`): a ZIP of arrays, stored as they are.

use lesson::lessons::models::messages::Trouble;
use lesson::share::export::numbers::npy_header;
use std::io::{self, Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::opening::Opened;
use crate::reading::{Read, token};

/// The largest archive that is made, in bytes: it stands in memory three times until it is saved.
const MOST: usize = 192 << 20;

/// `ids` and `tokens` (n), `attentions` (layers, heads, n, n), `hidden_states` (layers + 1, n, d_model; what leaves the
/// last layer as the final norm left it, where there is one), `logits` (n, vocabulary): as `transformers` has them, with
/// what is changed.
pub fn archive(opened: &Opened, read: &Read) -> Result<Vec<u8>, Trouble> {
    let (card, n) = (&opened.card, read.ids.len());
    let numbers = [
        [card.layers, card.heads, n, n],
        [card.layers + 1, n, card.d_model, 1],
        [n, card.vocab, 1, 1],
    ];
    let of = |shape: [usize; 4]| shape.into_iter().try_fold(4_usize, usize::checked_mul);
    let bytes = numbers
        .into_iter()
        .try_fold(1 << 16, |sum: usize, shape| sum.checked_add(of(shape)?));
    let bytes = bytes.filter(|own| *own <= MOST);
    let bytes = bytes.ok_or(Trouble::TooMuch(MOST as u64))?;
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| Trouble::Memory)?;
    let written = write(opened, read, room);
    // It is written to memory: nothing else can keep it from being written.
    written.map_err(|_| Trouble::Memory)
}

fn write(opened: &Opened, read: &Read, room: Vec<u8>) -> io::Result<Vec<u8>> {
    let (card, n) = (&opened.card, read.ids.len());
    let mut zip = Zip(ZipWriter::new(Cursor::new(room)));
    zip.array("ids", "<i4", &[n])?;
    zip.numbers(read.ids.iter().map(|id| id.to_le_bytes()))?;
    let tokens: Vec<Vec<char>> = read
        .ids
        .iter()
        .map(|id| token(opened, *id).text.chars().collect())
        .collect();
    let widest = tokens.iter().map(Vec::len).max().unwrap_or(0).max(1);
    zip.array("tokens", &format!("<U{widest}"), &[n])?;
    for token in &tokens {
        let letters = token.iter().map(|own| u32::from(*own));
        let padded = letters.chain(std::iter::repeat(0)).take(widest);
        zip.numbers(padded.map(u32::to_le_bytes))?;
    }
    zip.array("attentions", "<f4", &[card.layers, card.heads, n, n])?;
    for (layer, head) in card.all() {
        let weights = read.run.weights(&opened.model, layer, 0, head);
        zip.numbers(weights.data().iter().map(|own| own.to_le_bytes()))?;
    }
    zip.array("hidden_states", "<f4", &[card.layers + 1, n, card.d_model])?;
    for layer in 0..=card.layers {
        let hidden = read.run.hidden(&opened.model, layer);
        zip.numbers(hidden.data().iter().map(|own| own.to_le_bytes()))?;
    }
    zip.array("logits", "<f4", &[n, card.vocab])?;
    let logits = read.run.logits().data();
    zip.numbers(logits.iter().map(|own| own.to_le_bytes()))?;
    Ok(zip.0.finish()?.into_inner())
}

struct Zip(ZipWriter<Cursor<Vec<u8>>>);

impl Zip {
    /// Begins an array.
    fn array(&mut self, name: &str, descr: &str, shape: &[usize]) -> io::Result<()> {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        self.0.start_file(format!("{name}.npy"), stored)?;
        self.0.write_all(&npy_header(descr, shape))
    }

    /// Adds numbers to it.
    fn numbers(&mut self, all: impl Iterator<Item = [u8; 4]>) -> io::Result<()> {
        let mut piece = Vec::with_capacity(1 << 16);
        for own in all {
            piece.extend(own);
            if piece.len() == piece.capacity() {
                self.0.write_all(&piece)?;
                piece.clear();
            }
        }
        self.0.write_all(&piece)
    }
}
