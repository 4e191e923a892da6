//! Whatever comes from outside, made wrong in every way: links, pasted numbers, messages, models, translations, what the
//! browser has kept. Each surface is one [`Target`], a function of bytes that panics where a promise is broken. What is
//! promised of all: no panic, no case of more than [`Target::most_ms`] on the processor, no more than
//! [`Target::most_bytes`] of memory at once.
//!
//! Two run them: `cargo xtask fuzz` with libFuzzer, which keeps what takes a new way through the code, and the tests, with
//! what was kept and a few thousand changes of it. Both change inputs by their structure ([`Target::changed`]): words are
//! exchanged between separators, not only bits turned over.

mod change;
mod measure;
mod targets;

pub use change::changed;
pub use measure::{Cost, LARGEST_RUN, MOST_BYTES, measured};
pub use targets::TARGETS;

/// One way in from outside.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name in commands and folders.
    pub name: &'static str,
    /// Tries one input.
    ///
    /// # Panics
    /// Where a promise is broken.
    pub run: fn(&[u8]),
    /// What it begins with, all of it well formed.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words that its inputs are made of.
    pub words: fn() -> Vec<String>,
    /// What stands between them; empty where inputs are no text.
    pub separators: &'static str,
    /// The most milliseconds on the processor for one input.
    pub most_ms: u64,
    /// The most bytes of memory at once for one input: [`MOST_BYTES`], but where runs are trained, which take what their
    /// sizes need.
    pub most_bytes: usize,
}

impl Target {
    /// The target of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Tries one input, and what it cost.
    ///
    /// # Panics
    /// Where a promise is broken: the target's own, or those of time and memory.
    pub fn check(&self, input: &[u8]) -> Cost {
        let mut cost = measured(|| (self.run)(input));
        // Others work on the machine too: what takes long is tried again, and must take long each time.
        for _ in 0..4 {
            if cost.ms > self.most_ms {
                cost.ms = cost.ms.min(measured(|| (self.run)(input)).ms);
            }
        }
        assert!(
            cost.bytes <= self.most_bytes,
            "{} bytes of memory for {} of input",
            cost.bytes,
            input.len()
        );
        assert!(
            cost.ms <= self.most_ms,
            "{} ms for {} bytes of input",
            cost.ms,
            input.len()
        );
        cost
    }
}
