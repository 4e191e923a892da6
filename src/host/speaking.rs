//! How a lesson and the page around it speak: what it tells that page, and what it does when asked.
//!
//! Until the page around has spoken nobody knows whose it is, and only that the lesson is there and
//! how high it is goes out; what else happens meanwhile is told afterwards, to that page's origin.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::Object;
use leptos::prelude::*;
use lesson::core::steps;
use lesson::share::embed::{self, without_frame};
use lesson::share::host::{Event, Refusal, Request, Step, Value, event, link};
use lesson::share::quiz::Setup;
use lesson::{Problem, registry};
use wasm_bindgen::JsValue;

use super::{ASKED, Given, Happened, Line, STEPPED, Wrong, tell};
use crate::browser::host::{self as window, Asked};
use crate::browser::{lessons, page};
use crate::text::{self, tr};
use crate::wire::Said;

/// The most messages that are kept for a page that has not spoken yet.
const MOST_WAITING: usize = 16;
/// The most questions that wait for the lesson: more than one for each table that any lesson has.
const MOST_EARLY: usize = 256;

/// Speaks with the page around for as long as this page lives, first of all that waits in `line`; `open` is the
/// slug of the lesson that is open.
pub fn speak(open: RwSignal<&'static str>, line: Line) {
    let host = Host {
        open,
        known: Rc::new(RefCell::default()),
        // Words are found by what the page has in its context.
        owner: Owner::current().unwrap_or_default(),
    };
    line.heard_by(move |what| match what {
        Happened::Told(event) => host.post(message(event)),
        Happened::Wrong(Wrong::Noticed(problem)) => host.complain(|| text::problem(&problem, None)),
        Happened::Wrong(Wrong::Unframed(problem)) => {
            let words = host.owner.with(|| text::unframed(&problem));
            host.post(message(Event::Error(words.clone())));
            host.hear_early(Some(&words));
        }
        Happened::Opened(link) => host.opened(link),
        Happened::Written(link) => host.changed(&link),
        Happened::Asked(asked) => host.hear(asked),
    });
    // Once the lesson stands in the page. Not after a frame: a figure that is not in sight has none.
    let ready = move || {
        to_anybody(Event::Ready {
            lesson: open.get_untracked().to_owned(),
        });
        window::follow_height(|height| to_anybody(Event::Height(height)));
    };
    set_timeout(ready, Duration::ZERO);
}

/// For what says nothing of what the reader did.
fn to_anybody(event: Event) {
    window::post(&message(event), "*");
}

fn message(event: Event) -> Object {
    let (kind, entries) = event.message();
    window::message(kind, entries)
}

/// What is known of the page around, and what it knows.
#[derive(Default)]
struct Known {
    /// Its origin, once it has spoken.
    origin: Option<String>,
    /// What it is to be told then.
    waiting: Vec<Object>,
    /// What it asked of a lesson that is not there yet.
    early: Vec<Early>,
    /// The link as it was told last; empty before the lesson is there.
    link: String,
    /// A link is being opened, so that an error that is told now is the answer.
    opening: bool,
    /// That error.
    failure: Option<Object>,
}

/// What waits for a lesson.
enum Early {
    /// A request that is to be done.
    Asked(Asked),
    /// One that opened the lesson: its answer says where that stands.
    Opening(Asked),
}

#[derive(Clone)]
struct Host {
    open: RwSignal<&'static str>,
    known: Rc<RefCell<Known>>,
    owner: Owner,
}

/// Why a request was not done.
enum Failure {
    /// Known here.
    Refused(Refusal),
    /// Told by a lesson: its message.
    Told(Object),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem.into())
    }
}

impl Host {
    /// Posts to the page around, at once or when it has spoken.
    fn post(&self, message: Object) {
        let mut known = self.known.borrow_mut();
        if known.opening && window::is(&message, "error") {
            known.failure = Some(message);
            return;
        }
        match &known.origin {
            Some(origin) => window::post(&message, origin),
            None if known.waiting.len() < MOST_WAITING => known.waiting.push(message),
            None => {}
        }
    }

    /// Says what is wrong.
    fn complain(&self, words: impl FnOnce() -> String) {
        self.post(message(Event::Error(self.owner.with(words))));
    }

    /// A lesson is there, and stands at that link.
    fn opened(&self, link: String) {
        self.stands(&link);
        self.known.borrow_mut().link = link;
        self.hear_early(None);
    }

    /// The page around knows where the figure stands, also where no event tells of it: loaded anew, it is opened there.
    fn stands(&self, link: &str) {
        if self.known.borrow().origin.is_some() {
            let entries = vec![("fragment", Value::Text(link.to_owned()))];
            self.post(window::message("link", entries));
        }
    }

    /// Does what was asked of the lesson early, now that it is there, or that it is known not to come, and in what
    /// words.
    fn hear_early(&self, refused: Option<&str>) {
        let early = std::mem::take(&mut self.known.borrow_mut().early);
        for early in early {
            match (early, refused) {
                (Early::Asked(asked), _) => self.hear(asked),
                (Early::Opening(asked), None) => self.reply(&asked, self.state(None)),
                (Early::Opening(asked), Some(words)) => {
                    let message = message(Event::Error(words.to_owned()));
                    self.reply(&asked, Err(Failure::Told(message)));
                }
            }
        }
    }

    /// Whether the lesson that is open is still being fetched.
    fn is_coming(&self) -> bool {
        let open = self.open.get_untracked();
        let known = self.known.borrow();
        let there = !known.link.is_empty() && registry::lesson_of(&known.link) == open;
        // Where a link was refused no lesson comes.
        registry::has(open) && !there && known.early.len() < MOST_EARLY
    }

    /// Does what is asked, and answers; once the lesson is there.
    fn hear(&self, asked: Asked) {
        let Some(request) = Request::read(|key| asked.field(key)) else {
            return;
        };
        if self.is_coming() {
            return self.known.borrow_mut().early.push(Early::Asked(asked));
        }
        let opens = matches!(request, Ok(Request::Set(_)));
        let waiting = {
            let mut known = self.known.borrow_mut();
            known.origin = Some(asked.origin.clone());
            std::mem::take(&mut known.waiting)
        };
        for message in waiting {
            self.post(message);
        }
        let done = request.map_err(Failure::from);
        let done = done.and_then(|request| self.answer(request));
        if opens && done.is_ok() && self.is_coming() {
            self.known.borrow_mut().early.push(Early::Opening(asked));
        } else {
            self.reply(&asked, done);
        }
    }

    /// Answers what was asked.
    fn reply(&self, asked: &Asked, done: Result<Object, Failure>) {
        let answer = match done {
            Ok(reply) => reply,
            Err(Failure::Told(message)) => message,
            Err(Failure::Refused(refusal)) => {
                let words = self.owner.with(|| words(&refusal));
                message(Event::Error(words))
            }
        };
        window::put(&answer, "id", &asked.id());
        self.post(answer);
    }

    fn answer(&self, request: Request) -> Result<Object, Failure> {
        let matrix = match request {
            Request::Set(fragment) => {
                self.set(&fragment)?;
                None
            }
            Request::Step(step) => {
                self.step(&step)?;
                None
            }
            Request::Get(matrix) => matrix,
        };
        self.state(matrix)
    }

    /// The link of the lesson that is open, with its question, without what it says about its frame.
    fn link(&self) -> String {
        lessons::settle();
        without_frame(&page::fragment())
    }

    fn state(&self, table: Option<String>) -> Result<Object, Failure> {
        let lesson = self.open.get_untracked().to_owned();
        let entries = vec![
            ("lesson", Value::Text(lesson)),
            ("fragment", Value::Text(self.link())),
        ];
        let reply = window::message("reply", entries);
        if let Some(key) = table {
            let rows = self.numbers(&key)?;
            window::put(&reply, "matrix", &key.into());
            window::put(&reply, "rows", &rows);
        }
        Ok(reply)
    }

    /// The numbers of a table of the lesson that is open, wherever these come from.
    fn numbers(&self, key: &str) -> Result<JsValue, Failure> {
        let meta = registry::lesson(self.open.get_untracked());
        let known = meta.table(key).and_then(|table| meta.of(table));
        let given = ASKED.say(key).unwrap_or(Given::Nothing);
        match known {
            None if !meta.tables.is_empty() => {
                let keys = meta.tables.iter().map(|table| table.key).collect();
                Err(Refusal::NoTable(lesson::core::problem::quoted(key), keys).into())
            }
            known => match (known, given) {
                (Some(table), Given::Covered) => Err(Refusal::Covered(table.key).into()),
                (_, Given::Rows(rows)) => Ok(window::js(Value::Rows(rows))),
                _ => Err(Refusal::NoMatrix.into()),
            },
        }
    }

    /// Opens a link, or changes the present one. Refused, everything stays as it was.
    fn set(&self, fragment: &str) -> Result<(), Failure> {
        let before = self.link();
        let wanted = without_frame(&link::laid_over(&before, fragment));
        registry::check(&wanted)?;
        // The frame was said when the figure was put there; of what is locked and hidden each lesson has its part.
        let framed = |link: &str| {
            let frame = page::embed_options(registry::lesson_of(link)).suffix();
            format!("{link}{frame}")
        };
        // A question too: what cannot be asked would open the frame anew.
        embed::check(&framed(&wanted))?;
        self.known.borrow_mut().opening = true;
        window::open(&framed(&wanted));
        let failure = {
            let mut known = self.known.borrow_mut();
            known.opening = false;
            known.failure.take()
        };
        if let Some(message) = failure {
            window::open(&framed(&before));
            return Err(Failure::Told(message));
        }
        // What was set is no news to whoever set it.
        self.known.borrow_mut().opening = true;
        let now = self.link();
        let is_same = registry::lesson_of(&now) == registry::lesson_of(&before);
        let mut known = self.known.borrow_mut();
        // Another lesson says itself when it is there.
        (known.opening, known.link) = (false, if is_same { now } else { String::new() });
        Ok(())
    }

    fn step(&self, step: &Step) -> Result<(), Refusal> {
        let meta = registry::lesson(self.open.get_untracked());
        match step {
            Step::Named(name) if steps::named(meta.steps, name).is_none() => {
                Err(Refusal::Entry("to", name.clone()))
            }
            step => STEPPED.say(step).ok_or(Refusal::NoStep),
        }
    }

    /// Tells what is other than the page around knows.
    fn changed(&self, fragment: &str) {
        // The whole link, as `get` has it: what is asked stays hidden wherever it is opened.
        let now = &format!("{fragment}{}", Setup::kept(&page::fragment()));
        let before = {
            let mut known = self.known.borrow_mut();
            if known.opening {
                return;
            }
            std::mem::replace(&mut known.link, now.clone())
        };
        if before != *now {
            self.stands(now);
        }
        if !before.is_empty() && registry::lesson_of(&before) == registry::lesson_of(now) {
            for event in event::between(&before, now) {
                tell(event);
            }
        }
    }
}

/// A refusal in plain words.
fn words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Version(found) => tr!(host.version, found = found.as_str()),
        Refusal::Type(found) => tr!(host.kind, found = found.as_str()),
        Refusal::Missing(key) => tr!(host.missing, key = *key),
        Refusal::Entry(key, text) => tr!(host.entry, key = *key, text = text.as_str()),
        Refusal::TooLong(key, found, most) => {
            let characters = tr!(counted.characters, count = *found);
            tr!(
                host.too_long,
                key = *key,
                characters = characters,
                most = *most
            )
        }
        Refusal::NoStep => tr!(host.no_step),
        Refusal::NoTable(name, known) => {
            text::with_known(tr!(host.no_table, name = name.as_str()), name, known)
        }
        // By its key, which the host asked for: the names of all lessons' tables would come with every frame.
        Refusal::Covered(key) => tr!(host.covered, name = *key),
        Refusal::NoMatrix => tr!(host.no_matrix),
        Refusal::Link(problem) => text::problem(problem, None),
    }
}
