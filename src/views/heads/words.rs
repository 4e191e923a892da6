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

words!(step of heads: title, sentence; project maps concat mix residual share; project_one maps_one concat_one mix_one project_shared maps_shared concat_shared);
words!(preset of heads.preset: title, note; two one four grouped);
