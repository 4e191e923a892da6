//! A training step and the way forward, at the sizes of `crates/contender`.
//!
//! `cargo bench -p attention`, natively; beside PyTorch and in a browser: `cargo xtask bench train`.
#![allow(
    clippy::expect_used,
    reason = "a bench that fails to set up has failed"
)]

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use contender::{BATCH, Learner, SIZES};
    use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};

    criterion_group!(benches, train, forward);

    fn train(criterion: &mut Criterion) {
        measure(criterion, "training step", |learner| {
            learner.train().map(drop)
        });
    }

    fn forward(criterion: &mut Criterion) {
        measure(criterion, "forward", |learner| learner.forward().map(drop));
    }

    fn measure<E: std::error::Error>(
        criterion: &mut Criterion,
        name: &str,
        work: fn(&mut Learner) -> Result<(), E>,
    ) {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(30);
        for size in SIZES {
            group.throughput(Throughput::Elements((BATCH * size.tokens) as u64));
            let name = BenchmarkId::new("d_model", size.d_model);
            group.bench_function(name, |bench| {
                let mut learner = Learner::new(size).expect("these sizes make models");
                bench.iter(|| work(&mut learner).expect("these tokens are in the vocabulary"));
            });
        }
        group.finish();
    }
}

#[cfg(not(target_arch = "wasm32"))]
criterion::criterion_main!(native::benches);

/// Criterion does not build for the browser.
#[cfg(target_arch = "wasm32")]
fn main() {}
