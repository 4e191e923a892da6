//! Why √d_k: what is drawn is counted while one looks, comes again from the same seed, and is measured at every width.

use e2e::{Error, Outcome, Page, on_blank_page, until};

const DONE: &str = "#scale [data-state=done]";

/// What was measured at the chosen width, in words.
async fn here(page: &Page) -> Result<String, Error> {
    page.element_is_there(DONE).await?;
    page.text_of("return document.querySelector('#scale [data-here] tbody').innerText")
        .await
}

#[test]
fn the_same_seed_counts_the_same_and_another_width_needs_no_other_draws() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=scale&stage=spread&scores=10000").await?;
        let first = here(&page).await?;
        assert!(first.contains("10\u{202f}000"), "{first}");
        page.click("measure").await?;
        page.element_is_there(DONE).await?;
        assert_eq!(here(&page).await?, first, "drawn again");
        page.slide("width", 10).await?;
        page.says("#scale [data-here] caption", "1024").await?;
        let wide = here(&page).await?;
        assert!(wide.contains("1024") && wide != first, "{wide}");
        page.click("undo").await?;
        page.says("#scale [data-here] caption", "64").await?;
        assert_eq!(here(&page).await?, first);
        page.click("seed").await?;
        page.element_is_there(DONE).await?;
        until("other numbers", async || Ok(here(&page).await? != first)).await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_typed_query_changes_the_draw_and_not_what_was_measured() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=scale&stage=spread&scores=1000").await?;
        let (measured, before) = (here(&page).await?, page.matrix("scores").await?);
        page.enter(e2e::Input("q", 0, 0), "5").await?;
        page.matrix_once("scores", "other scores", |now| now != before)
            .await?;
        assert_eq!(here(&page).await?, measured);
        page.click("another-draw").await?;
        let link = page.settled_fragment().await?;
        assert!(link.contains("draw=1") && !link.contains("&q="), "{link}");
        page.console_is_clean().await
    })
}
