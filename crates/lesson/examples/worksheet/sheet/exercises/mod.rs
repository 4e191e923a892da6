//! The exercises, a file each: what is asked, where it is checked, and what is right.

mod claims;
mod compute;
mod mask;
pub mod mistakes;
mod predict;
mod turn;

/// One exercise.
pub struct Exercise {
    /// Its name.
    pub title: &'static str,
    /// What is asked, as markup.
    pub task: String,
    /// Where the page shows it: words before the link, and what stands behind `#`.
    pub links: Vec<(&'static str, &'static str)>,
    /// What is right, as markup.
    pub answer: String,
}

/// All of them, in order.
///
/// # Errors
/// In words, when a link of one opens no head.
pub fn all() -> Result<Vec<Exercise>, String> {
    [
        predict::exercise,
        compute::exercise,
        turn::exercise,
        mask::exercise,
        mistakes::exercise,
        claims::exercise,
    ]
    .into_iter()
    .map(|make| make())
    .collect()
}
