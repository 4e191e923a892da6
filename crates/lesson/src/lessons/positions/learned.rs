//! The position table of the shipped model `induction`: one row of 32 numbers for each of its 20 positions.
//!
//! `learned.bin` is its tensor `transformer.wpe.weight`, f32 little endian, row by row. The test `positions.rs` compares
//! it with the shipped file, bit for bit, and writes it anew (`cargo test -p lesson --test positions -- --ignored`).

use attention::Matrix;

/// How many positions the model was trained with.
pub const PLACES: usize = 20;
/// The width of the model.
pub const WIDTH: usize = 32;

const BYTES: &[u8] = include_bytes!("learned.bin");

/// The number of position `place` in dimension `dimension`; `None` where the table has none.
#[must_use]
pub fn at(place: usize, dimension: usize) -> Option<f32> {
    if dimension >= WIDTH {
        return None;
    }
    let (numbers, _) = BYTES.as_chunks::<4>();
    let bytes = numbers.get(place * WIDTH + dimension)?;
    Some(f32::from_le_bytes(*bytes))
}

/// The whole table.
#[must_use]
pub fn table() -> Matrix {
    Matrix::from_fn(PLACES, WIDTH, |place, dimension| {
        at(place, dimension).unwrap_or(f32::NAN)
    })
}
