//! How freely a token is drawn.

use std::fmt;

/// How tokens are drawn. The default draws by the model's own probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// What logits are divided by before the softmax (Ackley et al. 1985, §2.2): above 1 evens the
    /// probabilities out, below 1 sharpens them.
    pub temperature: f32,
    /// Only so many of the most probable tokens may be drawn (Fan et al. 2018, §5.4).
    pub top_k: Option<usize>,
    /// Only the fewest tokens that together reach this probability may be drawn (Holtzman et al.
    /// 2020, §3.1).
    pub top_p: Option<f32>,
}

/// A setting that nothing can be drawn with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingError {
    /// Which setting.
    pub setting: &'static str,
    /// What it is.
    pub found: String,
    /// What it may be.
    pub allowed: &'static str,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            temperature: 1.0,
            top_k: None,
            top_p: None,
        }
    }
}

impl Sampling {
    /// Can tokens be drawn so?
    ///
    /// # Errors
    /// [`SamplingError`] naming the setting and what it may be.
    pub fn check(&self) -> Result<(), SamplingError> {
        let wrong = |setting, found, allowed| {
            Err(SamplingError {
                setting,
                found,
                allowed,
            })
        };
        let t = self.temperature;
        if !(t.is_finite() && t > 0.0) {
            return wrong("temperature", t.to_string(), "a finite number above 0");
        }
        if self.top_k == Some(0) {
            return wrong("top_k", "0".into(), "at least 1");
        }
        match self.top_p.filter(|&p| !(p > 0.0 && p <= 1.0)) {
            Some(p) => wrong("top_p", p.to_string(), "above 0 and at most 1"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for SamplingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            setting,
            found,
            allowed,
        } = self;
        write!(f, "{setting} is {found}; it must be {allowed}")
    }
}

impl std::error::Error for SamplingError {}
