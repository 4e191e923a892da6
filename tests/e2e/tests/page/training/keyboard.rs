//! Without a mouse.

use e2e::{Error, Outcome, Page, on_training, until};

use super::SMALL;

/// From the last stop Firefox goes to its own buttons, and from them back to the last: there one begins at the first.
const BEGIN_ANEW: &str = "if (document.activeElement === document.body) window.left = true;
    else if (window.left) { window.left = false; document.querySelector('.skip').focus() }";

/// Presses Tab until the focus is on what a selector finds.
async fn tab_to(page: &Page, selector: &str) -> Outcome {
    let there = format!("return document.activeElement.matches('{selector}')");
    for _ in 0..90 {
        page.press_tab().await?;
        page.script(BEGIN_ANEW, vec![]).await?;
        if page.holds(&there).await? {
            return Ok(());
        }
    }
    Err(Error::Page(format!(
        "90 times Tab did not reach {selector}"
    )))
}

/// Waits until a button counts as pressed, or not.
async fn pressed(page: &Page, selector: &str, state: &str) -> Outcome {
    says_of_itself(page, selector, "aria-pressed", state).await
}

/// Waits until a button, whose words say what it would do, is on or off.
async fn is_on(page: &Page, selector: &str, state: &str) -> Outcome {
    says_of_itself(page, selector, "data-on", state).await
}

async fn says_of_itself(page: &Page, selector: &str, attribute: &str, state: &str) -> Outcome {
    until(
        &format!("{selector} to have {attribute}: {state}"),
        async || Ok(page.attribute(selector, attribute).await?.as_deref() == Some(state)),
    )
    .await
}

#[test]
fn everything_is_reached_by_tab_and_done_by_enter() -> Outcome {
    on_training(SMALL, async |page| {
        let train = "#training [data-action=train]";
        tab_to(&page, "[data-action=train]").await?;
        page.press_keys("\u{e007}").await?;
        is_on(&page, train, "true").await?;
        page.train_to(0, 20).await?;
        assert!(
            page.holds("return document.activeElement.matches('[data-action=train]')")
                .await?,
            "the focus stays while it trains"
        );
        page.press_keys("\u{e007}").await?;
        is_on(&page, train, "false").await?;
        page.settled().await?;
        tab_to(&page, "[data-head]").await?;
        // Arrows go from head to head.
        page.press_keys("\u{e014}").await?;
        assert!(
            page.holds("return document.activeElement.matches('[data-head=\"0.1\"]')")
                .await?
        );
        page.press_keys("\u{e007}").await?;
        pressed(&page, "[data-head=\"0.1\"]", "true").await?;
        tab_to(&page, "[data-token]").await?;
        // One stop for all of them, and arrows between.
        page.press_keys("\u{e014}").await?;
        page.press_keys("\u{e007}").await?;
        pressed(&page, "[data-token=\"1\"]", "true").await?;
        page.press_keys("\u{e00c}").await?;
        pressed(&page, "[data-token=\"1\"]", "false").await?;
        page.console_is_clean().await
    })
}
