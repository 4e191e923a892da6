//! The presets open and show the numbers they promise.

use e2e::{Input, Outcome, on_blank_page, on_page, until};

use crate::{expect_weights, worked_q, worked_weights};

/// All slugs.
const SLUGS: [&str; 9] = [
    "worked",
    "cat",
    "animal",
    "lookup",
    "same_wq_wk",
    "unscaled",
    "causal",
    "cross",
    "angles",
];

#[test]
fn the_worked_example_has_its_published_numbers() -> Outcome {
    on_page(async |page| {
        page.choose("preset", "worked").await?;
        expect_weights(&page, &worked_weights(&worked_q())).await?;
        let (weights, output) = (page.matrix("weights").await?, page.matrix("output").await?);
        let shown = |value: &f64| format!("{value:.4}");
        assert_eq!(
            weights[2].iter().map(shown).collect::<Vec<_>>(),
            ["0.2483", "0.2483", "0.5035"]
        );
        let shown = |value: &f64| format!("{value:.3}");
        assert_eq!(
            output[2].iter().map(shown).collect::<Vec<_>>(),
            ["1.000", "1.248"]
        );
        Ok(())
    })
}

#[test]
fn undo_leads_back_to_the_example_that_was_changed() -> Outcome {
    on_page(async |page| {
        page.choose("preset", "worked").await?;
        page.enter(Input("q", 0, 0), "5").await?;
        page.choose("preset", "cat").await?;
        page.click("undo").await?;
        let chosen = "return document.querySelector('#stepper [data-control=preset]').value";
        until("the example before", async || {
            Ok(page.text_of(chosen).await? == "worked")
        })
        .await?;
        assert_eq!(page.shown(Input("q", 0, 0)).await?, "5");
        page.click("restore").await?;
        expect_weights(&page, &worked_weights(&worked_q())).await
    })
}

#[test]
fn every_preset_opens_with_rows_that_sum_to_one() -> Outcome {
    on_page(async |page| {
        for slug in SLUGS {
            page.choose("preset", slug).await?;
            for row in page.matrix("weights").await? {
                let sum: f64 = row.iter().sum();
                assert!(
                    (sum - 1.0).abs() < 1e-5,
                    "{slug}: a row of weights sums to {sum}"
                );
            }
            page.console_is_clean().await?;
        }
        Ok(())
    })
}

/// A link takes another example; undo has the one before, be it changed.
#[test]
fn undo_of_a_link_has_the_example_before_it() -> Outcome {
    const CHOSEN: &str = "return document.querySelector('[data-control=preset]').value";
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.enter(Input("q", 0, 0), "4").await?;
        page.script("location.hash = 'preset=cat'", vec![]).await?;
        until("the other example", async || {
            Ok(page.text_of(CHOSEN).await? == "cat")
        })
        .await?;
        page.click("undo").await?;
        until("the example before", async || {
            Ok(page.text_of(CHOSEN).await? == "worked")
        })
        .await
    })
}
