//! One file or folder a lesson; the table joins the registry's slugs to their views.

mod stepper;

use leptos::prelude::*;

/// A lesson's slug and what makes its view.
type LessonView = (&'static str, fn() -> AnyView);

/// The view of each lesson of `lesson::registry`, in any order.
const VIEWS: &[LessonView] = &[("stepper", || view! { <stepper::Stepper/> }.into_any())];

/// The view of the lesson of that slug.
pub fn of(slug: &str) -> Option<AnyView> {
    VIEWS
        .iter()
        .find(|(own, _)| *own == slug)
        .map(|(_, view)| view())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_a_view() {
        for lesson in lesson::registry::LESSONS {
            assert!(
                VIEWS.iter().any(|(slug, _)| *slug == lesson.slug),
                "{} has no view",
                lesson.slug
            );
        }
    }
}
