//! Names, quantities and refusals in words.

use lesson::lessons::cost::guard::{LONGEST, Refusal};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::problem::CostProblem;

use crate::language::localised;
use crate::shell::words::{Words, plain};
use crate::text::tr;
use crate::widgets::markup;

/// What tables are called; there are neither steps nor examples.
pub static WORDS: Words = Words {
    table: |key| match key {
        "time" => tr!(cost.time),
        "memory" => tr!(cost.memory),
        other => other.to_owned(),
    },
    step: plain,
    preset: plain,
};

/// What a method is called; `window` is the width of its window.
pub fn name(method: Method, window: usize) -> String {
    match method {
        Method::Textbook => tr!(cost.name.textbook),
        Method::Staged => tr!(cost.name.staged),
        Method::Scalar => tr!(cost.name.scalar),
        Method::Fused => tr!(cost.name.fused),
        Method::Window => tr!(cost.name.window, w = window),
        Method::Linear => tr!(cost.name.linear),
    }
}

/// What a method does.
pub fn about(method: Method) -> String {
    match method {
        Method::Textbook => tr!(cost.about.textbook),
        Method::Staged => tr!(cost.about.staged),
        Method::Scalar => tr!(cost.about.scalar),
        Method::Fused => tr!(cost.about.fused),
        Method::Window => tr!(cost.about.window),
        Method::Linear => tr!(cost.about.linear),
    }
}

/// Markup of a text in which `n^1.98` stands for a power: the exponent raised.
pub fn raised(text: &str) -> String {
    let mut parts = text.split('^');
    let first = markup::text(parts.next().unwrap_or_default());
    let power = |part: &str| {
        // Arabic sets a number that is put in apart (U+2068 … U+2069), and what it sets apart stays together.
        let part = part.strip_prefix('\u{2068}').unwrap_or(part);
        let end = part
            .char_indices()
            .find(|(at, c)| !(c.is_ascii_digit() || "−-.,".contains(*c) && is_inside(part, *at)))
            .map_or(part.len(), |(at, _)| at);
        let (exponent, rest) = part.split_at(end);
        let rest = rest.strip_prefix('\u{2069}').unwrap_or(rest);
        format!("<sup>{exponent}</sup>{}", markup::text(rest))
    };
    first + &parts.map(power).collect::<String>()
}

/// Does a digit follow the sign or point at `at`? What ends a sentence is not part of its number.
fn is_inside(text: &str, at: usize) -> bool {
    let mut rest = text[at..].chars().skip(1);
    rest.next().is_some_and(|c| c.is_ascii_digit())
}

/// `value` with three digits that count.
pub fn three(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    // Where rounding to three digits goes up to the next power of ten, that is what counts.
    let power = (value.abs() * 1.0005).log10().floor();
    let digits = (2.0 - power).max(0.0) as usize;
    localised(format!("{value:.digits$}"))
}

/// A number of units, the largest of which leaves at least 1.
fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let fits = units.iter().rev().find(|(size, _)| value >= size * 0.9995);
    let (size, unit) = fits.or(units.first()).copied().unwrap_or((1.0, ""));
    format!("{}\u{a0}{unit}", three(value / size))
}

/// A duration in milliseconds.
pub fn time(ms: f64) -> String {
    scaled(
        ms,
        &[
            (1e-6, "ns"),
            (1e-3, "µs"),
            (1.0, "ms"),
            (1e3, "s"),
            (6e4, "min"),
            (3.6e6, "h"),
        ],
    )
}

/// An amount of memory.
pub fn bytes(bytes: u64) -> String {
    scaled(
        bytes as f64,
        &[
            (1.0, "B"),
            (1e3, "kB"),
            (1e6, "MB"),
            (1e9, "GB"),
            (1e12, "TB"),
        ],
    )
}

/// A count of anything.
pub fn count(count: u64) -> String {
    if count < 1000 {
        return count.to_string();
    }
    scaled(
        count as f64,
        &[(1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")],
    )
}

/// A power of ten milliseconds, for an axis.
pub fn ten_ms(ms: f64) -> String {
    let units = [(1e-3, "µs"), (1.0, "ms"), (1e3, "s")];
    ten(ms, &units)
}

/// A power of ten bytes, for an axis.
pub fn ten_bytes(bytes: f64) -> String {
    let units = [(1e3, "kB"), (1e6, "MB"), (1e9, "GB")];
    ten(bytes, &units)
}

fn ten(value: f64, units: &[(f64, &str)]) -> String {
    let fits = units.iter().rev().find(|(size, _)| value >= size * 0.9995);
    let (size, unit) = fits.or(units.first()).copied().unwrap_or((1.0, ""));
    format!("{:.0} {unit}", value / size)
}

/// How long is left, roughly.
pub fn left(ms: f64) -> String {
    let seconds = (ms / 1000.0).ceil().max(1.0);
    if seconds < 100.0 {
        return format!("{seconds:.0}\u{a0}s");
    }
    format!("{:.0}\u{a0}min", (seconds / 60.0).ceil())
}

/// Why a point was not measured.
pub fn why(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Memory(needed, budget) => {
            tr!(
                cost.why.memory,
                bytes = bytes(*needed),
                budget = bytes(*budget)
            )
        }
        Refusal::Allocation(needed) => tr!(cost.why.allocation, bytes = bytes(*needed)),
        Refusal::Time(ms) => tr!(cost.why.time, time = time(*ms), limit = time(LONGEST)),
        Refusal::Kernel(words) => tr!(cost.why.kernel, words = words.as_str()),
    }
}

/// A problem in plain words.
pub fn problem(problem: &CostProblem) -> String {
    match problem {
        CostProblem::Width(found) => tr!(cost.problem.width, found = *found),
        CostProblem::Window(found, most) => {
            let tokens = tr!(counted.tokens, count = *most);
            tr!(cost.problem.window, found = *found, tokens = tokens)
        }
        CostProblem::Largest(found) => tr!(cost.problem.largest, found = *found),
        CostProblem::Budget(found, most) => {
            tr!(cost.problem.budget, found = *found, most = *most)
        }
        CostProblem::NoMethod => tr!(cost.problem.no_method),
        CostProblem::NotANumber(text) => tr!(cost.problem.number, text = text.as_str()),
        CostProblem::WorkerLost => tr!(cost.problem.worker_lost),
        CostProblem::NoWorker => tr!(cost.problem.no_worker),
    }
}

#[cfg(test)]
mod tests {
    use super::raised;
    use super::{bytes, count, left, three, time};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn quantities_have_three_digits_and_a_unit() {
        let shown = [0.0, 0.0356, 1.0, 9.996, 21.34, 537.2, 8190.0].map(three);
        assert_eq!(
            shown,
            ["0", "0.0356", "1.00", "10.0", "21.3", "537", "8190"]
        );
        assert_eq!(three(f64::NAN), "–");
        let times = [0.0005, 0.0356, 1.5, 999.7, 21_340.0, 90_000.0].map(time);
        let plain = times.map(|text| text.replace('\u{a0}', " "));
        assert_eq!(
            plain,
            [
                "500 ns", "35.6 µs", "1.50 ms", "1.00 s", "21.3 s", "1.50 min"
            ]
        );
        assert_eq!(bytes(545_259_520), "545\u{a0}MB");
        assert_eq!(count(536_870_912), "537\u{a0}M");
        assert_eq!(count(7), "7");
        assert_eq!(left(3_200.0), "4\u{a0}s");
        assert_eq!(left(200_000.0), "4\u{a0}min");
    }

    #[test]
    fn exponents_are_raised_and_what_follows_them_is_not() {
        assert_eq!(raised("n^1.98, twice"), "n<sup>1.98</sup>, twice");
        assert_eq!(
            raised("n^\u{2068}1.34\u{2069}، twice"),
            "n<sup>1.34</sup>، twice"
        );
        assert_eq!(
            raised("t ∝ n^−0,5; m ∝ n^2."),
            "t ∝ n<sup>−0,5</sup>; m ∝ n<sup>2</sup>."
        );
        assert_eq!(raised("<b>"), "&lt;b&gt;");
    }
}
