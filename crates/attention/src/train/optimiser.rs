//! What is done with a gradient: the settings of an optimiser, and the numbers of one of its steps.

use crate::kernels::AdamStep;

/// How weights follow a gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Optimiser {
    /// Along the gradient, with or without momentum.
    Sgd(Sgd),
    /// Each weight at a pace of its own. Adam is this with a `weight_decay` of 0.
    AdamW(AdamW),
}

/// Stochastic gradient descent with momentum, in PyTorch's convention (`torch.optim.SGD`, after
/// Sutskever et al. 2013, §2, but with the learning rate outside of the velocity):
///
/// v ← momentum·v + g;  w ← w − rate·v.
///
/// Without momentum, which is the default, v is the gradient itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd {
    /// Learning rate.
    pub rate: f32,
    /// How much of the velocity is kept from step to step, from 0 to below 1.
    pub momentum: f32,
}

/// AdamW (Loshchilov and Hutter 2019); with a `weight_decay` of 0 it is Adam (Kingma and Ba 2015,
/// algorithm 1). The default is PyTorch's. A β of 1 or an `eps` of 0 can make weights that are not
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// Learning rate.
    pub rate: f32,
    /// β₁ and β₂: how much of the running averages of the gradient and of its square is kept.
    pub betas: [f32; 2],
    /// Added to the root of the second average.
    pub eps: f32,
    /// How fast every weight shrinks, in units of the learning rate.
    pub weight_decay: f32,
}

impl Default for Sgd {
    fn default() -> Self {
        Self {
            rate: 1e-3,
            momentum: 0.0,
        }
    }
}

impl Default for AdamW {
    fn default() -> Self {
        Self {
            rate: 1e-3,
            betas: [0.9, 0.999],
            eps: 1e-8,
            weight_decay: 0.01,
        }
    }
}

impl From<Sgd> for Optimiser {
    fn from(sgd: Sgd) -> Self {
        Self::Sgd(sgd)
    }
}

impl From<AdamW> for Optimiser {
    fn from(adamw: AdamW) -> Self {
        Self::AdamW(adamw)
    }
}

impl AdamW {
    /// The numbers of step `t`, counted from 1.
    pub(super) fn at(self, t: u32) -> AdamStep {
        // In f64, as β₂ᵗ is close to 1 for long; libm's pow is the same on every machine.
        let correction = |beta: f32| 1.0 - libm::pow(f64::from(beta), f64::from(t));
        let [beta_1, beta_2] = self.betas;
        AdamStep {
            rate: (f64::from(self.rate) / correction(beta_1)) as f32,
            keep: 1.0 - self.rate * self.weight_decay,
            beta_1,
            beta_2,
            root_correction_2: correction(beta_2).sqrt() as f32,
            eps: self.eps,
        }
    }
}
