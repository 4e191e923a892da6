//! A worker that takes its time: what was asked of another text, or stopped, comes to nothing.

use std::time::Duration;

use e2e::{Outcome, Page, on_blank_page, until};
use tokio::time::sleep;

use super::{open, type_text};

/// What a worker says is heard `late` milliseconds later.
pub(super) const LATE: &str = "const own = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    window.late = 0;
    Object.defineProperty(Worker.prototype, 'onmessage', { ...own, set(hear) {
        own.set.call(this, hear && (event => setTimeout(() => hear.call(this, event), window.late)));
    } });";
pub(super) const TEXT: &str = "return document.querySelector('#models [data-control=text]').value";
/// The example that is chosen.
pub(super) const CHOSEN: &str =
    "return document.querySelector('#models [data-control=preset]').value";
pub(super) const STOP: &str = "#models [data-action=stop-opening]";

pub(super) async fn is_late(page: &Page, milliseconds: u32) -> Outcome {
    let script = "window.late = arguments[0]";
    page.script(script, vec![milliseconds.into()])
        .await
        .map(drop)
}

/// Writes on, and waits until the answer is on its way.
async fn write_on(page: &Page) -> Outcome {
    page.click_on("#models [data-action=write-on]").await?;
    page.element_is_there("#models [data-action=write-on][data-state=writing]")
        .await
}

#[test]
fn what_was_written_from_another_text_is_not_put_behind_this_one() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(LATE).await?;
        open(&page, "&model=induction").await?;
        is_late(&page, 4000).await?;
        write_on(&page).await?;
        type_text(&page, "a b c a").await?;
        is_late(&page, 0).await?;
        page.element_is_there("#models [data-action=write-on]:not([data-state])")
            .await?;
        sleep(Duration::from_millis(500)).await;
        assert_eq!(page.text_of(TEXT).await?, "a b c a");
        page.console_is_clean().await
    })
}

#[test]
fn what_was_stopped_is_not_taken_for_what_was_asked_after_it() -> Outcome {
    const SETTINGS: &str =
        "for (const [name, value] of [['temperature', '0'], ['temperature', '5']]) {
            const field = document.querySelector(`#models [data-control=${name}]`);
            field.value = value;
            field.dispatchEvent(new Event('change', { bubbles: true }));
            document.querySelector('#models [data-action=write-on]').click();
            if (value === '0') document.querySelector('#models [data-action=write-on]').click();
        }";
    on_blank_page(async |page| {
        page.before_load(LATE).await?;
        open(&page, "&model=induction").await?;
        is_late(&page, 3000).await?;
        // The likeliest is asked for, stopped, and another way of drawing is asked for.
        page.script(SETTINGS, vec![]).await?;
        page.element_is_there("#models [data-action=write-on][data-state=writing]")
            .await?;
        page.element_is_there("#models [data-action=write-on]:not([data-state])")
            .await?;
        let likeliest = "f k c p a f k c p a f k c p a f k c p a";
        let text = page.text_of(TEXT).await?;
        assert!(text.len() > "f k c p a f k c p a f k".len(), "{text}");
        assert_ne!(text, likeliest, "the answer to what was stopped");
        page.console_is_clean().await
    })
}

#[test]
fn a_head_is_called_by_its_name_once_its_numbers_are_there() -> Outcome {
    const NAME: &str = "return document.querySelector('#models .re-head h3').textContent";
    on_blank_page(async |page| {
        page.before_load(LATE).await?;
        open(&page, "&model=induction&head=1.0").await?;
        page.element_is_there("#models button[data-control=hide-key]")
            .await?;
        let before = page.text_of(NAME).await?;
        is_late(&page, 4000).await?;
        page.click_on("#models .re-thumb[data-head='0.1']").await?;
        page.element_is_there("#models .re-thumb[data-head='0.1'][aria-pressed=true]")
            .await?;
        assert_eq!(page.text_of(NAME).await?, before);
        is_late(&page, 0).await?;
        until("the name of the other head", async || {
            Ok(page.text_of(NAME).await? != before)
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_model_that_is_stopped_leaves_the_one_before_it() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(LATE).await?;
        page.load("lesson=models&preset=induction").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        let before = page.text_of(CHOSEN).await?;
        is_late(&page, 3000).await?;
        page.choose("preset", "reader").await?;
        page.click_on(STOP).await?;
        is_late(&page, 0).await?;
        until("the model before it", async || {
            Ok(page.text_of(CHOSEN).await? == before && page.count(STOP).await? == 0)
        })
        .await?;
        page.element_is_there(".models[aria-busy=false]").await?;
        page.console_is_clean().await
    })
}

#[test]
fn where_no_model_was_open_a_stopped_one_can_be_had_again() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(&LATE.replace("late = 0", "late = 3000"))
            .await?;
        page.load("lesson=models&model=induction").await?;
        page.click_on(STOP).await?;
        page.says("#models [data-problem]", "was stopped").await?;
        is_late(&page, 0).await?;
        page.click_on("#models [data-action=try-again]").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        page.console_is_clean().await
    })
}
