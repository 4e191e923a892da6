//! What is trained and how; the defaults are the model that comes with the page.

use attention::model::{Biases, Config, MlpKind, Model, NormKind, Positions, RopeLayout};

use crate::given::given;
use crate::windows::LENGTH;
use crate::words::VOCAB;

/// The base of the wavelengths of positions, as Llama has it.
pub const THETA: f32 = 10_000.0;

/// All settings of a run. `cargo xtask train reader KEY=NUMBER …` tries others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Width of the residual stream.
    pub d_model: usize,
    /// Blocks.
    pub layers: usize,
    /// Heads of each.
    pub heads: usize,
    /// Width inside the MLP.
    pub d_mlp: usize,
    /// Learning rate at its highest.
    pub rate: f32,
    /// Steps until it is reached.
    pub warm_up: u32,
    /// All steps; the rate falls along half a cosine to a twentieth (Loshchilov and Hutter 2017, §3).
    pub steps: u32,
    /// Windows a step.
    pub batch: usize,
    /// AdamW's.
    pub weight_decay: f32,
    /// A longer gradient is made so long (Pascanu et al. 2013, §3.2).
    pub longest: f32,
    /// One in so many windows holds a stretch twice; 0: none.
    pub echoes: u64,
    /// Of first weights and windows.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            d_model: 128,
            layers: 4,
            heads: 4,
            d_mlp: 344,
            rate: 3e-3,
            warm_up: 100,
            steps: 3200,
            batch: 16,
            weight_decay: 0.1,
            longest: 1.0,
            echoes: 3,
            seed: 1,
        }
    }
}

impl Plan {
    /// The defaults with changes, each `key=number`.
    ///
    /// # Errors
    /// In words, for what is no setting or no number.
    pub fn with(changes: &[String]) -> Result<Self, String> {
        let mut plan = Self::default();
        for change in changes {
            let (key, number) = change.split_once('=').unwrap_or((change, ""));
            let wrong = || format!("“{change}” changes no setting: {plan:?}");
            let whole = || number.parse::<usize>().map_err(|_| wrong());
            let real = || number.parse::<f32>().map_err(|_| wrong());
            match key {
                "d_model" => plan.d_model = whole()?,
                "layers" => plan.layers = whole()?,
                "heads" => plan.heads = whole()?,
                "d_mlp" => plan.d_mlp = whole()?,
                "rate" => plan.rate = real()?,
                "warm_up" => plan.warm_up = whole()? as u32,
                "steps" => plan.steps = whole()? as u32,
                "batch" => plan.batch = whole()?,
                "weight_decay" => plan.weight_decay = real()?,
                "longest" => plan.longest = real()?,
                "echoes" => plan.echoes = whole()? as u64,
                "seed" => plan.seed = whole()? as u64,
                _ => return Err(wrong()),
            }
        }
        Ok(plan)
    }

    /// A decoder of Llama's kind.
    #[must_use]
    pub fn config(&self) -> Config {
        Config {
            d_mlp: self.d_mlp,
            mlp: MlpKind::SwiGlu,
            norm: NormKind::Rms,
            positions: Positions::Rope {
                theta: THETA,
                layout: RopeLayout::HalfSplit,
                dims: None,
            },
            // A head that looks at the token before looks by place, whatever stands there: biases turn with the place.
            biases: Biases {
                attention: true,
                attention_output: true,
                ..Biases::NONE
            },
            // What a token is, and what it takes to expect it, are told apart.
            tied: false,
            ..Config::gpt2(VOCAB, LENGTH, self.d_model, self.layers, self.heads)
        }
    }

    /// First weights: random, but that two heads have a start ([`given`]).
    ///
    /// # Errors
    /// In words.
    pub fn first(&self) -> Result<Model, String> {
        let words = |error: attention::model::ModelError| error.to_string();
        let random = Model::random(self.config(), self.seed).map_err(words)?;
        Model::new(self.config(), given(random.params(), self)).map_err(words)
    }

    /// The learning rate of step `step`, from 1.
    #[must_use]
    pub fn rate(&self, step: u32) -> f32 {
        let (step, warm_up) = (step as f32, self.warm_up as f32);
        if step < warm_up {
            return self.rate * step / warm_up;
        }
        let done = ((step - warm_up) / (self.steps as f32 - warm_up)).clamp(0.0, 1.0);
        self.rate * (0.05 + 0.95 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let plan = Plan::default();
        assert!(plan.rate(1) < plan.rate(50) && plan.rate(50) < plan.rate(100));
        assert!((plan.rate(100) - plan.rate).abs() < 1e-9);
        assert!((plan.rate(plan.steps) - plan.rate / 20.0).abs() < 1e-8);
    }

    #[test]
    fn settings_are_changed_by_name_and_nothing_else_is_taken() {
        let plan = Plan::with(&["steps=7".into(), "rate=0.5".into()]);
        assert_eq!(
            plan,
            Ok(Plan {
                steps: 7,
                rate: 0.5,
                ..Plan::default()
            })
        );
        for wrong in ["step=7", "steps=", "steps", "steps=x", "rate=-"] {
            assert!(Plan::with(&[wrong.into()]).is_err(), "{wrong}");
        }
    }
}
