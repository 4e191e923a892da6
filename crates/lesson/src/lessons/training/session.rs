//! One run: a model, what teaches it, and what is remembered of its way.

use attention::Mask;
use attention::model::{Ablation, Config, Model, ModelError, Params, Run};
use attention::train::{Evaluation, Progress, Trainer, evaluate, evaluate_ablated};

use super::curve::{Point, Spacing};
use super::heads::{HeadScores, Measure};
use super::problem::TrainingProblem;
use super::settings::Settings;
use super::snapshot::Snapshot;
use super::task::{Split, batch};

/// Held-out sequences that a run is measured on; the same for all runs of a task.
const HELD_OUT: usize = 64;
/// As many of them are enough to say what a head does.
const SCORED: usize = 24;
/// The seed of the held-out sequences.
const HELD_OUT_SEED: u64 = 0x0b5e_7ed5;
/// Points of the curves: every fifth step at first, and no more than so many.
const POINTS: (u32, usize) = (5, 256);
/// Snapshots: every tenth step at first, and no more than so many …
const SNAPSHOTS: (u32, usize) = (10, 64);
/// … and no more than so many numbers in all (32 MiB), but always a few.
const MOST_NUMBERS: usize = 8 << 20;
const FEWEST: usize = 8;

/// Sequences that were never trained on, and room to read them.
#[derive(Clone, Debug)]
struct HeldOut {
    ids: Vec<u32>,
    targets: Vec<Option<u32>>,
    run: Run,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Session {
    settings: Settings,
    model: Model,
    trainer: Trainer,
    held_out: HeldOut,
    step: u32,
    /// The sum and the number of the losses since the last point.
    losses: (f64, u32),
    points: Vec<Point>,
    point_spacing: Spacing,
    snapshots: Vec<Snapshot>,
    snapshot_spacing: Spacing,
    diverged: bool,
}

/// Which steps of a run of that model are remembered.
fn snapshot_spacing(config: &Config) -> Spacing {
    let weights = config.count().unwrap_or(usize::MAX).max(1);
    let most = (MOST_NUMBERS / weights).clamp(FEWEST, SNAPSHOTS.1);
    Spacing::new(SNAPSHOTS.0, most)
}

/// The moments that a run of so many steps has once nothing of its way is missing.
#[must_use]
pub fn moments_of(settings: &Settings, steps: u32) -> Vec<u32> {
    snapshot_spacing(&settings.config()).of_run(steps)
}

/// What a run needs to go on exactly as if it had never stopped.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Saved {
    /// Its settings.
    pub settings: Settings,
    /// After so many steps.
    pub step: u32,
    /// All weights.
    pub weights: Vec<f32>,
    /// The optimiser's steps and moments; none for weights that come from a file, which are
    /// trained on as if they were the first.
    pub optimiser: Option<(u32, [Vec<f32>; 2])>,
    /// The curves so far.
    pub points: Vec<Point>,
    /// The snapshots so far.
    pub snapshots: Vec<Snapshot>,
}

impl Session {
    /// A run that has not begun.
    ///
    /// # Errors
    /// [`TrainingProblem`] for settings that make no model.
    pub fn new(settings: Settings) -> Result<Self, TrainingProblem> {
        settings.check()?;
        let model = Model::random(settings.config(), u64::from(settings.seed))?;
        let (batch, n) = (settings.batch, settings.task.n());
        let trainer = Trainer::new(&model, settings.optimiser(), batch, n)?;
        let mut session = Self::of(settings, model, trainer)?;
        session.look_back()?;
        Ok(session)
    }

    /// A run that goes on where `saved` was.
    ///
    /// # Errors
    /// [`TrainingProblem`] for settings that make no model, or weights that are not its.
    pub fn resume(saved: Saved) -> Result<Self, TrainingProblem> {
        let settings = saved.settings;
        settings.check()?;
        let config = settings.config();
        let model = Model::new(config.clone(), Params::from_flat(&config, &saved.weights)?)?;
        let (batch, n) = (settings.batch, settings.task.n());
        let optimiser = settings.optimiser();
        let trainer = match saved.optimiser {
            None => Trainer::new(&model, optimiser, batch, n)?,
            Some((steps, moments)) => {
                let progress = Progress { steps, moments };
                Trainer::resume(&model, optimiser, batch, n, &progress)?
            }
        };
        let mut session = Self::of(settings, model, trainer)?;
        session.step = saved.step;
        session.remember(saved.points, saved.snapshots);
        if session.snapshots.is_empty() {
            session.look_back()?;
        }
        Ok(session)
    }

    fn of(settings: Settings, model: Model, trainer: Trainer) -> Result<Self, TrainingProblem> {
        let (ids, targets) = batch(settings.task, HELD_OUT_SEED, 0, Split::HeldOut, HELD_OUT);
        let run = Run::lean(&model, HELD_OUT, settings.task.n())?;
        let held_out = HeldOut { ids, targets, run };
        let snapshot_spacing = snapshot_spacing(model.config());
        Ok(Self {
            settings,
            model,
            trainer,
            held_out,
            step: 0,
            losses: (0.0, 0),
            points: Vec::new(),
            point_spacing: Spacing::new(POINTS.0, POINTS.1),
            snapshots: Vec::new(),
            snapshot_spacing,
            diverged: false,
        })
    }

    /// One step of training, and a look back when one is due. Does nothing once the run has
    /// diverged.
    ///
    /// # Errors
    /// [`TrainingProblem::Model`]; nothing from outside leads there.
    pub fn step(&mut self) -> Result<(), TrainingProblem> {
        if self.diverged {
            return Ok(());
        }
        let Settings {
            task,
            seed,
            batch: size,
            ..
        } = self.settings;
        let (seed, step) = (u64::from(seed), u64::from(self.step));
        let (ids, targets) = batch(task, seed, step, Split::Train, size);
        let loss = self.trainer.step(&mut self.model, &ids, &targets)?;
        if !loss.is_finite() {
            return self.fall_back();
        }
        self.losses.0 += f64::from(loss);
        self.losses.1 += 1;
        self.step += 1;
        if self.point_spacing.keeps(self.step) {
            self.look_back()?;
        }
        Ok(())
    }

    /// Measures the model on the held-out sequences and remembers it.
    fn look_back(&mut self) -> Result<(), TrainingProblem> {
        let HeldOut { ids, targets, run } = &mut self.held_out;
        let now = evaluate(&self.model, run, ids, targets)?;
        if !now.loss.is_finite() {
            return self.fall_back();
        }
        let (sum, count) = std::mem::take(&mut self.losses);
        let point = Point {
            step: self.step,
            train: (count > 0).then(|| (sum / f64::from(count)) as f32),
            held_out: now.loss,
            accuracy: share(&now),
        };
        // A run that was taken up from a file has this point already.
        if self.points.last().is_none_or(|last| last.step < self.step) {
            self.points.push(point);
        }
        if self.snapshot_spacing.keeps(self.step) {
            self.snapshots.push(Snapshot {
                step: self.step,
                weights: self.model.params().to_flat(),
            });
        }
        self.thin();
        Ok(())
    }

    /// Takes up what an interrupted run remembered.
    fn remember(&mut self, points: Vec<Point>, snapshots: Vec<Snapshot>) {
        let steps: Vec<u32> = points.iter().map(|point| point.step).collect();
        self.point_spacing.resume(&steps);
        let steps: Vec<u32> = snapshots.iter().map(|one| one.step).collect();
        self.snapshot_spacing.resume(&steps);
        (self.points, self.snapshots) = (points, snapshots);
        self.thin();
    }

    fn thin(&mut self) {
        self.point_spacing
            .thin(&mut self.points, |point| point.step);
        self.snapshot_spacing
            .thin(&mut self.snapshots, |one| one.step);
    }

    /// The loss is no longer a number: the weights of the last snapshot are taken up again.
    fn fall_back(&mut self) -> Result<(), TrainingProblem> {
        self.diverged = true;
        if let Some(last) = self.snapshots.last() {
            self.model = last.model(self.model.config())?;
        }
        Ok(())
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Steps so far.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.step
    }

    /// The step whose weights the model has: an earlier one where the loss has ceased to be a number.
    #[must_use]
    pub fn step_of_model(&self) -> u32 {
        let last = self.snapshots.last().filter(|_| self.diverged);
        last.map_or(self.step, |last| last.step)
    }

    /// Has the loss ceased to be a number? The weights are then those of the last snapshot.
    #[must_use]
    pub fn diverged(&self) -> bool {
        self.diverged
    }

    /// The curves.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The snapshots, oldest first.
    #[must_use]
    pub fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// Adds moments of the same run that it lacks.
    pub(super) fn lend(&mut self, moments: &[Snapshot]) {
        let lacking = |one: &&Snapshot| {
            one.step < self.step && self.snapshots.iter().all(|own| own.step != one.step)
        };
        let new: Vec<_> = moments.iter().filter(lacking).cloned().collect();
        self.snapshots.extend(new);
        self.snapshots.sort_by_key(|one| one.step);
    }

    /// Forgets the moments before the present one.
    pub(super) fn forget_way(&mut self) {
        self.snapshots.retain(|one| one.step >= self.step);
    }

    /// The model as it is.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// `model`, one of this run, on the held-out sequences without the heads that are ablated.
    ///
    /// # Errors
    /// [`ModelError`] for a head that is not there.
    pub fn measure(
        &mut self,
        model: &Model,
        without: &[Ablation],
    ) -> Result<Evaluation, ModelError> {
        let HeldOut { ids, targets, run } = &mut self.held_out;
        evaluate_ablated(model, run, ids, targets, without)
    }

    /// What each head of `model` does on the held-out sequences, layer after layer; `model` is the
    /// one that [`Session::measure`] was last asked for.
    ///
    /// # Errors
    /// [`TrainingProblem::Model`]; nothing from outside leads there.
    pub fn scores(&self, model: &Model) -> Result<Vec<HeadScores>, TrainingProblem> {
        let (task, n) = (self.settings.task, self.settings.task.n());
        let mask = if self.settings.causal {
            Mask::Causal
        } else {
            Mask::None
        };
        let (ids, run) = (&self.held_out.ids, &self.held_out.run);
        let score = |(layer, head)| {
            let mut measure = Measure::new(task, mask.clone());
            for (sequence, ids) in ids.chunks(n).take(SCORED).enumerate() {
                measure.add(ids, &run.weights(model, layer, sequence, head))?;
            }
            Ok(measure.finish())
        };
        heads(model.config()).map(score).collect()
    }

    /// What that head puts out on average over the held-out sequences.
    ///
    /// # Errors
    /// [`ModelError`] for a model that is not of this run.
    pub fn mean_output(
        &mut self,
        model: &Model,
        layer: usize,
        head: usize,
    ) -> Result<Vec<f32>, ModelError> {
        let HeldOut { ids, run, .. } = &mut self.held_out;
        model.forward(ids, run)?;
        Ok(run.mean_output(model, layer, head))
    }

    /// All that is needed to go on from here, with the snapshots after step `since`, or all.
    #[must_use]
    pub fn save_since(&self, since: Option<u32>) -> Saved {
        let Progress { steps, moments } = self.trainer.progress();
        let lacking = |one: &&Snapshot| since.is_none_or(|since| one.step > since);
        Saved {
            settings: self.settings.clone(),
            step: self.step_of_model(),
            weights: self.model.params().to_flat(),
            optimiser: Some((steps, moments)),
            points: self.points.clone(),
            snapshots: self.snapshots.iter().filter(lacking).cloned().collect(),
        }
    }
}

fn share(now: &Evaluation) -> f32 {
    now.right as f32 / now.targets.max(1) as f32
}

/// Every (layer, head), layer after layer.
pub(super) fn heads(config: &Config) -> impl Iterator<Item = (usize, usize)> {
    let (layers, heads) = (config.n_layers, config.n_heads);
    (0..layers).flat_map(move |layer| (0..heads).map(move |head| (layer, head)))
}
