//! Train, pause, step, start over.

use std::time::Duration;

use e2e::{Outcome, Page, on_blank_page, on_training, until};

use super::SMALL;

/// Leaves the lesson while it trains, uses the stepper, and comes back.
async fn visit_the_stepper(page: &Page) -> Outcome {
    page.go_to_lesson("stepper").await?;
    page.element_is_there("[data-beat=ask]").await?;
    page.click("next").await?;
    page.element_is_there("[data-beat=match]").await?;
    page.go_to_lesson("training").await
}

#[test]
fn the_page_answers_while_it_trains() -> Outcome {
    on_training(SMALL, async |page| {
        let start = page.standing().await?;
        assert_eq!(start.step, 0);
        page.train_to(0, 51).await?;
        let token = "[data-token=\"3\"]";
        page.click_on(token).await?;
        until("the token to stay", async || {
            Ok(page.attribute(token, "aria-pressed").await?.as_deref() == Some("true"))
        })
        .await?;
        page.click_on("[data-head=\"0.1\"]").await?;
        page.element_is_there("[data-head=\"0.1\"][aria-pressed=true]")
            .await?;
        let away = page.standing().await?.step;
        visit_the_stepper(&page).await?;
        page.train_to(0, away + 50).await?;
        page.pause().await?;
        let loss = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
        let end = page.standing().await?;
        assert!(loss(&end.loss) < loss(&start.loss), "{start:?} → {end:?}");
        page.console_is_clean().await
    })
}

#[test]
fn pause_step_and_start_over_count_as_they_should() -> Outcome {
    on_training(SMALL, async |page| {
        page.train_to(0, 20).await?;
        page.pause().await?;
        let paused = page.standing().await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(page.standing().await?, paused, "paused");
        page.one_step().await?;
        assert_eq!(page.standing().await?.step, paused.step + 1);
        page.train_to(0, paused.step + 20).await?;
        page.press_button("step").await?;
        page.settled().await?;
        let stepped = page.standing().await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(page.standing().await?, stepped, "a single step pauses");
        page.press_button("reset").await?;
        until("step 0", async || Ok(page.standing().await?.step == 0)).await?;
        page.settled().await?;
        page.console_is_clean().await
    })
}

#[test]
fn start_over_while_it_trains_begins_anew_and_stands() -> Outcome {
    on_training(SMALL, async |page| {
        let untrained = page.seen_weights().await?;
        page.train_to(0, 30).await?;
        page.press_button("reset").await?;
        until("step 0", async || Ok(page.standing().await?.step == 0)).await?;
        page.settled().await?;
        assert_eq!(page.standing().await?.step, 0);
        assert_eq!(
            page.seen_weights().await?,
            untrained,
            "the seed decides the first weights"
        );
        Ok(())
    })
}

/// What could not be fetched can be tried again, whatever is pressed before.
#[test]
fn where_there_is_no_run_train_takes_nothing_away() -> Outcome {
    on_blank_page(async |page| {
        page.server().refuse(&["models/induction"]);
        page.load("lesson=training").await?;
        page.says("#training [data-problem]", "could not be fetched")
            .await?;
        page.press_button("train").await?;
        tokio::time::sleep(Duration::from_millis(300)).await;
        page.says("#training [data-problem]", "could not be fetched")
            .await?;
        let on = page.attribute("#training [data-action=train]", "data-on");
        assert_eq!(on.await?.as_deref(), Some("false"));
        page.server().forgive();
        page.click_on("#training [data-action=try-again]").await?;
        page.element_is_there("#training [data-standing]").await?;
        page.settled().await?;
        page.train_to(0, 1).await?;
        page.pause().await
    })
}
