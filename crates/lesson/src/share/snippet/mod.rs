//! What a teacher takes from the page into a course: a link, or text to be pasted, with what the link
//! says of the frame and of a question. The page's “Share” dialog edits it; nothing here draws.
//!
//! [`Share`] is what is shared, [`Form`] how it is written down, with the escaping that each form needs,
//! [`Draft`] a question while it is being put, [`Freedom`] what may be done with one control.
//!
//! The dialog (`src/views/share`) is a part of the page; the page has its button and its place (`src/sharing.rs`), and the
//! two meet in the address. It offers any lesson's steps, tables and controls from its `Meta`. A new control needs a
//! name in `src/views/share/names.rs`.

mod draft;
mod escape;
mod form;
mod freedom;
mod kind;
mod made;
mod offer;
mod short;

pub use draft::{Draft, DraftProblem, LONGEST_TEXT, MOST_OPTIONS, shares};
pub use form::{Form, Words, folder};
pub use freedom::{Entry, Freedom, freedom, held_by, keep_at, outline, set};
pub use kind::Kind;
pub use made::Made;
pub use offer::{askable, default_cell};
pub use short::Short;

use crate::core::fragment::{FROM, Fragment};
use crate::core::lesson::Meta;
use crate::core::opened::Opened;
use crate::core::problem::Problem;
use crate::core::steps::{self, Place};
use crate::head::view::Level;
use crate::registry;
use crate::share::embed::{self, EmbedOptions};
use crate::share::quiz::{Predict, Setup};

/// A link longer than this, in characters, is cut off by some mail programs and chats.
pub const LONG_LINK: usize = 2000;

/// The most places at which a figure is measured.
pub const MOST_LOOKS: usize = 12;

/// The controls by which a reader walks.
const WAYS: [&str; 4] = ["next", "play", "scrub", "goto"];

/// A lesson as it stands, to be shown in a frame, with a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// The lesson's own link, without `#`, and without what it says of frame and question. Nor does it lead back to where
    /// its author came from: whoever is asked would find the numbers there.
    pub link: String,
    /// The frame; whether it is `embed` is a matter of the [`Form`].
    pub options: EmbedOptions,
    /// The question.
    pub setup: Setup,
}

impl Share {
    /// Reads a whole fragment (without `#`). Of the frame what cannot be taken is left out, and so is a
    /// question that cannot be read or that the lesson does not ask. Any bytes are safe to pass.
    #[must_use]
    pub fn read(fragment: &str) -> Self {
        let own = Fragment(&embed::without_frame(fragment)).only(|key| key != FROM);
        let link = Setup::default().replacing_in(&own);
        let lesson = registry::meta_of(fragment);
        let setup = match lesson.computes {
            true => Setup::of(fragment).unwrap_or_default(),
            false => Setup::default(),
        };
        let options = EmbedOptions {
            embed: false,
            ..EmbedOptions::of(fragment)
        };
        Self {
            link: link.trim_matches('&').to_owned(),
            options,
            setup,
        }
    }

    /// The whole fragment, without `#`: for a page of its own, or for a frame in somebody's page.
    #[must_use]
    pub fn fragment(&self, embed: bool) -> String {
        let options = EmbedOptions {
            embed,
            ..self.options.clone()
        };
        // An example is said by its name: a link that can be read aloud.
        let short = Short::of(&self.link).map(|short| short.link());
        let short = short.filter(|short| short.len() < self.link.len());
        let whole = format!(
            "{}{}{}",
            short.as_ref().unwrap_or(&self.link),
            self.setup.suffix(self.lesson()),
            options.suffix()
        );
        whole.trim_start_matches('&').to_owned()
    }

    /// The lesson that is shared.
    #[must_use]
    pub fn lesson(&self) -> &'static Meta {
        registry::meta_of(&self.link)
    }

    /// The lesson opened, to ask what it has.
    ///
    /// # Errors
    /// [`Problem`] where the link cannot be read.
    pub fn opened(&self) -> Result<Box<dyn Opened>, Problem> {
        registry::open(&self.link)
    }

    /// The step it starts at and those there are to choose from, by name; `None` in a lesson whose steps
    /// have no names.
    ///
    /// # Errors
    /// [`Problem`] where the link cannot be read.
    pub fn steps(&self) -> Result<Option<(&'static str, Vec<&'static str>)>, Problem> {
        let names = self.lesson().steps;
        if names.is_empty() {
            return Ok(None);
        }
        let opened = self.opened()?;
        let mut steps: Vec<usize> = opened.all_places().iter().map(|own| own.step).collect();
        steps.dedup();
        let name = |step: usize| names.get(step).copied();
        let here = name(opened.place().step).unwrap_or_default();
        Ok(Some((here, steps.into_iter().filter_map(name).collect())))
    }

    /// The same link, starting at the step of that name; as it was in a lesson whose steps have none.
    ///
    /// # Errors
    /// [`Problem`] where the link cannot be read.
    pub fn starting_at(&self, step: &str) -> Result<String, Problem> {
        let lesson = self.lesson();
        let Some(place) = lesson
            .place()
            .filter(|_| steps::named(lesson.steps, step).is_some())
        else {
            return Ok(self.link.clone());
        };
        self.with_entry(place, step)
    }

    /// The link in the middle of the walk, where it stands at a first step that computes nothing: in a lesson whose steps
    /// have no names the figure fills up, and is empty there. `None` elsewhere; where steps have names every step shows
    /// something.
    #[must_use]
    pub fn in_its_middle(&self) -> Option<String> {
        let lesson = self.lesson();
        let place = lesson.place().filter(|_| lesson.steps.is_empty())?;
        let opened = self.opened().ok()?;
        let computes = |own: Place| opened.computes(own).is_some();
        let begins = opened.place().step == 0 && !computes(opened.place());
        let all = opened.all_places();
        let mut later = all.iter().copied().skip(all.len() / 2);
        let middle = later.find(|own| computes(*own))?.step.to_string();
        begins.then(|| self.with_entry(place, &middle).ok())?
    }

    /// The places of the scrub bar at which a figure is to be looked at to know how high it becomes, the first to the
    /// last, [`MOST_LOOKS`] at most; none where its reader cannot walk.
    #[must_use]
    pub fn stops(&self) -> Vec<usize> {
        let hidden = |name: &str| self.options.hide.iter().any(|own| own.has(name));
        let mut ways = self.lesson().controls.iter().map(|own| own.name);
        let walks = ways.any(|own| WAYS.contains(&own) && !hidden(own));
        let Some(mut opened) = walks
            .then(|| registry::open(&self.fragment(true)).ok())
            .flatten()
        else {
            return vec![];
        };
        opened.limit(self.options.limits());
        let last = opened.places().len().saturating_sub(1);
        let stops = last.min(MOST_LOOKS - 1);
        let all = (0..=stops).map(|stop| stop * last / stops.max(1));
        all.filter(|_| last > 0).collect()
    }

    /// Whether a question changes what is opened besides where one stands: who has been guided so far gets the whole
    /// figure.
    #[must_use]
    pub fn leaves_the_guide(&self) -> bool {
        let place = self.lesson().place();
        let own = |link: &str| {
            let link = registry::open(link).ok()?.link();
            Some(Fragment(&link).only(|key| Some(key) != place))
        };
        self.setup.question.is_some() && own(&self.link) != own(&self.fragment(true))
    }

    /// The link with all queries, where it leads through the guided walk and numbers are to be predicted first: the walk
    /// hides none. `None` elsewhere.
    #[must_use]
    pub fn beyond_the_guide(&self) -> Option<String> {
        let guided = Fragment(&self.link).get("level") == Some(Level::Walk.key());
        let predicts = self.setup.predict != Predict::Off;
        let beyond = || self.with_entry("level", Level::Queries.key()).ok();
        (guided && predicts).then(beyond)?
    }

    /// The link with that entry, instead of the one of that key.
    fn with_entry(&self, key: &str, value: &str) -> Result<String, Problem> {
        let others = Fragment(&self.link).only(|own| own != key);
        let link = format!("{others}&{key}={value}");
        Ok(registry::open(link.trim_start_matches('&'))?.link())
    }
}
