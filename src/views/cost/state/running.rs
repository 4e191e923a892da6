//! Runs begun, paused, cancelled; and what there is left to measure.

use std::time::Duration;

use leptos::prelude::*;
use lesson::lessons::cost::META;
use lesson::lessons::cost::guard;
use lesson::lessons::cost::messages::{CostRequest, Start, State};
use lesson::lessons::cost::plan::{self, Place};
use lesson::lessons::cost::point::Point;
use lesson::lessons::cost::settings::Settings;
use lesson::protocol::Request;
use lesson::share::embed::EmbedOptions;

use super::Cost;
use crate::app::open_lesson;

/// The largest size that is measured unasked.
const UNASKED: usize = 256;
/// When that is begun: the page has been painted by then.
const AT_REST: Duration = Duration::from_millis(400);

impl Cost {
    /// Is there a series, and is it of these settings?
    pub fn is_same_series(self) -> bool {
        let setup = self.settings.with(|own| own.setup);
        self.series.get() == Some(setup)
    }

    /// Points that are neither measured nor refused by these settings.
    pub fn to_do(self) -> usize {
        let settings = self.settings.get();
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
        // What was measured of another setup is no point of this one.
        let known = match untrack(|| self.is_same_series()) {
            true => untrack(|| self.points()),
            false => Vec::new(),
        };
        self.begin(known, vec![place]);
    }

    /// Measures the smallest sizes unasked, so that there is a curve to look at: about two seconds, once the page
    /// stands. A link that says what to measure, and a page that embeds the figure, wait to be asked.
    pub fn look_first(self) {
        // A link that was refused left the usual settings behind it.
        let refused = self.shell.notice.with_untracked(Option::is_some);
        let usual = |own: &std::sync::Arc<Settings>| **own == Settings::default();
        let plain = !refused && self.settings.with_untracked(usual);
        let open = open_lesson();
        if plain && !expect_context::<EmbedOptions>().embed {
            let still_open = move || open.get_untracked() == META.slug;
            set_timeout(move || self.measure_smallest(still_open()), AT_REST);
        }
    }

    /// Nothing where something was measured already, or another lesson was opened.
    fn measure_smallest(self, open: bool) {
        let settings = self.settings.with_untracked(|own| Settings::clone(own));
        let begun =
            self.desk.with_value(Option::is_some) || self.report.with_untracked(Option::is_some);
        if !begun && open && settings == Settings::default() {
            let largest = settings.largest.min(UNASKED);
            self.unasked.set(true);
            self.begin_with(
                Settings {
                    largest,
                    ..settings
                },
                Vec::new(),
                Vec::new(),
            );
        }
    }

    fn begin(self, known: Vec<Point>, anyway: Vec<Place>) {
        self.unasked.set(false);
        let settings = self.settings.with_untracked(|own| Settings::clone(own));
        self.begin_with(settings, known, anyway);
    }

    fn begin_with(self, settings: Settings, known: Vec<Point>, anyway: Vec<Place>) {
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
                desk.post(&Request::Cost(request));
            }
        });
    }
}
