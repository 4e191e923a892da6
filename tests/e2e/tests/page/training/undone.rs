//! What undo and redo bring back of runs, and what a run that cannot be does not begin.

use e2e::{Error, Outcome, on_blank_page, on_training, until, until_within};
use std::time::Duration;

use super::SMALL;

/// Twice in a row, the second before the worker has opened what the first brought back.
const UNDO_TWICE: &str = "const undo = document.querySelector('#training [data-action=undo]');
    undo.click(); setTimeout(() => undo.click(), 1);";

async fn stands_at(page: &e2e::Page, step: u32) -> Outcome {
    until_within(
        Duration::from_secs(60),
        &format!("step {step}"),
        async || Ok(page.standing().await.is_ok_and(|own| own.step == step)),
    )
    .await
}

#[test]
fn two_undos_in_a_row_lose_no_training() -> Outcome {
    // Before the run there is a shipped model, which has its own number of steps.
    on_training("", async |page| {
        let shipped = page.standing().await?.step;
        page.press_button("reset").await?;
        stands_at(&page, 0).await?;
        page.settled().await?;
        page.train_to(0, 37).await?;
        page.pause().await?;
        let trained = page.standing().await?.step;
        page.click_on("[data-experiment=unordered]").await?;
        until("two runs", async || {
            Ok(page.count("[data-standing]").await? == 2)
        })
        .await?;
        page.settled().await?;
        page.script(UNDO_TWICE, vec![]).await?;
        stands_at(&page, shipped).await?;
        page.settled().await?;
        page.press_button("redo").await?;
        // To the very step, between two moments too.
        stands_at(&page, trained).await?;
        page.console_is_clean().await
    })
}

/// What is pressed while it trains is heard by the worker a moment later.
#[test]
fn a_run_that_is_left_while_it_trains_comes_back_as_far_as_it_was() -> Outcome {
    on_training("", async |page| {
        page.press_button("reset").await?;
        stands_at(&page, 0).await?;
        page.settled().await?;
        page.train_to(0, 150).await?;
        let far = page.standing().await?.step;
        page.script(
            "document.querySelector('#training [data-action=undo]').click()",
            vec![],
        )
        .await?;
        page.settled().await?;
        page.press_button("redo").await?;
        until_within(Duration::from_secs(60), "the run again", async || {
            Ok(page
                .standing()
                .await
                .is_ok_and(|own| own.step >= far && own.step < 2 * far))
        })
        .await?;
        page.console_is_clean().await
    })
}

/// The text that cannot be read leaves what is shown, at every moment.
#[test]
fn with_a_text_that_cannot_be_read_the_run_plays_all_the_same() -> Outcome {
    on_training("preset=induction", async |page| {
        page.fill("text", "7up").await?;
        page.element_is_there("#training [data-problem], #training .problem")
            .await?;
        let seen = "return document.querySelector('[data-quality=\"step\"]').dataset.value";
        let before = page.text_of(seen).await?;
        page.press_button("play").await?;
        until("another moment on show", async || {
            Ok(page.text_of(seen).await? != before)
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn where_there_is_no_run_train_begins_nothing_and_what_is_wrong_stays() -> Outcome {
    on_blank_page(async |page| {
        page.load_training("a=copy,heads:5").await?;
        page.element_is_there("#training [data-problem]").await?;
        page.press_button("train").await?;
        let on = page
            .attribute("#training [data-action=train]", "data-on")
            .await?;
        assert_eq!(on.as_deref(), Some("false"));
        match page.count("#training [data-problem]").await? {
            0 => Err(Error::Page("what was wrong is not said any more".into())),
            _ => Ok(()),
        }
    })
}

#[test]
fn of_runs_that_differ_in_weight_decay_that_is_said() -> Outcome {
    let both = "a=copy,layers:1,heads:2,d_model:16,batch:8&b=copy,layers:1,heads:2,d_model:16,batch:8,decay:0.3";
    assert!(both.contains(SMALL));
    on_training(both, async |page| {
        until("what differs", async || {
            let words = page.texts(".run-title .differs").await?;
            Ok(words.len() == 2 && words[1].contains("0.3"))
        })
        .await
    })
}
