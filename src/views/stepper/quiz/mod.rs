//! Questions with hidden answers, and predict-first: what is asked, the student's answer, and what it
//! amounts to.

mod acting;
mod bars;
mod choice;
mod outcome;
mod panel;
mod standing;
mod state;
mod switch;
mod words;

use lesson::quiz::Grade;

use crate::browser::answers;
pub use panel::Quiz;
pub use state::Desk;
pub use switch::PredictSwitch;

/// An answer was judged: the page around hears of it. Nothing is sent anywhere.
pub fn answered(grade: &Grade) {
    answers::tell(grade);
}
