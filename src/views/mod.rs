//! One file or folder a lesson; the table joins the registry's slugs to their views.

pub mod cost;
pub mod flash;
pub mod share;
mod stepper;
pub mod training;

use leptos::prelude::*;

/// A lesson's slug and what makes its view.
type LessonView = (&'static str, fn() -> AnyView);

/// The view of each lesson that is part of the page itself.
const VIEWS: &[LessonView] = &[("stepper", || view! { <stepper::Stepper/> }.into_any())];

/// The lessons that are not part of the page itself, each with the bundle (`src/bin`) that it is
/// fetched with, so that the page opens without them.
pub const BUNDLES: &[(&str, &str)] = &[
    ("training", "training"),
    ("cost", "cost"),
    ("flash", "cost"),
];

/// The view of the lesson of that slug, if it is part of the page.
pub fn of(slug: &str) -> Option<AnyView> {
    let found = VIEWS.iter().find(|(own, _)| *own == slug);
    found.map(|(_, view)| view())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_a_view() {
        for lesson in lesson::registry::LESSONS {
            let slug = lesson.slug;
            let own = VIEWS.iter().any(|(own, _)| *own == slug);
            let bundled = BUNDLES.iter().any(|(own, _)| *own == slug);
            assert!(own || bundled, "{slug} has no view");
        }
    }
}
