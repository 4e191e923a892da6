//! The state of the cost lesson: what is to be measured, what was, and the way to the worker.

mod hearing;
mod measurements;
mod running;

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::cost::fit::Quantity;
use lesson::lessons::cost::lesson::Change;
use lesson::lessons::cost::link::View;
use lesson::lessons::cost::messages::{Report, State};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::plan::Place;
use lesson::lessons::cost::point::{self, Point};
use lesson::lessons::cost::problem::CostProblem;
use lesson::lessons::cost::settings::{SIZES, Settings, Setup};
use lesson::lessons::cost::{self as logic};
use lesson::share::embed::EmbedOptions;

use super::words;
use crate::browser::worker::Desk;
use crate::reactive::{derived, effect, memo};
use crate::shell::{self, Opening, Shell, Shown};
use measurements::Measurements;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Cost {
    /// What all lessons have.
    pub shell: Shell,
    /// What is to be measured.
    pub settings: Memo<Arc<Settings>>,
    /// How it is looked at.
    pub view: Memo<View>,
    /// What the worker said last; its points are the series.
    pub report: RwSignal<Option<Report>>,
    /// What the points of the series share.
    pub series: RwSignal<Option<Setup>>,
    /// A pause was asked for and is not yet there.
    pub pausing: RwSignal<bool>,
    /// Paused because another lesson was opened.
    pub away: RwSignal<bool>,
    /// The last run was begun by the page, for its first curve.
    pub unasked: RwSignal<bool>,
    /// What went wrong last.
    pub problem: RwSignal<Option<CostProblem>>,
    /// What the points that are there share: what is asked for may never come.
    reported: StoredValue<Option<Setup>>,
    /// The number of the run that is under way, or was last.
    number: StoredValue<u32>,
    desk: StoredValue<Option<Desk>, LocalStorage>,
}

/// The state of the lesson, from any of its views.
pub fn cost() -> Cost {
    expect_context::<Cost>()
}

impl Cost {
    /// The lesson as `fragment` has it, in the frame that it was given; no worker yet.
    pub fn open(fragment: &str, options: &EmbedOptions) -> Self {
        let opening = Opening::of::<logic::Cost>(fragment, options, &words::WORDS);
        let (settings, view) = shell::parts::<logic::Cost>(opening);
        let report = RwSignal::new(None::<Report>);
        let numbers = memo(move || {
            let points = report.with(|own| own.as_ref().map(|own| own.points.clone()));
            let measured = points.and_then(|own| Measurements::of(&own, &settings.get()));
            measured.map_or_else(Shown::default, Shown::of)
        });
        let cost = Self {
            shell: opening.shell(numbers, numbers, derived(|| false)),
            settings,
            view,
            report,
            series: RwSignal::new(None),
            pausing: RwSignal::new(false),
            away: RwSignal::new(false),
            unasked: RwSignal::new(false),
            problem: RwSignal::new(None),
            reported: StoredValue::new(None),
            number: StoredValue::new(0),
            desk: StoredValue::new_local(None),
        };
        // What was measured stays, whichever way other settings came: by a link, by undo.
        effect(move || {
            let problem = settings.with(|own| own.check().err());
            cost.problem.set(problem);
        });
        cost
    }

    /// What the run does; `None` before there was one.
    pub fn state(self) -> Memo<Option<State>> {
        memo(move || {
            self.report
                .with(|report| report.as_ref().map(|report| report.state))
        })
    }

    /// All points of the series.
    pub fn points(self) -> Vec<Point> {
        let points = |report: &Option<Report>| report.as_ref().map(|report| report.points.clone());
        self.report.with(points).unwrap_or_default()
    }

    /// The points that the settings ask to see: of the methods chosen, as far as the largest n.
    pub fn shown(self) -> Vec<Point> {
        let mut points = self.points();
        self.settings.with(|settings| {
            points.retain(|point| {
                settings.methods.contains(&point.method) && point.n <= settings.largest
            });
        });
        points
    }

    /// Every n on the axis.
    pub fn sizes(self) -> Vec<usize> {
        let largest = self.settings.with(|own| own.largest);
        SIZES.into_iter().filter(|n| *n <= largest).collect()
    }

    /// What is plotted.
    pub fn show(self) -> Quantity {
        self.view.with(|view| view.show)
    }

    /// The point that is explained: the chosen one, else the largest of the first method that has
    /// any, once nothing moves any more.
    pub fn chosen(self) -> Memo<Option<Place>> {
        memo(move || {
            let chosen = self.view.with(|view| view.at);
            let still = self.state().get() != Some(State::Measuring);
            chosen.or_else(|| self.largest().filter(|_| still))
        })
    }

    fn largest(self) -> Option<Place> {
        let points = self.shown();
        let last = |method| Some((method, point::measured(&points, method).last()?.0));
        [Method::Fused]
            .into_iter()
            .chain(Method::ALL)
            .find_map(last)
    }

    /// The width of the window that the points have, or will have.
    pub fn window(self) -> usize {
        let wanted = self.settings.with(|own| own.setup.window);
        self.series.get().map_or(wanted, |setup| setup.window)
    }

    /// Whether no query sees what comes after it, in what is shown.
    pub fn is_causal(self) -> bool {
        let wanted = self.settings.with(|own| own.setup.causal);
        self.series.get().map_or(wanted, |setup| setup.causal)
    }

    /// Settings of the controls, changed; what cannot be is said and changes nothing. No method at
    /// all is said too, but stands: so one can begin a choice of one's own.
    pub fn set(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.settings.with_untracked(|own| Settings::clone(own));
        change(&mut settings);
        let problem = settings.check().err();
        if matches!(problem, None | Some(CostProblem::NoMethod)) {
            self.own(Change::Settings(settings));
        }
        self.problem.set(problem);
    }

    /// Another way to look.
    pub fn look(self, change: impl FnOnce(&mut View)) {
        let mut view = self.view.get_untracked();
        change(&mut view);
        self.own(Change::View(view));
    }

    fn own(self, change: Change) {
        self.shell
            .try_own::<logic::Cost>(change, shell::Place::Page);
    }
}
