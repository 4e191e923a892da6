//! The masks and the scale.

use e2e::oracle;
use e2e::{Outcome, on_blank_page, until};

use crate::{expect_weights, worked_q};

#[test]
fn the_causal_mask_hides_the_future() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.choose("mask", "causal").await?;
        expect_weights(
            &page,
            &oracle::weights(&worked_q(), &worked_q(), |i, j| j <= i),
        )
        .await?;
        for (i, row) in page.matrix("masked").await?.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                assert_eq!(
                    *value == f64::NEG_INFINITY,
                    j > i,
                    "masked[{i}][{j}] is {value}"
                );
            }
        }
        page.choose("mask", "none").await?;
        expect_weights(
            &page,
            &oracle::weights(&worked_q(), &worked_q(), |_, _| true),
        )
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn every_kind_of_mask_can_be_chosen() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        for mask in ["window", "prefix", "padding", "painted", "causal", "none"] {
            page.choose("mask", mask).await?;
            for row in page.matrix("weights").await? {
                let sum: f64 = row.iter().sum();
                assert!(
                    sum == 0.0 || (sum - 1.0).abs() < 1e-5,
                    "{mask}: a row sums to {sum}"
                );
            }
        }
        page.console_is_clean().await
    })
}

#[test]
fn without_scale_the_scaled_scores_are_the_scores() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.choose("scale", "none").await?;
        let scores = page.matrix("scores").await?;
        page.matrix_once("scaled", "the same as scores", |scaled| scaled == scores)
            .await?;
        Ok(())
    })
}

#[test]
fn a_mask_painted_over_is_called_painted() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&mask=causal&o=mask.0.1:show&stage=mask")
            .await?;
        let chosen = "return document.querySelector('[data-control=mask]').value";
        assert_eq!(page.text_of(chosen).await?, "painted");
        page.choose("mask", "causal").await?;
        until("the paint to go", async || {
            Ok(page.matrix("mask").await?[0][1] == f64::NEG_INFINITY)
        })
        .await?;
        assert_eq!(page.text_of(chosen).await?, "causal");
        page.console_is_clean().await
    })
}

#[test]
fn a_size_that_cannot_be_does_not_go_on_standing_there() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&mask=window:2").await?;
        let size = "return document.querySelector('[data-control=mask-size]').value";
        for typed in ["0", "1.5", ""] {
            page.fill("mask-size", typed).await?;
            until("a size that is", async || {
                Ok(["1", "2"].contains(&&*page.text_of(size).await?))
            })
            .await?;
        }
        Ok(())
    })
}
