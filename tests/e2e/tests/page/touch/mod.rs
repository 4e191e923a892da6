//! What a student does on a phone, done by a finger: words, steps and cells are tapped, arrows, words, sliders and the
//! mask are drawn, and everything else scrolls the page.

mod drawing;
mod locked;

use std::future::Future;

use e2e::{Engine, Error, Input, Outcome, Page, on_moving_page, until};

use crate::computed;
use crate::languages::levels;

const Q00: Input = Input("q", 0, 0);

/// Whether it is a device that is touched.
const COARSE: &str = "return matchMedia('(pointer: coarse)').matches";

/// Runs `test` on a phone. Where there is no finger (`e2e/src/touch.rs`) it is left out, by name.
fn on_a_phone<F>(test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    on_moving_page(async move |page: Page| {
        page.become_a_phone().await?;
        test(page).await
    })
}

/// Waits until it holds.
async fn once(page: &Page, script: &str) -> Outcome {
    until(script, async || page.holds(script).await).await
}

/// Draws a finger up over something that does not follow it: the page scrolls.
async fn scroll(page: &Page, selector: &str) -> Outcome {
    if page.swipe(selector, 0, -180).await? {
        return Err(Error::Page(format!("{selector} holds a finger")));
    }
    until(
        &format!("the page to scroll under a finger on {selector}"),
        async || Ok(page.scrolled().await? > 50.0),
    )
    .await
}

#[test]
fn the_walk_is_walked_by_taps() -> Outcome {
    on_a_phone(async |page| {
        page.open("level=walk&stage=project").await?;
        page.element_is_there("[data-beat=ask] .g-ask .g-drawn")
            .await?;
        once(&page, COARSE).await?;
        page.tap("[data-word='2']").await?;
        page.element_is_there("[data-word='2'][aria-pressed=true]")
            .await?;
        page.element_is_there(".g-said strong.done").await?;
        let link = page.settled_fragment().await?;
        assert!(link.contains("row=2"), "{link}");
        page.tap(".guided [data-action=next]").await?;
        page.element_is_there("[data-beat=match] .g-keys table")
            .await?;
        page.element_is_there("[data-word='2'][aria-pressed=true]")
            .await?;
        page.tap(".guided [data-action=back]").await?;
        page.element_is_there("[data-beat=ask] .g-ask .g-drawn")
            .await?;
        page.console_is_clean().await
    })
}

/// A mouse that passes shows it, a finger does not: only a tap does, and it holds.
#[test]
fn a_tapped_cell_shows_its_arithmetic_until_it_is_tapped_again() -> Outcome {
    on_a_phone(async |page| {
        page.open("preset=worked&stage=scores").await?;
        let cell = r#"table[data-matrix="scores"] td[data-row="0"][data-col="1"]"#;
        page.element_is_there(cell).await?;
        let before = page.explanation("").await?;
        page.tap(cell).await?;
        until("another explanation", async || {
            Ok(page.explanation("=").await? != before)
        })
        .await?;
        let link = page.settled_fragment().await?;
        assert!(link.contains("pin=scores.0.1"), "{link}");
        // It stands where it can be read with the finger where it was.
        let read = "const place = [...document.querySelectorAll('[data-arithmetic]')]
                .map(own => own.getBoundingClientRect()).find(own => own.height > 0);
            return place.top >= 0 && place.bottom <= innerHeight";
        once(&page, read).await?;
        page.tap(cell).await?;
        until("a link without the number", async || {
            Ok(!page.settled_fragment().await?.contains("pin="))
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_finger_anywhere_else_scrolls_and_changes_no_number() -> Outcome {
    on_a_phone(async |page| {
        page.open("preset=worked&stage=scores").await?;
        let before = computed(&page).await?;
        let cell = "table[data-matrix=scores] td[data-row='0'][data-col='0']";
        scroll(&page, cell).await?;
        scroll(&page, &Q00.selector()).await?;
        let focused = "return document.activeElement.matches('input, td')";
        assert!(
            !page.holds(focused).await?,
            "a finger that scrolls is no tap"
        );
        assert_eq!(computed(&page).await?, before);
        assert!(!page.settled_fragment().await?.contains("pin="));
        page.open("lesson=geometry&preset=dictionary&stage=dot")
            .await?;
        page.element_is_there("#geometry .geo-keys svg").await?;
        let before = (page.matrix("q").await?, page.matrix("k").await?);
        // Between the tips, where a mouse would take hold of the nearest.
        scroll(&page, ".geo-keys .geo-square").await?;
        scroll(&page, "#geometry .geo-shares h3").await?;
        let after = (page.matrix("q").await?, page.matrix("k").await?);
        assert_eq!(after, before);
        page.console_is_clean().await
    })
}

/// The style sheets make room for fingers where there are some: a narrow window with a mouse does not show it.
#[test]
fn no_lesson_is_wider_than_a_phone_that_is_touched() -> Outcome {
    on_a_phone(async |page| {
        page.open("").await?;
        // WebKit has no finger here, and no such device.
        if page.engine() != Engine::WebKit {
            once(&page, COARSE).await?;
        }
        for (lesson, level) in levels() {
            let slug = lesson.slug;
            page.load(&format!("lesson={slug}{level}")).await?;
            let usable = format!("#{slug} :is([data-control], [data-action=next])");
            page.element_is_there(&usable).await?;
            page.nothing_is_busy().await?;
            page.fits(&format!("{slug}{level} on a phone")).await?;
        }
        page.console_is_clean().await
    })
}
