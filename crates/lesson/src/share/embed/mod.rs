//! How a lesson stands in somebody's page: what a teacher's link says beside what the lesson itself
//! has in it. The same keys hold for every lesson.
//!
//! | key | value |
//! |---|---|
//! | `embed` | no value: without the site's header and footer, in its own size |
//! | `theme` | `auto`, `light` or `dark`, for this figure alone |
//! | `lang` | the language to read it in, `de`; `auto` or none leaves it to the reader |
//! | `lock` | controls that answer to nobody, `mask,scale`: names of the lesson's [`Control`]s |
//! | `hide` | controls that are not there at all, `menu,digits` |
//! | `steps` | the steps one may walk to, `scores..weights`, in lessons whose steps have names |
//!
//! [`check`] says what stops a lesson from being shown, and the page says it in the figure's place. These
//! options are fixed for as long as the page lives: a link with others begins anew, but one that only names another
//! language is followed in it.
//!
//! A lock binds the reader, not the page around. `Player::apply` asks whether the command's control is locked,
//! and after it whether anything changed that a locked control owns, so that an example, a paste or undo cannot
//! get round it. `Player::host_applies` is for whoever made the link: there only the steps count. The page
//! shows locks (`src/browser/locks.rs`) by the names that controls have in it.

mod read;

pub use read::{check, left_out, without_embed, without_frame};

use crate::core::control::{Control, Limits};
use crate::core::steps::Steps;
use crate::registry;

/// What a link says about the frame of its lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmbedOptions {
    /// The lesson alone, without the site around it.
    pub embed: bool,
    /// `"light"` or `"dark"`; `None` leaves it to the reader.
    pub theme: Option<&'static str>,
    /// The language to read it in (BCP 47); `None` leaves it to the reader. Which languages there are
    /// is the page's affair.
    pub lang: Option<String>,
    /// The controls that are named as locked, in the order of the lesson's table.
    pub lock: Vec<Control>,
    /// The controls that are named as hidden, in the order of the lesson's table.
    pub hide: Vec<Control>,
    /// The stages one may walk to; `None` for all.
    pub steps: Option<Steps>,
}

impl EmbedOptions {
    /// What binds whoever reads the lesson.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            lock: self.lock.clone(),
            steps: self.steps,
        }
    }

    /// Whether a reader can use the control of that name, as far as the link says.
    #[must_use]
    pub fn leaves(&self, name: &str) -> bool {
        !self.lock.iter().chain(&self.hide).any(|own| own.has(name))
    }

    /// What is put behind a lesson's own link to keep the options: empty, or `&embed…`. Options
    /// that say the same have the same suffix.
    #[must_use]
    pub fn suffix(&self) -> String {
        let mut suffix = String::new();
        if self.embed {
            suffix.push_str("&embed");
        }
        let mut entry = |key: &str, value: &str| {
            if !value.is_empty() {
                suffix.push_str(&format!("&{key}={value}"));
            }
        };
        entry("theme", self.theme.unwrap_or_default());
        entry("lang", self.lang.as_deref().unwrap_or_default());
        entry("lock", &names(&self.lock));
        entry("hide", &names(&self.hide));
        let steps = self.steps.map(Steps::key);
        entry("steps", steps.as_deref().unwrap_or_default());
        suffix
    }

    /// Whether the page may go from the other to this one as it stands: they say the same, be it in another language.
    #[must_use]
    pub fn may_follow(&self, other: &Self) -> bool {
        if self.lang.is_none() {
            return self == other;
        }
        let lang = self.lang.clone();
        *self
            == Self {
                lang,
                ..other.clone()
            }
    }

    /// The options as they go along to the lesson of that slug: what is locked and hidden there too,
    /// and the steps where there are stages.
    #[must_use]
    pub fn carried_to(&self, slug: &str) -> Self {
        let there = registry::find(slug);
        let controls = there.map_or(&[][..], |lesson| lesson.controls);
        let known = |own: &[Control]| {
            let same = |there: &&Control| own.iter().any(|own| own.is_called_as(**there));
            controls.iter().filter(same).copied().collect()
        };
        Self {
            embed: self.embed,
            theme: self.theme,
            lang: self.lang.clone(),
            lock: known(&self.lock),
            hide: known(&self.hide),
            steps: self
                .steps
                .filter(|own| there.is_some_and(|l| own.are_of(l.steps))),
        }
    }
}

fn names(controls: &[Control]) -> String {
    let names: Vec<_> = controls.iter().map(|control| control.name).collect();
    names.join(",")
}
