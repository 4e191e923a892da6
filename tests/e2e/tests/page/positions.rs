//! Positions: words are shuffled by keys, order is told, and both clocks are moved together.

use e2e::{Outcome, on_blank_page};

#[test]
fn outputs_move_with_their_words_until_order_is_told() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=positions&preset=bites&order=0,1,2")
            .await?;
        let before = page.matrix("output_placed").await?;
        page.says("[data-compared]", "0 of 12").await?;
        page.click_on("#positions [data-order=reverse]").await?;
        let reversed: Vec<_> = before.iter().rev().cloned().collect();
        let same = |now: &[Vec<f64>]| now == reversed;
        page.matrix_once("output_shuffled", "the same rows, reversed", same)
            .await?;
        page.says("[data-compared]", "0 of 12").await?;
        page.says("#positions .g-said strong.done", "took its output")
            .await?;
        page.open("lesson=positions&preset=bites&stage=order&order=2,1,0")
            .await?;
        page.says("[data-compared]", "12 of 12").await?;
        page.choose("positions", "alibi").await?;
        page.says("[data-compared]", "0 of 12").await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_is_pointed_at_comes_to_something() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=positions&preset=bites&stage=waves")
            .await?;
        page.hover("#positions [data-matrix=map] [data-row='1'][data-col='2']")
            .await?;
        page.says("#positions .g-said strong.done", "62.8").await?;
        page.open("lesson=positions&preset=bites&stage=learned")
            .await?;
        page.hover("#positions [data-matrix=alike] [data-row='5'][data-col='2']")
            .await?;
        page.says("#positions .g-said strong.done", "position 5")
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn moving_both_positions_leaves_the_score() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=positions&preset=clocks&stage=rope")
            .await?;
        let score = page.matrix("score_turned").await?;
        let before = page.matrix("turned").await?;
        let press = "document.querySelector('#positions [data-clock=both]')
            .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))";
        page.script(press, vec![]).await?;
        let turned = |now: &[Vec<f64>]| now != before;
        page.matrix_once("turned", "turned further", turned).await?;
        // The angles are other numbers, so the last digit may be another.
        let now = page.matrix("score_turned").await?;
        assert!((now[0][0] - score[0][0]).abs() < 1e-5, "{now:?} {score:?}");
        page.says("[data-distance]", "10").await?;
        page.says("#positions .g-said strong.done", "moved by 1")
            .await?;
        page.click("undo").await?;
        let back = |now: &[Vec<f64>]| now == before;
        page.matrix_once("turned", "as before", back).await?;
        page.console_is_clean().await
    })
}
