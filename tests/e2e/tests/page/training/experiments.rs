//! Two runs side by side.

use e2e::{Error, Outcome, Page, on_training, until, until_within};
use std::time::Duration;

/// The experiments, and words of what differs on the second side.
const EXPERIMENTS: [(&str, &str); 4] = [
    ("unscaled", "not divided"),
    ("unmasked", "no causal mask"),
    ("unordered", "positions"),
    ("one_head", "heads per layer: 1"),
];

/// Which runs have rows in the table of the curves beyond the first step.
const RUNS: &str = r#"
    document.querySelector(".curves details").open = true;
    const rows = [...document.querySelectorAll('[data-table="curves"] tbody tr')];
    const trained = rows.filter(row => +row.cells[0].textContent > 0 && +row.cells[3].textContent > 0);
    return [...new Set(trained.map(row => row.cells[1].textContent))].sort().join();"#;

/// Both runs stand at step 0.
async fn both_begin(page: &Page) -> Outcome {
    until_within(Duration::from_secs(60), "both runs at step 0", async || {
        let both = page.count("[data-standing]").await? == 2;
        Ok(both && step(page, 0).await == Some(0) && step(page, 1).await == Some(0))
    })
    .await
}

async fn step(page: &Page, side: usize) -> Option<u32> {
    page.standing_of(side)
        .await
        .ok()
        .map(|standing| standing.step)
}

async fn run_both(page: &Page, slug: &str, differs: &str) -> Outcome {
    page.click_on(&format!("[data-experiment={slug}]")).await?;
    both_begin(page).await?;
    page.settled().await?;
    let words = page.texts(".run-title .differs").await?;
    assert_eq!(words.len(), 2, "{slug}");
    assert!(
        words[1].contains(differs) && words[0] != words[1],
        "{slug}: {words:?}"
    );
    // Nothing can be played yet: what there is to do is to train.
    page.count_becomes("#training [data-action=train].primary", 1)
        .await?;
    page.count_becomes("#training [data-action=play].primary", 0)
        .await?;
    page.train_to(0, 6).await?;
    page.train_to(1, 6).await?;
    page.pause().await?;
    // Of a step that was under way when it was paused, each run tells by itself.
    until(
        &format!("{slug}: both runs to have made the same steps"),
        async || {
            let (own, other) = (step(page, 0).await, step(page, 1).await);
            Ok(own.is_some() && own == other)
        },
    )
    .await?;
    until(&format!("{slug}: rows of both in the curves"), async || {
        Ok(page.text_of(RUNS).await? == "run A,run B")
    })
    .await?;
    assert_eq!(page.count("[data-gallery] .heads-grid").await?, 2, "{slug}");
    Ok(())
}

#[test]
fn every_experiment_trains_two_runs() -> Outcome {
    on_training("", async |page| {
        for (slug, differs) in EXPERIMENTS {
            run_both(&page, slug, differs).await?;
        }
        page.press_button("one-run").await?;
        page.count_becomes("[data-standing]", 1).await?;
        page.settled().await?;
        page.one_step().await?;
        page.console_is_clean().await
    })
}

/// All that is shown large follows the run that was chosen.
#[test]
fn the_second_run_s_heads_can_be_chosen() -> Outcome {
    on_training(
        "a=copy,layers:1,heads:2,d_model:16,batch:8&b=copy,layers:1,heads:2,d_model:16,batch:8,seed:2",
        async |page| {
            both_begin(&page).await?;
            page.settled().await?;
            let first = page.seen_weights().await?;
            page.click_on("[data-side=b]").await?;
            let other = page
                .matrix_once("head-weights", "of run B", |own| own != first)
                .await?;
            page.click_on("[data-gallery=a] [data-head=\"0.0\"]")
                .await?;
            page.matrix_once("head-weights", "of run A", |own| own == first)
                .await?;
            assert_ne!(first, other);
            let words = page.texts(".run-title .differs").await?;
            if words != ["seed 1", "seed 2"] {
                return Err(Error::Page(format!("the runs differ by {words:?}")));
            }
            page.console_is_clean().await
        },
    )
}

/// Two runs of different tasks read the text each in its own words.
#[test]
fn runs_of_two_tasks_are_each_asked_about_their_own() -> Outcome {
    on_training("", async |page| {
        page.click_on("[data-experiment=unordered]").await?;
        both_begin(&page).await?;
        page.settled().await?;
        page.click_on("#training .settings > summary").await?;
        page.choose("task", "modular").await?;
        page.press_button("reset").await?;
        both_begin(&page).await?;
        page.settled().await?;
        page.train_to(0, 2).await?;
        page.train_to(1, 2).await?;
        page.pause().await?;
        page.count_becomes("#training [data-problem]", 0).await?;
        page.console_is_clean().await
    })
}
