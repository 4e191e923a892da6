//! NumPy's file of one array, version 1.0 (NEP 1).

use crate::share::export::sheet::Sheet;

/// The matrix as `numpy.load` reads it: rows×cols, little-endian `f32`, row by row; NaN where a number
/// is not known.
#[must_use]
pub fn npy(sheet: &Sheet) -> Vec<u8> {
    let (rows, cols) = sheet.numbers.shape();
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let value = |(row, col)| sheet.value(row, col).unwrap_or(f32::NAN).to_le_bytes();
    file("<f4", (rows, cols), cells.flat_map(value))
}

/// An array of two dimensions, row by row, of a type in NumPy's words.
pub fn file(
    descr: &str,
    (rows, cols): (usize, usize),
    numbers: impl Iterator<Item = u8>,
) -> Vec<u8> {
    let mut file = npy_header(descr, &[rows, cols]);
    file.extend(numbers);
    file
}

/// What stands before the numbers of an array of that shape, of a type in NumPy's words; they follow row by row.
#[must_use]
pub fn npy_header(descr: &str, shape: &[usize]) -> Vec<u8> {
    /// Magic, version and the length of the header take so many bytes.
    const BEFORE: usize = 10;
    let shape = match shape {
        [one] => format!("{one},"),
        all => all
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(", "),
    };
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The numbers begin at a multiple of 64 bytes; the header ends in a new line.
    let length = (BEFORE + header.len() + 1).next_multiple_of(64) - BEFORE;
    header.extend(std::iter::repeat_n(' ', length - 1 - header.len()));
    header.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    // A shape takes far less than the 65 535 bytes that fit.
    file.extend((length as u16).to_le_bytes());
    file.extend(header.as_bytes());
    file
}
