//! The lesson and the address, and what the page around asks of the lesson that is open: one way for
//! every lesson.

use leptos::ev;
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::Command;
use lesson::core::cover::Cover;
use lesson::core::opened::Opened;
use lesson::registry;
use lesson::share::host::Step;
use lesson::share::quiz::{Session, Setup};

use super::{Place, Shell};
use crate::browser::{lessons, page};
use crate::host;
use crate::reactive::{derived, effect};

impl Shell {
    /// Keeps the address and the lesson the same while it is open, opens links of its that are followed,
    /// and does what the page around asks, for as long as the page lives. `open` is the slug of the
    /// lesson that is open.
    pub fn connect(self, open: RwSignal<&'static str>) {
        let is_open = move || open.get_untracked() == self.meta.slug;
        self.come_to_the_address(open);
        let changes = move || {
            self.lesson.track();
            open.track();
        };
        let link = derived(move || (open.get() == self.meta.slug).then(|| self.link()));
        page::keep_fragment(changes, link);
        let followed = window_event_listener(ev::hashchange, move |event| {
            let fragment = page::led_to(&event);
            if registry::lesson_of(&fragment) == self.meta.slug {
                self.follow(&fragment);
            }
        });
        let steps = host::follow_steps(move |to| is_open() && self.step(to));
        let gets = host::follow_gets(move |key| is_open().then(|| self.give(key)));
        let settles = lessons::follow_settling(move || {
            // A link of another lesson may have been followed a moment ago.
            let is_own = registry::lesson_of(&page::fragment()) == self.meta.slug;
            if is_open() && is_own {
                self.to_the_address();
            }
        });
        effect(move || {
            let covered = open.get() == self.meta.slug && self.cover.get() != Cover::Nothing;
            lessons::set_covered(self.meta.slug, covered);
        });
        on_cleanup(move || {
            followed.remove();
            steps();
            gets();
            settles();
        });
    }

    /// Opened from the menu, the address is the lesson's from now on; what it holds is the first that
    /// the page around knows of it.
    fn come_to_the_address(self, open: RwSignal<&'static str>) {
        effect(move || {
            if open.get() != self.meta.slug {
                return;
            }
            if lessons::is_from_the_menu(&page::fragment(), self.meta.slug) {
                self.to_the_address();
            }
            page::first_fragment(&untrack(|| self.link()));
        });
    }

    /// The address holds what is shown and what is asked of it: a reload must lose neither.
    fn to_the_address(self) {
        page::set_fragment(&untrack(|| self.link()));
        page::set_question(&self.session.with_untracked(|s| s.setup.clone()));
    }

    /// Opens a link that was followed. What cannot be read is said, and everything stays as it was.
    pub fn follow(self, fragment: &str) {
        if lessons::is_from_the_menu(fragment, self.meta.slug) {
            return;
        }
        match self.open_link(fragment) {
            Ok(()) => self.notice.set(None),
            Err(problem) => {
                // At once: whoever set the link waits for an answer, and notices are told a moment later.
                host::tell_problem(problem.clone());
                self.complain(Place::Page, problem);
                self.to_the_address();
            }
        }
    }

    /// Takes over what a link of this lesson says, as an edit: where one stands is the beginning.
    pub fn take(self, link: &str) {
        if self.open_link(link).is_ok() {
            self.run(Command::Reset);
        }
    }

    fn open_link(self, fragment: &str) -> Result<(), Problem> {
        let setup = Setup::of(fragment)?;
        let mut next = self.lesson.with_untracked(|own| own.boxed());
        let before = next.numbers_link();
        next.follow(fragment)?;
        let asked = self.session.with_untracked(|s| s.setup == setup);
        // Elsewhere in the same document what was answered stays answered.
        if !asked || before != next.numbers_link() {
            setup.show_in(&mut *next);
            // The question first: what it covers must not be seen before it.
            self.session.set(Session::open(setup, &*next));
        }
        let steps = self.steps_back();
        self.lesson.set(next);
        self.keep_example(steps);
        self.afresh.update(|count| *count += 1);
        Ok(())
    }

    /// Takes a step that was asked for; false when there is no such place.
    fn step(self, to: &Step) -> bool {
        let (playing, places) = self
            .lesson
            .with_untracked(|own| (own.is_playing(), own.places().len()));
        let command = match to {
            _ if places == 0 => return false,
            Step::Next => Command::Next,
            Step::Back => Command::Back,
            Step::Reset => Command::Reset,
            Step::Play if !playing => Command::Play,
            Step::Pause if playing => Command::Play,
            Step::Play | Step::Pause => return true,
            Step::Place(place) if *place < places => Command::Scrub(*place),
            Step::Place(_) => return false,
            Step::Named(name) => match self.step_named(name) {
                Some(step) => Command::Goto(step),
                None => return false,
            },
        };
        let apply = |lesson: &mut Box<dyn Opened>| lesson.host_applies(command);
        self.lesson
            .try_update(apply)
            .is_some_and(|done| done.is_ok())
    }

    /// The step of that name, if one may go there.
    fn step_named(self, name: &str) -> Option<&'static str> {
        let step = lesson::core::steps::named(self.meta.steps, name)?;
        let places = self.lesson.with_untracked(|own| own.places());
        let there = places.iter().any(|place| place.step == step);
        self.meta.steps.get(step).copied().filter(|_| there)
    }

    /// The numbers of a table, for the page around.
    fn give(self, key: &str) -> host::Given {
        let Some(table) = self.meta.table(key) else {
            return host::Given::Nothing;
        };
        let matrix = self.numbers.with_untracked(|numbers| {
            let matrix = numbers.matrix(table)?;
            Some(matrix.iter_rows().map(<[f32]>::to_vec).collect::<Vec<_>>())
        });
        let covers = |(row, numbers): (usize, &Vec<f32>)| {
            let cell = lesson::core::table::Cell::new(table, row, 0);
            !numbers.is_empty() && untrack(|| self.covers(cell))
        };
        match matrix {
            None => host::Given::Nothing,
            Some(rows) if rows.iter().enumerate().any(covers) => host::Given::Covered,
            Some(rows) => host::Given::Rows(rows),
        }
    }
}
