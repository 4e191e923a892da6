//! The worker ends in mid-run: another takes the run up.

use e2e::{Outcome, Page, on_blank_page, until};

use super::STEADY;

/// Keeps every worker in reach.
const WATCH: &str = r#"
    window.workers = [];
    const Own = Worker;
    window.Worker = class extends Own {
        constructor(...options) {
            super(...options);
            this.heard = 0;
            this.addEventListener('message', () => this.heard += 1);
            window.workers.push(this);
        }
    };"#;

/// The worker's own code throws: there is no array of length −1, which it is asked to copy.
const THROW: &str = "window.workers.at(-1).postMessage(-1)";

/// The browser ends it, for want of memory say.
const END: &str = r#"
    const worker = window.workers.at(-1);
    // In one task; WebKit tells nobody of what happens to a worker that was ended before.
    worker.dispatchEvent(new Event("error", { cancelable: true }));
    worker.terminate();"#;

/// Ends the worker while it trains, and sees the run go on.
async fn survives(page: &Page, how: &str, workers: usize) -> Outcome {
    let from = page.standing().await?.step;
    page.train_to(0, from + 45).await?;
    let before = page.standing().await?.step;
    page.script(how, vec![]).await?;
    page.says(
        "#training [data-problem]",
        "The worker that computes was ended",
    )
    .await?;
    until("another worker", async || {
        Ok(page.script("return window.workers.length", vec![]).await? == workers)
    })
    .await?;
    page.train_to(0, before + 20).await?;
    page.pause().await?;
    let after = page.standing().await?.step;
    assert!(after >= before, "stood at {before}, goes on to {after}");
    Ok(())
}

#[test]
fn a_worker_that_throws_is_replaced_and_the_run_goes_on() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(WATCH).await?;
        page.open_training(STEADY).await?;
        survives(&page, THROW, 2).await?;
        survives(&page, THROW, 3).await
    })
}

#[test]
fn a_worker_that_is_ended_is_replaced_and_the_run_goes_on() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(WATCH).await?;
        page.open_training(STEADY).await?;
        survives(&page, END, 2).await?;
        page.console_is_clean().await
    })
}

/// Straight after the loss the run stands at the last kept snapshot or later, never earlier.
#[test]
fn no_more_is_lost_than_since_the_last_snapshot() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(WATCH).await?;
        page.open_training(STEADY).await?;
        page.train_to(0, 45).await?;
        page.pause().await?;
        let stood = page.standing().await?.step;
        page.script(END, vec![]).await?;
        page.says("#training [data-problem]", "was ended").await?;
        // It is ready, has opened the run, and says how far that is; what is said before is of the one that was lost.
        until("another worker", async || {
            page.holds("return window.workers.length === 2 && window.workers[1].heard > 2")
                .await
        })
        .await?;
        page.press_button("step").await?;
        page.settled().await?;
        let step = page.standing().await?.step;
        assert!(
            step > stood / 10 * 10,
            "stood at {stood}, taken up and one step: {step}"
        );
        Ok(())
    })
}

/// A run that was taken up is the run it was: the same numbers as one that was never lost.
#[test]
fn what_is_taken_up_is_the_same_run() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(WATCH).await?;
        let mut seen = Vec::new();
        for lose in [false, true] {
            page.open_training(STEADY).await?;
            page.train_to(0, 25).await?;
            page.pause().await?;
            if lose {
                page.script(END, vec![]).await?;
                page.says("#training [data-problem]", "was ended").await?;
            }
            page.train_to(0, 70).await?;
            page.pause().await?;
            page.slide("time", 60).await?;
            until("step 60", async || {
                Ok(super::quality(&page).await?.starts_with("step 60|"))
            })
            .await?;
            seen.push((super::quality(&page).await?, page.seen_weights().await?));
        }
        assert_eq!(seen[0], seen[1]);
        Ok(())
    })
}
