//! Typing over computed cells.

use e2e::{Outcome, on_blank_page};

const SCORE: &str = r#"table[data-matrix="scores"] td[data-row="1"][data-col="1"]"#;

#[test]
fn typing_replaces_a_score_and_what_follows_is_recomputed() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&stage=scores").await?;
        let before = page.matrix("output").await?;
        page.click_on(SCORE).await?;
        page.press_keys("7.5\u{e007}").await?;
        let scores = page
            .matrix_once("scores", "overridden", |rows| rows[1][1] == 7.5)
            .await?;
        let weights = page
            .matrix_once("weights", "follow", |rows| rows[1][1] > 0.9)
            .await?;
        assert!(
            (weights[1].iter().sum::<f64>() - 1.0).abs() < 1e-6,
            "{scores:?}"
        );
        let after = page.matrix("output").await?;
        assert_eq!(after[0], before[0], "another query's output stays");
        assert_ne!(after[1], before[1]);
        page.console_is_clean().await
    })
}

#[test]
fn the_arithmetic_of_an_overridden_score_ends_with_what_is_shown() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&stage=scores&o=scores.1.1:7.5&pin=scores.1.1")
            .await?;
        page.says("#arithmetic", "= −0.52 → 7.50").await?;
        page.says(".inspector .full", "7.5").await
    })
}

#[test]
fn the_difference_goes_with_the_last_override() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&stage=scores&o=scores.1.1:7.5&diff=1")
            .await?;
        let text = format!("return document.querySelector('{SCORE}').textContent.trim()");
        assert_eq!(page.text_of(&text).await?, "+8.02");
        page.click_on(r#"[data-action="clear-all"]"#).await?;
        page.count_becomes("td.overridden", 0).await?;
        assert_eq!(page.text_of(&text).await?, "−0.52");
        Ok(())
    })
}

#[test]
fn a_weight_overridden_under_the_mask_is_shown_everywhere() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&mask=causal&o=weights.0.2:0.9&stage=weights&row=0")
            .await?;
        let weights = page.matrix("weights").await?;
        assert!((weights[0][2] - 0.9).abs() < 1e-6);
        page.element_is_there("[data-row-weights] tbody").await?;
        let twin = "return document.querySelector('[data-row-weights] tbody').textContent";
        assert!(page.text_of(twin).await?.contains("sat0.90"));
        let sum = "return document.querySelector('[data-stat=sum]').textContent";
        assert_eq!(page.text_of(sum).await?, "1.90");
        Ok(())
    })
}

#[test]
fn who_goes_to_another_cell_while_typing_over_one_is_there() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&stage=scores").await?;
        page.click_on(SCORE).await?;
        page.press_keys("3").await?;
        page.click_on("input[data-matrix=q][data-row=\"0\"][data-col=\"0\"]")
            .await?;
        page.matrix_once("scores", "overridden", |rows| rows[1][1] == 3.0)
            .await?;
        let there = "return document.activeElement.dataset.matrix === 'q'";
        assert!(page.holds(there).await?, "the focus went back");
        page.console_is_clean().await
    })
}
