//! One folder a lesson; where each is made stands in its line of the registry (`each.rs` of the lesson
//! crate).

pub mod share;

use leptos::prelude::*;

use crate::shell::Words;

/// Where a lesson is made.
#[derive(Clone, Copy)]
pub enum Made {
    /// In the page itself.
    Here(fn() -> AnyView),
    /// In a bundle (`src/bin`) of that name, so that the page opens without it.
    Bundle(&'static str),
}

/// A lesson's place in the page.
#[derive(Clone, Copy)]
pub struct Home {
    /// Its slug, and the id of its place.
    pub slug: &'static str,
    /// Where it is made.
    pub made: Made,
}

/// The bundles that lessons are made in, by number: a bundle holds the code of its own lessons alone.
#[allow(non_upper_case_globals, reason = "they are named as in the registry")]
pub mod bundles {
    /// The page itself.
    pub const page: usize = 0;
    /// The training lesson.
    pub const training: usize = 1;
    /// All other lessons.
    pub const labs: usize = 2;
}

macro_rules! homes {
    ($($slug:ident: $lesson:ident in $bundle:ident,)*) => {
        $(
            #[doc = concat!("The views of the lesson `", stringify!($slug), "`.")]
            pub mod $slug;
        )*

        /// Every lesson's home, in the order of the menu.
        pub const HOMES: &[Home] = &[$(Home {
            slug: stringify!($slug),
            made: match bundles::$bundle {
                bundles::page => Made::Here(|| view! { <$slug::Root/> }.into_any()),
                _ => Made::Bundle(stringify!($bundle)),
            },
        },)*];

        /// Mounts the lessons of a bundle into the places that the page has for them.
        pub fn mount<const BUNDLE: usize>() {
            $(if BUNDLE == bundles::$bundle {
                crate::mount_at(stringify!($slug), $slug::Root);
            })*
        }

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
    };
}

lesson::each_lesson!(homes);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_a_home() {
        let homes: Vec<_> = HOMES.iter().map(|home| home.slug).collect();
        let lessons = lesson::registry::LESSONS.iter();
        let lessons: Vec<_> = lessons.map(|lesson| lesson.slug).collect();
        assert_eq!(homes, lessons, "a lesson's module is called as its slug");
    }
}
