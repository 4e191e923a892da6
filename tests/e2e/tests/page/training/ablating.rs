//! Taking heads out.

use e2e::{Error, Outcome, Page, on_training, until};

use super::{predictions, quality, quality_of};

/// Layer and number of the head that is called so.
async fn called(page: &Page, name: &str) -> Result<String, Error> {
    let script = format!(
        "return [...document.querySelectorAll('[data-head]')]
            .find(head => head.querySelector('.does')?.textContent.includes('{name}'))?.dataset.head ?? ''"
    );
    page.text_of(&script).await
}

/// Clicks the switch of a head and waits until it says so and the numbers follow.
async fn switch(page: &Page, head: &str, state: &str) -> Outcome {
    let before = quality(page).await?;
    let own = format!("[data-ablate=\"{head}\"]");
    page.click_on(&own).await?;
    until(&format!("head {head} to be “{state}”"), async || {
        let said = page.attribute(&own, "data-state").await?;
        Ok(said.as_deref() == Some(state) && quality(page).await? != before)
    })
    .await
}

#[test]
fn without_an_induction_head_the_model_is_worse() -> Outcome {
    on_training("", async |page| {
        let head = called(&page, "induction").await?;
        assert_ne!(head, "", "no head is called induction");
        let whole = (
            quality(&page).await?,
            predictions(&page).await?,
            page.seen_weights().await?,
        );
        let (loss, accuracy) = (
            quality_of(&page, "loss").await?,
            quality_of(&page, "accuracy").await?,
        );
        switch(&page, &head, "zero").await?;
        assert_ne!(predictions(&page).await?, whole.1);
        assert!(quality_of(&page, "accuracy").await? < accuracy);
        assert_eq!(quality_of(&page, "whole-loss").await?, loss);
        assert_eq!(quality_of(&page, "whole-accuracy").await?, accuracy);
        let lost = quality_of(&page, "loss").await? - loss;
        assert!(lost > 0.005 && (quality_of(&page, "lost-loss").await? - lost).abs() < 1e-5);
        page.says("[data-gallery=a] .quality", "difference").await?;
        switch(&page, &head, "mean").await?;
        assert!(quality_of(&page, "loss").await? > loss);
        switch(&page, &head, "none").await?;
        assert_eq!(quality(&page).await?, whole.0, "exactly as before");
        assert_eq!(predictions(&page).await?, whole.1);
        assert_eq!(page.seen_weights().await?, whole.2);
        page.console_is_clean().await
    })
}

#[test]
fn all_heads_come_back_at_once() -> Outcome {
    on_training("", async |page| {
        let whole = (quality(&page).await?, predictions(&page).await?);
        for head in ["0.0", "0.1", "1.0", "1.1"] {
            switch(&page, head, "zero").await?;
        }
        page.press_button("all-heads").await?;
        until("all heads to be back", async || {
            Ok(quality(&page).await? == whole.0)
        })
        .await?;
        assert_eq!(predictions(&page).await?, whole.1);
        assert_eq!(page.count("#training [data-action=all-heads]").await?, 0);
        page.console_is_clean().await
    })
}
