//! Writing on, token by token.

use e2e::{Error, Outcome, Page, on_training, until};

/// Sums of the probabilities and of the chances of all candidates.
const SUMS: &str = r#"
    const rows = [...document.querySelectorAll("[data-candidates] tr[data-rank]")];
    const sum = key => rows.reduce((sum, row) => sum + +row.dataset[key], 0);
    return [rows.length, sum("probability"), sum("chance")];"#;

/// Multiply-adds of the last token and in all, with the cache and without.
const COSTS: &str = r#"
    const row = key => [...document.querySelectorAll(`[data-cost="${key}"] td`)]
        .map(cell => +cell.textContent.replace(/[^\d.]/g, ""));
    const [with_cache, again] = [row("cached"), row("again")];
    return [with_cache[0], again[0], with_cache[2], again[2]];"#;

/// Begins to write with a panel that is open.
async fn start(page: &Page) -> Outcome {
    page.click_on("[data-panel=write]").await?;
    page.press_button("write-start").await?;
    page.element_is_there("[data-candidates] tr[data-rank]")
        .await
}

async fn written(page: &Page) -> Result<Vec<String>, Error> {
    page.texts("[data-written] [data-origin=written]").await
}

/// Waits until so many tokens are written and what could come next is known.
async fn has_written(page: &Page, count: usize) -> Outcome {
    until(&format!("{count} tokens to be written"), async || {
        Ok(written(page).await?.len() == count
            && page.count("#training .next-token.waiting").await? == 0)
    })
    .await
}

async fn numbers(page: &Page, script: &str) -> Result<Vec<f64>, Error> {
    let found = page.script(script, vec![]).await?;
    let numbers = found.as_array().into_iter().flatten();
    Ok(numbers.filter_map(|number| number.as_f64()).collect())
}

#[test]
fn tokens_are_drawn_until_the_sequence_is_full() -> Outcome {
    on_training("text=a%20b%20c%20d%20a%20b", async |page| {
        start(&page).await?;
        page.press_button("all-candidates").await?;
        let sums = numbers(&page, SUMS).await?;
        assert!(sums[0] > 8.0, "{sums:?}");
        assert!(
            (sums[1] - 1.0).abs() < 1e-4 && (sums[2] - 1.0).abs() < 1e-4,
            "{sums:?}"
        );
        let best = page.texts("[data-rank=\"0\"] [data-action=take]").await?;
        page.press_button("write-likely").await?;
        has_written(&page, 1).await?;
        assert_eq!(written(&page).await?, best);
        assert_eq!(best, ["c"], "the pattern goes on");
        page.press_button("write-draw").await?;
        has_written(&page, 2).await?;
        page.press_button("write-back").await?;
        has_written(&page, 1).await?;
        page.press_button("write-all").await?;
        page.says("#training .sentence [role=status]", "full")
            .await?;
        assert_eq!(page.count("[data-written] [data-origin]").await?, 20);
        let costs = numbers(&page, COSTS).await?;
        assert_eq!(costs.len(), 4, "{costs:?}");
        assert!(costs[0] * 5.0 < costs[1], "the last token: {costs:?}");
        assert!(costs[2] < costs[3], "in all: {costs:?}");
        page.console_is_clean().await
    })
}

/// Of a task that says where its answer ends nothing is written after that.
#[test]
fn nothing_is_written_after_the_end_of_an_answer() -> Outcome {
    on_training(
        "a=brackets,layers:1,heads:2,d_model:16,batch:8",
        async |page| {
            start(&page).await?;
            page.press_button("all-candidates").await?;
            page.click_on("[data-candidates] tr[data-token=\"7\"] [data-action=take]")
                .await?;
            has_written(&page, 1).await?;
            assert_eq!(written(&page).await?, ["."]);
            page.says("#training .sentence [role=status]", "ends the answer")
                .await?;
            page.count_becomes("[data-action=write-all][aria-disabled=true]", 1)
                .await?;
            page.press_button("write-likely").await?;
            page.press_button("write-all").await?;
            has_written(&page, 1).await?;
            page.press_button("write-back").await?;
            has_written(&page, 0).await?;
            page.press_button("write-likely").await?;
            has_written(&page, 1).await?;
            page.console_is_clean().await
        },
    )
}

/// The same seed draws the same tokens.
#[test]
fn draws_can_be_repeated() -> Outcome {
    on_training("text=a%20b", async |page| {
        start(&page).await?;
        page.fill("temperature", "3").await?;
        let mut drawn = Vec::new();
        for seed in ["1", "1", "2"] {
            page.fill("draws", seed).await?;
            page.press_button("write-start").await?;
            has_written(&page, 0).await?;
            for count in 1..=6 {
                page.press_button("write-draw").await?;
                has_written(&page, count).await?;
            }
            drawn.push(written(&page).await?.join(" "));
        }
        assert_eq!(drawn[0], drawn[1]);
        assert_ne!(drawn[0], drawn[2]);
        Ok(())
    })
}

#[test]
fn what_is_no_temperature_is_refused() -> Outcome {
    on_training("", async |page| {
        start(&page).await?;
        let before = numbers(&page, SUMS).await?;
        for (control, bad) in [
            ("temperature", "hot"),
            ("temperature", "0"),
            ("temperature", "-1"),
            ("temperature", "1e9"),
            ("top-k", "0"),
            ("top-k", "2.5"),
            ("top-p", "0"),
            ("top-p", "1.5"),
            ("draws", "-3"),
        ] {
            page.set(control, bad).await?;
            let said = format!("#{control}-refused");
            page.says(&said, bad).await?;
            let invalid = page
                .attribute(&format!("[data-control={control}]"), "aria-invalid")
                .await?;
            assert_eq!(invalid.as_deref(), Some("true"), "{control} “{bad}”");
            assert_eq!(numbers(&page, SUMS).await?, before, "{control} “{bad}”");
        }
        page.fill("temperature", "0.5").await?;
        until("the refusal to go", async || {
            Ok(page
                .texts("#temperature-refused")
                .await?
                .concat()
                .is_empty())
        })
        .await?;
        page.console_is_clean().await
    })
}
