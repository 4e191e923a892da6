//! How a lesson stands in somebody's page: what a teacher's link says beside what the lesson itself
//! keeps in it. The same keys hold for every lesson.
//!
//! | key | value |
//! |---|---|
//! | `embed` | no value: without the site's frame, in its own size |
//! | `theme` | `auto`, `light` or `dark`, for this figure alone |

/// What a link says about the frame of its lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Framing {
    /// The lesson alone, without the site around it.
    pub embed: bool,
    /// `"light"` or `"dark"`; `None` leaves it to the reader.
    pub theme: Option<&'static str>,
}

/// The themes that a link can ask for.
const THEMES: [&str; 2] = ["light", "dark"];

impl Framing {
    /// Reads a fragment (without `#`). Other keys are the lesson's affair.
    #[must_use]
    pub fn of(fragment: &str) -> Self {
        let mut framing = Self::default();
        for entry in fragment.split('&') {
            let (key, value) = entry.split_once('=').unwrap_or((entry, ""));
            match key {
                "embed" => framing.embed = true,
                "theme" => framing.theme = THEMES.into_iter().find(|theme| *theme == value),
                _ => (),
            }
        }
        framing
    }

    /// What is put behind a lesson's own link to keep the framing: empty, or `&embed…`.
    #[must_use]
    pub fn suffix(&self) -> String {
        let mut suffix = String::new();
        if self.embed {
            suffix.push_str("&embed");
        }
        if let Some(theme) = self.theme {
            suffix.push_str("&theme=");
            suffix.push_str(theme);
        }
        suffix
    }
}
