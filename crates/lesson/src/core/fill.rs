//! Ways to fill a whole matrix.

use attention::Matrix;

/// What to fill a matrix with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// All 0.
    Zeros,
    /// 1 on the diagonal.
    Identity,
    /// Row i is 1 in column i mod cols: every row one-hot, whatever the shape.
    OneHot,
    /// Normal numbers, mean 0 and variance 1, from this seed, to one decimal.
    Random(u32),
}

impl Fill {
    /// A matrix of that shape. The same seed gives the same numbers on every machine.
    pub fn matrix(self, rows: usize, cols: usize) -> Matrix {
        let when = |yes: bool| f32::from(u8::from(yes));
        match self {
            Fill::Zeros => Matrix::zeros(rows, cols),
            Fill::Identity => Matrix::from_fn(rows, cols, |i, j| when(i == j)),
            Fill::OneHot => Matrix::from_fn(rows, cols, |i, j| when(i % cols.max(1) == j)),
            Fill::Random(seed) => {
                let mut random = SplitMix(u64::from(seed));
                Matrix::from_fn(rows, cols, |_, _| random.normal())
            }
        }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, seedable, the same everywhere.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Sum of 12 uniform numbers − 6 (Irwin–Hall): near normal, and free of `ln` and `cos`, whose
    /// last digits differ between machines. Rounded to tenths, to be read and copied by hand.
    fn normal(&mut self) -> f32 {
        let tenths: i64 = (0..12).map(|_| (self.next() >> 32) as i64).sum::<i64>() - (6i64 << 32);
        let rounded = (tenths * 10 + (1i64 << 31)) >> 32;
        rounded as f32 / 10.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_is_seeded_and_standard_normal() {
        let sample = Fill::Random(7).matrix(100, 100);
        assert_eq!(sample, Fill::Random(7).matrix(100, 100));
        assert_ne!(sample, Fill::Random(8).matrix(100, 100));
        let mean = sample.data().iter().sum::<f32>() / 1e4;
        let variance = sample
            .data()
            .iter()
            .map(|x| (x - mean).powi(2))
            .sum::<f32>()
            / 1e4;
        assert!(
            mean.abs() < 0.05 && (variance - 1.0).abs() < 0.05,
            "{mean} {variance}"
        );
    }

    #[test]
    fn one_hot_has_one_in_every_row() {
        let matrix = Fill::OneHot.matrix(5, 3);
        assert!(matrix.iter_rows().all(|row| row.iter().sum::<f32>() == 1.0));
    }
}
