//! Workers that end at each kind of request: nothing trained, typed or opened is lost, or it is said.

mod dying;
mod models;
mod training;

use e2e::{Error, MORTAL, Outcome, Page, until};

/// Ends the workers of that name (`worker`, `inspector`) at the next requests of these kinds, so often.
async fn die_at(page: &Page, worker: &str, kinds: &[&str], times: u32) -> Outcome {
    let death = serde_json::json!([worker, kinds, times]);
    page.script("window.death = arguments[0]", vec![death])
        .await
        .map(drop)
}

/// Waits until the worker has ended as it was told.
async fn has_died(page: &Page, at: &str) -> Outcome {
    until(&format!("a worker that ends at {at}"), async || {
        page.holds("return window.death[2] === 0").await
    })
    .await
}

/// How many workers there were.
async fn workers(page: &Page) -> Result<f64, Error> {
    page.number_of("return window.workers.length").await
}

async fn mortal(page: &Page) -> Outcome {
    page.before_load(MORTAL).await
}
