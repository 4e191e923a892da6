//! What tables, steps and examples of the lesson are called.

use crate::shell::Words;
use crate::shell::words::plain;
use crate::text::tr;

/// The words of the lesson.
pub static WORDS: Words = Words {
    table,
    step,
    preset,
};

fn table(key: &str) -> String {
    if let Some((what, head)) = key.split_once('_').filter(|(what, _)| what.len() > 1) {
        return match what {
            "scores" => tr!(heads.table.scores, head = head),
            _ => tr!(heads.table.weights, head = head),
        };
    }
    macro_rules! of {
        ($($table:ident)*) => {
            match key {
                $(stringify!($table) => tr!(heads.table.$table),)*
                other => other.to_owned(),
            }
        };
    }
    of!(x w_q w_k w_v w_o q k v concat out sum)
}

fn step(key: &str) -> (String, String) {
    macro_rules! of {
        ($($step:ident)*) => {
            match key {
                $(stringify!($step) => (tr!(heads.$step.title), tr!(heads.$step.sentence)),)*
                other => plain(other),
            }
        };
    }
    of!(project maps concat mix residual share)
}

fn preset(slug: &str) -> (String, String) {
    macro_rules! of {
        ($($preset:ident)*) => {
            match slug {
                $(stringify!($preset) => (tr!(heads.preset.$preset.title), tr!(heads.preset.$preset.note)),)*
                other => (other.to_owned(), String::new()),
            }
        };
    }
    of!(two one four grouped)
}
