//! One folder a lesson. The page opens with the first of the registry (`each.rs` of the lesson crate); every
//! other is a part, which is fetched when it is opened.

pub mod share;

use leptos::prelude::*;

use crate::page_part;
use crate::parts::Fetch;
use crate::shell::Words;

/// What a lesson's place in the page holds.
pub type Lesson = fn() -> AnyView;

/// Where a lesson is.
#[derive(Clone, Copy)]
pub enum Made {
    /// In what the page opens with.
    Here(Lesson),
    /// In a part of its own, so that the page opens without it.
    Part(Fetch<Lesson>),
}

/// A lesson's place in the page.
#[derive(Clone, Copy)]
pub struct Home {
    /// Its slug, and the id of its place.
    pub slug: &'static str,
    /// Where it is made.
    pub made: Made,
}

macro_rules! homes {
    ($first:ident: $its:ident, $($slug:ident: $lesson:ident,)*) => {
        homes!(modules $first $($slug)*);

        $(page_part!($slug in $slug: Lesson = || view! { <$slug::Root/> }.into_any());)*

        /// Every lesson's home, in the order of the menu.
        pub const HOMES: &[Home] = &[
            Home {
                slug: stringify!($first),
                made: Made::Here(|| view! { <$first::Root/> }.into_any()),
            },
            $(Home {
                slug: stringify!($slug),
                made: Made::Part($slug),
            },)*
        ];
    };
    (modules $($slug:ident)*) => {
        $(
            #[doc = concat!("The views of the lesson `", stringify!($slug), "`.")]
            pub mod $slug;
        )*

        /// The words of the lesson of that slug; the first lesson's where there is none.
        pub fn words(slug: &str) -> &'static Words {
            match slug {
                $(stringify!($slug) => &$slug::WORDS,)*
                _ => &stepper::WORDS,
            }
        }

        /// What a lesson is called.
        pub fn name(slug: &str) -> String {
            match slug {
                $(stringify!($slug) => crate::text::tr!(lesson.$slug),)*
                other => other.to_owned(),
            }
        }

        /// The same in every language; none where there is no such lesson.
        pub fn words_of_name(slug: &str) -> Option<texts::Words> {
            match slug {
                $(stringify!($slug) => Some(crate::translations::lesson::$slug.words),)*
                _ => None,
            }
        }

        /// What one will be able to do after a lesson.
        pub fn goal(slug: &str) -> String {
            match slug {
                $(stringify!($slug) => crate::text::tr!(goal.$slug),)*
                _ => String::new(),
            }
        }

        /// What one does in a lesson, in one sentence.
        pub fn card(slug: &str) -> String {
            match slug {
                $(stringify!($slug) => crate::text::tr!(card.$slug),)*
                _ => String::new(),
            }
        }
    };
}

lesson::each_lesson!(homes);

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_lesson_has_a_home() {
        let homes: Vec<_> = HOMES.iter().map(|home| home.slug).collect();
        let lessons = lesson::registry::LESSONS.iter();
        let lessons: Vec<_> = lessons.map(|lesson| lesson.slug).collect();
        assert_eq!(homes, lessons, "a lesson's module is called as its slug");
    }
}
