//! The state of the cost lesson: what is to be measured, what was, and the way to the worker.

mod hearing;

use leptos::prelude::*;
use lesson::cost::fit::Quantity;
use lesson::cost::guard;
use lesson::cost::link::{self, Scene};
use lesson::cost::messages::{CostRequest, Report, Start, State};
use lesson::cost::method::Method;
use lesson::cost::plan::{self, Place};
use lesson::cost::point::{self, Point};
use lesson::cost::problem::CostProblem;
use lesson::cost::settings::{SIZES, Settings, Setup};
use lesson::protocol::Request;

use crate::browser::worker::Desk;
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
            Err(problem) => self.problem.set(Some(problem)),
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

    /// Is there a series, and is it of these settings?
    pub fn is_same_series(self) -> bool {
        let setup = self.scene.with(|scene| scene.settings.setup);
        self.series.get() == Some(setup)
    }

    /// Points that are neither measured nor refused by these settings.
    pub fn to_do(self) -> usize {
        let settings = self.scene.with(|scene| scene.settings.clone());
        if !self.is_same_series() {
            return plan::missing(&settings, &[]).len();
        }
        let mut points = self.points();
        points.retain(|point| point.outcome.is_ok());
        let left = plan::missing(&settings, &points).into_iter();
        left.filter(|place| guard::judge(&settings, &points, *place, false).is_ok())
            .count()
    }

    /// Measures what is missing; everything anew where nothing is, or where the setup is another.
    pub fn measure(self) {
        let goes_on = untrack(|| self.is_same_series() && self.to_do() > 0);
        let known = if goes_on {
            untrack(|| self.points())
        } else {
            Vec::new()
        };
        self.begin(known, Vec::new());
    }

    /// Measures one point that was refused for its time.
    pub fn measure_anyway(self, place: Place) {
        self.begin(untrack(|| self.points()), vec![place]);
    }

    fn begin(self, known: Vec<Point>, anyway: Vec<Place>) {
        let settings = self.scene.with_untracked(|scene| scene.settings.clone());
        if let Err(problem) = settings.check() {
            self.problem.set(Some(problem));
            return;
        }
        self.number.update_value(|number| *number += 1);
        self.problem.set(None);
        self.away.set(false);
        self.pausing.set(false);
        self.series.set(Some(settings.setup));
        self.start_worker();
        self.post(CostRequest::Measure(Box::new(Start {
            number: self.number.get_value(),
            settings,
            known,
            anyway,
        })));
    }

    /// Pauses, or goes on.
    pub fn pause(self, pause: bool) {
        self.pausing.set(pause);
        self.away.set(false);
        self.post(CostRequest::Pause(pause));
    }

    /// Ends; what was measured stays.
    pub fn cancel(self) {
        self.post(CostRequest::Cancel);
    }

    /// Another lesson was opened: pauses, and remembers to say so.
    pub fn leave(self) {
        if untrack(|| self.state().get()) == Some(State::Measuring) {
            self.pause(true);
            self.away.set(true);
        }
    }

    fn post(self, request: CostRequest) {
        self.desk.with_value(|desk| {
            if let Some(desk) = desk {
                desk.post(Request::Cost(request));
            }
        });
    }
}
