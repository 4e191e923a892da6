//! Many heads: cut otherwise, sharing keys and values, and every number follows.

use e2e::{Input, Outcome, on_blank_page, until};

#[test]
fn what_one_head_loses_is_said_with_its_numbers() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=heads&preset=two&stage=maps").await?;
        page.element_is_there("#heads .g-said strong.done:empty")
            .await?;
        page.choose("heads", "1").await?;
        page.says("#heads .g-said strong.done", "0.91").await?;
        page.says("#heads .walk [role=status]", "lost").await?;
        // What is lost is to be seen beside what is left.
        page.count_becomes("#heads .h-before table", 2).await?;
        // What is no longer so is not said any more.
        page.choose("heads", "2").await?;
        page.element_is_there("#heads .g-said strong.done:empty")
            .await?;
        page.count_becomes("#heads .h-before table", 0).await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_one_off_the_diagonal_of_w_o_mixes_the_heads() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=heads&preset=two&stage=mix").await?;
        page.element_is_there("#heads .g-said strong.done:empty")
            .await?;
        // Another number is not what is asked for.
        page.enter(Input("w_o", 1, 0), "1").await?;
        page.element_is_there("#heads .g-said strong.done:empty")
            .await?;
        page.click("undo").await?;
        page.enter(Input("w_o", 2, 0), "1").await?;
        page.says("#heads .g-said strong.done", "from 0.94 to 1.81")
            .await?;
        page.says("#heads .walk [role=status]", "head 2").await?;
        page.click("undo").await?;
        page.element_is_there("#heads .g-said strong.done:empty")
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn heads_are_cut_and_share_keys_and_undo_brings_all_back() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=heads&preset=four&stage=maps").await?;
        page.count_becomes("#heads table[data-matrix^=weights]", 4)
            .await?;
        let before = page.matrix("weights_1").await?;
        page.choose("heads", "1").await?;
        page.count_becomes("#heads table[data-matrix^=weights]", 1)
            .await?;
        let other = |now: &[Vec<f64>]| now != before;
        page.matrix_once("weights_1", "one wide head", other)
            .await?;
        page.click("undo").await?;
        page.count_becomes("#heads table[data-matrix^=weights]", 4)
            .await?;
        page.open("lesson=heads&preset=four&stage=share").await?;
        let columns = async |count: usize| {
            until(&format!("{count} columns of K"), async || {
                let k = page.matrix("k").await?;
                Ok(k.iter().all(|row| row.len() == count))
            })
            .await
        };
        columns(4).await?;
        page.choose("sharing", "1").await?;
        columns(1).await?;
        page.says("[data-counts] .here", "= 40").await?;
        page.choose("sharing", "2").await?;
        columns(2).await?;
        page.says("[data-counts] .here", "= 48").await?;
        page.console_is_clean().await
    })
}
