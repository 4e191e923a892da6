//! Costs that were measured, when the worker ends that was to measure others.

use std::time::Duration;

use e2e::{Outcome, on_blank_page};

use super::{die_at, has_died, mortal};

/// The request to measure, of `Request`.
const MEASURE: &str = "6";
const OTHERS: &str = "#cost [data-other-series]";

#[test]
fn what_was_measured_stays_and_stands_for_what_it_was_measured_of() -> Outcome {
    on_blank_page(async |page| {
        mortal(&page).await?;
        page.open_cost("").await?;
        page.measuring_is("done").await?;
        let before = page.cost_measured().await?;
        page.set_cost("d", "128").await?;
        page.element_is_there(OTHERS).await?;
        die_at(&page, "worker", &[MEASURE], 1).await?;
        page.press_cost("measure").await?;
        has_died(&page, "what was to be measured").await?;
        page.says("#cost [data-problem]", "What has been measured stays")
            .await?;
        assert_eq!(page.count(OTHERS).await?, 1, "they are of d = 64");
        page.set_cost("d", "64").await?;
        page.count_becomes(OTHERS, 0).await?;
        page.go_to_lesson("stepper").await?;
        page.go_to_lesson("cost").await?;
        // Nothing is measured unasked where something was.
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(page.cost_measured().await?, before);
        page.element_is_there("#trap[hidden]").await
    })
}
