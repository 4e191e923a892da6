//! What answers the page: in a worker, or in slices beside the page where there is none. It knows
//! no clock and no thread of its own: it is given both.

use super::block;
use super::look::At;
use super::problem::TrainingProblem;
use super::retrace::Retrace;
use super::session::{Saved, Session};
use crate::protocol::{
    Again, Answer, HeadNumbers, Progress, Question, Request, Response, Side, Start,
};
use attention::model::{Model, Run};

/// Milliseconds between two reports of a run that trains.
const REPORT_EVERY: f64 = 120.0;

/// One side's run and what has been reported of it.
#[derive(Debug)]
struct Runner {
    session: Session,
    /// The step of the newest snapshot the page has.
    kept: Option<u32>,
    reported: Reported,
    /// The same run from its seed, while its moments are filled in, and how that stands.
    retrace: Option<Retrace>,
    again: Again,
}

#[derive(Clone, Copy, Debug)]
struct Reported {
    step: u32,
    time: f64,
}

/// Both runs, and whether they train.
#[derive(Debug)]
pub struct Engine {
    clock: fn() -> f64,
    sides: [Option<Runner>; 2],
    training: bool,
}

impl Engine {
    /// Without a run; `clock` gives milliseconds.
    #[must_use]
    pub fn new(clock: fn() -> f64) -> Self {
        Self {
            clock,
            sides: [None, None],
            training: false,
        }
    }

    /// Is there work to be done unasked?
    #[must_use]
    pub fn is_training(&self) -> bool {
        let alive =
            |side: &Option<Runner>| side.as_ref().is_some_and(|run| !run.session.diverged());
        self.training && self.sides.iter().any(alive)
    }

    /// The same, or is a run trained again for its moments?
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let retraces = |side: &Runner| side.retrace.is_some();
        self.is_training() || self.sides.iter().flatten().any(retraces)
    }

    /// Does what the page asks for.
    pub fn handle(&mut self, request: Request) -> Vec<Response> {
        match request {
            Request::Open(side, start) => self.open(side, start),
            Request::Close(side) => {
                self.sides[side.index()] = None;
                Vec::new()
            }
            Request::Train(on) => {
                self.training = on;
                self.end_retraces();
                self.start_clocks();
                let mut answers = self.report(true);
                if !on {
                    answers.extend(self.keep_here());
                }
                answers
            }
            Request::Step => {
                self.training = false;
                self.end_retraces();
                let mut answers = self.step();
                answers.extend(self.report(true));
                answers.extend(self.keep_here());
                answers
            }
            Request::Retrace(side) => self.begin_retrace(side),
            Request::Ask(number, side, question) => {
                vec![Response::Answer(number, side, self.ask(side, question))]
            }
            // Another engine's: see `crate::engine`.
            Request::Cost(_) | Request::Scale(_) => Vec::new(),
        }
    }

    /// Trains for about `budget` milliseconds.
    pub fn work(&mut self, budget: f64) -> Vec<Response> {
        let start = (self.clock)();
        if !self.is_training() {
            return self.retrace(start + budget);
        }
        let mut answers = Vec::new();
        while self.is_training() && (self.clock)() - start < budget {
            answers.extend(self.step());
        }
        let over = !self.is_training();
        // Runs that have ended do not go on by themselves when another is opened in their place.
        self.training &= !over;
        answers.extend(self.report(over));
        answers
    }

    fn open(&mut self, side: Side, start: Start) -> Vec<Response> {
        let session = match start {
            Start::Fresh(settings) => Session::new(settings),
            Start::File(bytes) => super::file::read(&bytes).and_then(Session::resume),
            Start::Again(saved) => Session::resume(*saved),
        };
        match session {
            Err(problem) => vec![Response::Refused(side, problem)],
            Ok(session) => {
                let opened = Response::Opened(side, session.settings().clone());
                let reported = Reported {
                    step: session.steps(),
                    time: (self.clock)(),
                };
                self.sides[side.index()] = Some(Runner {
                    session,
                    kept: None,
                    reported,
                    retrace: None,
                    again: Again::No,
                });
                let mut answers = vec![opened];
                answers.extend(self.report(true));
                answers
            }
        }
    }

    /// One step of every run.
    fn step(&mut self) -> Vec<Response> {
        let mut answers = Vec::new();
        for (side, runner) in Side::BOTH.iter().zip(&mut self.sides) {
            if let Some(Err(problem)) = runner.as_mut().map(|run| run.session.step()) {
                self.training = false;
                answers.push(Response::Refused(*side, problem));
            }
        }
        answers
    }

    fn begin_retrace(&mut self, side: Side) -> Vec<Response> {
        let Some(runner) = self.sides[side.index()].as_mut() else {
            return Vec::new();
        };
        match Retrace::of(&runner.session) {
            Err(problem) => vec![Response::Refused(side, problem)],
            Ok(retrace) => {
                runner.retrace = retrace;
                runner.follow_retrace();
                self.report(true)
            }
        }
    }

    /// Who trains on does not wait for what was before; the moments that are there stay.
    fn end_retraces(&mut self) {
        for runner in self.sides.iter_mut().flatten() {
            if runner.retrace.take().is_some() {
                runner.again = Again::No;
            }
        }
    }

    /// Trains runs again until the clock says `end`.
    fn retrace(&mut self, end: f64) -> Vec<Response> {
        let clock = self.clock;
        let mut over = false;
        let runners = self.sides.iter_mut().flatten();
        for runner in runners.filter(|runner| runner.retrace.is_some()) {
            while clock() < end && runner.retrace_step() {}
            runner.follow_retrace();
            over |= runner.retrace.is_none();
        }
        self.report(over)
    }

    fn start_clocks(&mut self) {
        let time = (self.clock)();
        for runner in self.sides.iter_mut().flatten() {
            let step = runner.session.steps();
            runner.reported = Reported { step, time };
        }
    }

    /// How far the runs are, when it is time to say so, or `now`.
    fn report(&mut self, now: bool) -> Vec<Response> {
        let (time, training) = ((self.clock)(), self.training);
        let mut answers = Vec::new();
        for (side, runner) in Side::BOTH.iter().zip(&mut self.sides) {
            if let Some(runner) = runner
                && (now || time - runner.reported.time >= REPORT_EVERY)
            {
                answers.push(Response::Progress(runner.progress(*side, time, training)));
                answers.extend(runner.keep(*side));
            }
        }
        answers
    }

    /// What the page should keep of runs that rest between two snapshots.
    fn keep_here(&self) -> Vec<Response> {
        let keep = |(side, runner): (&Side, &Option<Runner>)| {
            let runner = runner.as_ref()?;
            let lacks = runner.kept != Some(runner.session.step_of_model());
            let saved = lacks.then(|| runner.session.save_since(runner.kept))?;
            Some(Response::Keep(*side, Box::new(saved)))
        };
        let sides = Side::BOTH.iter().zip(&self.sides);
        sides.filter_map(keep).collect()
    }

    fn ask(&mut self, side: Side, question: Question) -> Result<Answer, TrainingProblem> {
        let clock = self.clock;
        let runner = self.sides[side.index()].as_mut();
        let session = &mut runner.ok_or(TrainingProblem::Absent)?.session;
        match question {
            Question::Look(at, ids, without) => session.look(at, &ids, &without).map(Answer::Seen),
            Question::Write(at, ids, drawing) => {
                let most = session.settings().task.n();
                if ids.len() > most {
                    return Err(TrainingProblem::Full(most));
                }
                session
                    .write(at, &ids, &drawing, clock)
                    .map(Answer::Written)
            }
            Question::Head(at, ids, layer, head) => head_numbers(session, at, &ids, (layer, head)),
            Question::Block(at, ids, place) => {
                let (model, run, step) = staged(session, at, &ids)?;
                let view = block::view(&model, &run, &ids, step, place);
                Ok(Answer::Block(Box::new(view)))
            }
            Question::Explain(at, ids, place, cell) => {
                let (model, run, _) = staged(session, at, &ids)?;
                let explained = block::explain(&model, &run, &ids, place, cell);
                explained
                    .map(Answer::Explained)
                    .ok_or(TrainingProblem::Absent)
            }
            Question::Files(at) => super::file::write(session, at).map(Answer::Files),
        }
    }
}

impl Runner {
    fn progress(&mut self, side: Side, time: f64, training: bool) -> Progress {
        let session = &self.session;
        let (settings, step) = (session.settings(), session.steps());
        let passed = time - self.reported.time;
        let since = f64::from(step.saturating_sub(self.reported.step));
        let speed = if training && passed > 0.0 {
            since * 1000.0 / passed
        } else {
            0.0
        };
        self.reported = Reported { step, time };
        let a_step = (settings.batch * settings.task.n()) as u64;
        Progress {
            side,
            step,
            tokens: u64::from(step) * a_step,
            speed: speed as f32,
            diverged: session.diverged(),
            points: session.points().to_vec(),
            snapshots: session.snapshots().iter().map(|one| one.step).collect(),
            again: self.again,
        }
    }

    /// One step of the run that is trained again; false when there is none to do.
    fn retrace_step(&mut self) -> bool {
        let retrace = self.retrace.as_mut();
        retrace.is_some_and(|own| !own.is_over() && own.step().is_ok())
    }

    /// Takes over the moments that there are; at the end all of the run, if it is the same.
    fn follow_retrace(&mut self) {
        let Some(retrace) = self.retrace.take() else {
            return;
        };
        self.session.lend(retrace.moments());
        self.again = Again::At(retrace.steps());
        if !retrace.is_over() {
            self.retrace = Some(retrace);
            return;
        }
        if let Some(same) = retrace.same_as(&self.session) {
            (self.session, self.again) = (same, Again::Same);
        } else {
            self.session.forget_way();
            self.again = Again::Other;
        }
    }

    /// What the page should keep, when there is a snapshot it does not have: all that is needed
    /// to go on, with the snapshots it lacks.
    fn keep(&mut self, side: Side) -> Option<Response> {
        let newest = self.session.snapshots().last()?.step;
        if self.kept == Some(newest) {
            return None;
        }
        let kept = self.kept.replace(newest);
        let saved = self.session.save_since(kept);
        Some(Response::Keep(side, Box::new(saved)))
    }
}

/// A pass over `ids` that keeps every stage.
fn staged(session: &Session, at: At, ids: &[u32]) -> Result<(Model, Run, u32), TrainingProblem> {
    let (model, step) = session.model_at(at)?;
    let mut run = Run::with_stages(&model, 1, ids.len())?;
    model.forward(ids, &mut run)?;
    Ok((model, run, step))
}

fn head_numbers(
    session: &Session,
    at: At,
    ids: &[u32],
    (layer, head): (usize, usize),
) -> Result<Answer, TrainingProblem> {
    let (model, run, _) = staged(session, at, ids)?;
    let config = model.config();
    if layer >= config.n_layers || head >= config.n_heads {
        return Err(TrainingProblem::Absent);
    }
    let trace = run.head(&model, layer, 0, head);
    Ok(Answer::Head(HeadNumbers {
        layer,
        head,
        ids: ids.to_vec(),
        d_k: config.d_head,
        q: trace.q.data().to_vec(),
        k: trace.k.data().to_vec(),
        v: trace.v.data().to_vec(),
        factor: config.scale(),
        causal: config.causal,
        slope: model.slopes().get(head).copied(),
        weights: trace.weights.data().to_vec(),
    }))
}

/// What the page keeps of a run, `new` being what it was given last: the snapshots that it had
/// and `steps` still names are carried over.
#[must_use]
pub fn keep(old: Option<Saved>, mut new: Saved, steps: &[u32]) -> Saved {
    let fresh = std::mem::take(&mut new.snapshots);
    let old = old.map_or_else(Vec::new, |old| old.snapshots);
    let known = |step: u32| fresh.iter().any(|one| one.step == step);
    let mut all: Vec<_> = old.into_iter().filter(|one| !known(one.step)).collect();
    all.extend(fresh.iter().cloned());
    all.retain(|one| steps.contains(&one.step));
    all.sort_by_key(|one| one.step);
    Saved {
        snapshots: all,
        ..new
    }
}
