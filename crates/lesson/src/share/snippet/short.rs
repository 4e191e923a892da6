//! A link that is an example, to the digit, said by the example's name.

use crate::core::fragment::Fragment;
use crate::core::lesson::About;
use crate::registry;

/// An example by name, and where one stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// The slug of the lesson.
    pub lesson: &'static str,
    /// The example's slug.
    pub preset: &'static str,
    /// Where one stands, in a lesson whose steps have names.
    pub stage: Option<String>,
    /// What else differs from the example's own view, as in a link: empty, or `row=0&digits=3`.
    pub rest: String,
}

impl Short {
    /// `link` (without frame and question), said shortly; `None` where it is no example, or stands in
    /// one as the short entries cannot say.
    #[must_use]
    pub fn of(link: &str) -> Option<Self> {
        let opened = registry::open(link).ok()?;
        let (meta, preset) = (opened.meta(), opened.preset()?);
        let own = opened.link();
        let base = registry::open(&format!("lesson={}&preset={preset}", meta.slug)).ok()?;
        let base = base.link();
        let place = meta.place().filter(|_| !meta.steps.is_empty());
        let differs = |(key, value): &(&str, &str)| {
            meta.about(key).is_some_and(|about| about != About::Numbers)
                && Some(*key) != place
                && Fragment(&base).get(key) != Some(*value)
        };
        let usual = meta.keys.iter().filter(|key| {
            let said = Fragment(&base).has(key.name) && !Fragment(&own).has(key.name);
            said && !key.usual.is_empty()
        });
        let usual = usual.map(|key| (key.name, key.usual));
        let entry = |(key, value)| format!("{key}={value}");
        let rest = Fragment(&own).entries().chain(usual);
        let rest = rest.filter(differs).map(entry);
        let short = Self {
            lesson: meta.slug,
            preset,
            stage: place
                .and_then(|key| Fragment(&own).get(key))
                .map(str::to_owned),
            rest: rest.collect::<Vec<_>>().join("&"),
        };
        let again = registry::open(&short.link()).ok()?;
        (again.link() == own).then_some(short)
    }

    /// The link that it stands for.
    #[must_use]
    pub fn link(&self) -> String {
        let first = registry::LESSONS[0].slug;
        let lesson = (self.lesson != first).then(|| format!("lesson={}", self.lesson));
        let stage = self.stage.as_ref().map(|stage| format!("stage={stage}"));
        let rest = (!self.rest.is_empty()).then(|| self.rest.clone());
        let preset = Some(format!("preset={}", self.preset));
        let entries = [lesson, preset, stage, rest].into_iter().flatten();
        entries.collect::<Vec<_>>().join("&")
    }
}
