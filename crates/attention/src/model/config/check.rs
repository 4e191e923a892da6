//! Do settings make a model, and how large a one?

use super::{Config, MlpKind, NormPlace, Positions};
use crate::model::ModelError;

impl Config {
    /// Do these settings make a model?
    ///
    /// # Errors
    /// [`ModelError::Config`] naming the setting and what is wrong with it.
    pub fn check(&self) -> Result<(), ModelError> {
        let positive = [
            ("vocab", self.vocab),
            ("max_len", self.max_len),
            ("d_model", self.d_model),
            ("n_heads", self.n_heads),
            ("n_kv_heads", self.n_kv_heads),
            ("d_head", self.d_head),
        ];
        if let Some((setting, _)) = positive.iter().find(|(_, size)| *size == 0) {
            return wrong(setting, "must be at least 1".into());
        }
        if self.mlp != MlpKind::None && self.d_mlp == 0 {
            return wrong("d_mlp", "must be at least 1 where there is an MLP".into());
        }
        if !self.n_heads.is_multiple_of(self.n_kv_heads) {
            let (heads, keys) = (self.n_heads, self.n_kv_heads);
            return wrong(
                "n_kv_heads",
                format!("{heads} query heads cannot share {keys} key heads evenly"),
            );
        }
        self.check_rope()?;
        self.check_blocks()?;
        if !(self.eps.is_finite() && self.eps >= 0.0) {
            return wrong("eps", format!("{} is not a number from 0 up", self.eps));
        }
        self.count().map(|_| ()).ok_or_else(|| ModelError::Config {
            setting: "sizes",
            problem: "more weights than memory has addresses".into(),
        })
    }

    fn check_rope(&self) -> Result<(), ModelError> {
        let Positions::Rope { theta, dims, .. } = self.positions else {
            return Ok(());
        };
        let (turned, d_head) = (dims.unwrap_or(self.d_head), self.d_head);
        if dims.is_some_and(|dims| dims == 0 || dims > d_head) {
            return wrong(
                "dims",
                format!("RoPE cannot turn {turned} of {d_head} components"),
            );
        }
        if !turned.is_multiple_of(2) {
            let setting = if dims.is_some() { "dims" } else { "d_head" };
            return wrong(
                setting,
                format!("RoPE turns pairs of components, so {turned} must be even"),
            );
        }
        if !(theta.is_finite() && theta > 0.0) {
            return wrong("theta", format!("{theta} is not a positive number"));
        }
        Ok(())
    }

    fn check_blocks(&self) -> Result<(), ModelError> {
        if self.windows.contains(&Some(0)) {
            return wrong("windows", "a token must be able to look at itself".into());
        }
        if !self.causal && self.windows.iter().any(Option::is_some) {
            return wrong("windows", "only a causal model may have them".into());
        }
        if self.parallel && self.norm_place == NormPlace::Post {
            return wrong(
                "parallel",
                "the norms must come before attention and MLP".into(),
            );
        }
        Ok(())
    }

    /// How many weights there are, or `None` when that many numbers cannot be addressed.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        let linear = |d_in: usize, d_out: usize, bias: bool| {
            d_in.checked_mul(d_out)?
                .checked_add(if bias { d_out } else { 0 })
        };
        let d = self.d_model;
        let norm = d.checked_mul(1 + usize::from(self.biases.norm))?;
        let d_queries = self.n_heads.checked_mul(self.d_head)?;
        let d_keys = self.n_kv_heads.checked_mul(self.d_head)?;
        let (bias, bias_out) = (self.biases.attention, self.biases.attention_output);
        let mut block = norm
            .checked_add(linear(d, d_queries, bias)?)?
            .checked_add(linear(d, d_keys, bias)?.checked_mul(2)?)?
            .checked_add(linear(d_queries, d, bias_out)?)?;
        if self.head_norm {
            let norm = self.d_head.checked_mul(1 + usize::from(self.biases.norm))?;
            block = block.checked_add(norm.checked_mul(2)?)?;
        }
        if self.mlp != MlpKind::None {
            let wide = linear(d, self.d_mlp, self.biases.mlp)?;
            let wide = wide.checked_mul(1 + usize::from(self.mlp == MlpKind::SwiGlu))?;
            let narrow = linear(self.d_mlp, d, self.biases.mlp)?;
            block = block
                .checked_add(norm)?
                .checked_add(wide)?
                .checked_add(narrow)?;
        }
        let mut all = block.checked_mul(self.n_layers)?;
        let mut add = |n: usize| {
            all = all.checked_add(n)?;
            Some(())
        };
        add(self.vocab.checked_mul(d)?)?;
        if self.positions == Positions::Learned {
            add(self.max_len.checked_mul(d)?)?;
        }
        add(self.segments.checked_mul(d)?)?;
        if self.embedding_norm {
            add(norm)?;
        }
        if self.norm_place == NormPlace::Pre {
            add(norm)?;
        }
        if self.head_transform {
            add(linear(d, d, self.biases.mlp)?)?;
            add(norm)?;
        }
        if !self.tied {
            add(self.vocab.checked_mul(d)?)?;
        }
        if self.biases.output {
            add(self.vocab)?;
        }
        // A weight takes a byte at least, and a page's memory is twice isize::MAX.
        (all <= isize::MAX as usize).then_some(all)
    }
}

fn wrong(setting: &'static str, problem: String) -> Result<(), ModelError> {
    Err(ModelError::Config { setting, problem })
}
