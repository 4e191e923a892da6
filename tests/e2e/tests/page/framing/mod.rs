//! A lesson in somebody's page: without the site, locked, hidden and limited as its link says.

mod locks;
mod looks;
mod names;
mod refusals;
mod steps;

use e2e::{Outcome, Page, on_blank_page, until};

/// What stands in the page once a lesson can be used.
fn first_thing(slug: &str) -> String {
    match slug {
        // What is seen of a model comes once it has read something.
        "models" => "#models [data-action=write-on]".to_owned(),
        slug => format!("#{slug} [data-action=undo]"),
    }
}

/// Loads a lesson by its link and waits until it can be used.
async fn open(page: &Page, slug: &str, entries: &str) -> Outcome {
    page.load(&format!("lesson={slug}&{entries}")).await?;
    page.element_is_there(&first_thing(slug)).await
}

/// Waits until what was tried at a locked control is answered beside it.
pub async fn says_it_is_locked(page: &Page) -> Outcome {
    page.says(".locked-note", "Locked by whoever made this link")
        .await
}

#[test]
fn another_frame_begins_anew_and_the_same_one_does_not() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "stepper", "preset=worked&embed&lock=mask").await?;
        page.script("window.same = true", vec![]).await?;
        follow(&page, "preset=animal&embed&lock=mask").await?;
        page.count_becomes("input[data-matrix=q]", 44).await?;
        assert!(
            page.holds("return window.same === true").await?,
            "the same frame"
        );
        follow(&page, "preset=worked&embed&lock=scale").await?;
        let begun = "return !window.same && document.querySelector('[data-control=scale][data-locked]') !== null";
        until("the other lock", async || page.holds(begun).await).await?;
        assert_eq!(page.count("[data-control=mask][data-locked]").await?, 0);
        page.console_is_clean().await
    })
}

/// Follows a link inside the page.
async fn follow(page: &Page, fragment: &str) -> Outcome {
    let script = "location.hash = arguments[0]";
    page.script(script, vec![fragment.into()]).await.map(drop)
}
