//! Undo and redo.

use e2e::{Input, Outcome, on_blank_page};

use crate::{expect_weights, worked_q, worked_weights};

#[test]
fn undo_and_redo_survive_a_change_of_stage() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        let before = worked_weights(&worked_q());
        let mut q = worked_q();
        q[0][1] = 0.5;
        let after = worked_weights(&q);
        page.enter(Input("q", 0, 1), "0.5").await?;
        expect_weights(&page, &after).await?;
        page.click_and_wait("next").await?;
        page.click("undo").await?;
        expect_weights(&page, &before).await?;
        page.click_and_wait("next").await?;
        page.click("redo").await?;
        expect_weights(&page, &after).await
    })
}

#[test]
fn edits_are_undone_one_by_one() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        let mut q = worked_q();
        q[0][1] = 0.5;
        page.enter(Input("q", 0, 1), "0.5").await?;
        expect_weights(&page, &worked_weights(&q)).await?;
        page.enter(Input("q", 0, 0), "-1").await?;
        page.matrix_once("q", "-1 typed", |q| q[0][0] == -1.0)
            .await?;
        page.click("undo").await?;
        expect_weights(&page, &worked_weights(&q)).await?;
        page.click("undo").await?;
        expect_weights(&page, &worked_weights(&worked_q())).await
    })
}
