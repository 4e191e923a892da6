//! What does not fit is refused, and says so.

use e2e::{Outcome, on_cost};

#[test]
fn what_exceeds_the_budget_is_refused_with_its_bytes() -> Outcome {
    on_cost(
        "to=512&d=16&budget=1&methods=textbook.fused",
        async |page| {
            page.press_cost("measure").await?;
            page.measuring_is("done").await?;
            let cells = page.cost_cells().await?;
            let outcome = |method: &str, n| cells[&(method.to_owned(), n)].outcome.clone();
            assert_eq!(outcome("textbook", 512), "memory");
            assert_eq!(outcome("textbook", 256), "measured");
            assert_eq!(outcome("fused", 512), "measured");
            // 4·(4·512·16 + 512²) bytes.
            let said = "[data-refused=\"textbook.512\"]";
            page.says(said, "1.18\u{a0}MB").await?;
            page.says(said, "1.00\u{a0}MB").await?;
            page.says("#cost [data-state]", "7 points measured, 1 refused")
                .await?;
            page.choose("budget", "64").await?;
            page.press_cost("measure").await?;
            page.says("#cost [data-state]", "8 points measured, 0 refused")
                .await?;
            page.count_becomes(said, 0).await?;
            page.console_is_clean().await
        },
    )
}

#[test]
fn the_largest_budget_ends_in_words_not_in_a_trap() -> Outcome {
    on_cost("to=64&budget=3072&methods=fused", async |page| {
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        page.console_is_clean().await
    })
}
