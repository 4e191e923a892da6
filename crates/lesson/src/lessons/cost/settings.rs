//! What is measured: the setup that all points of a series share, and how far it goes.

use serde::{Deserialize, Serialize};

use super::method::Method;
use super::problem::CostProblem;

/// Every n there is, each twice the one before.
pub const SIZES: [usize; 8] = [64, 128, 256, 512, 1024, 2048, 4096, 8192];

/// Every width of a head there is.
pub const WIDTHS: [usize; 4] = [16, 32, 64, 128];

/// The budgets that are offered, in megabytes.
pub const BUDGETS: [usize; 6] = [8, 64, 256, 512, 1024, 2048];

/// The most of a budget, in megabytes: a 32-bit address reaches 4 GiB, and the page's own needs,
/// what fragments and what a browser grants leave no more than this to hope for.
pub const MOST_BUDGET: usize = 3072;

/// What all points of a series share; with another setup another series begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The width of queries, keys and values: one head.
    pub d: usize,
    /// Does no query see what comes after it?
    pub causal: bool,
    /// How many tokens a query of [`Method::Window`] sees, itself included.
    pub window: usize,
    /// What Q, K and V are drawn from.
    pub seed: u32,
}

/// What is measured, and how far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// What the points share.
    pub setup: Setup,
    /// Which methods, each once, in the order of [`Method::ALL`].
    pub methods: Vec<Method>,
    /// The largest n, one of [`SIZES`].
    pub largest: usize,
    /// The most that one point may take, in megabytes (10⁶ bytes).
    pub budget: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            setup: Setup {
                d: 64,
                causal: false,
                window: 256,
                seed: 1,
            },
            methods: Method::ALL.to_vec(),
            largest: 8192,
            budget: 512,
        }
    }
}

impl Settings {
    /// # Errors
    /// [`CostProblem`] for the first setting that cannot be.
    pub fn check(&self) -> Result<(), CostProblem> {
        let Setup { d, window, .. } = self.setup;
        let most = SIZES[SIZES.len() - 1];
        if !WIDTHS.contains(&d) {
            return Err(CostProblem::Width(d));
        }
        if !(1..=most).contains(&window) {
            return Err(CostProblem::Window(window, most));
        }
        if !SIZES.contains(&self.largest) {
            return Err(CostProblem::Largest(self.largest));
        }
        if !(1..=MOST_BUDGET).contains(&self.budget) {
            return Err(CostProblem::Budget(self.budget, MOST_BUDGET));
        }
        if self.methods.is_empty() {
            return Err(CostProblem::NoMethod);
        }
        Ok(())
    }

    /// Takes a method in or out; the order stays that of [`Method::ALL`].
    pub fn switch(&mut self, method: Method) {
        let wanted = |own: &Method| (*own == method) != self.methods.contains(own);
        self.methods = Method::ALL.into_iter().filter(wanted).collect();
    }

    /// The budget in bytes.
    #[must_use]
    pub const fn budget_bytes(&self) -> u64 {
        self.budget as u64 * 1_000_000
    }
}
