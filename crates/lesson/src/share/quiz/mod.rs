//! Questions about a lesson's numbers: a number or a row of weights is covered, the student says
//! what it must be, and the answer is compared with the truth and with what each common mistake
//! would have given on the same numbers. They work on any open lesson whose numbers follow from its link.
//!
//! Pure: what is asked ([`Question`]), what stays covered meanwhile ([`Cover`](crate::core::cover::Cover)), how an
//! answer is judged ([`grade()`]), where a student stands ([`Session`]), what was answered ([`Progress`]), and
//! all of the first in a link ([`Setup`]). The page draws it (`src/quiz`).
//!
//! - What is covered is taken out of the numbers, NaN in its place, before any view sees them. Only what judges
//!   answers has the whole. A new view of the lesson's numbers therefore shows no answer.
//! - Whatever else would give numbers away is closed meanwhile: the export menu and the menu of lessons are not
//!   there, and the page around is refused a covered table.
//! - A mistake is a whole set of numbers, by the same kernels in the wrong order: `Lesson::mistakes`. Those of the
//!   stepper are in `head::mistake`; `tests/quiz/grading.rs` tries each of them on every cell of every preset.
//! - [`Progress`] is hashes of questions in the browser's storage. Nothing leaves the page but the event `answer`,
//!   to the page around, if there is one.
//!
//! A teaching aid, not an examination: the numbers of the document stand in the link, and whoever
//! wants to can compute with them elsewhere. What is promised is that the page itself shows nothing.

pub mod ask;
pub mod grade;
pub mod link;
pub mod progress;
pub mod session;

pub use ask::{Answer, Ask, Question};
pub use grade::{Grade, Verdict, grade};
pub use link::{Predict, Setup};
pub use progress::Progress;
pub use session::Session;
