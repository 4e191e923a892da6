//! What arrives by the address is text, whatever it says: in every lesson, under every key that any
//! lesson reads, alone and in somebody's page.

use std::cell::Cell;

use e2e::{Outcome, Page, on_blank_page, until};
use lesson::registry::LESSONS;

/// Every key that a link can have and that is, or could come to be, shown as text.
const KEYS: [&str; 20] = [
    "lang", "theme", "lock", "hide", "steps", "preset", "stage", "tokens", "keys", "q", "mask",
    "scale", "ask", "q.text", "choices", "right", "predict", "text", "model", "task",
];

/// What runs if it is ever taken for a part of the page: as an element, out of an attribute, as a link.
const TRAPS: [&str; 4] = [
    "%3Cimg%20src=x%20onerror=window.hacked=1%3E",
    "%22%3E%3Csvg%20onload=window.hacked=1%3E",
    "javascript:window.hacked=1",
    "%7B%7B%20name%20%7D%7D%00%E2%80%AE%FF",
];

/// A test a trap, so that they run side by side.
#[test]
fn an_image_in_a_link_is_text() -> Outcome {
    no_part_of_the_page(0)
}

#[test]
fn a_drawing_that_ends_an_attribute_is_text() -> Outcome {
    no_part_of_the_page(1)
}

#[test]
fn an_address_that_is_a_program_is_text() -> Outcome {
    no_part_of_the_page(2)
}

#[test]
fn what_is_no_text_at_all_is_nothing_else() -> Outcome {
    no_part_of_the_page(3)
}

/// Under every key, in every lesson, nothing of it runs or becomes an element. One lesson stands alone, the next in somebody's
/// page, and with the next trap the other way round: a lesson refuses or shows text by the same code in both.
fn no_part_of_the_page(turn: usize) -> Outcome {
    let trap = TRAPS[turn];
    on_blank_page(async move |page| {
        let entries = KEYS.map(|key| format!("{key}={trap}")).join("&");
        for (place, lesson) in LESSONS.iter().enumerate() {
            let link = |own: &str| format!("lesson={}&{own}", lesson.slug);
            let tokens = link(&format!("tokens={trap},b,c&text={trap}"));
            let embedded = |own: &str| format!("{own}&embed");
            // The second is opened by the page that stands there.
            let (first, second) = match (place + turn) % 2 {
                0 => (link(&entries), tokens),
                _ => (embedded(&tokens), embedded(&link(&entries))),
            };
            page.load(&first).await?;
            is_free(&page, trap).await?;
            page.script("location.hash = arguments[0]", vec![second.into()])
                .await?;
            is_free(&page, trap).await?;
        }
        Ok(())
    })
}

/// Nothing of the link runs, and nothing of it is an element, once the lesson or what refuses it is there.
async fn is_free(page: &Page, trap: &str) -> Outcome {
    page.element_is_there("main :is([data-action], .refused, [data-problem])")
        .await?;
    let free = "return window.hacked === undefined &&
        !document.querySelector('img[src=x], svg[onload], a[href^=javascript]')";
    // A frame opens itself anew for another frame: Firefox answers nothing while it does.
    let is_text = Cell::new(false);
    until("the page to answer", async || {
        let answer = page.script(free, vec![]).await?;
        is_text.set(answer == true);
        Ok(answer.is_boolean())
    })
    .await?;
    assert!(is_text.get(), "{trap}: {}", page.fragment().await?);
    Ok(())
}

/// A prototype's names are names like any other, and a number beyond all numbers is refused.
#[test]
fn odd_links_open_something_and_leave_the_page_alive() -> Outcome {
    on_blank_page(async |page| {
        for link in [
            "__proto__=1&constructor=2&lesson=__proto__",
            "lesson=stepper&q=1e999,NaN;-Infinity",
            "lesson=stepper&tokens=,,,,,,,,,,,,,,,,,,,,,,,,,",
            "lesson=flash&tile=0,99999999999999999999",
            "lesson=training&d_model=4294967296&heads=0",
            "lesson=cost&to=-1&budget=99999999999",
            "&&&===&=&#&#",
            "lang=__proto__&theme=constructor",
        ] {
            page.load(link).await?;
            page.element_is_there("main button, main a, main .refused")
                .await?;
            page.open("preset=worked").await?;
        }
        let long = format!("preset=worked&tokens={}", "a".repeat(300_000));
        page.load(&long).await?;
        page.says("[data-problem]", "").await
    })
}
