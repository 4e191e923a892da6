//! Parts of the page that cannot be fetched, or come wrong: it is said where they are wanted, one can try again, and
//! nothing is lost.

use e2e::{
    Error, Input, Outcome, Page, Server, Site, on_blank_page, on_moving_page, on_server, until,
};
use lesson::registry::LESSONS;

/// Waits for a problem with its button in a place.
async fn says_so(page: &Page, place: &str) -> Outcome {
    page.says(&format!("{place} [role=alert]"), "could not be fetched")
        .await?;
    page.element_is_there(&format!("{place} [data-action=try-again]"))
        .await
}

/// Tries again, and waits until the problem is gone.
async fn try_again(page: &Page, place: &str) -> Outcome {
    page.click_on(&format!("{place} [data-action=try-again]"))
        .await?;
    page.count_becomes(&format!("{place} [data-action=try-again]"), 0)
        .await
}

#[test]
fn a_lesson_that_could_not_be_fetched_comes_when_it_is_tried_again() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&q=7,-2;1,1;3,0.5").await?;
        let before = page.matrix("weights").await?;
        for lesson in LESSONS.iter().skip(1) {
            let slug = lesson.slug;
            page.server().refuse(&["part_"]);
            page.go_to_lesson(slug).await?;
            says_so(&page, &format!("#{slug}")).await?;
            page.server().forgive();
            try_again(&page, &format!("#{slug}")).await?;
            if slug == "training" {
                page.settled().await?;
            }
            page.element_is_there(&format!("#{slug} table")).await?;
        }
        page.go_to_lesson("stepper").await?;
        assert_eq!(page.matrix("weights").await?, before);
        Ok(())
    })
}

#[test]
fn what_is_to_be_predicted_stays_covered_without_the_questions() -> Outcome {
    on_blank_page(async |page| {
        page.server().refuse(&["part_questions"]);
        page.open("preset=worked&predict=scores&stage=weights")
            .await?;
        says_so(&page, "#stepper").await?;
        let covered = "return document.querySelector('table[data-matrix=weights] td[data-row]').textContent.trim()";
        assert_eq!(page.text_of(covered).await?, "?");
        page.server().forgive();
        try_again(&page, "#stepper").await?;
        page.element_is_there("[data-quiz] [data-action=check]")
            .await
    })
}

#[test]
fn another_file_than_the_page_was_built_with_is_refused() -> Outcome {
    let sound = Site::built()?;
    let mut wrong = sound.clone();
    let name = sound.name_of("part_cost.wasm")?;
    let other = sound.name_of("part_flash.wasm")?;
    let file = sound
        .get(&other)
        .ok_or_else(|| Error::Page(format!("no {other}")))?;
    wrong.put(&name, file.bytes.to_vec());
    on_server(Server::start(wrong)?, async move |page: Page| {
        page.open("").await?;
        page.go_to_lesson("cost").await?;
        says_so(&page, "#cost").await?;
        page.server().deploy(sound.clone());
        try_again(&page, "#cost").await?;
        until("the lesson", async || {
            Ok(page.count("#cost table").await? > 0)
        })
        .await
    })
}

#[test]
fn a_page_that_has_stopped_says_so_and_opens_again_as_it_stood() -> Outcome {
    // A handler of the module's own, called with what is none: a trap as a fault of ours would be one.
    const TRAP: &str = "const module = wasmBindings.initSync(undefined, undefined);
        const handler = Object.keys(module).find(name => name.includes('invoke'));
        window.setTimeout(module[handler], 0, 8, 8, undefined);";
    on_blank_page(async |page| {
        page.open("preset=worked&digits=4&lang=de").await?;
        let first = Input("q", 0, 0);
        page.enter(first, "2").await?;
        until("what was typed in the link", async || {
            Ok(page.fragment().await?.contains("q=2,"))
        })
        .await?;
        let link = page.settled_fragment().await?;
        assert!(link.contains("digits=4"), "{link}");
        assert_eq!(page.count("#trap:not([hidden])").await?, 0);
        page.script(TRAP, vec![]).await?;
        page.says("#trap:not([hidden]) p", "stehen geblieben")
            .await?;
        page.click_on("#trap button").await?;
        page.ready().await?;
        page.count_becomes("#trap:not([hidden])", 0).await?;
        page.ready().await?;
        assert_eq!(page.settled_fragment().await?, link);
        assert_eq!(page.shown(first).await?, "2");
        Ok(())
    })
}

/// How often what the first figure does without was fetched, and by what.
const LATE: &str =
    "return performance.getEntriesByType('resource').filter(own => own.name.includes('/late-'))
    .map(own => own.initiatorType).join()";

#[test]
fn what_the_first_figure_does_without_comes_beside_it_and_nothing_waits_for_it() -> Outcome {
    // As most readers have it: what moves is code of its own.
    on_moving_page(async |page| {
        page.open("").await?;
        page.element_is_there("[data-beat=ask] .g-drawn").await?;
        page.element_is_there(".guided > .terms").await?;
        // Asked for at once, by a script that goes on meanwhile; see `cargo xtask late` if not.
        assert_eq!(page.text_of(LATE).await?, "fetch");
        page.console_is_clean().await
    })
}

#[test]
fn who_is_quicker_than_what_comes_late_waits_for_it() -> Outcome {
    on_blank_page(async |page| {
        page.server().refuse(&["late"]);
        // Where it does not open, what the first figure calls has changed.
        page.open("").await.map_err(|error| {
            Error::Page(format!(
                "{error}; is `cargo xtask late` due? It says what comes late"
            ))
        })?;
        page.element_is_there("[data-beat=ask] .g-drawn").await?;
        page.server().forgive();
        page.click_on("[data-word='2']").await?;
        page.says(".g-word b", "sat").await?;
        // By the press, which waits for it; on a slow machine a part that wants it may have asked again before.
        let by = page.text_of(LATE).await?;
        assert!(!by.is_empty(), "it came");
        page.click("next").await?;
        // What could not be had with it is tried again by itself.
        page.element_is_there("[data-beat=match] .g-match .g-drawn")
            .await
    })
}
