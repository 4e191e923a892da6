//! What the worker says, and what is done when it is lost.

use leptos::prelude::*;
use lesson::lessons::cost::messages::{CostResponse, State};
use lesson::lessons::cost::problem::CostProblem;
use lesson::protocol::Response;

use super::Cost;
use crate::browser::worker::{Desk, News};

impl Cost {
    /// Starts the worker, unless there is one.
    pub(super) fn start_worker(self) {
        if self.desk.with_value(Option::is_some) {
            return;
        }
        let desk = Desk::open(move |news| match news {
            News::Said(Response::Cost(response)) => self.hear(response),
            News::Said(_) => {}
            News::Lost => self.ended(CostProblem::WorkerLost),
            News::Absent => self.ended(CostProblem::NoWorker),
        });
        self.desk.set_value(Some(desk));
    }

    fn hear(self, response: CostResponse) {
        let own = self.number.get_value();
        match response {
            CostResponse::Refused(number, problem) if number == own => {
                self.series.set(self.reported.get_value());
                self.problem.set(Some(problem));
            }
            CostResponse::Report(report) if report.number == own => {
                if report.state != State::Measuring {
                    self.pausing.set(false);
                }
                self.reported.set_value(self.series.get_untracked());
                self.report.set(Some(report));
            }
            // Of a run that another has taken the place of.
            CostResponse::Refused(..) | CostResponse::Report(_) => {}
        }
    }

    /// The worker is gone: what it said stays, and the next run starts another.
    fn ended(self, problem: CostProblem) {
        self.desk.set_value(None);
        self.pausing.set(false);
        self.series.set(self.reported.get_value());
        self.problem.set(Some(problem));
        self.report.update(|report| {
            if let Some(report) = report.as_mut().filter(|report| report.state != State::Done) {
                report.state = State::Cancelled;
                report.now = None;
            }
        });
    }
}
