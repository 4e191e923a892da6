//! Waiting for the page.

use std::time::{Duration, Instant};

use crate::{Error, Outcome};

/// How long the page may take for anything. Generous: machines that run tests are slow.
const PATIENCE: Duration = Duration::from_secs(45);

/// Between two questions, at first and at last. Each question takes some milliseconds of three programs, which a page that
/// is being built could have had.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(150)];

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
    let [mut pause, longest] = PAUSES;
    loop {
        if ask().await? {
            return Ok(());
        }
        if Instant::now() > end {
            return Err(Error::Page(format!("waited in vain for {what}")));
        }
        tokio::time::sleep(pause).await;
        pause = longest.min(pause * 3 / 2);
    }
}
