//! A tensor kept as it is written, of which a part is looked at now and then: half as large in memory where its numbers
//! have sixteen bits.

use super::tensor::Numbers;

/// The numbers of a tensor, as they stand in its file.
#[derive(Clone, Debug)]
pub struct Stack {
    shape: Vec<usize>,
    bytes: Vec<u8>,
    numbers: Numbers,
}

impl Stack {
    pub(super) fn new(shape: Vec<usize>, bytes: Vec<u8>, numbers: Numbers) -> Self {
        Self {
            shape,
            bytes,
            numbers,
        }
    }

    /// Its dimensions.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// `count` numbers from the `first` on, all of them finite; none where there are not as many.
    #[must_use]
    pub fn part(&self, first: usize, count: usize) -> Vec<f32> {
        let width = self.numbers.width();
        let range = first.checked_mul(width).zip(count.checked_mul(width));
        let range = range.and_then(|(first, count)| Some(first..first.checked_add(count)?));
        let bytes = range.and_then(|range| self.bytes.get(range));
        let mut numbers = Vec::new();
        self.numbers.read(bytes.unwrap_or_default(), &mut numbers);
        numbers
    }
}
