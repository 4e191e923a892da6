//! What tables, steps and examples of the lesson are called.

use lesson::lessons::scale::summary::Estimate;
use lesson::lessons::scale::{Distribution, Rule, Show};

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
                $(stringify!($table) => tr!(scale.table.$table),)*
                other => other.to_owned(),
            }
        };
    }
    of!(q k rest scores scaled weights largest entropy jacobian spread histogram mean_largest mean_entropy mean_jacobian)
}

words!(step of scale: title, sentence; sum spread grows weights stall; sum_leaning spread_leaning grows_leaning weights_leaning);
words!(preset of scale.preset: title, note; head narrow wide uniform leaning pair);

/// What a distribution is called.
pub fn distribution(own: Distribution) -> String {
    match own {
        Distribution::Normal => tr!(scale.normal),
        Distribution::Uniform => tr!(scale.uniform),
        Distribution::Correlated => tr!(scale.correlated),
    }
}

/// What is shown of softmax.
pub fn show(own: Show) -> String {
    match own {
        Show::Jacobian => tr!(scale.table.jacobian),
        Show::Largest => tr!(scale.table.largest),
        Show::Entropy => tr!(scale.table.entropy),
    }
}

/// A factor, as it stands at a line or a row, where so many heads make d_model.
pub fn rule(own: Rule, heads: usize) -> String {
    match own {
        Rule::None => tr!(scale.undivided),
        own => own.written(heads),
    }
}

/// A measured number, and how uncertain it is: `64.1 ± 0.3`, with as many digits as the error has a say in.
pub fn estimate(own: Estimate) -> String {
    let places = if own.error > 0.0 {
        (1.0 - own.error.log10().floor()).clamp(0.0, 6.0) as u8
    } else {
        2
    };
    let text = |x: f64| crate::language::shown(x as f32, places);
    format!("{} ± {}", text(own.mean), text(own.error))
}
