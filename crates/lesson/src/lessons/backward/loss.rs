//! What is to become small.

/// A loss, of which the reader chooses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// ½ Σ (o − t)²: the output should be the target.
    Target,
    /// −ln α: one query should look at one key (cross entropy of a row of weights with one key as its answer).
    Cell,
    /// Σ o·g: the gradient of the output itself is given, and this is the loss that has it.
    Given,
}

impl Loss {
    /// All, in the order of the chooser.
    pub const ALL: [Loss; 3] = [Loss::Target, Loss::Cell, Loss::Given];

    /// The key in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Loss::Target => "target",
            Loss::Cell => "cell",
            Loss::Given => "given",
        }
    }

    /// The loss of that key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Loss> {
        Loss::ALL.into_iter().find(|loss| loss.key() == key)
    }
}
