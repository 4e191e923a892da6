//! What tables, steps and examples of the lesson are called.

use crate::shell::Words;
use crate::text::tr;
use crate::words;

/// The words of the lesson.
pub static WORDS: Words = Words {
    table,
    step,
    preset,
};

fn table(key: &str) -> String {
    macro_rules! of {
        ($($table:ident)*) => {
            match key {
                $(stringify!($table) => tr!(positions.table.$table),)*
                other => other.to_owned(),
            }
        };
    }
    of!(x w_q w_k q k scores weights output rates slopes p h q_placed k_placed bias scores_placed weights_placed
        output_placed x_shuffled q_shuffled k_shuffled scores_shuffled weights_shuffled output_shuffled map near
        learned alike pair angles cos sin turned score_turned beyond)
}

words!(step of positions: title, sentence; shuffle order waves distance learned rope alibi beyond);
words!(preset of positions.preset: title, note; bites twice same clocks beyond);
