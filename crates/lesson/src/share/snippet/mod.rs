//! What a teacher takes from the page into a course: a link, or text to be pasted, with what the link
//! says of the frame and of a question. The page's “Share” dialog edits it; nothing here draws.
//!
//! [`Share`] is what is shared, [`Form`] how it is written down, [`Draft`] a question while it is being
//! put, [`Freedom`] what may be done with one control.

mod draft;
mod escape;
mod form;
mod freedom;
mod kind;
mod offer;
mod short;

pub use draft::{Draft, DraftProblem, LONGEST_TEXT, MOST_OPTIONS};
pub use form::{Form, Words, folder};
pub use freedom::{Entry, Freedom, freedom, held_by, outline, set};
pub use kind::Kind;
pub use offer::{askable, default_cell};
pub use short::Short;

use crate::core::problem::Problem;
use crate::head::codec;
use crate::head::stage::Stage;
use crate::registry::{self, Lesson};
use crate::share::embed::{self, Framing};
use crate::share::quiz::Setup;

/// A link longer than this, in characters, is cut off by some mail programs and chats.
pub const LONG_LINK: usize = 2000;

/// A lesson as it stands, to be shown in a frame, with a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// The lesson's own link, without `#`, and without what it says of frame and question.
    pub link: String,
    /// The frame; whether it is `embed` is a matter of the [`Form`].
    pub framing: Framing,
    /// The question.
    pub setup: Setup,
}

impl Share {
    /// Reads a whole fragment (without `#`). Of the frame what cannot be taken is left out, and so is a
    /// question that cannot be read or that the lesson does not ask. Any bytes are safe to pass.
    #[must_use]
    pub fn read(fragment: &str) -> Self {
        let link = Setup::default().replacing_in(&embed::without_frame(fragment));
        let lesson = registry::lesson(registry::lesson_of(fragment));
        let setup = match lesson.asks {
            true => Setup::of(fragment).unwrap_or_default(),
            false => Setup::default(),
        };
        let framing = Framing {
            embed: false,
            ..Framing::of(fragment)
        };
        Self {
            link: link.trim_matches('&').to_owned(),
            framing,
            setup,
        }
    }

    /// The whole fragment, without `#`: for a page of its own, or for a frame in somebody's page.
    #[must_use]
    pub fn fragment(&self, embed: bool) -> String {
        let framing = Framing {
            embed,
            ..self.framing.clone()
        };
        let whole = format!("{}{}{}", self.link, self.setup.suffix(), framing.suffix());
        whole.trim_start_matches('&').to_owned()
    }

    /// The lesson that is shared.
    #[must_use]
    pub fn lesson(&self) -> &'static Lesson {
        registry::lesson(registry::lesson_of(&self.link))
    }

    /// The stage it starts at and those there are to choose from; `None` in a lesson without stages.
    ///
    /// # Errors
    /// [`Problem`] where the link cannot be read.
    pub fn stages(&self) -> Result<Option<(Stage, Vec<Stage>)>, Problem> {
        if !self.lesson().has_stages {
            return Ok(None);
        }
        let (document, view) = codec::decode(&self.link)?;
        let walk = Stage::walk(document.source, view.softmax_open);
        Ok(Some((view.stage, walk.collect())))
    }

    /// The same link, starting at `stage`; as it was in a lesson without stages.
    ///
    /// # Errors
    /// [`Problem`] where the link cannot be read.
    pub fn starting_at(&self, stage: Stage) -> Result<String, Problem> {
        if !self.lesson().has_stages {
            return Ok(self.link.clone());
        }
        let (document, mut view) = codec::decode(&self.link)?;
        view.stage = stage;
        Ok(codec::encode(&document, &view))
    }
}
