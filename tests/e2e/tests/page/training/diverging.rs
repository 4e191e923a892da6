//! Steps that are too large.

use std::time::Duration;

use e2e::{Outcome, on_training, until};

#[test]
fn a_loss_that_is_no_number_is_explained() -> Outcome {
    on_training(
        "a=copy,optimiser:sgd,rate:10,scaled:0,layers:4,batch:8",
        async |page| {
            page.press_button("train").await?;
            page.says("[role=status] [data-diverged]", "no longer a number")
                .await?;
            until("the moment of the weights that are shown", async || {
                page.holds(
                    "const shown = document.querySelector('[data-gallery=a] [data-quality=step]');
                     return document.querySelector('#training [data-control=time]').value === shown?.dataset.value",
                )
                .await
            })
            .await?;
            assert!(
                !page.seen_weights().await?.is_empty(),
                "the last good snapshot is shown"
            );
            page.click_on("[data-token=\"1\"]").await?;
            page.press_button("reset").await?;
            page.count_becomes("[data-diverged]", 0).await?;
            page.press_button("step").await?;
            until("a step", async || Ok(page.standing().await?.step >= 1)).await?;
            page.console_is_clean().await
        },
    )
}

/// Of two runs the other goes on.
#[test]
fn the_other_run_goes_on() -> Outcome {
    let fragment = "a=copy,optimiser:sgd,rate:10,scaled:0,layers:4,batch:4&b=copy,layers:1,heads:2,d_model:16,batch:4";
    on_training(fragment, async |page| {
        page.press_button("train").await?;
        page.says("[data-standing=\"0\"] [data-diverged]", "no longer")
            .await?;
        let step = page.standing_of(1).await?.step;
        page.train_to(1, step + 20).await?;
        page.press_button("train").await?;
        page.count_becomes("[data-diverged]", 1).await?;
        page.console_is_clean().await
    })
}

/// What has ended does not go on when it is started over, unless asked to.
#[test]
fn started_over_it_stands() -> Outcome {
    let fragment = "a=copy,optimiser:sgd,rate:10,scaled:0,layers:4,batch:8";
    on_training(fragment, async |page| {
        page.press_button("train").await?;
        page.says("[data-diverged]", "no longer a number").await?;
        page.press_button("reset").await?;
        page.count_becomes("[data-diverged]", 0).await?;
        tokio::time::sleep(Duration::from_millis(1000)).await;
        let pressed = page
            .attribute("#training [data-action=train]", "data-on")
            .await?;
        assert_eq!(pressed.as_deref(), Some("false"));
        assert_eq!(
            page.standing().await?.step,
            0,
            "nobody has asked it to train"
        );
        Ok(())
    })
}

/// A run that has ended has no speed. Whether its last report has one depends on when it ended, so
/// it is tried several times.
#[test]
fn what_has_ended_shows_no_speed() -> Outcome {
    let fragment = "a=copy,optimiser:sgd,rate:10,scaled:0,layers:4,batch:8";
    on_training(fragment, async |page| {
        for _ in 0..4 {
            page.open_training(fragment).await?;
            page.press_button("train").await?;
            page.says("[data-diverged]", "no longer a number").await?;
            tokio::time::sleep(Duration::from_millis(500)).await;
            let words = page.texts("[data-standing]").await?.concat();
            let stands = !words.contains("steps/s") || words.contains(" 0 steps/s");
            assert!(stands, "nothing trains, but it says “{words}”");
        }
        Ok(())
    })
}
