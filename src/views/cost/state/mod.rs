//! The state of the cost lesson: what is to be measured, what was, and the way to the worker.

mod hearing;
mod running;

use leptos::prelude::*;
use lesson::lessons::cost::fit::Quantity;
use lesson::lessons::cost::link::{self, Scene};
use lesson::lessons::cost::messages::{Report, State};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::plan::Place;
use lesson::lessons::cost::point::{self, Point};
use lesson::lessons::cost::problem::CostProblem;
use lesson::lessons::cost::settings::{SIZES, Settings, Setup};
use lesson::share::host::Event;

use super::words;
use crate::browser::worker::Desk;
use crate::host;
use crate::reactive::memo;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Cost {
    /// What a link holds.
    pub scene: RwSignal<Scene>,
    /// What the worker said last; its points are the series.
    pub report: RwSignal<Option<Report>>,
    /// What the points of the series share.
    pub series: RwSignal<Option<Setup>>,
    /// A pause was asked for and is not yet there.
    pub pausing: RwSignal<bool>,
    /// Paused because another lesson was opened.
    pub away: RwSignal<bool>,
    /// What went wrong last.
    pub problem: RwSignal<Option<CostProblem>>,
    /// The number of the run that is under way, or was last.
    number: StoredValue<u32>,
    desk: StoredValue<Option<Desk>, LocalStorage>,
}

/// The state of the lesson, from any of its views.
pub fn cost() -> Cost {
    expect_context::<Cost>()
}

impl Cost {
    /// The lesson as `fragment` has it; no worker yet.
    pub fn open(fragment: &str) -> Self {
        let (scene, problem) = match link::decode(fragment) {
            Ok(scene) => (scene, None),
            Err(problem) => (Scene::default(), Some(problem)),
        };
        Self {
            scene: RwSignal::new(scene),
            report: RwSignal::new(None),
            series: RwSignal::new(None),
            pausing: RwSignal::new(false),
            away: RwSignal::new(false),
            problem: RwSignal::new(problem),
            number: StoredValue::new(0),
            desk: StoredValue::new_local(None),
        }
    }

    /// Opens a link that was pasted into the address. What was measured stays.
    pub fn open_link(self, fragment: &str) {
        match link::decode(fragment) {
            Ok(scene) => {
                self.problem.set(None);
                self.scene.set(scene);
            }
            Err(problem) => {
                host::tell(Event::Error(words::problem(&problem)));
                self.problem.set(Some(problem));
            }
        }
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
        self.scene.with(|Scene { settings, .. }| {
            points.retain(|point| {
                settings.methods.contains(&point.method) && point.n <= settings.largest
            });
        });
        points
    }

    /// Every n on the axis.
    pub fn sizes(self) -> Vec<usize> {
        let largest = self.scene.with(|scene| scene.settings.largest);
        SIZES.into_iter().filter(|n| *n <= largest).collect()
    }

    /// What is plotted.
    pub fn show(self) -> Quantity {
        self.scene.with(|scene| scene.show)
    }

    /// The point that is explained: the chosen one, else the largest of the first method that has
    /// any, once nothing moves any more.
    pub fn chosen(self) -> Memo<Option<Place>> {
        memo(move || {
            let chosen = self.scene.with(|scene| scene.at);
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
        let wanted = self.scene.with(|scene| scene.settings.setup.window);
        self.series.get().map_or(wanted, |setup| setup.window)
    }

    /// Settings of the controls, changed; what cannot be is said and changes nothing. No method at
    /// all is said too, but stands: so one can begin a choice of one's own.
    pub fn set(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.scene.with_untracked(|scene| scene.settings.clone());
        change(&mut settings);
        let problem = settings.check().err();
        if matches!(problem, None | Some(CostProblem::NoMethod)) {
            self.scene.update(|scene| scene.settings = settings);
        }
        self.problem.set(problem);
    }
}
