//! A question of a link, or what is to be predicted first, stays whatever is opened, refused or shared in between.

use e2e::{Outcome, Page, Policy, on_blank_page, on_host_of, until};

use crate::embed::{LISTEN, hears, page as around};

const ASKED: &str = "preset=cat&ask=weights.1&q.text=Why";
const QUESTION: &str = "return document.getElementById('share-text')?.value ?? ''";

async fn follow(page: &Page, fragment: &str) -> Outcome {
    let script = "location.hash = arguments[0]";
    page.script(script, vec![fragment.into()]).await.map(drop)
}

async fn address_has(page: &Page, part: &str) -> Outcome {
    until(&format!("“{part}” in the address"), async || {
        Ok(page.settled_fragment().await?.contains(part))
    })
    .await
}

#[test]
fn who_comes_back_to_a_lesson_is_still_asked() -> Outcome {
    on_blank_page(async |page| {
        page.open(ASKED).await?;
        page.element_is_there("[data-quiz-prompt]").await?;
        follow(&page, "lesson=flash&open").await?;
        page.element_is_there("#flash table").await?;
        // As a card leads there.
        follow(&page, "lesson=stepper&open").await?;
        page.element_is_there("[data-quiz-prompt]").await?;
        address_has(&page, "ask=weights.1").await?;
        address_has(&page, "q.text=Why").await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_refused_link_leaves_the_question_in_the_address() -> Outcome {
    on_blank_page(async |page| {
        page.open(ASKED).await?;
        page.element_is_there("[data-quiz-prompt]").await?;
        follow(&page, "preset=cat&lock=masc&ask=scores.0.0").await?;
        page.says("[data-problem]", "a control “masc”").await?;
        address_has(&page, "ask=weights.1").await
    })
}

/// What the dialog says of a question is what the page asks now.
#[test]
fn the_dialog_asks_what_the_page_asks_now() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores&ask=scores.0.0")
            .await?;
        page.click("share-dialog").await?;
        until("the question in the text", async || {
            Ok(page.text_of(QUESTION).await?.contains("scores.0.0"))
        })
        .await?;
        page.click("share-close").await?;
        follow(&page, "preset=worked&stage=weights&ask=weights.1").await?;
        page.element_is_there("table[data-matrix=weights] .is-asked")
            .await?;
        page.click("share-dialog").await?;
        until("the other question in the text", async || {
            let text = page.text_of(QUESTION).await?;
            Ok(text.contains("weights.1") && !text.contains("scores.0.0"))
        })
        .await
    })
}

/// What a figure tells of its link opens it as it is, with what it hides.
#[test]
fn what_a_figure_tells_of_its_link_has_the_question() -> Outcome {
    const FIGURE: &str = "<attention-lab fragment=\"preset=worked&amp;stage=scores&amp;ask=weights.1\"></attention-lab>";
    on_host_of(&around(FIGURE), Policy::Strict, async |page| {
        page.script(LISTEN, vec![]).await?;
        page.ask(0, "get", "").await?;
        page.ask(0, "step", "back").await?;
        hears(&page, "stage", "ask=weights.1").await?;
        page.console_is_clean().await
    })
}
