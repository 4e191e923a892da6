//! What is measured, and what is to be reached.

use std::env;

use serde_json::{Value, json};

/// Width of a head.
const D: usize = 64;
/// GPT-2's width, and that of its MLP.
const WIDTH: usize = 768;
const HIDDEN: usize = 3072;

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Attention of one head.
    Attention,
    /// The same where no token looks ahead.
    Causal,
    /// The product of two square matrices.
    Matmul,
    /// The softmax of each row of a square matrix.
    Softmax,
    /// A block of GPT-2.
    Block,
}

/// Some work at some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What is done.
    pub kind: Kind,
    /// Tokens, or rows and columns of square matrices.
    pub n: usize,
}

/// What one of our modules is to reach: its share of its own peak, and how many times as fast as the
/// best of the others it is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Part of the peak; none where nothing is multiplied, or where nothing was asked for.
    pub share: Option<f64>,
    /// Times the speed of the best other.
    pub ahead: f64,
}

/// All rows whose label contains what `ATTENTION_LAB_BENCH_ROWS` says.
pub fn wanted() -> Vec<Row> {
    let part = env::var("ATTENTION_LAB_BENCH_ROWS").unwrap_or_default();
    let all = all().into_iter();
    all.filter(|row| row.label().contains(&part)).collect()
}

fn all() -> Vec<Row> {
    let sizes: [(Kind, &[usize]); 5] = [
        (Kind::Attention, &[64, 128, 256, 512, 1024]),
        (Kind::Causal, &[256, 512, 1024]),
        (Kind::Matmul, &[64, 128, 256, 512]),
        (Kind::Softmax, &[64, 128, 256, 512, 1024, 2048]),
        (Kind::Block, &[64, 256]),
    ];
    let rows =
        |(kind, sizes): (Kind, &'static [usize])| sizes.iter().map(move |&n| Row { kind, n });
    sizes.into_iter().flat_map(rows).collect()
}

impl Row {
    /// As the tables call it.
    pub fn label(&self) -> String {
        let n = self.n;
        match self.kind {
            Kind::Attention => format!("attention, n {n}"),
            Kind::Causal => format!("causal attention, n {n}"),
            Kind::Matmul => format!("matmul, n {n}"),
            Kind::Softmax => format!("softmax, {n}×{n}"),
            Kind::Block => format!("GPT-2 block, n {n}"),
        }
    }

    /// As the page wants it.
    pub fn task(&self) -> Value {
        let kind = match self.kind {
            Kind::Attention | Kind::Causal => "attention",
            Kind::Matmul => "matmul",
            Kind::Softmax => "softmax",
            Kind::Block => "block",
        };
        json!({ "kind": kind, "n": self.n, "causal": self.kind == Kind::Causal })
    }

    /// Multiply-adds that cannot be avoided: of causal attention the lower half with the diagonal, of
    /// softmax none.
    pub fn multiply_adds(&self) -> f64 {
        let n = self.n;
        let causal = |d| d * n * (n + 1);
        let count = match self.kind {
            Kind::Attention => 2 * D * n * n,
            Kind::Causal => causal(D),
            Kind::Matmul => n * n * n,
            Kind::Softmax => 0,
            Kind::Block => n * WIDTH * (4 * WIDTH + 2 * HIDDEN) + causal(WIDTH),
        };
        count as f64
    }

    /// What our two modules are to reach, relaxed and simd128.
    pub fn goals(&self) -> [Goal; 2] {
        let (relaxed, simd128) = match (self.kind, self.n) {
            (Kind::Attention, ..256) => ((0.90, 2.1), (0.87, 1.5)),
            (Kind::Attention, _) => ((0.95, 1.9), (0.90, 1.4)),
            (Kind::Causal, _) => ((0.93, 3.8), (0.88, 2.8)),
            (Kind::Matmul, ..256) => ((0.88, 1.9), (0.85, 1.4)),
            (Kind::Matmul, _) => ((0.95, 1.55), (0.90, 1.15)),
            (Kind::Softmax, ..=1024) => ((0.0, 3.0), (0.0, 2.3)),
            (Kind::Softmax, _) => ((0.0, 2.0), (0.0, 1.5)),
            (Kind::Block, ..256) => ((0.88, 1.5), (0.0, 1.1)),
            (Kind::Block, _) => ((0.92, 1.5), (0.0, 1.1)),
        };
        [relaxed, simd128].map(|(share, ahead)| {
            let share = Some(share).filter(|share| *share > 0.0);
            Goal { share, ahead }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Row};

    #[test]
    fn only_what_is_needed_counts_as_work() {
        let count = |kind, n| Row { kind, n }.multiply_adds();
        assert_eq!(count(Kind::Attention, 2), 512.0);
        // Three of four pairs of a query and a key.
        assert_eq!(count(Kind::Causal, 2), 384.0);
        assert_eq!(count(Kind::Block, 1), 12.0 * 768.0 * 768.0 + 2.0 * 768.0);
    }
}
