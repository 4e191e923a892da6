//! Waiting for the page.

use std::time::{Duration, Instant};

use crate::{Error, Outcome};

/// How long the page may take for anything. Generous: machines that run tests are slow.
const PATIENCE: Duration = Duration::from_secs(45);

/// Asks again and again until the answer is yes; `what` says what was waited for in vain.
pub async fn until(what: &str, ask: impl AsyncFn() -> Result<bool, Error>) -> Outcome {
    until_within(PATIENCE, what, ask).await
}

/// As [`until`], for what takes its time.
pub async fn until_within(
    patience: Duration,
    what: &str,
    ask: impl AsyncFn() -> Result<bool, Error>,
) -> Outcome {
    let end = Instant::now() + patience;
    loop {
        if ask().await? {
            return Ok(());
        }
        if Instant::now() > end {
            return Err(Error::Page(format!("waited in vain for {what}")));
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}
