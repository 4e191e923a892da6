//! Questions under way: one a topic, and the newest that waits behind it.

use lesson::lessons::models::changed::Changed;
use lesson::lessons::models::hub::{Hub, Name, Offer};
use lesson::lessons::models::messages::{Ask, Drawing, Programmed, Sweep};

/// A question without its number.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// Read a text with what is changed.
    Read(String, Box<Changed>),
    /// One head's numbers.
    Head((usize, usize)),
    /// What could stand at a place, and which token's logit is followed.
    Place(Option<usize>, Option<u32>),
    /// What the other text's streams do.
    Sweep(Sweep),
    /// All numbers as an archive.
    Archive,
    /// The same as a program.
    Program(Box<Programmed>),
    /// Write on.
    Write(Drawing),
    /// What the hub has of a model.
    Look(Hub, Name),
    /// Fetch a model of the hub.
    Fetch(Hub, Offer),
    /// What is kept in this browser.
    Kept,
    /// Delete what is kept.
    Delete(Name),
}

/// What a question is about; a newer one on the same topic makes the older pointless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The files of a model.
    Open,
    /// The text.
    Read,
    /// The head that is shown large.
    Head,
    /// The place that is looked at.
    Place,
    /// The map of the other text's streams.
    Sweep,
    /// A file to be saved.
    File,
    /// What is written.
    Write,
    /// What the hub has.
    Look,
    /// What is fetched of it.
    Fetch,
    /// What is kept of it.
    Kept,
}

impl Topic {
    /// Whether it is about the model that is open, and so over with it.
    pub fn is_of_model(self) -> bool {
        !matches!(self, Self::Look | Self::Fetch | Self::Kept)
    }
}

impl Question {
    /// What it is about.
    pub fn topic(&self) -> Topic {
        match self {
            Self::Read(..) => Topic::Read,
            Self::Head(_) => Topic::Head,
            Self::Place(..) => Topic::Place,
            Self::Sweep(_) => Topic::Sweep,
            Self::Archive | Self::Program(_) => Topic::File,
            Self::Write(_) => Topic::Write,
            Self::Look(..) => Topic::Look,
            Self::Fetch(..) => Topic::Fetch,
            Self::Kept | Self::Delete(_) => Topic::Kept,
        }
    }

    fn numbered(self, number: u32) -> Ask {
        match self {
            Self::Read(text, changed) => Ask::Read(number, text, changed),
            Self::Head(at) => Ask::Head(number, at),
            Self::Place(at, of) => Ask::Place(number, at, of),
            Self::Sweep(sweep) => Ask::Sweep(number, sweep),
            Self::Archive => Ask::Archive(number),
            Self::Program(asked) => Ask::Program(number, asked),
            Self::Write(drawing) => Ask::Write(number, drawing),
            Self::Look(hub, name) => Ask::Look(number, hub, name),
            Self::Fetch(hub, offer) => Ask::Fetch(number, hub, offer),
            Self::Kept => Ask::Kept(number),
            Self::Delete(name) => Ask::Delete(number, name),
        }
    }
}

/// All questions under way.
#[derive(Debug, Default)]
pub struct Asking {
    last: u32,
    under_way: Vec<(Topic, u32)>,
    waiting: Vec<Question>,
}

impl Asking {
    /// A number for a question on `topic` that is sent now; what was under way on it is not waited for any more.
    pub fn begin(&mut self, topic: Topic) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.under_way.retain(|(own, _)| *own != topic);
        self.under_way.push((topic, self.last));
        self.last
    }

    /// What is to be sent now; nothing while another question on the topic is under way.
    pub fn ask(&mut self, question: Question) -> Option<Ask> {
        let topic = question.topic();
        if self.waits_for(topic) {
            // What is to be deleted is deleted, whatever is asked after it.
            let stays = |own: &Question| own.topic() != topic || matches!(own, Question::Delete(_));
            self.waiting.retain(stays);
            self.waiting.push(question);
            return None;
        }
        let number = self.begin(topic);
        Some(question.numbered(number))
    }

    /// Whether an answer on that topic is waited for.
    pub fn waits_for(&self, topic: Topic) -> bool {
        self.under_way.iter().any(|(own, _)| *own == topic)
    }

    /// The topic of the question of that number, where it is waited for.
    pub fn topic(&self, number: u32) -> Option<Topic> {
        let own = self.under_way.iter().find(|(_, own)| *own == number);
        own.map(|(topic, _)| *topic)
    }

    /// An answer is here: its topic, where it was waited for, and the question that waited behind it.
    pub fn answered(&mut self, number: u32) -> Option<(Topic, Option<Ask>)> {
        let topic = self.topic(number)?;
        self.under_way.retain(|(_, own)| *own != number);
        let waits = self.waiting.iter().position(|own| own.topic() == topic);
        let next = waits.map(|at| self.waiting.remove(at));
        Some((topic, next.and_then(|next| self.ask(next))))
    }

    /// Nothing more is waited for of the model: another is open. What is fetched meanwhile still comes.
    pub fn forget(&mut self) {
        self.under_way.retain(|(own, _)| !own.is_of_model());
        self.waiting.retain(|own| !own.topic().is_of_model());
    }

    /// Nothing more is waited for at all: the worker is gone.
    pub fn forget_all(&mut self) {
        self.under_way.clear();
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn of_many_questions_on_a_topic_the_newest_waits() {
        let mut asking = Asking::default();
        let head = |at| Question::Head((at, 0));
        assert_eq!(asking.ask(head(0)), Some(Ask::Head(1, (0, 0))));
        assert_eq!(asking.ask(head(1)), None);
        assert_eq!(asking.ask(head(2)), None);
        assert_eq!(
            asking.ask(Question::Place(None, None)),
            Some(Ask::Place(2, None, None))
        );
        let next = Some(Ask::Head(3, (2, 0)));
        assert_eq!(asking.answered(1), Some((Topic::Head, next)));
        assert_eq!(asking.answered(1), None, "nobody waits for it any more");
        let delete = |name| Name::read(name).map(Question::Delete);
        assert!(delete("a/b").and_then(|one| asking.ask(one)).is_some());
        asking.forget();
        assert_eq!(asking.answered(3), None);
        assert_eq!(asking.topic(4), Some(Topic::Kept), "it is about no model");
        for later in [delete("a/c"), delete("a/d"), Some(Question::Kept)] {
            assert_eq!(later.and_then(|later| asking.ask(later)), None);
        }
        for number in 4..7 {
            assert!(
                asking
                    .answered(number)
                    .is_some_and(|(_, next)| next.is_some()),
                "{number}"
            );
        }
        asking.forget_all();
        assert_eq!(asking.topic(7), None);
        let open = asking.begin(Topic::Open);
        assert!(asking.waits_for(Topic::Open));
        asking.forget();
        assert!(!asking.waits_for(Topic::Open));
        assert_eq!(asking.answered(open), None, "another comes");
    }
}
