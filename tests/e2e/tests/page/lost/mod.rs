//! Workers that end at each kind of request: nothing trained, typed or opened is lost, or it is said.

mod costs;
mod dying;
mod hub;
mod models;
mod training;
mod trapping;
mod two_runs;

use std::time::Duration;

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

/// Waits until the newest worker of that name has said all: that it is ready, what it opened, how far that is. Before, what
/// is shown may be of one that was lost.
async fn is_taken_up(page: &Page, worker: &str) -> Outcome {
    let heard = format!(
        "const own = window.workers.filter(own => own.called === '{worker}').at(-1);
        return !own || own.ended ? 0 : own.heard"
    );
    until("the next worker to have said all", async || {
        let first = page.number_of(&heard).await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
        Ok(first > 2.0 && page.number_of(&heard).await? == first)
    })
    .await
}

async fn mortal(page: &Page) -> Outcome {
    page.before_load(MORTAL).await
}

/// Its worker ends at each of these kinds of request, each time after what is done to have it asked; `survives` says that
/// nothing is lost.
async fn at_each_kind(
    page: &Page,
    kinds: impl IntoIterator<Item = (&'static str, &'static str)>,
    survives: impl AsyncFn(&Page, &str, &str) -> Outcome,
) -> Outcome {
    mortal(page).await?;
    for (kind, act) in kinds {
        survives(page, kind, act)
            .await
            .map_err(|error| Error::Page(format!("request {kind}: {error}")))?;
    }
    page.element_is_there("#trap[hidden]").await
}
