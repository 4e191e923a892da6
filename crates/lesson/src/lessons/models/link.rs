//! The lesson in a link: which model, what it reads, what is changed, and what is looked at.

use super::changed::Changed;
use super::codec;
use super::hub::Name;
use super::shipped::{self, Figures};
use crate::core::fragment::{Entries, Fragment, decoded, encoded};
use crate::core::problem::{Problem, quoted};
use crate::core::standing::Viewed;

/// Which model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One that comes with the page, by its slug, after so many steps of its training; `None`: after all.
    Shipped(String, Option<u32>),
    /// One from the reader's disk, by the name of its folder. The link has the name alone.
    Disk(String),
    /// One of the hub. The link has the name alone; it is fetched only where the reader agrees.
    Hub(Name),
}

impl Source {
    /// A model that comes with the page, after all steps.
    #[must_use]
    pub fn shipped(slug: &str) -> Self {
        Self::Shipped(slug.to_owned(), None)
    }

    /// What is known of it, where it comes with the page and has read books.
    #[must_use]
    pub fn figures(&self) -> Option<Figures> {
        match self {
            Self::Shipped(slug, _) => shipped::of(slug)?.figures,
            Self::Disk(_) | Self::Hub(_) => None,
        }
    }

    /// The same model after so many steps; `None` where that moment does not come with the page.
    #[must_use]
    pub fn after(&self, step: u32) -> Option<Self> {
        match self {
            Self::Shipped(slug, _) => {
                let step = shipped::of(slug)?.earlier(step)?;
                Some(Self::Shipped(slug.clone(), step))
            }
            Self::Disk(_) | Self::Hub(_) => None,
        }
    }
}

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The model.
    pub source: Source,
    /// Its weights are held as whole numbers of eight bits, not as f32.
    pub int8: bool,
    /// What it reads; `None`: what the model is given first.
    pub text: Option<String>,
    /// What is changed in the model.
    pub changed: Changed,
}

/// What is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Layer and number of the head that is shown large.
    pub head: (usize, usize),
    /// The token that is looked at; `None`: the last.
    pub token: Option<usize>,
    /// The token of the vocabulary whose logit is followed, by its number; `None`: the likeliest.
    pub of: Option<u32>,
    /// Lines between tokens rather than a map.
    pub lines: bool,
}

/// The longest text in a link, in bytes.
pub const MOST_TEXT: usize = 4000;

/// What a model from the disk is given to read first.
pub const FIRST_TEXT: &str = "The cat was afraid of the dog because it was angry";

impl Document {
    /// A model as it is opened first.
    #[must_use]
    pub fn of(source: Source) -> Self {
        Self {
            source,
            int8: false,
            text: None,
            changed: Changed::default(),
        }
    }

    /// What the model reads.
    #[must_use]
    pub fn text(&self) -> &str {
        let first = || match &self.source {
            Source::Shipped(slug, _) => shipped::of(slug).map_or("", |own| own.text),
            Source::Disk(_) | Source::Hub(_) => FIRST_TEXT,
        };
        self.text.as_deref().unwrap_or_else(first)
    }
}

/// How a link says that weights are whole numbers.
const INT8: &str = "int8";

/// Writes what a link says.
pub(super) fn write(document: &Document, view: &View, to: &mut Entries) {
    match &document.source {
        Source::Shipped(slug, step) => {
            // Always: an older link says none, and means another.
            to.push("model", encoded(slug));
            if let Some(step) = step {
                to.push("trained", step.to_string());
            }
        }
        Source::Disk(name) => to.push("model", format!("disk:{}", encoded(name))),
        Source::Hub(name) => to.push("model", format!("hub:{}", encoded(&name.written()))),
    }
    to.when(document.int8, "weights", || INT8.to_owned());
    if let Some(text) = &document.text {
        to.push("text", encoded(text));
    }
    codec::write(&document.changed, to);
    let (layer, head) = view.head;
    to.when(view.head != (0, 0), "head", || format!("{layer}.{head}"));
    if let Some(token) = view.token {
        to.push("token", token.to_string());
    }
    if let Some(of) = view.of {
        to.push("of", of.to_string());
    }
    to.when(view.lines, "lines", || "1".to_owned());
}

/// The model that came first until November 2026, at head 2.1 as now, and what links said of it.
const OLDER: &str = "induction";
const KEYS: [&str; 7] = ["text", "off", "blind", "head", "token", "of", "lines"];

/// Reads what [`write`] writes.
///
/// # Errors
/// [`Problem::LinkEntry`] for the first entry that cannot be taken.
pub(super) fn read(
    link: Fragment<'_>,
    base: Option<(Document, View)>,
) -> Result<(Document, View), Problem> {
    let first = || Document::of(Source::shipped(shipped::SHIPPED[0].slug));
    let (mut document, mut view) = base.unwrap_or_else(|| (first(), View::default()));
    // A link that says something, but names neither model nor example, is from when another came first.
    let named = link.has("model") || link.has("preset");
    if !named && KEYS.iter().any(|key| link.has(key)) {
        document = Document::of(Source::shipped(OLDER));
    }
    if let Some(model) = link.get("model") {
        let source = source(model).ok_or_else(|| unknown(model))?;
        (document, view) = (Document::of(source), View::default());
    }
    for (key, value) in link.entries() {
        set(&mut document, &mut view, key, value).ok_or_else(|| entry(key, value))?;
    }
    Ok((document, view))
}

fn entry(key: &str, value: &str) -> Problem {
    Problem::LinkEntry(key.to_owned(), quoted(value))
}

/// No such model: one of a disk or of the hub has a name of its own, the others are few.
fn unknown(model: &str) -> Problem {
    match model.contains(':') {
        true => entry("model", model),
        false => {
            let known = shipped::SHIPPED.iter().map(|own| own.slug).collect();
            Problem::LinkUnknown("model".to_owned(), quoted(model), known)
        }
    }
}

fn source(value: &str) -> Option<Source> {
    match value.split_once(':') {
        Some(("disk", name)) => Some(Source::Disk(quoted(&decoded(name)?))),
        Some(("hub", name)) => Name::read(&decoded(name)?).map(Source::Hub),
        _ => shipped::of(&decoded(value)?).map(|own| Source::shipped(own.slug)),
    }
}

/// Takes one entry of a link; `None` when its value cannot be taken.
fn set(document: &mut Document, view: &mut View, key: &str, value: &str) -> Option<()> {
    match key {
        "trained" => document.source = document.source.after(value.parse().ok()?)?,
        "weights" => document.int8 = (value == INT8).then_some(true)?,
        "text" => document.text = Some(decoded(value).filter(|text| text.len() <= MOST_TEXT)?),
        "head" => view.head = pair(value)?,
        "token" => view.token = Some(value.parse().ok()?),
        "of" => view.of = Some(value.parse().ok()?),
        "lines" => view.lines = value == "1",
        key => codec::set(&mut document.changed, key, value)?,
    }
    Some(())
}

pub(super) fn pair(value: &str) -> Option<(usize, usize)> {
    let (layer, head) = value.split_once('.')?;
    Some((layer.parse().ok()?, head.parse().ok()?))
}

impl Viewed for View {}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test that cannot go on should stop")]

    use super::*;
    use crate::core::player::Player;
    use crate::lessons::models::Models;

    fn opened(link: &str) -> Result<String, Problem> {
        Player::<Models>::open(link).map(|player| player.link())
    }

    #[test]
    fn a_moment_of_the_training_stands_in_the_link_unless_it_is_the_last() {
        let reader = shipped::of("reader").expect("the reader");
        let (last, earlier) = reader.moments.split_last().expect("moments");
        for moment in earlier {
            let link = format!("lesson=models&model=reader&trained={}", moment.step);
            let written = opened(&link).expect("a moment");
            assert!(
                written.contains(&format!("trained={}", moment.step)),
                "{written}"
            );
        }
        let link = format!("lesson=models&model=reader&trained={}", last.step);
        let written = opened(&link).expect("the last moment");
        assert!(!written.contains("trained"), "{written}");
    }

    #[test]
    fn a_link_from_before_opens_the_model_that_came_first_then() {
        for older in ["head=1.0", "off=1.0,1.1", "text=a%20b&lines=1"] {
            let now = opened(&format!("lesson=models&{older}")).expect("a link");
            assert!(now.contains("model=induction"), "{now}");
            assert!(older.split('&').all(|entry| now.contains(entry)), "{now}");
        }
        let now = opened("lesson=models").expect("a link");
        assert!(now.contains("model=reader"), "{now}");
    }

    #[test]
    fn the_models_that_there_are_are_named_beside_one_that_is_not() {
        let known = shipped::SHIPPED.iter().map(|own| own.slug).collect();
        let unknown = Problem::LinkUnknown("model".into(), "reeder".into(), known);
        assert_eq!(opened("lesson=models&model=reeder"), Err(unknown));
    }

    #[test]
    fn a_link_says_how_weights_are_held() {
        for model in ["reader", "disk:gpt2", "hub:a/b"] {
            let link = opened(&format!("lesson=models&model={model}&weights=int8")).expect("int8");
            assert!(link.contains("&weights=int8"), "{link}");
            assert_eq!(opened(&link).as_ref(), Ok(&link));
        }
        for wrong in ["int4", "", "f32"] {
            let link = format!("lesson=models&model=reader&weights={wrong}");
            assert!(opened(&link).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_model_of_the_hub_stands_in_the_link_by_its_name() {
        for name in ["gpt2", "distilbert/distilgpt2", "a/b@refs/pr/1"] {
            let link = opened(&format!("lesson=models&model=hub:{name}")).expect("a name");
            assert_eq!(opened(&link).as_ref(), Ok(&link));
            assert!(link.contains("model=hub:"), "{link}");
        }
        for wrong in [
            "hub:",
            "hub:../x",
            "hub:a/b/c",
            "web:a/b",
            "hub:https://evil.org",
        ] {
            let link = format!("lesson=models&model={wrong}");
            assert!(opened(&link).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_no_moment_of_that_model_is_refused() {
        for wrong in [
            "model=reader&trained=7",
            "model=reader&trained=",
            "model=reader&trained=99999999999",
            "model=induction&trained=0",
            "model=disk:gpt2&trained=0",
        ] {
            assert!(
                opened(&format!("lesson=models&{wrong}")).is_err(),
                "{wrong}"
            );
        }
    }
}
