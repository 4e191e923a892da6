//! Where there are no workers the page trains in slices.

use e2e::{Outcome, on_blank_page, on_page, until};

use super::{SMALL, predictions, quality};

#[test]
fn without_workers_the_page_trains_in_slices() -> Outcome {
    on_blank_page(async |page| {
        page.open_training(SMALL).await?;
        page.one_step().await?;
        let (expected, weights) = (quality(&page).await?, page.seen_weights().await?);
        page.before_load("delete window.Worker;").await?;
        page.open_training(SMALL).await?;
        assert!(page.holds("return !('Worker' in window)").await?);
        page.one_step().await?;
        assert_eq!(
            quality(&page).await?,
            expected,
            "the same numbers as in a worker"
        );
        assert_eq!(page.seen_weights().await?, weights);
        page.train_to(0, 40).await?;
        page.click_on("[data-token=\"2\"]").await?;
        until("the token to stay while it trains", async || {
            Ok(page
                .attribute("[data-token=\"2\"]", "aria-pressed")
                .await?
                .as_deref()
                == Some("true"))
        })
        .await?;
        page.pause().await?;
        let before = predictions(&page).await?;
        page.slide("time", 0).await?;
        until("step 0", async || {
            Ok(quality(&page).await?.starts_with("step 0|"))
        })
        .await?;
        assert_ne!(predictions(&page).await?, before);
        page.console_is_clean().await
    })
}

/// The shipped model needs no worker either.
#[test]
fn without_workers_the_shipped_model_is_shown() -> Outcome {
    on_page(async |page| {
        page.before_load(
            "window.Worker = class { constructor() { throw new Error('not here'); } };",
        )
        .await?;
        page.open_training("").await?;
        page.says("[data-gallery=a] .does", "induction").await?;
        page.console_is_clean().await
    })
}
