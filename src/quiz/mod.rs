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

pub use panel::Quiz;
pub use state::Desk;
pub use switch::PredictSwitch;
