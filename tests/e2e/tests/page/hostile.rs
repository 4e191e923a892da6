//! What arrives by the address is text, whatever it says: in every lesson, under every key that any
//! lesson reads, alone and in somebody's page.

use std::cell::Cell;

use e2e::{Outcome, Page, on_blank_page, until};
use lesson::core::lesson::Meta;
use lesson::registry::LESSONS;
use serde_json::json;

/// What any link can say of its frame; another one opens the page anew.
const FRAME: [&str; 5] = ["lang", "theme", "lock", "hide", "steps"];
/// What any link can say besides; the keys of a lesson stand in the registry.
const COMMON: [&str; 11] = [
    "ver", "preset", "from", "ask", "q.text", "choices", "right", "predict", "pin", "digits",
    "speed",
];

/// What runs if it is ever taken for a part of the page: as an element, out of an attribute, as a link.
const TRAPS: [&str; 4] = [
    "%3Cimg%20src=x%20onerror=window.hacked=1%3E",
    "%22%3E%3Csvg%20onload=window.hacked=1%3E",
    "javascript:window.hacked=1",
    "%7B%7B%20name%20%7D%7D%00%E2%80%AE%FF",
];

/// A lesson, or what refuses it.
const THERE: &str = "main :is([data-action], .refused, [data-problem])";

/// That nothing of a link has run, and nothing of it is an element.
const FREE: &str = "window.hacked === undefined && !document.querySelector('img[src=x], svg[onload], a[href^=javascript]')";

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
        for (place, lesson) in LESSONS.iter().enumerate() {
            let frame = ["", "&embed"][(place + turn) % 2];
            let open = format!("lesson={}", lesson.slug);
            let all = FRAME.iter().copied().chain(keys(lesson));
            let all: String = all.map(|key| format!("&{key}={trap}")).collect();
            page.load(&format!("{open}{frame}{all}")).await?;
            is_free(&page, trap).await?;
            page.load(&open).await?;
            is_free(&page, trap).await?;
            let links: Vec<_> = keys(lesson)
                .map(|key| format!("{open}&{key}={trap}"))
                .collect();
            assert_eq!(follow(&page, &links).await?, "", "{}", lesson.slug);
        }
        Ok(())
    })
}

/// The keys of a link of that lesson. A lesson may refuse a link at the first of them, so each is tried alone too.
fn keys(lesson: &'static Meta) -> impl Iterator<Item = &'static str> {
    COMMON
        .into_iter()
        .chain(lesson.keys.iter().map(|key| key.name))
}

/// Follows links in the page that is open, alone: in somebody's page one that cannot be read begins anew. Waits for each
/// until the lesson or what refuses it is there; the first after which something of it has run or nothing comes, or none.
async fn follow(page: &Page, links: &[String]) -> Result<String, e2e::Error> {
    let links = json!(links);
    page.promised(&format!(
        "(async () => {{
            const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
            for (const link of {links}) {{
                location.hash = link;
                await frame(); await frame();
                let times = 0;
                while (!document.querySelector('{THERE}') && times++ < 300) await frame();
                if (!({FREE}) || times > 300) return link;
            }}
            return '';
        }})()"
    ))
    .await
}

/// Nothing of the link runs, and nothing of it is an element, once the lesson or what refuses it is there.
async fn is_free(page: &Page, trap: &str) -> Outcome {
    page.element_is_there(THERE).await?;
    let free = format!("return {FREE}");
    // A frame opens itself anew for another frame: Firefox answers nothing while it does.
    let is_text = Cell::new(false);
    until("the page to answer", async || {
        let answer = page.script(&free, vec![]).await?;
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
            "lesson=stepper&t=,,,,,,,,,,,,,,,,,,,,,,,,,",
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
        let long = format!("preset=worked&t={}", "a".repeat(300_000));
        page.load(&long).await?;
        page.says("[data-problem]", "").await
    })
}
