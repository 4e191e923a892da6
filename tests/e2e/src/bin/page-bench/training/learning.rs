//! How long it takes until the pattern is found: the induction head.

use std::time::Duration;

use e2e::{Outcome, Page, until_within};

use crate::report::Report;

/// Per cent of the held-out tokens.
const REACHED: f64 = 99.0;
/// Three times what it should take: then something is wrong.
const PATIENCE: Duration = Duration::from_secs(180);

/// Clicks “train”, and notes the line about the run, and when, as soon as the accuracy is reached.
const TRAIN: &str = r#"
    const start = performance.now(), line = document.querySelector('[data-standing="0"]');
    const look = () => {
        const accuracy = line.textContent.match(/accuracy ([\d.]+)/)?.[1];
        if (window.benchReached || !(accuracy >= arguments[0])) return;
        window.benchReached = [performance.now() - start, +line.textContent.match(/step (\d+)/)[1]];
    };
    new MutationObserver(look).observe(line, { subtree: true, childList: true, characterData: true });
    document.querySelector('#training [data-action="train"]').click();"#;

/// Adds the lines.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    page.open_training("a=repeat").await?;
    page.script(TRAIN, vec![REACHED.into()]).await?;
    let reached = "return window.benchReached ?? null";
    until_within(PATIENCE, "99 % of the held-out tokens", async || {
        Ok(!page.script(reached, vec![]).await?.is_null())
    })
    .await?;
    let found = page.script(reached, vec![]).await?;
    let milliseconds = found[0].as_f64().unwrap_or(f64::NAN);
    let steps = found[1].as_f64().unwrap_or(f64::NAN);
    report.add(
        format!("“repeat the pattern” trained to {REACHED} % of held-out tokens, {steps} steps"),
        format!("{:.1} s", milliseconds / 1000.0),
        "< 60 s",
    );
    let speed = format!("{:.0}", steps * 1000.0 / milliseconds);
    report.add("steps a second, while everything is shown", speed, "");
    Ok(())
}
