//! How far one has come on the path through the lessons, as a text for the browser's storage. It goes nowhere else.

use crate::registry::LESSONS;

/// The first line of the stored text, with its version.
const HEAD: &str = "attention-lab-path 1";

/// How far a lesson was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taken {
    /// It was never opened.
    #[default]
    New,
    /// It was opened.
    Begun,
    /// The question at its end was answered rightly.
    Finished,
}

/// Every lesson of the registry, and how far it was taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    taken: Vec<(&'static str, Taken)>,
}

impl Path {
    /// Reads what [`to_text`](Path::to_text) wrote. Of any other text nothing is believed; lessons that are not there
    /// any more are forgotten.
    #[must_use]
    pub fn read(text: &str) -> Path {
        let mut path = Path::default();
        let mut lines = text.lines();
        if lines.next() == Some(HEAD) {
            for (slug, taken) in lines.take(LESSONS.len()).filter_map(entry) {
                path.take(slug, taken);
            }
        }
        path
    }

    /// As text: a line a lesson.
    #[must_use]
    pub fn to_text(&self) -> String {
        let line = |(slug, taken): &(&str, Taken)| format!("\n{slug} {}", word(*taken));
        HEAD.to_owned() + &self.taken.iter().map(line).collect::<String>()
    }

    /// Notes how far the lesson of that slug was taken; true when that is further than before. What was finished
    /// stays so.
    pub fn take(&mut self, slug: &str, taken: Taken) -> bool {
        let Some(lesson) = LESSONS.iter().find(|lesson| lesson.slug == slug) else {
            return false;
        };
        let further = self.taken(slug) < taken;
        if further {
            self.taken.retain(|(own, _)| *own != slug);
            self.taken.push((lesson.slug, taken));
        }
        further
    }

    /// How far the lesson of that slug was taken.
    #[must_use]
    pub fn taken(&self, slug: &str) -> Taken {
        let own = self.taken.iter().find(|(own, _)| *own == slug);
        own.map_or(Taken::New, |(_, taken)| *taken)
    }
}

fn word(taken: Taken) -> &'static str {
    match taken {
        Taken::New => "new",
        Taken::Begun => "begun",
        Taken::Finished => "finished",
    }
}

fn entry(line: &str) -> Option<(&str, Taken)> {
    let (slug, taken) = line.split_once(' ')?;
    let all = [Taken::Begun, Taken::Finished];
    Some((slug, all.into_iter().find(|own| word(*own) == taken)?))
}

/// The slug of the lesson after that one; the first after the last.
#[must_use]
pub fn after(slug: &str) -> &'static str {
    let here = LESSONS.iter().position(|lesson| lesson.slug == slug);
    let next = here.map_or(0, |here| (here + 1) % LESSONS.len());
    LESSONS[next].slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_comes_back_and_is_never_taken_back() {
        let mut path = Path::default();
        assert!(path.take("stepper", Taken::Begun));
        assert!(path.take("cost", Taken::Finished));
        assert!(path.take("stepper", Taken::Finished));
        assert!(!path.take("stepper", Taken::Begun), "finished is further");
        assert!(!path.take("no such lesson", Taken::Finished));
        assert_eq!(Path::read(&path.to_text()), path);
        assert_eq!(path.taken("stepper"), Taken::Finished);
        assert_eq!(path.taken("flash"), Taken::New);
    }

    #[test]
    fn nothing_of_another_text_is_believed() {
        for text in [
            "",
            "stepper finished",
            "attention-lab-path 2\nstepper finished",
        ] {
            assert_eq!(Path::read(text), Path::default(), "{text}");
        }
        let text = format!("{HEAD}\nnonsense\ncost\nflash begun\nstepper won\u{0}");
        let path = Path::read(&text);
        assert_eq!(path.taken("flash"), Taken::Begun);
        assert_eq!(path.taken("stepper"), Taken::New);
    }

    #[test]
    fn the_lessons_follow_each_other_in_a_ring() {
        let mut slug = LESSONS[0].slug;
        for lesson in LESSONS {
            assert_eq!(slug, lesson.slug);
            slug = after(slug);
        }
        assert_eq!(slug, LESSONS[0].slug);
    }
}
