//! Pasting blocks of numbers.

use e2e::{Input, Outcome, on_blank_page};

use crate::{computed, expect_weights, worked_q, worked_weights};

#[test]
fn a_block_goes_into_the_cells_from_the_one_pasted_at() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.paste(Input("q", 1, 0), "\"0.5\\t2\\n-1\\t3\"").await?;
        let mut q = worked_q();
        q[1] = vec![0.5, 2.0];
        q[2] = vec![-1.0, 3.0];
        page.matrix_once("q", "the block pasted", |now| now == q)
            .await?;
        expect_weights(&page, &worked_weights(&q)).await?;
        page.console_is_clean().await
    })
}

/// Over the page keys belong to what is over it.
#[test]
fn esc_closes_the_field_to_paste_into_from_its_buttons_too() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights&pin=weights.0.1")
            .await?;
        let pinned = page.fragment().await?;
        page.click_on("[data-menu=q] summary").await?;
        page.click_on("[data-menu=q] .menu-items > button:last-of-type")
            .await?;
        page.element_is_there("dialog.paste[open]").await?;
        page.send_keys_to("dialog.paste[open] .row button:last-child", "\u{e00c}")
            .await?;
        page.count_becomes("dialog.paste[open]", 0).await?;
        assert_eq!(page.fragment().await?, pinned, "what was pinned stays");
        Ok(())
    })
}

/// JavaScript expressions of texts that cannot be pasted: ragged, no numbers, not finite, 10 MB.
const REFUSED: [&str; 4] = [
    r#""1\t2\n3""#,
    r#""one\ttwo""#,
    r#""1\tNaN\n1e999\t2""#,
    r#""1\t".repeat(5_000_000)"#,
];

#[test]
fn what_cannot_be_pasted_is_explained_and_changes_nothing() -> Outcome {
    on_blank_page(async |page| {
        for text in REFUSED {
            page.open("preset=worked").await?;
            let before = computed(&page).await?;
            page.paste(Input("q", 0, 0), text).await?;
            page.says_a_problem(text).await?;
            assert_eq!(computed(&page).await?, before, "after pasting {text}");
            page.console_is_clean().await?;
        }
        Ok(())
    })
}
