//! The state of the lesson: the draw that is shown, what was measured of all, and the way to the worker.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::player;
use lesson::core::table::Cell;
use lesson::lessons::scale::messages::{ScaleReport, ScaleRequest, State};
use lesson::lessons::scale::summary::Summary;
use lesson::lessons::scale::{self as logic, Change, Document, Drawn, META, SCORES, View};
use lesson::protocol::{Request, Response};

use super::words::WORDS;
use crate::browser::page;
use crate::browser::worker::{Desk, News};
use crate::reactive::{derived, memo};
use crate::shell::{Opening, Place, Shell, Shown, parts};

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Draws {
    /// What all lessons have.
    pub shell: Shell,
    /// What is drawn.
    pub document: Memo<Arc<Document>>,
    /// Where one stands, and what is shown.
    pub view: Memo<View>,
    /// The draw that is shown; nothing of it is hidden here, so what is drawn asks [`Draws::covered`].
    pub drawn: Memo<Arc<Drawn>>,
    /// What the worker said last.
    pub report: RwSignal<Option<ScaleReport>>,
    /// Whether the worker is gone, and whether there never was one.
    pub lost: RwSignal<Option<bool>>,
    /// What was asked of the worker last.
    asked: StoredValue<Option<Document>>,
    number: StoredValue<u32>,
    desk: StoredValue<Option<Desk>, LocalStorage>,
}

/// The state of the lesson, from any of its views.
pub fn draws() -> Draws {
    expect_context::<Draws>()
}

impl Draws {
    /// The lesson as its link has it; no worker yet.
    pub fn open(open: RwSignal<&'static str>) -> Draws {
        let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
        let opening = Opening::of::<logic::Scale>(&link, &options, &WORDS);
        let (document, view) = parts::<logic::Scale>(opening);
        let drawn = Memo::new_with_compare(
            move |_| document.with(|document| Arc::new(Drawn::of(document))),
            |_, _| true,
        );
        let report = RwSignal::new(None::<ScaleReport>);
        let numbers = memo(move || {
            let drawn = drawn.get();
            let none = Summary::default();
            report.with(|own| {
                let summary = own.as_ref().map_or(&none, |own| &own.summary);
                Shown::of(logic::measured(drawn, summary))
            })
        });
        let shell = opening.shell(numbers, numbers, derived(|| false));
        shell.connect(open);
        Draws {
            shell,
            document,
            view,
            drawn,
            report,
            lost: RwSignal::new(None),
            asked: StoredValue::new(None),
            number: StoredValue::new(0),
            desk: StoredValue::new_local(None),
        }
    }

    /// Does what only this lesson can do.
    pub fn change(self, change: Change) {
        self.shell.try_own::<logic::Scale>(change, Place::Page);
    }

    /// The step where one stands.
    pub fn step(self) -> Memo<&'static str> {
        memo(move || {
            let step = self.shell.lesson.with(|own| own.place().step);
            META.steps.get(step).copied().unwrap_or_default()
        })
    }

    /// Whether the scores of the shown draw are to be predicted.
    pub fn covered(self) -> bool {
        self.shell.covers(Cell::new(SCORES, 0, 0))
    }

    /// What the run does; `None` before there was one.
    pub fn state(self) -> Memo<Option<State>> {
        memo(move || self.report.with(|own| own.as_ref().map(|own| own.state)))
    }

    /// While somebody looks at a step that is measured, it is measured, and anew when something else is drawn. What is
    /// of other draws is not shown; a run that nobody looks at waits.
    pub fn look(self, open: bool) {
        let measured = ["spread", "grows", "stall"].contains(&self.step().get());
        let document = self.document.get();
        let same = self.asked.with_value(|asked| {
            asked
                .as_ref()
                .is_some_and(|asked| asked.measures_as(&document))
        });
        if !same {
            self.report.set(None);
            self.post(ScaleRequest::Cancel);
            self.asked.set_value(None);
        }
        match (open && measured, same) {
            (true, false) => self.begin(),
            (wanted, true) if !wanted && self.is_drawing() => self.pause(true),
            _ => {}
        }
    }

    fn is_drawing(self) -> bool {
        let state = self
            .report
            .with_untracked(|own| own.as_ref().map(|own| own.state));
        state == Some(State::Drawing)
    }

    /// Draws from the first.
    pub fn begin(self) {
        let document = self.document.get_untracked();
        self.number.update_value(|number| *number += 1);
        self.asked.set_value(Some(Document::clone(&document)));
        self.lost.set(None);
        self.start_worker();
        let link = player::write::<logic::Scale>(&document, &View::default());
        self.post(ScaleRequest::Draw(self.number.get_value(), link));
    }

    /// Pauses, or goes on.
    pub fn pause(self, pause: bool) {
        self.post(ScaleRequest::Pause(pause));
    }

    fn post(self, request: ScaleRequest) {
        self.desk.with_value(|desk| {
            if let Some(desk) = desk {
                desk.post(&Request::Scale(request));
            }
        });
    }

    fn start_worker(self) {
        if self.desk.with_value(Option::is_some) {
            return;
        }
        let desk = Desk::open(move |news| match news {
            News::Said(Response::Scale(report)) => self.hear(report),
            News::Said(_) => {}
            News::Lost => self.ended(true),
            News::Absent => self.ended(false),
        });
        self.desk.set_value(Some(desk));
    }

    fn hear(self, report: ScaleReport) {
        let same = self.asked.with_value(Option::is_some);
        if same && report.number == self.number.get_value() {
            self.report.set(Some(report));
        }
    }

    /// The worker is gone: what it said stays, and the next run starts another.
    fn ended(self, there_was_one: bool) {
        self.desk.set_value(None);
        self.lost.set(Some(there_was_one));
        self.report.update(|report| {
            if let Some(report) = report {
                report.state = State::Done;
            }
        });
    }
}
