//! All that decides the numbers: what is drawn, how wide, how many keys, from which seed.

use attention::Matrix;

use super::tables::{K, Q};
use crate::core::problem::Problem;
use crate::core::table::TableId;

/// The widest query that is drawn.
pub const WIDEST: usize = 1024;
/// The widths that are measured: the powers of two up to the widest.
pub const WIDTHS: [usize; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, WIDEST];
/// The most keys of a query.
pub const MOST_KEYS: usize = 16;
/// The most heads that share d_model.
pub const MOST_HEADS: usize = 128;
/// So many components of a draw are shown; the products of the others are shown as one sum.
pub const SHOWN: usize = 8;
/// How many dot products may be measured at each width.
pub const COUNTS: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];
/// The largest number that a draw may have.
const LAST_DRAW: u32 = 999_999;

/// What components are drawn from: each has mean 0 and variance 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// The bell curve.
    Normal,
    /// Every number of ±√3 is as likely as any other.
    Uniform,
    /// Normal, but the components of a vector lean to the same side: any two of them have the correlation ρ.
    Correlated,
}

impl Distribution {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Uniform, Self::Correlated];

    /// The name in links.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Uniform => "uniform",
            Self::Correlated => "correlated",
        }
    }
}

/// What scores are multiplied by before softmax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// 1/√d_k, as everybody does.
    SqrtWidth,
    /// 1: the scores as they are.
    None,
    /// 1/d_k.
    Width,
    /// 1/√d_model: a common mistake.
    SqrtModel,
}

impl Rule {
    /// All of them, in the order of the tables' rows.
    pub const ALL: [Self; 4] = [Self::SqrtWidth, Self::None, Self::Width, Self::SqrtModel];

    /// How it is written, where `heads` make d_model: that one by what it is of d_k, which says how far it is off, and
    /// for which plain text and pictures have the signs.
    #[must_use]
    pub fn written(self, heads: usize) -> String {
        match self {
            Self::SqrtWidth => "1/√dₖ".to_owned(),
            Self::None => "1".to_owned(),
            Self::Width => "1/dₖ".to_owned(),
            Self::SqrtModel => format!("1/√({heads}·dₖ)"),
        }
    }

    /// The factor for queries of that width, of which `heads` make d_model.
    #[must_use]
    pub fn factor(self, width: usize, heads: usize) -> f32 {
        match self {
            Self::SqrtWidth => 1.0 / (width as f32).sqrt(),
            Self::None => 1.0,
            Self::Width => 1.0 / width as f32,
            Self::SqrtModel => 1.0 / ((width * heads) as f32).sqrt(),
        }
    }
}

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// What is drawn.
    pub distribution: Distribution,
    /// The correlation ρ of two components of a vector, where they are correlated; 0…0.9.
    pub rho: f32,
    /// d_k, one of [`WIDTHS`].
    pub width: usize,
    /// n, how many keys a query meets.
    pub keys: usize,
    /// How many heads of that width make d_model.
    pub heads: usize,
    /// Where the random numbers begin.
    pub seed: u32,
    /// Which draw is shown, from 0: the measured ones begin with it.
    pub draw: u32,
    /// How many dot products are measured at each width, one of [`COUNTS`].
    pub scores: u32,
    /// What a reader typed over the shown components of the query, 1×min(d_k, 8).
    pub q: Option<Matrix>,
    /// The same of the keys, n×min(d_k, 8).
    pub k: Option<Matrix>,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            distribution: Distribution::Normal,
            rho: 0.3,
            width: 64,
            keys: 8,
            heads: 8,
            seed: 1,
            draw: 0,
            scores: 100_000,
            q: None,
            k: None,
        }
    }
}

impl Document {
    /// The variance of q·k at a width by theory, components being independent or correlated.
    ///
    /// The square of Σ qᵢ·kᵢ has d_k terms of mean 1, and d_k·(d_k − 1) of mean ρ·ρ.
    #[must_use]
    pub fn variance(&self, width: usize) -> f64 {
        let (d, rho) = (width as f64, f64::from(self.correlation()));
        (d * (d - 1.0)).mul_add(rho * rho, d)
    }

    /// The correlation of two components: 0 where they are independent.
    #[must_use]
    pub fn correlation(&self) -> f32 {
        match self.distribution {
            Distribution::Correlated => self.rho,
            Distribution::Normal | Distribution::Uniform => 0.0,
        }
    }

    /// Whether the components of a vector lean to the same side: the sum of their products is no sum of independent numbers.
    #[must_use]
    pub fn leans(&self) -> bool {
        self.correlation() > 0.0
    }

    /// How many components are shown.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.width.min(SHOWN)
    }

    /// How many draws give that many dot products, at least.
    #[must_use]
    pub fn draws(&self) -> u32 {
        self.scores.div_ceil(self.keys.max(1) as u32)
    }

    /// What was typed over a table; `None` for one that nobody types into.
    pub fn typed_mut(&mut self, table: TableId) -> Option<&mut Option<Matrix>> {
        match table {
            Q => Some(&mut self.q),
            K => Some(&mut self.k),
            _ => None,
        }
    }

    /// Something else is drawn: what was typed was typed over another draw.
    pub fn forget_typed(&mut self) {
        (self.q, self.k) = (None, None);
    }

    /// Whether the measured numbers of the other document are those of this one too.
    #[must_use]
    pub fn measures_as(&self, other: &Self) -> bool {
        let own = |d: &Self| Self {
            width: 1,
            draw: 0,
            q: None,
            k: None,
            rho: d.correlation(),
            ..d.clone()
        };
        own(self) == own(other)
    }

    /// Everything lies where it can be drawn and measured.
    ///
    /// # Errors
    /// [`Problem::LinkRange`] naming the first entry that does not, and what can be; [`Problem::LinkShape`] for typed
    /// numbers of another shape than what is shown.
    pub fn check(&self) -> Result<(), Problem> {
        let list = |all: &[u32]| {
            all.iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let wrong = |key, text: String, can: String| Err(Problem::LinkRange(key, text, can));
        if !WIDTHS.contains(&self.width) {
            let all = WIDTHS.map(|width| width as u32);
            return wrong("d_k", self.width.to_string(), list(&all));
        }
        if !(2..=MOST_KEYS).contains(&self.keys) {
            return wrong("n", self.keys.to_string(), format!("2…{MOST_KEYS}"));
        }
        if !(1..=MOST_HEADS).contains(&self.heads) {
            return wrong("heads", self.heads.to_string(), format!("1…{MOST_HEADS}"));
        }
        if !(0.0..=0.9).contains(&self.rho) {
            return wrong("rho", self.rho.to_string(), "0…0.9".to_owned());
        }
        if self.draw > LAST_DRAW {
            return wrong("draw", self.draw.to_string(), format!("0…{LAST_DRAW}"));
        }
        if !COUNTS.contains(&self.scores) {
            return wrong("scores", self.scores.to_string(), list(&COUNTS));
        }
        for (key, table, typed) in [("q", Q, &self.q), ("k", K, &self.k)] {
            if let (Some(own), Some(wanted)) = (typed, self.shape(table))
                && own.shape() != wanted
            {
                return Err(Problem::LinkShape(key.into(), own.shape(), wanted));
            }
        }
        Ok(())
    }
}
