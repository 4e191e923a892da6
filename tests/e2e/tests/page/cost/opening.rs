//! How one comes to the lesson, and what is done unasked: the smallest sizes, where the link asks for nothing.

use e2e::{Outcome, on_cost, on_page};

#[test]
fn it_opens_from_the_menu_and_measures_the_smallest_sizes() -> Outcome {
    on_page(async |page| {
        page.go_to_lesson("cost").await?;
        page.element_is_there("#cost [data-action=measure]").await?;
        page.measuring_is("done").await?;
        let cells = page.cost_cells().await?;
        assert_eq!(cells.len(), 6 * 8);
        for ((method, n), cell) in &cells {
            let wanted = if *n <= 256 { "measured" } else { "none" };
            assert_eq!(cell.outcome, wanted, "{method} at {n}");
        }
        assert!(
            page.texts("[data-slope]").await?.len() == 6,
            "a slope of each"
        );
        assert!(
            page.settled_fragment()
                .await?
                .starts_with("ver=1&lesson=cost")
        );
        page.console_is_clean().await
    })
}

#[test]
fn a_link_that_says_what_to_measure_waits_to_be_asked() -> Outcome {
    on_cost("to=512", async |page| {
        tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
        page.measuring_is("idle").await?;
        let cells = page.cost_cells().await?;
        assert!(cells.values().all(|cell| cell.outcome == "none"));
        let asked = page.server().requested();
        let worker = asked.iter().any(|path| path.starts_with("worker"));
        assert!(!worker, "no worker yet: {asked:?}");
        page.console_is_clean().await
    })
}

#[test]
fn what_is_chosen_goes_into_the_link_and_comes_back() -> Outcome {
    on_cost("", async |page| {
        page.choose("to", "512").await?;
        page.choose("d", "32").await?;
        page.click_on("#cost [data-method=staged]").await?;
        page.click_on("#cost [data-show=memory]").await?;
        let link = page.settled_fragment().await?;
        for part in [
            "to=512",
            "d=32",
            "show=memory",
            "methods=textbook.scalar.fused",
        ] {
            assert!(link.contains(part), "{part} in {link}");
        }
        page.load(&link).await?;
        page.element_is_there("#cost [data-plot=memory]").await?;
        assert_eq!(page.cost_cells().await?.len(), 5 * 4);
        page.console_is_clean().await
    })
}
