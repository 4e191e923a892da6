//! A lesson that stands in somebody's page. Here is what every view may say to that page, and what a lesson does
//! when it is asked; how the two pages speak is a part (`speaking`), fetched where there is a page around. Until
//! it is here all that happens waits in line.

mod speaking;

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use lesson::Problem;
use lesson::share::host::{Event, Step};

use crate::browser::host::{self as window, Asked};
use crate::browser::page;
use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::effect;
use crate::shell::Notice;
use crate::wire::{Said, Wire};

thread_local! {
    static TOLD: Wire<Event> = const { Wire::new() };
    static WRONG: Wire<Wrong> = const { Wire::new() };
    static STEPPED: Wire<Step> = const { Wire::new() };
    static ASKED: Wire<str, Given> = const { Wire::new() };
}

/// What the lesson that is open has of a table that was asked for.
pub enum Given {
    /// Its numbers, row by row.
    Rows(Vec<Vec<f32>>),
    /// Numbers that are still to be predicted.
    Covered,
    /// No such table, or no numbers yet.
    Nothing,
}

/// Tells the page around this one, where this is an embedded lesson; any view may.
pub fn tell(event: Event) {
    TOLD.say(&event);
}

/// Tells every message that a reader of the stepper, or of a lesson like it, is shown.
pub fn tell_notices(notice: RwSignal<Option<Notice>>) {
    effect(move || {
        if let Some(notice) = notice.get() {
            WRONG.say(&Wrong::Noticed(notice.problem));
        }
    });
}

/// Tells what is wrong beside a lesson that is shown.
pub fn tell_problem(problem: Problem) {
    WRONG.say(&Wrong::Noticed(problem));
}

/// Tells why the lesson of a link is not shown.
pub fn tell_unframed(problem: Problem) {
    WRONG.say(&Wrong::Unframed(problem));
}

/// What is wrong; its words are where the two pages speak.
#[derive(Clone)]
enum Wrong {
    /// With something in a lesson.
    Noticed(Problem),
    /// With the link of the frame.
    Unframed(Problem),
}

/// Calls `take` with every step that is asked for, until the answer is called; it says whether it took it.
pub fn follow_steps(take: impl Fn(&Step) -> bool + 'static) -> impl FnOnce() + Send + Sync {
    STEPPED.follow(move |to| take(to).then_some(()))
}

/// Calls `give` with the key of every table that is asked for, until the answer is called; it answers where its
/// lesson is open.
pub fn follow_gets(give: impl Fn(&str) -> Option<Given> + 'static) -> impl FnOnce() + Send + Sync {
    ASKED.follow(give)
}

/// What may happen between the two pages.
enum Happened {
    /// A view has something to tell.
    Told(Event),
    /// Something is wrong.
    Wrong(Wrong),
    /// A lesson was opened, and stands at that link.
    Opened(String),
    /// A lesson put that link into the address.
    Written(String),
    /// The page around asked for something.
    Asked(Asked),
}

/// All that happened before there was somebody to hear it, and then whoever does.
#[derive(Clone, Default)]
struct Line(Rc<RefCell<Waiting>>);

#[derive(Default)]
struct Waiting {
    line: Vec<Happened>,
    hears: Option<Rc<dyn Fn(Happened)>>,
}

impl Line {
    fn add(&self, what: Happened) {
        let hears = self.0.borrow().hears.clone();
        match hears {
            Some(hears) => hears(what),
            None => self.0.borrow_mut().line.push(what),
        }
    }

    fn heard_by(&self, hears: impl Fn(Happened) + 'static) {
        let line = {
            let mut waiting = self.0.borrow_mut();
            waiting.hears = Some(Rc::new(hears));
            std::mem::take(&mut waiting.line)
        };
        for what in line {
            self.add(what);
        }
    }
}

page_part!(SPEAKING in embed: fn(RwSignal<&'static str>, Line) = speaking::speak);

/// Speaks with the page around for as long as this page lives; `open` is the slug of the lesson that is
/// open.
pub fn speak(open: RwSignal<&'static str>) {
    let line = Line::default();
    let part = Fetched::of(SPEAKING);
    let add = {
        let line = line.clone();
        move |what| {
            line.add(what);
            // Fetched once more where it could not be had, now that somebody wants it.
            part.want();
        }
    };
    let (told, wrong, opened) = (add.clone(), add.clone(), add.clone());
    let (written, asked) = (add.clone(), add);
    TOLD.hear(move |event| told(Happened::Told(event.clone())));
    WRONG.hear(move |what| wrong(Happened::Wrong(what.clone())));
    page::follow_first_fragment(move |link| opened(Happened::Opened(link)));
    page::follow_fragment(move |link| written(Happened::Written(link)));
    window::listen(move |message| asked(Happened::Asked(message)));
    part.want();
    let line = StoredValue::new_local(line);
    effect(move || {
        if let Some(speak) = part.entry() {
            speak(open, line.get_value());
        }
    });
}
