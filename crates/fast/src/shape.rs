//! What is to be computed: the sizes and switches of each kernel, checked against its operands.

use crate::kernels::Kernels;
use crate::misfit::{Misfit, finite, length, scores, sizes};
use crate::overflow::Energies;
use crate::{Portable, attention, linear, tile};

/// softmax(scale·Q·Kᵀ + mask)·V: `q` n×d_k, `k` m×d_k, `v` m×d_v, `out` n×d_v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention<'a> {
    /// Queries.
    pub n: usize,
    /// The place of the first query among the tokens: 0, or how many came before where only the last
    /// ones ask (with a cache of keys and values, or when a call is made in pieces).
    pub first: usize,
    /// Keys and values.
    pub m: usize,
    /// Width of queries and keys.
    pub d_k: usize,
    /// Width of values.
    pub d_v: usize,
    /// The factor on the scores; 1/√d_k in the paper (Vaswani et al. 2017, §3.2.1).
    pub scale: f32,
    /// A query sees the keys up to its own place only: `j ≤ first + i`.
    pub causal: bool,
    /// A query at place `p = first + i` sees itself and the `w − 1` keys before it: `p − w < j ≤ p`
    /// (Jiang et al. 2023, §2).
    pub window: Option<usize>,
    /// n×m, added to the scaled scores: 0 where a query may look, −∞ where not, or any finite bias.
    pub mask: Option<&'a [f32]>,
}

impl Attention<'_> {
    /// Full attention of `n` tokens with each other, scaled by 1/√d: what most callers begin with.
    #[must_use]
    pub fn full(n: usize, d: usize) -> Self {
        Self {
            n,
            first: 0,
            m: n,
            d_k: d,
            d_v: d,
            scale: 1.0 / libm::sqrtf(d as f32),
            causal: false,
            window: None,
            mask: None,
        }
    }

    /// The keys that query `i` may see by `causal` and `window`; the mask may take some of them out.
    #[must_use]
    pub fn keys_of(&self, i: usize) -> core::ops::Range<usize> {
        let next = self.first.saturating_add(i).saturating_add(1);
        let end = if self.causal || self.window.is_some() {
            self.m.min(next)
        } else {
            self.m
        };
        let start = self.window.map_or(0, |w| next.saturating_sub(w));
        start.min(end)..end
    }

    /// Numbers of scratch that [`crate::attention`] needs: as many as K has, and a few tiles.
    #[must_use]
    pub fn scratch(&self) -> usize {
        attention::scratch(self)
    }

    /// Numbers of scratch that [`crate::attention_stages`] needs: as many as K or V has, packed.
    #[must_use]
    pub fn stages_scratch(&self) -> usize {
        let wide = |k, m| {
            Product {
                n: 1,
                k,
                m,
                transposed: false,
            }
            .packed()
        };
        wide(self.d_k, self.m).max(wide(self.m, self.d_v))
    }

    /// Numbers of scratch that [`crate::linear_attention`] needs: d_k·d_v and a few rows, whatever n.
    #[must_use]
    pub fn linear_scratch(&self) -> usize {
        linear::scratch(self)
    }

    /// # Errors
    /// [`Misfit`] unless all sizes are at least 1, all lengths fit, all numbers are finite (a mask
    /// may be −∞ too), and no score is beyond `f32`.
    pub fn check(&self, q: &[f32], k: &[f32], v: &[f32], out: &[f32]) -> Result<(), Misfit> {
        self.fits(q, k, v, out)?;
        self.energies::<Portable>(q, k, v).map(|_| ())
    }

    /// Sizes and lengths.
    pub(crate) fn fits(&self, q: &[f32], k: &[f32], v: &[f32], out: &[f32]) -> Result<(), Misfit> {
        let Self { n, m, d_k, d_v, .. } = *self;
        sizes([("n", n), ("m", m), ("d_k", d_k), ("d_v", d_v)])?;
        length("q", (n, d_k), q.len())?;
        length("k", (m, d_k), k.len())?;
        length("v", (m, d_v), v.len())?;
        length("out", (n, d_v), out.len())?;
        self.mask
            .map_or(Ok(()), |mask| length("mask", (n, m), mask.len()))
    }

    /// The numbers.
    pub(crate) fn energies<K: Kernels>(
        &self,
        q: &[f32],
        k: &[f32],
        v: &[f32],
    ) -> Result<Energies, Misfit> {
        let energies = Energies {
            q: finite::<K>("q", q, self.d_k)?,
            k: finite::<K>("k", k, self.d_k)?,
            v: finite::<K>("v", v, self.d_v)?,
        };
        if !self.scale.is_finite() {
            return Err(Misfit::NotFinite("scale", 0, 0));
        }
        if let Some(mask) = self.mask
            && !K::are_scores(mask)
        {
            scores("mask", mask, self.m)?;
        }
        energies.check_scores(self, q, k)?;
        Ok(energies)
    }
}

/// A·B: `a` n×k, `b` k×m (or, transposed, m×k), `out` n×m.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Rows of `a` and of the result.
    pub n: usize,
    /// Terms of a sum.
    pub k: usize,
    /// Columns of the result.
    pub m: usize,
    /// `b` is given as its transpose, m×k, as keys are.
    pub transposed: bool,
}

impl Product {
    /// Numbers of a packed `b`, and of scratch for a product whose `b` is not packed.
    #[must_use]
    pub fn packed(&self) -> usize {
        self.k.saturating_mul(tile::whole_panels(self.m))
    }
}

impl Product {
    /// # Errors
    /// [`Misfit`] unless sizes and lengths fit.
    pub fn check(&self, a: &[f32], b: &[f32], out: &[f32]) -> Result<(), Misfit> {
        self.check_a(a, out)?;
        self.check_b(b)
    }

    /// All but `b`.
    pub(crate) fn check_a(&self, a: &[f32], out: &[f32]) -> Result<(), Misfit> {
        let Self { n, k, m, .. } = *self;
        sizes([("n", n), ("k", k), ("m", m)])?;
        length("a", (n, k), a.len())?;
        length("out", (n, m), out.len())
    }

    /// `b` alone, for which n does not matter.
    pub(crate) fn check_b(&self, b: &[f32]) -> Result<(), Misfit> {
        sizes([("k", self.k), ("m", self.m)])?;
        length("b", self.shape_of_b(), b.len())
    }

    pub(crate) fn shape_of_b(&self) -> (usize, usize) {
        if self.transposed {
            (self.m, self.k)
        } else {
            (self.k, self.m)
        }
    }
}

impl Rows {
    /// # Errors
    /// [`Misfit`] unless sizes and lengths fit.
    pub fn check(&self, x: &[f32], out: &[f32]) -> Result<(), Misfit> {
        let Self { rows, cols } = *self;
        sizes([("rows", rows), ("cols", cols)])?;
        length("x", (rows, cols), x.len())?;
        length("out", (rows, cols), out.len())
    }
}

impl StageBuffers<'_> {
    pub(crate) fn check(&self, shape: &Attention<'_>) -> Result<(), Misfit> {
        let all = (shape.n, shape.m);
        length("scores", all, self.scores.len())?;
        length("scaled", all, self.scaled.len())?;
        length("masked", all, self.masked.len())?;
        length("max", (shape.n, 1), self.max.len())?;
        length("exp", all, self.exp.len())?;
        length("sum", (shape.n, 1), self.sum.len())?;
        length("weights", all, self.weights.len())
    }
}

/// rows×cols numbers, worked on row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Rows.
    pub rows: usize,
    /// Numbers of a row.
    pub cols: usize,
}

/// Where [`crate::attention_stages`] writes every stage on the way: n×m each, but `max` and `sum` n,
/// and `output` n×d_v.
#[derive(Debug)]
pub struct StageBuffers<'a> {
    /// Q·Kᵀ
    pub scores: &'a mut [f32],
    /// scores · scale
    pub scaled: &'a mut [f32],
    /// scaled + mask; −∞ where a query may not look.
    pub masked: &'a mut [f32],
    /// The largest masked score of each row; −∞ where nothing may be seen.
    pub max: &'a mut [f32],
    /// exp(masked − max)
    pub exp: &'a mut [f32],
    /// The sum of each row of `exp`.
    pub sum: &'a mut [f32],
    /// exp / sum; zeros where nothing may be seen.
    pub weights: &'a mut [f32],
    /// weights·V
    pub output: &'a mut [f32],
}
