//! Where the numbers of a walk stand.

/// The address of a number of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The step that computed it.
    pub step: usize,
    /// The query, from 0.
    pub row: usize,
    /// The key or the dimension of V, from 0.
    pub col: usize,
}

/// Where a number that is shown or read comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// What a step computed.
    Step(At),
    /// What a query begins with, before its first tile: −∞ or 0.
    Start(f32),
}
