//! A trained head in the stepper, and the way back.

use e2e::{Outcome, Page, on_training, oracle, until};

use super::SMALL;

/// Opens the head that is shown in the stepper and compares the weights there with these, and with
/// softmax(Q·Kᵀ/√d_k) of the numbers that the stepper shows.
async fn walk_through(page: &Page, weights: &Vec<Vec<f64>>) -> Outcome {
    page.press_button("open-head").await?;
    page.at_stage("weights").await?;
    let stepper = page.matrix("weights").await?;
    oracle::assert_close("weights", &stepper, weights);
    let (q, k) = (page.matrix("q").await?, page.matrix("k").await?);
    let formula = oracle::weights(&q, &k, |query, key| key <= query);
    oracle::assert_close("weights by the formula", weights, &formula);
    page.click_and_wait("next").await
}

#[test]
fn a_head_of_the_shipped_model_can_be_walked_through() -> Outcome {
    on_training("head=1.0", async |page| {
        let weights = page.seen_weights().await?;
        walk_through(&page, &weights).await?;
        page.console_is_clean().await
    })
}

#[test]
fn the_trained_run_is_still_there_afterwards() -> Outcome {
    on_training(SMALL, async |page| {
        page.train_to(0, 50).await?;
        page.pause().await?;
        page.click_on("[data-head=\"0.1\"]").await?;
        page.element_is_there("[data-head=\"0.1\"][aria-pressed=true]")
            .await?;
        let (standing, weights) = (page.standing().await?, page.seen_weights().await?);
        page.settled_fragment().await?;
        walk_through(&page, &weights).await?;
        page.go_back().await?;
        until("the training lesson to be shown", async || {
            page.holds("return document.querySelector('#training').getClientRects().length > 0")
                .await
        })
        .await?;
        page.settled().await?;
        assert_eq!(page.standing().await?, standing);
        assert_eq!(page.seen_weights().await?, weights);
        page.one_step().await?;
        assert_eq!(page.standing().await?.step, standing.step + 1);
        page.console_is_clean().await
    })
}
