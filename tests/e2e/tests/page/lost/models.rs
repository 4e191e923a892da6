//! The worker that holds a model.

use e2e::{Outcome, Page, on_blank_page, until};

use super::{at_each_kind, die_at, has_died};

const WORKER: &str = "inspector";
const ANSWER: &str = "#models table[data-matrix=next] tbody tr";
/// What stands in the field, and where one looks.
const TEXT: &str = "return document.querySelector('#models [data-control=text]').value";

/// The kinds of requests (`models::messages::Ask`), and what leads to each.
const KINDS: [(&str, &str); 8] = [
    ("1", "const field = document.querySelector('#models [data-control=text]');
           field.value = 'f k c p a f k c'; field.dispatchEvent(new Event('input', { bubbles: true }))"),
    ("2", "document.querySelector(\"#models .re-thumb[data-head='1.1']\").click()"),
    ("3", "document.querySelector(\"#models [data-token='3']\").click()"),
    ("5", "document.querySelector('#models [data-action=save-run]').click()"),
    ("6", "document.querySelector('#models [data-action=save-program]').click()"),
    ("7", "document.querySelector('#models [data-action=write-on]').click()"),
    ("4", "const other = document.querySelector('#models [data-control=other-text]');
           other.closest('details')?.setAttribute('open', '');
           other.value = 'f k c p a f k c p a f c'; other.dispatchEvent(new Event('input', { bubbles: true }))"),
    ("0", "document.querySelector('#models [data-lid=weights]').open = true;
           document.querySelector('#models [data-control=int8]').click()"),
];

/// Ends the worker at one kind of request: it is said, another opens the model, and it answers as before.
async fn survives(page: &Page, kind: &str, act: &str) -> Outcome {
    page.load("lesson=models&model=induction&head=1.0").await?;
    page.element_is_there(ANSWER).await?;
    page.element_is_there("#models table[data-list=looks] td")
        .await?;
    page.nothing_is_busy().await?;
    die_at(page, WORKER, &[kind], 1).await?;
    page.script(act, vec![]).await?;
    has_died(page, kind).await?;
    page.says("#models [data-problem]", "was ended").await?;
    let expected = page.text_of(TEXT).await?;
    until("an answer", async || {
        Ok(page.count(ANSWER).await? > 0
            && page.attribute(".models", "aria-busy").await?.as_deref() != Some("true"))
    })
    .await?;
    assert_eq!(page.text_of(TEXT).await?, expected, "what was typed");
    // Where it ended while it was to hold the model otherwise, that is held as before.
    page.element_is_there("#models [data-control=int8]:not(:checked)")
        .await?;
    // It answers what it is asked next.
    page.click_on("#models .re-thumb[data-head='0.1']").await?;
    page.element_is_there("#models .re-thumb[data-head='0.1'][aria-pressed=true]")
        .await?;
    page.element_is_there("#models table[data-list=looks] td")
        .await
}

#[test]
fn a_model_is_opened_again_whatever_its_worker_was_asked_when_it_ended() -> Outcome {
    on_blank_page(async |page| at_each_kind(&page, KINDS, survives).await)
}

/// A model that ends its worker while it opens is not opened again unasked; it can be had when it is asked for.
#[test]
fn a_model_that_ended_its_worker_can_be_tried_again() -> Outcome {
    on_blank_page(async |page| {
        super::mortal(&page).await?;
        page.load("lesson=models&preset=induction").await?;
        page.element_is_there(ANSWER).await?;
        die_at(&page, WORKER, &["0"], 1).await?;
        page.choose("preset", "reader").await?;
        page.says("#models [data-problem]", "was ended while it opened")
            .await?;
        assert_eq!(page.count(ANSWER).await?, 0, "nothing of the one before");
        page.click_on("#models [data-action=try-again]").await?;
        page.element_is_there(ANSWER).await?;
        page.count_becomes("#models [data-problem]", 0).await
    })
}
