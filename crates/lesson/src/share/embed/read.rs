//! Fragment → framing, or what is wrong with it.

use percent_encoding::percent_decode_str;

use super::{Control, Framing, Steps};
use crate::core::problem::{Problem, quoted};
use crate::head::codec::MOST_BYTES;
use crate::registry::{self, Lesson};
use crate::share::quiz::Setup;

/// The themes that a link can ask for; `auto` asks for none.
const THEMES: [&str; 2] = ["light", "dark"];
/// More than any name of a language in use: `zh-hant-tw`.
const LONGEST_LANG: usize = 35;

impl Framing {
    /// Reads a fragment (without `#`). Other keys are the lesson's affair; of a key given twice the
    /// last one counts. Any bytes are safe to pass.
    ///
    /// # Errors
    /// [`Problem::LinkControl`] for a control that the lesson does not have, [`Problem::LinkSteps`]
    /// for no stretch of stages, [`Problem::LinkNoStages`] in a lesson without stages,
    /// [`Problem::LinkEntry`] for another theme, and for a language whose name is none.
    pub fn parse(fragment: &str) -> Result<Self, Problem> {
        let lesson = registry::lesson(registry::lesson_of(fragment));
        let mut framing = Self::default();
        for entry in fragment.split('&') {
            let (key, value) = entry.split_once('=').unwrap_or((entry, ""));
            // Programs that put links together write a comma as %2C.
            let value = || percent_decode_str(value).decode_utf8_lossy();
            match key {
                "embed" => framing.embed = true,
                "theme" => framing.theme = theme(&value())?,
                "lang" => framing.lang = lang(&value())?,
                "lock" => framing.lock = controls(lesson, &value())?,
                "hide" => framing.hide = controls(lesson, &value())?,
                "steps" => framing.steps = steps(lesson, &value())?,
                _ => (),
            }
        }
        Ok(framing)
    }

    /// The same of any fragment: what cannot be taken is left out. Nothing that a link wanted locked
    /// may be shown by it; whoever shows a lesson asks [`check`] first.
    #[must_use]
    pub fn of(fragment: &str) -> Self {
        let entries = fragment.split('&').filter(|entry| is_framing(entry));
        let lesson = format!("lesson={}", registry::lesson_of(fragment));
        let alone = |entry: &&str| Self::parse(&format!("{lesson}&{entry}")).is_ok();
        let good: Vec<_> = entries.filter(alone).collect();
        Self::parse(&format!("{lesson}&{}", good.join("&"))).unwrap_or_default()
    }

    /// Whether a fragment says anything about the frame. A way from lesson to lesson inside a page
    /// does not, and keeps the frame it was in.
    #[must_use]
    pub fn is_in(fragment: &str) -> bool {
        fragment.split('&').any(is_framing)
    }
}

/// What keeps a lesson from being shown at all, if anything: a frame that cannot be as the link wants
/// it, and in somebody's page also a link that the lesson cannot read. On the site of its own such a
/// link opens the first example, with the reason beside it.
///
/// # Errors
/// [`Problem`], to be said in the figure's place.
pub fn check(fragment: &str) -> Result<Framing, Problem> {
    let framing = Framing::parse(fragment)?;
    let lesson = registry::lesson(registry::lesson_of(fragment));
    if !lesson.asks && !Setup::kept(fragment).is_empty() {
        return Err(Problem::LinkNoQuestions(lesson.slug));
    }
    if framing.embed {
        if fragment.len() > MOST_BYTES {
            return Err(Problem::LinkTooLong(fragment.len(), MOST_BYTES));
        }
        let lesson = registry::named(fragment)?;
        (lesson.check)(fragment)?;
    }
    Ok(framing)
}

fn is_framing(entry: &str) -> bool {
    let key = entry.split_once('=').map_or(entry, |(key, _)| key);
    ["embed", "theme", "lang", "lock", "hide", "steps"].contains(&key)
}

fn theme(value: &str) -> Result<Option<&'static str>, Problem> {
    let known = THEMES.into_iter().find(|theme| *theme == value);
    if known.is_none() && !["auto", ""].contains(&value) {
        return Err(Problem::LinkEntry("theme".into(), quoted(value)));
    }
    Ok(known)
}

/// A name that a language could have; a page that does not speak it says so and is read in another.
fn lang(value: &str) -> Result<Option<String>, Problem> {
    if ["auto", ""].contains(&value) {
        return Ok(None);
    }
    let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
    if value.len() > LONGEST_LANG || !value.split('-').all(is_part) {
        return Err(Problem::LinkEntry("lang".into(), quoted(value)));
    }
    Ok(Some(value.to_ascii_lowercase()))
}

/// In the order of the lesson's table, whatever the link's; named twice is named once.
fn controls(lesson: &'static Lesson, value: &str) -> Result<Vec<Control>, Problem> {
    let named = || value.split(',').filter(|name| !name.is_empty());
    let known = |name: &str| lesson.controls.iter().any(|own| own.name == name);
    if let Some(unknown) = named().find(|name| !known(name)) {
        return Err(Problem::LinkControl(quoted(unknown), lesson.slug));
    }
    let wanted = |own: &&Control| named().any(|name| name == own.name);
    Ok(lesson.controls.iter().filter(wanted).copied().collect())
}

fn steps(lesson: &Lesson, value: &str) -> Result<Option<Steps>, Problem> {
    if value.is_empty() {
        return Ok(None);
    }
    if !lesson.has_stages {
        return Err(Problem::LinkNoStages(lesson.slug));
    }
    match Steps::from_key(value) {
        Some(steps) => Ok(Some(steps)),
        None => Err(Problem::LinkSteps(quoted(value))),
    }
}

/// The link without all that it says about the frame.
#[must_use]
pub fn without_frame(fragment: &str) -> String {
    let others = fragment.split('&').filter(|entry| !is_framing(entry));
    others.collect::<Vec<_>>().join("&")
}

/// The same link for the site of its own, where the frame is the site's.
#[must_use]
pub fn without_embed(fragment: &str) -> String {
    let is_embed = |entry: &&str| entry.split_once('=').map_or(*entry, |(key, _)| key) == "embed";
    let entries: Vec<_> = fragment
        .split('&')
        .filter(|entry| !is_embed(entry))
        .collect();
    entries.join("&")
}
