//! A lesson that stands in somebody's page: what it tells that page, and what it does when asked.
//!
//! Until the page around has spoken nobody knows whose it is, and only that the lesson is there and
//! how high it is goes out; what else happens meanwhile is told afterwards, to that page's origin.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use js_sys::Object;
use leptos::prelude::*;
use lesson::share::embed::Framing;
use lesson::share::host::{Event, Refusal, Request, Step, Value, event, link};
use lesson::{Command, Name, Problem, Stepper, registry};

use crate::browser::host::{self as window, Asked};
use crate::browser::page;
use crate::reactive::effect;
use crate::state::{Lab, Notice};
use crate::text::{self, tr};

/// The most messages that are kept for a page that has not spoken yet.
const MOST_WAITING: usize = 16;

/// The lesson that is part of the page itself: its link is asked of its state.
const STEPPER: &str = "stepper";

/// Tells the page around this one, where this is an embedded lesson; any view of any bundle may.
pub fn tell(event: Event) {
    let (kind, entries) = event.message();
    window::tell(&window::message(kind, entries));
}

/// Tells every message that a reader of the stepper, or of a lesson like it, is shown.
pub fn tell_notices(notice: RwSignal<Option<Notice>>) {
    effect(move || {
        if let Some(notice) = notice.get() {
            tell(Event::Error(text::problem(&notice.problem, None)));
        }
    });
}

/// Speaks with the page around for as long as this page lives. `lab` is the stepper, `open` the slug
/// of the lesson that is open.
pub fn speak(lab: Lab, open: RwSignal<&'static str>) {
    let known = Known {
        link: link::as_written(&page::fragment()),
        ..Known::default()
    };
    let host = Host {
        lab,
        open,
        known: Rc::new(RefCell::new(known)),
        // Words are found by what the page has in its context.
        owner: Owner::current().unwrap_or_default(),
    };
    let (told, changed) = (host.clone(), host.clone());
    window::follow_told(move |message| told.post(message));
    page::follow_fragment(move |fragment| changed.changed(&fragment));
    window::listen(move |asked| host.hear(asked));
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
    let (kind, entries) = event.message();
    window::post(&window::message(kind, entries), "*");
}

/// What is known of the page around, and what it knows.
#[derive(Default)]
struct Known {
    /// Its origin, once it has spoken.
    origin: Option<String>,
    /// What it is to be told then.
    waiting: Vec<Object>,
    /// The link as it was told last.
    link: String,
    /// A link is being opened, so that an error that is told now is the answer.
    opening: bool,
    /// That error.
    failure: Option<Object>,
}

#[derive(Clone)]
struct Host {
    lab: Lab,
    open: RwSignal<&'static str>,
    known: Rc<RefCell<Known>>,
    owner: Owner,
}

/// Why a request was not done.
enum Failure {
    /// Known here.
    Refused(Refusal),
    /// Told by the bundle of a lesson: its message.
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

type Entries = Vec<(&'static str, Value)>;

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

    /// Does what is asked, and answers.
    fn hear(&self, asked: &Asked) {
        let Some(request) = Request::read(|key| asked.field(key)) else {
            return;
        };
        let waiting = {
            let mut known = self.known.borrow_mut();
            known.origin = Some(asked.origin.clone());
            std::mem::take(&mut known.waiting)
        };
        let done = request.map_err(Failure::from);
        let answer = match done.and_then(|request| self.answer(request)) {
            Ok(entries) => window::message("reply", entries),
            Err(Failure::Told(message)) => message,
            Err(Failure::Refused(refusal)) => {
                let words = self.owner.with(|| words(&refusal));
                let (kind, entries) = Event::Error(words).message();
                window::message(kind, entries)
            }
        };
        window::put(&answer, "id", &asked.id());
        for message in waiting.into_iter().chain([answer]) {
            self.post(message);
        }
    }

    fn answer(&self, request: Request) -> Result<Entries, Failure> {
        let matrix = match request {
            Request::Set(fragment) => {
                self.set(&fragment)?;
                None
            }
            Request::Step(step) => {
                self.step(step)?;
                None
            }
            Request::Get(matrix) => matrix,
        };
        self.state(matrix)
    }

    /// The link of the lesson that is open, with its question, without what it says about its frame.
    fn link(&self) -> String {
        if self.open.get_untracked() == STEPPER {
            let asked = self.lab.session.with_untracked(|s| s.setup.suffix());
            self.lab.link() + &asked
        } else {
            link::without_frame(&page::fragment())
        }
    }

    /// Whether numbers of that matrix are still to be predicted.
    fn covers(&self, name: Name) -> bool {
        let trace = self.lab.trace.get_untracked();
        let covered = trace
            .get(name)
            .iter_rows()
            .flatten()
            .any(|value| value.is_nan());
        self.open.get_untracked() == STEPPER && covered
    }

    fn state(&self, matrix: Option<Name>) -> Result<Entries, Failure> {
        let fragment = self.link();
        let numbers = match matrix {
            None => None,
            Some(name) if self.covers(name) => return Err(Problem::Covered(name).into()),
            Some(name) => {
                let rows = link::numbers(&fragment, name)?.ok_or(Refusal::NoMatrix)?;
                Some([
                    ("matrix", Value::Text(name.key().to_owned())),
                    ("rows", Value::Rows(rows)),
                ])
            }
        };
        let lesson = self.open.get_untracked().to_owned();
        let mut entries = vec![
            ("lesson", Value::Text(lesson)),
            ("fragment", Value::Text(fragment)),
        ];
        entries.extend(numbers.into_iter().flatten());
        Ok(entries)
    }

    /// Opens a link, or changes the present one. Refused, everything stays as it was.
    fn set(&self, fragment: &str) -> Result<(), Failure> {
        let before = self.link();
        let wanted = link::without_frame(&link::laid_over(&before, fragment));
        link::admit(&wanted)?;
        // The frame was said when the lesson was put there.
        let frame = Framing::of(&page::fragment()).suffix();
        self.known.borrow_mut().opening = true;
        window::open(&format!("{wanted}{frame}"));
        let failure = {
            let mut known = self.known.borrow_mut();
            known.opening = false;
            known.failure.take()
        };
        if let Some(message) = failure {
            window::open(&format!("{before}{frame}"));
            return Err(Failure::Told(message));
        }
        let now = link::as_written(&self.link());
        self.known.borrow_mut().link = now;
        Ok(())
    }

    fn step(&self, step: Step) -> Result<(), Refusal> {
        let Step::Stage(stage) = step else {
            let taken = window::step(&step.key());
            return taken.then_some(()).ok_or(Refusal::NoStep);
        };
        let walked = self.lab.stepper.with_untracked(Stepper::walk);
        if self.open.get_untracked() != STEPPER || !walked.contains(&stage) {
            return Err(Refusal::NoStep);
        }
        Ok(self.lab.attempt(Command::Goto(stage))?)
    }

    /// Tells what is other than the page around knows.
    fn changed(&self, fragment: &str) {
        let now = link::as_written(fragment);
        let before = std::mem::replace(&mut self.known.borrow_mut().link, now.clone());
        if registry::lesson_of(&before) == registry::lesson_of(&now) {
            for event in event::between(&before, &now) {
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
        Refusal::NoMatrix => tr!(host.no_matrix),
        Refusal::Link(problem) => text::problem(problem, None),
    }
}
