//! Typing into a cell changes everything downstream.

use e2e::{Input, Outcome, on_blank_page};

use crate::{expect_weights, worked_q, worked_weights};

#[test]
fn a_number_typed_into_q_changes_weights_and_output() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.enter(Input("q", 0, 1), "0.5").await?;
        let mut q = worked_q();
        q[0][1] = 0.5;
        expect_weights(&page, &worked_weights(&q)).await?;
        for row in page.matrix("weights").await? {
            assert!(
                (row.iter().sum::<f64>() - 1.0).abs() < 1e-6,
                "a row sums to 1, but: {row:?}"
            );
        }
        page.console_is_clean().await
    })
}

#[test]
fn negative_numbers_and_exponents_are_numbers() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.enter(Input("q", 0, 0), "-2.5e-1").await?;
        let mut q = worked_q();
        q[0][0] = -0.25;
        expect_weights(&page, &worked_weights(&q)).await
    })
}

#[test]
fn only_what_was_typed_is_said_to_be() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&pin=q.0.1").await?;
        page.says(".inspector .state", "comes with the example")
            .await?;
        // Enter would go on to the next cell.
        page.type_without_commit(Input("q", 0, 1), "0.5").await?;
        page.says(".inspector .state", "typed by you").await
    })
}

/// The key as WebDriver writes it.
const ESCAPE: char = '\u{e00c}';

#[test]
fn escape_gives_back_what_the_cell_held() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        let cell = Input("q", 0, 1);
        let before = page.shown(cell).await?;
        page.type_without_commit(cell, "7").await?;
        page.press(cell, ESCAPE).await?;
        assert_eq!(page.shown(cell).await?, before);
        expect_weights(&page, &worked_weights(&worked_q())).await
    })
}

#[test]
fn with_projections_a_weight_typed_changes_q() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.choose("source", "projected").await?;
        let before = page
            .matrix_once("q", "computed", |rows| !rows.is_empty())
            .await?;
        page.enter(Input("w_q", 0, 0), "3.75").await?;
        page.matrix_once("q", "different numbers", |rows| rows != before)
            .await?;
        page.console_is_clean().await
    })
}
