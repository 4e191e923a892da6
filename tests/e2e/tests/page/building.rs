//! The page, and a lesson that was fetched, are built in pieces: none of them is seen before all are there.

use e2e::{Error, Outcome, Page, on_blank_page, until};
use lesson::registry::LESSONS;
use serde_json::json;

/// Before every frame: whether what stands in for the page, or for a lesson, is there, and what of it is seen all the same.
const WATCH: &str = "
    window.built = { waits: 0, early: [] };
    // What is for readers of the screen nobody sees, when it is whole either.
    const seen = own => !own.closest('.only-read')
        && own.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const look = () => {
        const note = document.querySelector('.lesson-place:not([hidden]) > .lesson-body > .loading');
        if (note) {
            built.waits += 1;
            for (const own of note.parentElement.querySelectorAll('*')) {
                if (own !== note && seen(own)) built.early.push(own.className);
            }
        }
        requestAnimationFrame(look);
    };
    look();";

async fn early(page: &Page) -> Result<(u64, String), Error> {
    let built = page.script("return built", vec![]).await?;
    let waits = built["waits"].as_u64().unwrap_or_default();
    Ok((waits, built["early"].to_string()))
}

#[test]
fn a_lesson_is_seen_when_it_is_whole() -> Outcome {
    on_blank_page(async |page| {
        page.open("").await?;
        page.script(WATCH, vec![]).await?;
        for lesson in LESSONS.iter().skip(1) {
            page.go_to_lesson(lesson.slug).await?;
            page.element_is_there(&format!("#{} [data-figure]", lesson.slug))
                .await?;
            let note = format!("#{} > .lesson-body > .loading", lesson.slug);
            page.count_becomes(&note, 0).await?;
        }
        let (waits, early) = early(&page).await?;
        assert!(waits > 0, "some lesson was waited for");
        assert_eq!(early, "[]", "seen before the lesson was whole");
        page.console_is_clean().await
    })
}

/// The page itself, whose pieces are there one after the other: what stood in for it goes with the last.
#[test]
fn the_page_is_seen_when_it_is_whole() -> Outcome {
    on_blank_page(async |page| {
        page.open("").await?;
        let hidden = "
            const [name] = arguments, note = document.createElement('div');
            note.id = name;
            document.body.prepend(note);
            document.body.classList.toggle('builds', name === 'loading');
            const all = [...document.querySelectorAll('body > *')].filter(own => own !== note);
            const seen = all.filter(own => own.checkVisibility({ visibilityProperty: true, opacityProperty: true })).map(own => own.tagName);
            note.remove();
            document.body.classList.remove('builds');
            return [all.length, seen.length];";
        until("the page", async || {
            page.holds("return !document.getElementById('loading')")
                .await
        })
        .await?;
        let found = page.script(hidden, vec![json!("loading")]).await?;
        assert!(found[0].as_u64() > Some(3), "{found}");
        assert_eq!(found[1], 0, "what is seen beside what stands in: {found}");
        let shown = page.script(hidden, vec![json!("another")]).await?;
        assert!(shown[1].as_u64() > Some(2), "{shown}");
        Ok(())
    })
}
