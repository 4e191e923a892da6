//! The translation layer: every text a user sees is a typed key of `assets/locales/en.json`,
//! which the other files of that folder translate.

use leptos::prelude::*;
use lesson::core::number::NotANumber;
use lesson::core::problem::nearest;
use lesson::share::quiz::link::askables;
use lesson::{Name, Problem, Stage, registry};

use crate::language::{self, shown};
use crate::reactive::derived;
use crate::shell::words::{Words, plain};

/// The text of a key in the language of the page; its values as `name = value`. A key that is not
/// there, a value too few or too many does not compile, nor, where a text has forms of number, a `count`
/// that is no whole number.
macro_rules! tr {
    ($first:ident $(. $rest:ident)* $(, $name:ident = $value:expr)* $(,)?) => {{
        const TEXT: texts::Text = $crate::translations::$first $(:: $rest)*;
        const { assert!(TEXT.takes(&[$(stringify!($name)),*]), "other values than the text has") };
        $crate::language::words(
            const { &TEXT.words },
            &[$((stringify!($name), texts::value::<{ TEXT.counts(stringify!($name)) }, _>(&$value))),*],
        )
    }};
}
pub(crate) use tr;

/// The same as a signal, for views: it follows the language and what it is made of.
macro_rules! say {
    ($($key:tt)*) => {
        $crate::text::following(move || $crate::text::tr!($($key)*))
    };
}
pub(crate) use say;

/// A text that follows what `words` reads. All texts of the page share this one type: a type for
/// every closure would make the page a tenth larger.
pub fn following(words: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    derived(words)
}

/// Items of a list in a sentence, as the language sets them apart.
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    items.join(language::current().list)
}

/// Words as a list, each in quotation marks.
pub fn quoted<T: AsRef<str>>(words: &[T]) -> String {
    let mark = |word: &T| tr!(said.quoted, word = word.as_ref());
    list(&words.iter().map(mark).collect::<Vec<_>>())
}

macro_rules! each_stage {
    ($stage:ident, $line:ident) => {
        match $stage {
            Stage::Project => tr!(stage.project.$line),
            Stage::Scores => tr!(stage.scores.$line),
            Stage::Scaled => tr!(stage.scaled.$line),
            Stage::Mask => tr!(stage.mask.$line),
            Stage::Masked => tr!(stage.masked.$line),
            Stage::Max => tr!(stage.max.$line),
            Stage::Shifted => tr!(stage.shifted.$line),
            Stage::Exp => tr!(stage.exp.$line),
            Stage::Sum => tr!(stage.sum.$line),
            Stage::Weights => tr!(stage.weights.$line),
            Stage::Output => tr!(stage.output.$line),
        }
    };
}

/// What a stage is called.
pub fn stage(stage: Stage) -> String {
    each_stage!(stage, title)
}

/// What happens at a stage. Only the upper levels say it, so it comes with them.
pub fn at_stage(stage: Stage) -> String {
    each_stage!(stage, sentence)
}

pub use crate::views::{card, goal, name as lesson};

/// What a matrix is called.
pub fn matrix(name: Name) -> String {
    match name {
        Name::X => tr!(matrix.x),
        Name::Xkv => tr!(matrix.x_kv),
        Name::Wq => tr!(matrix.w_q),
        Name::Wk => tr!(matrix.w_k),
        Name::Wv => tr!(matrix.w_v),
        Name::Q => tr!(matrix.q),
        Name::K => tr!(matrix.k),
        Name::V => tr!(matrix.v),
        Name::Scores => tr!(matrix.scores),
        Name::Scaled => tr!(matrix.scaled),
        Name::Mask => tr!(matrix.mask),
        Name::Masked => tr!(matrix.masked),
        Name::Max => tr!(matrix.max),
        Name::Shifted => tr!(matrix.shifted),
        Name::Exp => tr!(matrix.exp),
        Name::Sum => tr!(matrix.sum),
        Name::Weights => tr!(matrix.weights),
        Name::Output => tr!(matrix.output),
        other => other.key().to_owned(),
    }
}

/// The title and the note of a preset.
pub fn preset(slug: &str) -> (String, String) {
    macro_rules! of {
        ($($key:ident)*) => {
            match slug {
                $(stringify!($key) => (tr!(preset.$key), tr!(note.$key)),)*
                other => (other.to_owned(), String::new()),
            }
        };
    }
    of!(cat worked animal lookup same_wq_wk unscaled causal cross angles tiles)
}

/// A shape as people write it.
pub fn shape((rows, cols): (usize, usize)) -> String {
    format!("{rows}×{cols}")
}

/// The words of the lessons over a head of attention.
pub const HEAD: Words = Words {
    table: |key| Name::from_key(key).map_or_else(|| key.to_owned(), matrix),
    step: |key| Stage::from_key(key).map_or_else(|| plain(key), |own| (stage(own), String::new())),
    preset,
};

/// A problem in plain words. `still` is the value a refused cell keeps.
pub fn problem(problem: &Problem, still: Option<f32>) -> String {
    problem_in(&HEAD, problem, still)
}

/// A problem in plain words, those of a lesson for its tables and steps. `still` is the value a refused
/// cell keeps.
pub fn problem_in(words: &Words, problem: &Problem, still: Option<f32>) -> String {
    match problem {
        Problem::Number(why, text) => number(*why, text, still),
        Problem::Ragged(row, found, wanted) => {
            let numbers = tr!(counted.numbers, count = *found);
            tr!(
                problem.ragged,
                row = *row,
                numbers = numbers,
                wanted = *wanted
            )
        }
        Problem::Entry(row, col, _, text) => {
            tr!(problem.entry, row = *row, col = *col, text = text.as_str())
        }
        Problem::NothingPasted => tr!(problem.nothing_pasted),
        Problem::PasteTooLong(found, most) => {
            let bytes = tr!(counted.bytes, count = *found);
            tr!(problem.paste_too_long, bytes = bytes, most = *most)
        }
        Problem::TextTooLong(found, most) => {
            let bytes = tr!(counted.bytes, count = *found);
            tr!(problem.text_too_long, bytes = bytes, most = *most)
        }
        Problem::Shape(name, found, there) => tr!(
            problem.shape,
            found = shape(*found),
            wanted = shape(*there),
            name = (words.table)(name)
        ),
        Problem::TooMany(found, most) => tr!(problem.too_many, found = *found, most = *most),
        Problem::TooFew => tr!(problem.too_few),
        Problem::CopyRefused => tr!(problem.copy),
        Problem::LanguageMissing(name) => tr!(problem.language_missing, name = *name),
        Problem::Locked(name) => tr!(framing.locked_control, name = *name),
        Problem::StepClosed(stage) => tr!(framing.step_closed, title = (words.step)(stage).0),
        Problem::Fixed(name) => tr!(problem.fixed, name = (words.table)(name)),
        Problem::Covered(name) => tr!(problem.covered, name = (words.table)(name)),
        link => link_problem(link),
    }
}

fn number(why: NotANumber, text: &str, still: Option<f32>) -> String {
    let Some(value) = still else {
        return tr!(problem.number, text = text);
    };
    let value = shown(value, 2);
    match why {
        NotANumber::Empty => tr!(problem.empty, value = value),
        NotANumber::NotFinite => tr!(problem.not_finite, text = text, value = value),
        NotANumber::TooLarge => tr!(problem.too_large, text = text, value = value),
        NotANumber::Unreadable => tr!(problem.unreadable, text = text, value = value),
    }
}

fn link_problem(problem: &Problem) -> String {
    match problem {
        Problem::LinkTooLong(found, most) => {
            let bytes = tr!(counted.bytes, count = *found);
            tr!(problem.link_too_long, bytes = bytes, most = *most)
        }
        Problem::LinkNewer(found, known) => {
            tr!(problem.link_newer, found = found.as_str(), known = *known)
        }
        Problem::LinkEntry(key, text) => {
            tr!(problem.link_entry, key = key.as_str(), text = text.as_str())
        }
        Problem::LinkRange(key, found, known) => {
            let said = tr!(
                problem.link_range,
                key = *key,
                text = found.as_str(),
                known = known.as_str()
            );
            sentences([said, meant(found, known.split(", "))])
        }
        Problem::LinkShape(key, found, wanted) => tr!(
            problem.link_shape,
            key = key.as_str(),
            found = shape(*found),
            wanted = shape(*wanted)
        ),
        Problem::LinkUnknown(key, name, known) => {
            let said = tr!(
                problem.link_unknown,
                key = key.as_str(),
                name = name.as_str()
            );
            match key.as_str() {
                // A lesson that is asked for another knows itself alone.
                "lesson" => with_known(said, name, &slugs()),
                _ => with_known(said, name, known),
            }
        }
        frame => unframed(frame),
    }
}

/// The lessons by their names in links.
fn slugs() -> Vec<&'static str> {
    registry::LESSONS.iter().map(|own| own.slug).collect()
}

/// With the name that was probably meant, and all that there are.
pub fn with_known(said: String, name: &str, known: &[&'static str]) -> String {
    let like = meant(name, known.iter().copied());
    sentences([said, like, tr!(framing.known, known = list(known))])
}

/// Which of these was probably meant, in words; empty where none is like it.
fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let like = nearest(name, known);
    like.map_or_else(String::new, |like| tr!(framing.meant, name = like))
}

fn sentences<const N: usize>(all: [String; N]) -> String {
    let said: Vec<String> = all.into_iter().filter(|own| !own.is_empty()).collect();
    said.join(" ")
}

/// Why a link's lesson is not shown, in the figure's place: there is no figure that was left as it is.
pub fn unframed(problem: &Problem) -> String {
    match problem {
        Problem::LinkTooLong(found, most) => {
            let bytes = tr!(counted.bytes, count = *found);
            tr!(framing.too_long, bytes = bytes, most = *most)
        }
        Problem::LinkUnknown(key, name, known) => {
            let said = tr!(framing.unknown, key = key.as_str(), name = name.as_str());
            with_known(said, name, known)
        }
        Problem::LinkEntry(key, text) => {
            tr!(framing.entry, key = key.as_str(), text = text.as_str())
        }
        Problem::LinkControl(name, slug) => {
            let controls = registry::lesson(slug).controls.iter();
            let said = tr!(framing.control, name = name.as_str(), lesson = lesson(slug));
            // There may be fifty: who wants to see them finds them in the dialog.
            let like = meant(name, controls.map(|control| control.name));
            sentences([said, like, tr!(framing.controls_listed)])
        }
        Problem::LinkSteps(text, slug) => {
            let stages = list(registry::lesson(slug).steps);
            tr!(framing.steps, text = text.as_str(), known = stages)
        }
        Problem::LinkNoStages(slug) => tr!(framing.no_stages, lesson = lesson(slug)),
        Problem::LinkNoQuestions(slug) => tr!(framing.no_questions, lesson = lesson(slug)),
        Problem::LinkChanged => tr!(framing.changed),
        Problem::LinkAsk(text, slug) => {
            let known: Vec<_> = askables(registry::lesson(slug)).collect();
            let example = format!("{}.0.1", known.first().copied().unwrap_or_default());
            tr!(
                framing.ask,
                text = text.as_str(),
                known = list(&known),
                example = example
            )
        }
        Problem::LinkShape(..) | Problem::LinkRange(..) | Problem::LinkNewer(..) => {
            self::problem(problem, None)
        }
        _ => tr!(framing.unreadable),
    }
}
