//! How a lesson is written down for somebody's page.

use super::escape::{attribute, python};
use super::{Share, Short};
use crate::core::steps::Steps;

/// A text that shows a lesson somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A link to the site.
    #[default]
    Link,
    /// An `<iframe>`.
    Iframe,
    /// The element `<attention-lab>` with its script.
    Element,
    /// The element for Markdown and MDX, whose pages read a script only where it is `async`.
    Markdown,
    /// A cell of a Jupyter notebook.
    Jupyter,
}

/// What a form says beside the lesson itself; in the teacher's language.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// What a screen reader calls the figure.
    pub title: &'a str,
    /// The text of the link that stands where no script runs.
    pub open: &'a str,
    /// Height to reserve, in CSS pixels.
    pub height: u32,
}

impl Form {
    /// All, in the order of the dialog.
    pub const ALL: [Self; 5] = [
        Self::Link,
        Self::Iframe,
        Self::Element,
        Self::Markdown,
        Self::Jupyter,
    ];

    /// The name in controls.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Iframe => "iframe",
            Self::Element => "element",
            Self::Markdown => "markdown",
            Self::Jupyter => "jupyter",
        }
    }

    /// Whether it shows the lesson inside another page.
    #[must_use]
    pub const fn embeds(self) -> bool {
        !matches!(self, Self::Link)
    }

    /// The text. `site` is the address of Attention Lab, up to but without `#`.
    #[must_use]
    pub fn text(self, share: &Share, site: &str, words: Words) -> String {
        match self {
            Self::Link => format!("{site}#{}", share.fragment(false)),
            Self::Iframe => iframe(share, site, words),
            Self::Element => format!(
                "{}\n\n{}",
                script(site, "defer"),
                element(share, site, words)
            ),
            Self::Markdown => format!(
                "{}\n\n{}",
                script(site, "async"),
                element(share, site, words)
            ),
            Self::Jupyter => {
                let inside = format!("{}\n{}", script(site, "async"), element(share, site, words));
                format!(
                    "from IPython.display import HTML\n\nHTML(\"\"\"{}\"\"\")",
                    python(&inside)
                )
            }
        }
    }
}

/// The folder that an address without `#` lies in, with its last `/`: where the element's script is.
#[must_use]
pub fn folder(site: &str) -> &str {
    let path = site.split('?').next().unwrap_or_default();
    let end = path.rfind('/').map_or(path.len(), |slash| slash + 1);
    &path[..end]
}

fn iframe(share: &Share, site: &str, words: Words) -> String {
    let address = attribute(&format!("{site}#{}", share.fragment(true)));
    let (title, height) = (attribute(words.title), words.height);
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"{height}\" allow=\"clipboard-write\"></iframe>"
    )
}

fn script(site: &str, when: &str) -> String {
    let address = attribute(&format!("{}attention-lab.js", folder(site)));
    format!("<script src=\"{address}\" {when}></script>")
}

fn element(share: &Share, site: &str, words: Words) -> String {
    let mut text = String::from("<attention-lab");
    for (name, value) in attributes(share) {
        text.push_str(&format!(" {name}=\"{}\"", attribute(&value)));
    }
    let address = attribute(&format!("{site}#{}", share.fragment(false)));
    let (title, open, height) = (attribute(words.title), attribute(words.open), words.height);
    format!(
        "{text} height=\"{height}\" title=\"{title}\">\n<a href=\"{address}\">{open}</a>\n</attention-lab>"
    )
}

/// The element's own attributes: an example by name where it is one, else the whole link.
fn attributes(share: &Share) -> Vec<(&'static str, String)> {
    let lesson = share.lesson();
    let short = Short::of(&share.link).filter(|short| short.stage.is_some());
    let question = share.setup.suffix(lesson);
    let named = match short {
        Some(short) => [
            ("lesson", lesson.slug.to_owned()),
            ("preset", short.preset.to_owned()),
            ("stage", short.stage.unwrap_or_default()),
            ("fragment", format!("{}{question}", short.rest)),
        ]
        .to_vec(),
        None => [("fragment", format!("{}{question}", share.link))].to_vec(),
    };
    let options = &share.options;
    let names = |controls: &[crate::core::control::Control]| {
        let names = controls.iter().map(|control| control.name);
        names.collect::<Vec<_>>().join(",")
    };
    let framed = [
        ("lock", names(&options.lock)),
        ("hide", names(&options.hide)),
        ("steps", options.steps.map(Steps::key).unwrap_or_default()),
        ("theme", options.theme.unwrap_or_default().to_owned()),
        ("lang", options.lang.clone().unwrap_or_default()),
    ];
    let all = named.into_iter().chain(framed);
    let trimmed = all.map(|(name, value)| (name, value.trim_matches('&').to_owned()));
    trimmed.filter(|(_, value)| !value.is_empty()).collect()
}
