//! What reading costs.

use super::{Config, MlpKind};

impl Config {
    /// How many times a number is multiplied with another and added to a sum when `new` tokens of
    /// one sequence are read after `past` ones out of a [`Cache`](crate::model::Cache) (0 without
    /// one), counting the matrix products only. With n new tokens and s pairs of a query and a key
    /// that it may look at, that is
    ///
    /// - for each layer, n·d_model·(d_queries + 2·d_keys) for Q, K and V,
    /// - s·d_queries for the scores Q·Kᵀ of all heads, and as many for weights·V,
    /// - n·d_queries·d_model for W_O,
    /// - n·2·d_model·d_mlp for the MLP, n·3·d_model·d_mlp with SwiGLU's gate,
    /// - after the layers n·d_model² for BERT's head transform, where there is one,
    /// - n·d_model·vocab for the logits of all new tokens.
    ///
    /// A causal model has s = n·past + n·(n + 1)/2, one that looks both ways n·(past + n); in a layer
    /// with a window of w keys each query counts at most w. The kernels multiply a few hidden pairs
    /// more, as they take several queries together. Counts past `u64` are given as its largest number.
    #[must_use]
    pub fn multiply_adds(&self, new: usize, past: usize) -> u64 {
        let [new, past, d] = [new, past, self.d_model].map(wide);
        let (queries, keys) = (self.width(self.n_heads), self.width(self.n_kv_heads));
        // q, k, v = x·W_Q, x·W_K, x·W_V;  out = heads·W_O
        let projections = d.saturating_mul(sum([queries, keys, keys, queries]));
        let mlp = d
            .saturating_mul(wide(self.d_mlp))
            .saturating_mul(self.mlp_products());
        let token = sum([projections, mlp]).saturating_mul(wide(self.n_layers));
        // scores = q·kᵀ;  heads = weights·v
        let pair = queries.saturating_mul(2);
        let head = if self.head_transform {
            d.saturating_mul(d)
        } else {
            0
        };
        let logits = d.saturating_mul(wide(self.vocab));
        let tokens = new.saturating_mul(sum([token, head, logits]));
        tokens.saturating_add(pair.saturating_mul(self.all_pairs(new, past)))
    }

    /// How many pairs there are of a new query and a key that it may look at, in all layers.
    fn all_pairs(&self, new: u64, past: u64) -> u64 {
        let layers = self.n_layers;
        if self.windows.is_empty() {
            return self.pairs(None, new, past).saturating_mul(wide(layers));
        }
        // Entry `first` of the windows is that of layers first, first + cycle, first + 2·cycle, …
        let cycle = self.windows.len();
        let entries = self.windows.iter().enumerate().map(|(first, window)| {
            let with = layers.saturating_sub(first).div_ceil(cycle);
            self.pairs(*window, new, past).saturating_mul(wide(with))
        });
        entries.fold(0, u64::saturating_add)
    }

    /// The same in one layer.
    fn pairs(&self, window: Option<usize>, new: u64, past: u64) -> u64 {
        let (n, past) = (u128::from(new), u128::from(past));
        let pairs = match window {
            Some(window) => {
                let window = window as u128;
                within(past + n, window).saturating_sub(within(past, window))
            }
            None if self.causal => (n * (n + 1) / 2).saturating_add(n * past),
            None => n.saturating_mul(n).saturating_add(n * past),
        };
        u64::try_from(pairs).unwrap_or(u64::MAX)
    }

    /// d_head of each of `heads`, side by side.
    fn width(&self, heads: usize) -> u64 {
        wide(heads).saturating_mul(wide(self.d_head))
    }

    /// How many products of d_model by d_mlp an MLP makes for a token.
    fn mlp_products(&self) -> u64 {
        match self.mlp {
            MlpKind::None => 0,
            MlpKind::Relu | MlpKind::Gelu | MlpKind::GeluTanh => 2,
            MlpKind::SwiGlu => 3,
        }
    }
}

/// How many pairs the first `n` queries have where each looks at itself and at most `window` − 1 before it.
fn within(n: u128, window: u128) -> u128 {
    let start = n.min(window);
    let all = start.saturating_mul(start + 1) / 2;
    all.saturating_add((n - start).saturating_mul(window))
}

fn wide(size: usize) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

fn sum<const N: usize>(terms: [u64; N]) -> u64 {
    terms.into_iter().fold(0, u64::saturating_add)
}
