//! A model that comes is left for another, or cannot be had: no numbers stand under another model's name, and what was
//! typed stays.

use std::time::Duration;

use e2e::{Lie, Outcome, Page, on_blank_page, until};
use tokio::time::sleep;

use super::slow::{CHOSEN, LATE, STOP, TEXT, is_late};
use super::{files, fixtures, open, type_text};

const NEXT: &str =
    "return document.querySelector('#models table[data-matrix=next] tbody')?.textContent ?? ''";
const ANSWER: &str = "#models table[data-matrix=next] tbody tr";
const UNDO: &str = "#models [data-action=undo]";
const INT8: &str = "document.querySelector('#models [data-lid=weights]').open = true;
    document.querySelector('#models [data-control=int8]').click()";
/// Chooses the example at once, whatever the page does meanwhile.
const READER: &str = "const field = document.querySelector('#models [data-control=preset]');
    field.value = 'reader';
    field.dispatchEvent(new Event('change', { bubbles: true }));";
/// A text of the reader's world.
const OWN: &str = "The Cat and the ";

/// What comes next in the reader's own text.
async fn reader_says(page: &Page) -> Result<String, e2e::Error> {
    open(page, "&preset=reader").await?;
    page.nothing_is_busy().await?;
    page.text_of(NEXT).await
}

async fn holds_the_reader(page: &Page, says: &str) -> Outcome {
    until("the reader's answer", async || {
        Ok(page.text_of(NEXT).await? == says && page.text_of(CHOSEN).await? == "reader")
    })
    .await?;
    page.nothing_is_busy().await?;
    sleep(Duration::from_secs(2)).await;
    assert_eq!(page.text_of(NEXT).await?, says);
    page.count_becomes("#models [data-problem]", 0).await
}

/// Somebody's folder opens, or makes no model, while the files of the example that was chosen after it still come.
#[test]
fn a_folder_that_gave_way_to_an_example_does_not_stand_as_that() -> Outcome {
    on_blank_page(async |page| {
        let says = reader_says(&page).await?;
        let whole = files(&fixtures().join("gpt2-tiny"))?;
        let broken: Vec<_> = whole.iter().take(1).cloned().collect();
        for folder in [whole, broken] {
            open(&page, "&preset=induction").await?;
            page.server().lie("models/reader-", Lie::Slow);
            page.choose_files("open-files", &folder).await?;
            page.script(READER, vec![]).await?;
            holds_the_reader(&page, &says).await?;
            page.server().forgive();
        }
        page.console_is_clean().await
    })
}

/// A moment is chosen and taken back before it is there.
#[test]
fn what_was_taken_back_does_not_come_and_the_text_stays() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&preset=reader").await?;
        type_text(&page, OWN).await?;
        page.click_on("#models .re-thumb[data-head='0.1']").await?;
        page.nothing_is_busy().await?;
        let link = page.settled_fragment().await?;
        let says = page.text_of(NEXT).await?;
        page.server().lie("models/reader.at-300", Lie::Slow);
        page.click_on("#models [data-moment='300']").await?;
        page.click_on(UNDO).await?;
        sleep(Duration::from_secs(5)).await;
        assert_eq!(page.settled_fragment().await?, link);
        assert_eq!(page.text_of(TEXT).await?, OWN);
        assert_eq!(page.text_of(NEXT).await?, says);
        page.console_is_clean().await
    })
}

/// The same model was to be held otherwise: what was typed meanwhile is kept, and it is held as before.
#[test]
fn who_stops_a_model_that_is_only_held_otherwise_keeps_what_was_typed() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(LATE).await?;
        open(&page, "&preset=reader").await?;
        is_late(&page, 4000).await?;
        page.script(INT8, vec![]).await?;
        type_text(&page, OWN).await?;
        until("what was typed in the link", async || {
            Ok(page.fragment().await?.contains("text="))
        })
        .await?;
        page.click_on(STOP).await?;
        is_late(&page, 0).await?;
        page.nothing_is_busy().await?;
        page.element_is_there(ANSWER).await?;
        assert_eq!(page.text_of(TEXT).await?, OWN);
        let link = page.settled_fragment().await?;
        assert!(!link.contains("int8"), "{link}");
        page.console_is_clean().await
    })
}

/// The model before it is not shown under its name, and undo has that again.
#[test]
fn a_model_that_cannot_be_fetched_has_no_numbers_of_another() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&preset=induction").await?;
        page.nothing_is_busy().await?;
        let says = page.text_of(NEXT).await?;
        page.server().lie("models/reader-", Lie::Missing);
        page.choose("preset", "reader").await?;
        page.says("#models [data-problem]", "could not be fetched")
            .await?;
        page.count_becomes(ANSWER, 0).await?;
        page.click_on(UNDO).await?;
        until("the model before", async || {
            Ok(page.text_of(NEXT).await? == says)
        })
        .await
    })
}

/// The model does not know the word, so there is nothing to write on from.
#[test]
fn nothing_is_written_behind_a_text_that_could_not_be_read() -> Outcome {
    const UNKNOWN: &str = "f k c p a hello";
    on_blank_page(async |page| {
        open(&page, "&preset=induction").await?;
        type_text(&page, UNKNOWN).await?;
        page.says("#models [data-problem]", "does not know every word")
            .await?;
        page.element_is_there("#models [data-action=write-on][aria-disabled=true]")
            .await?;
        page.click_on("#models [data-action=write-on]").await?;
        sleep(Duration::from_secs(2)).await;
        assert_eq!(page.text_of(TEXT).await?, UNKNOWN);
        type_text(&page, "f k c p a f").await?;
        page.element_is_there("#models [data-action=write-on]:not([aria-disabled])")
            .await
    })
}
