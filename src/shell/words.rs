//! What a lesson is called, and what its tables, steps and examples are: one set of words a lesson, so
//! that widgets of all lessons can speak of them.

/// The words of a lesson, each found by a key of its [`Meta`](lesson::core::lesson::Meta). They follow
/// the language.
pub struct Words {
    /// What a table is called.
    pub table: fn(&str) -> String,
    /// The title of a step, and what happens in it.
    pub step: fn(&str) -> (String, String),
    /// The title of an example, and what it is there for.
    pub preset: fn(&str) -> (String, String),
}

/// What is said of something that has no words of its own: its key.
pub fn plain(key: &str) -> (String, String) {
    (key.to_owned(), String::new())
}

/// Titles and texts of a lesson by their keys, each key a group of the texts with two lines:
/// `words!(step of geometry: title, sentence; dot angle)` is the function `step`. After another semicolon come those that
/// have a text alone, for where that of a step would not be true ([`told`](lesson::core::lesson::Lesson::told)).
#[macro_export]
macro_rules! words {
    ($function:ident of $($group:ident).+: $title:ident, $text:ident; $($key:ident)* $(; $($other:ident)*)?) => {
        fn $function(key: &str) -> (String, String) {
            $crate::words!(@match key [$($group).+] $title $text [$($key)*] $($($other)*)?)
        }
    };
    (@match $own:ident $group:tt $title:ident $text:ident [$($key:ident)*] $($other:ident)*) => {
        match $own {
            $(stringify!($key) => $crate::words!(@pair $group $key $title $text),)*
            $(stringify!($other) => (String::new(), $crate::words!(@one $group $other $text)),)*
            other => $crate::shell::words::plain(other),
        }
    };
    (@pair $group:tt $key:ident $title:ident $text:ident) => {
        (
            $crate::words!(@one $group $key $title),
            $crate::words!(@one $group $key $text),
        )
    };
    (@one [$($group:ident).+] $key:ident $line:ident) => {
        $crate::text::tr!($($group).+.$key.$line)
    };
}
