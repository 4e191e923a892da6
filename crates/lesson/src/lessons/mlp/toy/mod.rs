//! Three toys, trained on the spot: an MLP, a head, and a block of both, on three tasks. Small enough to be trained a few
//! steps a frame, and the same on every machine: the seed alone decides what is drawn.

mod gradient;
mod model;
mod run;
mod task;

pub use gradient::{loss, loss_and_gradient};
pub use model::{Kind, PARAMETERS, Toy};
pub use run::{EVERY, Run, Runs};
pub use task::{LENGTH, Sentence, Task, WIDTH, sentences};
