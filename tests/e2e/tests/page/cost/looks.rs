//! The lesson in light and dark, on a desk and in a hand, and by keyboard.

use e2e::{Outcome, Page, Scheme, on_cost, until};

async fn is_fit(page: &Page, scheme: Scheme, width: u32) -> Outcome {
    page.prefer(scheme).await?;
    page.resize(width, 900).await?;
    let before = page.accessibility_faults().await?;
    assert!(before.is_empty(), "before: {before:#?}");
    page.press_cost("measure").await?;
    page.measuring_is("done").await?;
    page.choose("d", "32").await?;
    let after = page.accessibility_faults().await?;
    assert!(after.is_empty(), "after: {after:#?}");
    page.fits(&format!("cost, {} at {width} px", scheme.name()))
        .await?;
    page.picture("cost", scheme, width).await
}

/// With one point refused.
const REFUSING: &str = "to=512&d=16&budget=1";

#[test]
fn the_lesson_is_fit_in_light() -> Outcome {
    on_cost(REFUSING, async |page| {
        is_fit(&page, Scheme::Light, 1440).await
    })
}

#[test]
fn the_lesson_is_fit_in_dark() -> Outcome {
    on_cost(REFUSING, async |page| {
        is_fit(&page, Scheme::Dark, 1440).await
    })
}

#[test]
fn the_lesson_is_fit_on_a_phone() -> Outcome {
    on_cost(REFUSING, async |page| {
        is_fit(&page, Scheme::Dark, 390).await?;
        for width in [360, 390, 768] {
            page.resize(width, 800).await?;
            page.fits(&format!("cost at {width} px")).await?;
        }
        Ok(())
    })
}

#[test]
fn keys_alone_measure_and_choose_a_point() -> Outcome {
    on_cost("to=64&d=16", async |page| {
        let focus = "document.querySelector('#cost [data-action=measure]').focus()";
        page.script(focus, vec![]).await?;
        page.press_keys("\u{e007}").await?;
        page.measuring_is("done").await?;
        for _ in 0..40 {
            page.press_tab().await?;
            let there = "return document.activeElement.closest('td[data-method=linear]') !== null";
            if page.holds(there).await? {
                break;
            }
        }
        page.press_keys(" ").await?;
        until("the point to be chosen", async || {
            Ok(page.fragment().await?.contains("at=linear.64"))
        })
        .await?;
        page.says("[data-chosen]", "n·(2·dₖ·dᵥ + dₖ)").await?;
        page.press_keys("\u{e012}").await?;
        let there = "return document.activeElement.closest('td').dataset.method !== 'linear'";
        until("the arrow to lead to the cell before", async || {
            page.holds(there).await
        })
        .await
    })
}
