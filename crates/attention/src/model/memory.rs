//! Is there memory for what is asked? Asked first, because an allocation that fails ends the
//! program, and sizes may come from outside: a long text, a large batch.

use super::{Config, Extent, MlpKind, ModelError, Positions};

/// Could memory hold so many numbers at once (`None`: more than can be counted)?
///
/// # Errors
/// [`ModelError::Memory`] when the allocator refuses as much.
pub(crate) fn check(numbers: Option<usize>) -> Result<(), ModelError> {
    let refused = ModelError::Memory { numbers };
    let Some(count) = numbers else {
        return Err(refused);
    };
    // No allocation may exceed isize::MAX bytes, but there may be several.
    const MOST: usize = isize::MAX as usize / size_of::<f32>() / 2;
    let (mut pieces, mut left) = (Vec::new(), count);
    while left > 0 {
        let (piece, mut room) = (left.min(MOST), Vec::<f32>::new());
        room.try_reserve_exact(piece).map_err(|_| refused.clone())?;
        pieces.push(room);
        left -= piece;
    }
    Ok(())
}

impl Config {
    /// About how many numbers a [`Run`](super::Run) of `extent` holds, or `None` when they cannot
    /// be counted.
    pub(super) fn run_numbers(&self, extent: Extent, lean: bool) -> Option<usize> {
        let tables = extent.m.checked_mul(if extent.stages { 4 } else { 1 })?;
        let heads = self.n_heads.checked_mul(tables.checked_add(2)?)?;
        let mlp = self.mlp != MlpKind::None;
        let widths = [
            (8, self.d_model),
            (2, self.d_queries()),
            (2, self.d_keys()),
            (if lean { 0 } else { 5 }, if mlp { self.d_mlp } else { 0 }),
            (1, heads),
            (if self.head_norm { 2 } else { 0 }, self.d_queries()),
            (if self.head_norm { 2 } else { 0 }, self.d_keys()),
        ];
        let once = if lean && mlp { self.d_mlp } else { 0 };
        let ends = [(6, self.d_model), (1, self.vocab), (5, once)];
        let row = sum(&widths)?
            .checked_mul(self.n_layers)?
            .checked_add(sum(&ends)?)?;
        row.checked_mul(extent.batch.checked_mul(extent.n)?)
    }

    /// How many numbers the tables of the positions hold.
    pub(super) fn table_numbers(&self) -> Option<usize> {
        match self.positions {
            Positions::None | Positions::Learned | Positions::Alibi => Some(0),
            Positions::Sinusoidal => self.max_len.checked_mul(self.d_model),
            Positions::Rope { .. } => self.max_len.checked_mul(self.d_head),
        }
    }

    /// How many numbers a [`Cache`](super::Cache) with room for so many tokens holds.
    pub(super) fn cache_numbers(&self, room: usize) -> Option<usize> {
        let layer = room.checked_mul(self.d_keys())?.checked_mul(2)?;
        layer.checked_mul(self.n_layers)
    }
}

/// Σ factor·number.
fn sum(terms: &[(usize, usize)]) -> Option<usize> {
    let add = |sum: usize, (factor, number): &(usize, usize)| {
        sum.checked_add(factor.checked_mul(*number)?)
    };
    terms.iter().try_fold(0, add)
}
