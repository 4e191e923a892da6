//! Questions about the stepper's numbers: a number or a row of weights is covered, the student says
//! what it must be, and the answer is compared with the truth and with what each common mistake
//! would have given on the same numbers.
//!
//! Pure: what is asked ([`Question`]), what stays covered meanwhile ([`Cover`]), how an answer is
//! judged ([`grade()`]), where a student stands ([`Session`]), what was answered ([`Progress`]), and
//! all of the first in a link ([`Setup`]). The page draws it.
//!
//! A teaching aid, not an examination: the numbers of the document stand in the link, and whoever
//! wants to can compute with them elsewhere. What is promised is that the page itself shows nothing.

pub mod ask;
pub mod cover;
pub mod grade;
pub mod link;
pub mod mistake;
pub mod progress;
pub mod session;

pub use ask::{Answer, Ask, Question};
pub use cover::Cover;
pub use grade::{Grade, Verdict, grade};
pub use link::{Predict, Setup};
pub use mistake::Mistake;
pub use progress::Progress;
pub use session::Session;
