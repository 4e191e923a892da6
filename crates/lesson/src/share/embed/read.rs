//! Fragment → options, or what is wrong with it.

use percent_encoding::percent_decode_str;

use super::EmbedOptions;
use crate::core::control::Control;
use crate::core::fragment::{Fragment, MOST_BYTES};
use crate::core::lesson::Meta;
use crate::core::problem::{Problem, quoted};
use crate::core::steps::Steps;
use crate::registry;
use crate::share::quiz::Setup;

/// The themes that a link can ask for; `auto` asks for none.
const THEMES: [&str; 2] = ["light", "dark"];
/// More than any name of a language in use: `zh-hant-tw`.
const LONGEST_LANG: usize = 35;

impl EmbedOptions {
    /// Reads a fragment (without `#`). Other keys are the lesson's affair; of a key given twice the
    /// last one counts. Any bytes are safe to pass.
    ///
    /// # Errors
    /// [`Problem::LinkControl`] for a control that the lesson does not have, [`Problem::LinkSteps`]
    /// for no stretch of stages, [`Problem::LinkNoStages`] in a lesson without stages, [`Problem::LinkEntry`] for a
    /// language whose name is none. Colours that there are not keep nobody from the lesson: [`left_out`] says so.
    pub fn parse(fragment: &str) -> Result<Self, Problem> {
        let lesson = registry::meta_of(fragment);
        let mut options = Self::default();
        for (key, value) in Fragment(fragment).entries() {
            // Programs that put links together write a comma as %2C.
            let value = || percent_decode_str(value).decode_utf8_lossy();
            match key {
                "embed" => options.embed = true,
                "theme" => options.theme = theme(&value()).unwrap_or_default(),
                "lang" => options.lang = lang(&value())?,
                "lock" => options.lock = controls(lesson, &value())?,
                "hide" => options.hide = controls(lesson, &value())?,
                "steps" => options.steps = steps(lesson, &value())?,
                _ => (),
            }
        }
        Ok(options)
    }

    /// The same of any fragment: what cannot be taken is left out. Nothing that a link wanted locked
    /// may be shown by it; whoever shows a lesson asks [`check`] first.
    #[must_use]
    pub fn of(fragment: &str) -> Self {
        let options = Fragment(fragment).only(|key| KEYS.contains(&key));
        let entries = options.split('&');
        let lesson = format!("lesson={}", registry::lesson_of(fragment));
        let alone = |entry: &&str| Self::parse(&format!("{lesson}&{entry}")).is_ok();
        let good: Vec<_> = entries.filter(alone).collect();
        Self::parse(&format!("{lesson}&{}", good.join("&"))).unwrap_or_default()
    }

    /// Whether a fragment says anything about the frame. A way from lesson to lesson inside a page
    /// does not, and keeps the frame it was in.
    #[must_use]
    pub fn is_in(fragment: &str) -> bool {
        Fragment(fragment)
            .entries()
            .any(|(key, _)| KEYS.contains(&key))
    }
}

/// What keeps a lesson from being shown at all, if anything: a frame that cannot be as the link wants
/// it, and in somebody's page also a link that the lesson cannot read, which lessons but the first say
/// themselves once they are there. On the site of its own what else such a link says is opened, with the reason
/// beside it.
///
/// # Errors
/// [`Problem`], to be said in the figure's place.
pub fn check(fragment: &str) -> Result<EmbedOptions, Problem> {
    let options = EmbedOptions::parse(fragment)?;
    let lesson = registry::meta_of(fragment);
    if !lesson.computes && asks(fragment) {
        return Err(Problem::LinkNoQuestions(lesson.slug));
    }
    if options.embed {
        if fragment.len() > MOST_BYTES {
            return Err(Problem::LinkTooLong(fragment.len(), MOST_BYTES));
        }
        registry::check_first(fragment)?;
        Setup::of(fragment)?;
    }
    Ok(options)
}

/// Whether a link asks something, be it of tables that its lesson does not have.
fn asks(fragment: &str) -> bool {
    let link = Fragment(fragment);
    link.has("ask") || link.get("predict").is_some_and(|predict| predict != "0")
}

/// What a link says of colours that cannot be, to be said beside the lesson: it is shown without.
#[must_use]
pub fn left_out(fragment: &str) -> Option<Problem> {
    let value = Fragment(fragment).get("theme")?;
    theme(&percent_decode_str(value).decode_utf8_lossy()).err()
}

/// The entries that are about the frame.
const KEYS: [&str; 6] = ["embed", "theme", "lang", "lock", "hide", "steps"];

fn theme(value: &str) -> Result<Option<&'static str>, Problem> {
    let known = THEMES.into_iter().find(|theme| *theme == value);
    if known.is_none() && !["auto", ""].contains(&value) {
        let can = format!("auto, {}", THEMES.join(", "));
        return Err(Problem::LinkRange("theme", quoted(value), can));
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
fn controls(lesson: &'static Meta, value: &str) -> Result<Vec<Control>, Problem> {
    let named = || value.split(',').filter(|name| !name.is_empty());
    let known = |name: &str| lesson.controls.iter().any(|own| own.name == name);
    if let Some(unknown) = named().find(|name| !known(name)) {
        return Err(Problem::LinkControl(quoted(unknown), lesson.slug));
    }
    let wanted = |own: &&Control| named().any(|name| name == own.name);
    Ok(lesson.controls.iter().filter(wanted).copied().collect())
}

fn steps(lesson: &Meta, value: &str) -> Result<Option<Steps>, Problem> {
    if value.is_empty() {
        return Ok(None);
    }
    if lesson.steps.is_empty() {
        return Err(Problem::LinkNoStages(lesson.slug));
    }
    match Steps::from_key(lesson.steps, value) {
        Some(steps) => Ok(Some(steps)),
        None => Err(Problem::LinkSteps(quoted(value), lesson.slug)),
    }
}

/// The link without all that it says about the frame.
#[must_use]
pub fn without_frame(fragment: &str) -> String {
    Fragment(fragment).only(|key| !KEYS.contains(&key))
}

/// The same link for the site of its own, where the frame is the site's.
#[must_use]
pub fn without_embed(fragment: &str) -> String {
    Fragment(fragment).only(|key| key != "embed")
}
