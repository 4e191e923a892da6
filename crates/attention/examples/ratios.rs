//! How much faster each backend is than the scalar specification, as ratios.
//!
//! ```text
//! cargo run --release -p attention --example ratios
//! ```
//!
//! In a browser, where the vectors of WebAssembly are (see `tests/ratios.rs`):
//! `cargo test --release -p attention --target wasm32-unknown-unknown --test ratios -- --include-ignored`

use attention::{Activation, Backend, Matrix, softmax_with, stages_with};
use std::fmt::Write;
use std::hint::black_box;

/// Rounds of interleaved timing; the middle one of the ratios is reported.
const ROUNDS: usize = 9;
/// The shortest time worth measuring, in milliseconds: browser clocks are coarse.
const BATCH: f64 = 20.0;

#[allow(dead_code, reason = "the browser test has its own entry")]
fn main() {
    let start = std::time::Instant::now();
    print!("{}", report(&|| start.elapsed().as_secs_f64() * 1e3));
}

/// One line per operation and size; `now` gives milliseconds.
pub fn report(now: &dyn Fn() -> f64) -> String {
    let mut lines = String::new();
    for n in [16, 64, 256] {
        for (name, work) in operations(n) {
            for &backend in &Backend::ALL_HERE[1..] {
                let ratio = median_ratio(now, &|| work(Backend::Scalar), &|| work(backend));
                // Writing to a String cannot fail.
                let _ = writeln!(lines, "{name:<9} n {n:<4} {backend:?}:Scalar {ratio:.2}");
            }
        }
    }
    lines
}

type Work = Box<dyn Fn(Backend)>;

fn operations(n: usize) -> [(&'static str, Work); 6] {
    let wide = move |rows, cols| {
        Matrix::from_fn(rows, cols, |i, j| ((i * 7 + j * 3) % 11) as f32 / 5.0 - 1.0)
    };
    let (a, b, c, d, e) = (
        wide(n, 64),
        wide(64, n),
        wide(n, n),
        wide(n, n),
        wide(n, 64),
    );
    let (a2, f) = (a.clone(), c.clone());
    [
        (
            "A·B",
            Box::new(move |with| drop(black_box(with.product(&a, &b)))),
        ),
        (
            "A·Bᵀ",
            Box::new(move |with| drop(black_box(with.product_transposed(&a2, &a2)))),
        ),
        ("exp", Box::new(move |with| drop(black_box(with.exp(&c))))),
        (
            "gelu",
            Box::new(move |with| {
                let [mut out, mut slope] = [f.data().to_vec(), f.data().to_vec()];
                with.activate(Activation::Gelu, f.data(), &mut out, &mut slope);
                drop(black_box((out, slope)));
            }),
        ),
        (
            "softmax",
            Box::new(move |with| drop(black_box(softmax_with(with, &d)))),
        ),
        (
            "attention",
            Box::new(move |with| drop(black_box(stages_with(with, &e, &e, &e, None, 0.125)))),
        ),
    ]
}

fn median_ratio(now: &dyn Fn() -> f64, slow: &dyn Fn(), fast: &dyn Fn()) -> f64 {
    let times = calls_per_batch(now, slow);
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| time(now, slow, times) / time(now, fast, times))
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

fn calls_per_batch(now: &dyn Fn() -> f64, work: &dyn Fn()) -> usize {
    let mut times = 1;
    while time(now, work, times) < BATCH {
        times *= 2;
    }
    4 * times
}

fn time(now: &dyn Fn() -> f64, work: &dyn Fn(), times: usize) -> f64 {
    let start = now();
    (0..times).for_each(|_| work());
    now() - start
}
