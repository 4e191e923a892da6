//! What a student sets before a run: the task, the model's size and switches, the optimiser. The
//! same settings give the same run, bit for bit, on every machine.

use attention::model::{Biases, Config, MlpKind, NormKind, Positions, RopeLayout};
use attention::train::{AdamW, Optimiser, Sgd};
use serde::{Deserialize, Serialize};

use super::problem::TrainingProblem;
use super::task::{Objective, Task};

/// How the toy knows where a token stands (see [`Positions`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PositionKind {
    /// Not at all.
    None,
    /// A fixed wave added to the embedding.
    Sinusoidal,
    /// A learned row per position.
    Learned,
    /// Queries and keys are turned.
    Rope,
    /// A penalty that grows with the distance.
    Alibi,
}

/// Which optimiser follows the gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OptimiserKind {
    /// Plain stochastic gradient descent.
    Sgd,
    /// The same with momentum 0.9.
    Momentum,
    /// Adam: AdamW without weight decay.
    Adam,
    /// AdamW, with weight decay.
    AdamW,
}

/// Whose block it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Family {
    /// LayerNorm, GELU, biases, tied output.
    Gpt2,
    /// RMSNorm, SwiGLU, no biases, an output matrix of its own.
    Llama,
}

impl PositionKind {
    /// All, in the order of the chooser.
    pub const ALL: [Self; 5] = [
        Self::None,
        Self::Sinusoidal,
        Self::Learned,
        Self::Rope,
        Self::Alibi,
    ];

    /// The name in links, controls and translations.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Sinusoidal => "sinusoidal",
            Self::Learned => "learned",
            Self::Rope => "rope",
            Self::Alibi => "alibi",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn of(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }
}

impl OptimiserKind {
    /// All, in the order of the chooser.
    pub const ALL: [Self; 4] = [Self::Sgd, Self::Momentum, Self::Adam, Self::AdamW];

    /// The name in links, controls and translations.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Sgd => "sgd",
            Self::Momentum => "momentum",
            Self::Adam => "adam",
            Self::AdamW => "adamw",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn of(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }
}

impl Family {
    /// All, in the order of the chooser.
    pub const ALL: [Self; 2] = [Self::Gpt2, Self::Llama];

    /// The name in links, controls and translations.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Gpt2 => "gpt2",
            Self::Llama => "llama",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn of(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }
}

/// Everything that decides a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What is to be learned.
    pub task: Task,
    /// Blocks, 1 to 4.
    pub n_layers: usize,
    /// Heads of each block, 1 to 8; must divide `d_model`.
    pub n_heads: usize,
    /// The width of the residual stream, 16 to 128.
    pub d_model: usize,
    /// Does each block have an MLP?
    pub mlp: bool,
    /// Whose block it is.
    pub family: Family,
    /// How the model knows the order of tokens.
    pub positions: PositionKind,
    /// Are scores divided by √d_k?
    pub scaled: bool,
    /// Is the causal mask on?
    pub causal: bool,
    /// Which optimiser.
    pub optimiser: OptimiserKind,
    /// The learning rate.
    pub rate: f32,
    /// How fast weights shrink under AdamW, in units of the rate; 0 to 1.
    pub weight_decay: f32,
    /// Sequences a step, 1 to 128.
    pub batch: usize,
    /// Where weights and batches come from.
    pub seed: u32,
}

/// Least and most of each size.
pub mod limits {
    use std::ops::RangeInclusive;
    /// Blocks.
    pub const LAYERS: RangeInclusive<usize> = 1..=4;
    /// Heads of a block.
    pub const HEADS: RangeInclusive<usize> = 1..=8;
    /// Width of the residual stream.
    pub const D_MODEL: RangeInclusive<usize> = 16..=128;
    /// Sequences a step.
    pub const BATCH: RangeInclusive<usize> = 1..=128;
    /// Weight decay.
    pub const DECAY: RangeInclusive<f32> = 0.0..=1.0;
    /// Learning rate.
    pub const RATE: RangeInclusive<f32> = 1e-6..=10.0;
}

/// A setting by name, as controls, links and messages have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Setting {
    /// [`Settings::n_layers`]
    Layers,
    /// [`Settings::n_heads`]
    Heads,
    /// [`Settings::d_model`]
    DModel,
    /// [`Settings::batch`]
    Batch,
    /// [`Settings::rate`]
    Rate,
    /// [`Settings::seed`]
    Seed,
}

impl Settings {
    /// What a task is first tried with.
    #[must_use]
    pub fn of(task: Task) -> Self {
        // As small as does it, so that few heads share the work and each can be named.
        let (n_heads, d_model) = match task {
            Task::Repeat => (2, 32),
            Task::English => (3, 48),
            _ => (4, 64),
        };
        Self {
            task,
            n_layers: 2,
            n_heads,
            d_model,
            mlp: task != Task::English,
            family: Family::Gpt2,
            positions: PositionKind::Learned,
            scaled: true,
            causal: task.objective() == Objective::Next,
            optimiser: OptimiserKind::AdamW,
            rate: 0.003,
            // A rule needs small weights; a table of the sums that were seen does not.
            weight_decay: if task == Task::Modular { 0.3 } else { 0.01 },
            batch: 32,
            seed: 1,
        }
    }

    /// Do they make a model that trains?
    ///
    /// # Errors
    /// [`TrainingProblem`] naming the first setting that does not.
    pub fn check(&self) -> Result<(), TrainingProblem> {
        within(Setting::Layers, self.n_layers, limits::LAYERS)?;
        within(Setting::Heads, self.n_heads, limits::HEADS)?;
        within(Setting::DModel, self.d_model, limits::D_MODEL)?;
        within(Setting::Batch, self.batch, limits::BATCH)?;
        if !limits::RATE.contains(&self.rate) {
            return Err(TrainingProblem::Rate(self.rate));
        }
        if !limits::DECAY.contains(&self.weight_decay) {
            return Err(TrainingProblem::Decay(self.weight_decay));
        }
        if !self.d_model.is_multiple_of(self.n_heads) {
            return Err(TrainingProblem::Divide(self.d_model, self.n_heads));
        }
        let d_k = self.d_model / self.n_heads;
        if self.positions == PositionKind::Rope && !d_k.is_multiple_of(2) {
            return Err(TrainingProblem::OddHead(d_k));
        }
        Ok(())
    }

    /// The model they ask for.
    #[must_use]
    pub fn config(&self) -> Config {
        let (vocab, n) = (self.task.words().len(), self.task.n());
        let own = Config {
            positions: self.positions(),
            causal: self.causal,
            scaled: self.scaled,
            ..Config::gpt2(vocab, n, self.d_model, self.n_layers, self.n_heads)
        };
        let own = match self.family {
            Family::Gpt2 => own,
            Family::Llama => Config {
                norm: NormKind::Rms,
                mlp: MlpKind::SwiGlu,
                biases: Biases::NONE,
                tied: false,
                ..own
            },
        };
        if self.mlp {
            own
        } else {
            Config {
                mlp: MlpKind::None,
                ..own
            }
        }
    }

    fn positions(&self) -> Positions {
        match self.positions {
            PositionKind::None => Positions::None,
            PositionKind::Sinusoidal => Positions::Sinusoidal,
            PositionKind::Learned => Positions::Learned,
            PositionKind::Rope => Positions::Rope {
                theta: 10_000.0,
                layout: RopeLayout::HalfSplit,
                dims: None,
            },
            PositionKind::Alibi => Positions::Alibi,
        }
    }

    /// The optimiser they ask for.
    #[must_use]
    pub fn optimiser(&self) -> Optimiser {
        let rate = self.rate;
        let adam = AdamW {
            rate,
            weight_decay: self.weight_decay,
            ..AdamW::default()
        };
        match self.optimiser {
            OptimiserKind::Sgd => Sgd {
                rate,
                momentum: 0.0,
            }
            .into(),
            OptimiserKind::Momentum => Sgd {
                rate,
                momentum: 0.9,
            }
            .into(),
            OptimiserKind::Adam => AdamW {
                weight_decay: 0.0,
                ..adam
            }
            .into(),
            OptimiserKind::AdamW => adam.into(),
        }
    }

    /// The width of a head, d_k; 0 where the settings make none.
    #[must_use]
    pub fn d_k(&self) -> usize {
        self.d_model.checked_div(self.n_heads).unwrap_or(0)
    }
}

fn within(
    setting: Setting,
    found: usize,
    allowed: std::ops::RangeInclusive<usize>,
) -> Result<(), TrainingProblem> {
    if allowed.contains(&found) {
        return Ok(());
    }
    Err(TrainingProblem::Setting(
        setting,
        found,
        *allowed.start(),
        *allowed.end(),
    ))
}
