//! Questions under way: one a topic, and the newest that waits behind it.

use lesson::protocol::{Question, Side};

/// What a question is about; a newer one on the same topic makes the older pointless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The gallery of a side.
    Look(Side),
    /// What comes next.
    Write,
    /// One head's numbers.
    Head,
    /// One token's way.
    Block,
    /// One number of it.
    Explain,
    /// Files.
    Files,
}

/// A question with its number.
type Sent = (u32, Side, Question);

/// All questions under way.
#[derive(Debug, Default)]
pub struct Asking {
    last: u32,
    under_way: Vec<(Topic, u32)>,
    waiting: Vec<(Topic, Side, Question)>,
}

impl Asking {
    /// The question to be sent now, if none on its topic is under way.
    pub fn ask(&mut self, topic: Topic, side: Side, question: Question) -> Option<Sent> {
        if self.under_way.iter().any(|(own, _)| *own == topic) {
            self.waiting.retain(|(own, ..)| *own != topic);
            self.waiting.push((topic, side, question));
            return None;
        }
        Some(self.send(topic, side, question))
    }

    /// An answer has come: the question that waited for it.
    pub fn answered(&mut self, number: u32) -> Option<Sent> {
        let at = self.under_way.iter().position(|(_, own)| *own == number)?;
        let (topic, _) = self.under_way.swap_remove(at);
        let next = self.waiting.iter().position(|(own, ..)| *own == topic)?;
        let (topic, side, question) = self.waiting.swap_remove(next);
        Some(self.send(topic, side, question))
    }

    /// Of this side's run another takes the place: what waits was meant for the one before.
    pub fn forget(&mut self, side: Side) {
        self.waiting.retain(|(_, own, _)| *own != side);
    }

    fn send(&mut self, topic: Topic, side: Side, question: Question) -> Sent {
        self.last = self.last.wrapping_add(1);
        self.under_way.push((topic, self.last));
        (self.last, side, question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lesson::lessons::training::look::At;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn question(step: u32) -> Question {
        Question::Files(At::Step(step))
    }

    #[test]
    fn one_is_under_way_and_the_newest_waits() {
        let mut asking = Asking::default();
        let first = asking.ask(Topic::Files, Side::A, question(1));
        assert_eq!(first, Some((1, Side::A, question(1))));
        assert_eq!(asking.ask(Topic::Files, Side::A, question(2)), None);
        assert_eq!(asking.ask(Topic::Files, Side::B, question(3)), None);
        assert!(asking.ask(Topic::Write, Side::A, question(4)).is_some());
        assert_eq!(asking.answered(1), Some((3, Side::B, question(3))));
        assert_eq!(asking.answered(3), None);
        assert_eq!(asking.answered(77), None, "nobody asked that");
    }

    #[test]
    fn what_waits_for_a_run_goes_with_it() {
        let mut asking = Asking::default();
        for topic in [Topic::Files, Topic::Head] {
            assert!(asking.ask(topic, Side::A, question(1)).is_some());
        }
        assert_eq!(asking.ask(Topic::Files, Side::A, question(2)), None);
        assert_eq!(asking.ask(Topic::Head, Side::B, question(3)), None);
        asking.forget(Side::A);
        assert_eq!(asking.answered(1), None);
        assert_eq!(asking.answered(2), Some((3, Side::B, question(3))));
    }
}
