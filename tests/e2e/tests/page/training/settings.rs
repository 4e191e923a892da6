//! Settings that make no model are refused in words, and the run stays.

use std::time::Duration;

use e2e::{Outcome, Page, on_training, until};

use super::{SMALL, predictions};

/// The message of the lesson.
const SAID: &str = "#training .training > .notice [data-problem]";

/// Opens the settings.
async fn unfold(page: &Page) -> Outcome {
    page.click_on("#training .settings > summary").await
}

#[test]
fn settings_that_make_no_model_are_refused() -> Outcome {
    on_training("a=copy,layers:1,heads:4,batch:8", async |page| {
        page.one_step().await?;
        let (standing, weights) = (page.standing().await?, page.seen_weights().await?);
        let shown = predictions(&page).await?;
        unfold(&page).await?;
        for (control, bad, good, part) in [
            (
                "heads",
                "5",
                "4",
                "d_model = 64 cannot be divided among 5 heads",
            ),
            ("layers", "9", "1", "9 is not possible; choose from 1 to 4"),
            ("heads", "0", "4", "0 is not possible; choose from 1 to 8"),
            ("d_model", "1000", "64", "1000 is not possible"),
            ("rate", "-1", "0.003", "learning rate of −1"),
            ("rate", "0", "0.003", "learning rate of 0"),
            ("decay", "2", "0.01", "weight decay of 2"),
            ("batch", "0", "8", "0 is not possible"),
        ] {
            page.fill(control, bad).await?;
            page.press_button("reset").await?;
            page.says(SAID, part).await?;
            assert_eq!(page.standing().await?, standing, "{control} {bad}");
            assert_eq!(page.seen_weights().await?, weights, "{control} {bad}");
            assert_eq!(predictions(&page).await?, shown, "{control} {bad}");
            page.fill(control, good).await?;
        }
        page.one_step().await?;
        assert_eq!(
            page.standing().await?.step,
            standing.step + 1,
            "the run goes on"
        );
        page.press_button("reset").await?;
        until("step 0", async || Ok(page.standing().await?.step == 0)).await?;
        page.count_becomes(SAID, 0).await?;
        page.console_is_clean().await
    })
}

/// What is no number at all must not be passed over in silence.
#[test]
fn what_is_no_number_is_not_passed_over_in_silence() -> Outcome {
    on_training(SMALL, async |page| {
        unfold(&page).await?;
        let mut silent = Vec::new();
        for (control, bad) in [
            ("rate", "fast"),
            ("decay", "1,2,3"),
            ("layers", "-1"),
            ("d_model", "16.5"),
        ] {
            page.fill(control, bad).await?;
            tokio::time::sleep(Duration::from_millis(300)).await;
            let own = format!("document.querySelector('[data-control=\"{control}\"]')");
            let told = format!(
                "return {own}.value !== '{bad}' || {own}.getAttribute('aria-invalid') === 'true'
                    || [...document.querySelectorAll('#training [data-problem]')].some(e => e.textContent.trim() !== '')"
            );
            if !page.holds(&told).await? {
                silent.push(format!("{control} “{bad}”"));
            }
        }
        assert!(
            silent.is_empty(),
            "neither refused nor put back: {silent:?}"
        );
        Ok(())
    })
}

#[test]
fn new_settings_count_from_the_next_start_on() -> Outcome {
    on_training(SMALL, async |page| {
        page.one_step().await?;
        unfold(&page).await?;
        page.fill("heads", "4").await?;
        page.says("#training [data-changed]", "next").await?;
        assert_eq!(page.count("[data-gallery=a] [data-head]").await?, 2);
        page.press_button("reset").await?;
        page.count_becomes("[data-gallery=a] [data-head]", 4)
            .await?;
        page.settled().await?;
        let link = page.settled_fragment().await?;
        assert!(
            link.contains("a=copy,layers:1,d_model:16,batch:8"),
            "{link}"
        );
        page.console_is_clean().await
    })
}
