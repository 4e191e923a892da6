//! A link that is an example, to the digit, said by the example's name.

use crate::head::codec;
use crate::head::presets;
use crate::head::stage::Stage;
use crate::head::view::View;

/// An example by name, and where one stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// The example's slug.
    pub preset: &'static str,
    /// The stage.
    pub stage: Stage,
    /// What else differs from the example's own view, as in a link: empty, or `row=0&digits=3`.
    pub rest: String,
}

impl Short {
    /// The stepper's link `link` (without frame and question), said shortly; `None` where it is no
    /// example, or stands in one as the short entries cannot say.
    #[must_use]
    pub fn of(link: &str) -> Option<Self> {
        let (document, view) = codec::decode(link).ok()?;
        let named = presets::PRESETS.iter().filter_map(|preset| {
            let (own, base) = presets::open(preset.slug).ok()?;
            (own == document).then_some((preset.slug, base))
        });
        let short = named.map(|(preset, base)| Self {
            preset,
            stage: view.stage,
            rest: rest(&base, &view),
        });
        let is_same =
            |short: &Self| codec::decode(&short.link()) == Ok((document.clone(), view.clone()));
        short.into_iter().find(is_same)
    }

    /// The link that it stands for.
    #[must_use]
    pub fn link(&self) -> String {
        let stage = self.stage.key();
        let link = format!("preset={}&stage={stage}&{}", self.preset, self.rest);
        link.trim_end_matches('&').to_owned()
    }
}

/// The entries in which `view` differs from the example's, but for the stage.
fn rest(base: &View, view: &View) -> String {
    let entry = |key: &str, own: usize, base: usize| (own != base).then(|| format!("{key}={own}"));
    let entries = [
        entry("row", view.row, base.row),
        entry("col", view.col, base.col),
        entry("digits", view.digits.into(), base.digits.into()),
        (view.softmax_open != base.softmax_open).then(|| {
            let softmax = if view.softmax_open { "open" } else { "folded" };
            format!("softmax={softmax}")
        }),
    ];
    entries.into_iter().flatten().collect::<Vec<_>>().join("&")
}
