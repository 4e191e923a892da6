//! Taking heads out.

use std::time::Duration;

use e2e::{Error, Outcome, Page, on_training, until};
use serde_json::Value;

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

#[test]
fn what_has_all_heads_in_use_says_so_while_one_is_out() -> Outcome {
    on_training("", async |page| {
        switch(&page, "0.0", "zero").await?;
        page.says(".head-panel [data-note=whole]", "exported")
            .await?;
        for panel in ["write", "block"] {
            page.click_on(&format!("[data-panel={panel}]")).await?;
            page.says(
                &format!("[data-view={panel}] [data-note=whole]"),
                "all heads are in use",
            )
            .await?;
        }
        page.press_button("all-heads").await?;
        page.count_becomes("#training [data-note=whole]", 0).await?;
        page.console_is_clean().await
    })
}

/// Where the switches end and where the bar begins that stands in front of the page's foot, in pixels.
const SWITCHES: &str = "
    const ends = [...document.querySelectorAll('#training [data-ablate]')].map(own => own.getBoundingClientRect().bottom);
    const bar = document.querySelector('#training .train-bar').getBoundingClientRect().top;
    return [Math.max(...ends), bar]";

/// Where they are once what a new size moves has moved, seen from the top of the page: a click scrolls to its target.
async fn still(page: &Page) -> Result<Value, Error> {
    page.script("scrollTo(0, 0)", vec![]).await?;
    let mut before = page.script(SWITCHES, vec![]).await?;
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let now = page.script(SWITCHES, vec![]).await?;
        if now == before {
            return Ok(now);
        }
        before = now;
    }
    Err(Error::Page("the switches do not stand still".into()))
}

#[test]
fn every_switch_is_in_view_and_stays_where_it_is() -> Outcome {
    on_training("", async |page| {
        for (width, height) in [(1440, 900), (1280, 720)] {
            page.resize(width, height).await?;
            until("the switches above the bar", async || {
                page.holds(&format!(
                    "const [end, bar] = (() => {{{SWITCHES}}})(); return scrollY === 0 && end <= bar"
                ))
                .await
            })
            .await?;
            let before = still(&page).await?;
            switch(&page, "0.0", "zero").await?;
            assert_eq!(still(&page).await?, before);
            page.says("#training .timeline-words", "all heads: ")
                .await?;
            page.press_button("all-heads").await?;
            page.count_becomes("#training [data-action=all-heads]", 0)
                .await?;
        }
        page.console_is_clean().await
    })
}
