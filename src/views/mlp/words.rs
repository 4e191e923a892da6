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
    if let Some(own) = key.strip_suffix("_other").filter(|own| *own != "x") {
        return tr!(mlp.table.of_other, name = table(own));
    }
    macro_rules! of {
        ($($table:ident)*; $($known:ident)*) => {
            match key {
                $(stringify!($table) => tr!(mlp.table.$table),)*
                $(stringify!($known) => tr!(heads.table.$known),)*
                other => other.to_owned(),
            }
        };
    }
    of!(new w_in b_in w_out b_out x_other scores weights out hidden bent mlp d_weights d_out d_mlp way way_hidden way_bent
        way_mlp way_v way_out gap_mlp gap_out toy_losses; x w_q w_k w_v q k v)
}

words!(step of mlp: title, sentence; two token change count linear train; change_order);
words!(preset of mlp.preset: title, note; word order longer absolute xor toys);
