//! What tables, steps and examples of the lesson are called.

use lesson::Name;

use crate::shell::Words;
use crate::text::{self, tr};
use crate::words;

/// The words of the lesson.
pub static WORDS: Words = Words {
    table,
    step,
    preset,
};

fn table(key: &str) -> String {
    match key {
        "target" => tr!(backward.table.target),
        "loss" => tr!(backward.table.loss),
        "average" => tr!(backward.table.average),
        "centred" => tr!(backward.table.centred),
        "grad_scaled" => tr!(backward.table.grad_scaled),
        "grad_scores" => tr!(backward.table.grad_scores),
        key => match key.strip_prefix("grad_").and_then(Name::from_key) {
            Some(of) => tr!(backward.table.gradient, of = text::matrix(of)),
            None => Name::from_key(key).map_or_else(|| key.to_owned(), text::matrix),
        },
    }
}

words!(step of backward: title, sentence; forward loss grad_output grad_v grad_weights jacobian scale grad_q grad_k grad_w grad_x descent; aim_hidden grad_output_given loss_of_cell grad_weights_cell scale_cell scale_left scale_left_cell grad_x_cross);
words!(preset of backward.preset: title, note; aim target projected saturated cross causal);
