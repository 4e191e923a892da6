//! What tables, steps and examples of the lesson are called.

use lesson::Name;

use crate::shell::Words;
use crate::shell::words::plain;
use crate::text::{self, tr};

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

fn step(key: &str) -> (String, String) {
    macro_rules! of {
        ($($step:ident)*) => {
            match key {
                $(stringify!($step) => (tr!(backward.$step.title), tr!(backward.$step.sentence)),)*
                other => plain(other),
            }
        };
    }
    of!(forward loss grad_output grad_v grad_weights jacobian scale grad_q grad_k grad_w grad_x descent)
}

fn preset(slug: &str) -> (String, String) {
    macro_rules! of {
        ($($preset:ident)*) => {
            match slug {
                $(stringify!($preset) => (tr!(backward.preset.$preset.title), tr!(backward.preset.$preset.note)),)*
                other => (other.to_owned(), String::new()),
            }
        };
    }
    of!(aim target projected saturated cross causal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lesson::lessons::backward::META;

    #[test]
    fn every_example_has_words() {
        for own in META.presets {
            assert!(!preset(own.slug).1.is_empty(), "{}", own.slug);
        }
    }
}
