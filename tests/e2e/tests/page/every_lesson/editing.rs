//! Typing, taking back, refusing, examples.

use e2e::{Error, Input, Key, Outcome, Page};
use lesson::core::lesson::Meta;
use lesson::core::opened::Opened;
use lesson::core::table::Cell;
use serde_json::json;

use super::{
    address_once, ask, computed, computed_once, computing, ensure, first, inside, native, on_each,
    open, to_the_end, typed, walked,
};

/// A number that no example has.
const OTHER: f32 = 2.71875;

/// The number of an input cell, in a lesson opened here.
fn number(opened: &dyn Opened, Input(name, row, col): Input) -> Option<f32> {
    let table = opened.meta().table(name)?;
    opened.numbers()?.value(Cell::new(table, row, col))
}

/// Opens a lesson and types a number into its first cell; gives the cell.
async fn edited(page: &Page, lesson: &'static Meta) -> Result<Input, Error> {
    open(page, lesson, "").await?;
    to_the_end(page, lesson).await?;
    let cell = typed(page, lesson).await?;
    page.enter(cell, &OTHER.to_string()).await?;
    Ok(cell)
}

#[test]
fn a_number_typed_changes_what_follows_from_it_and_the_address() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        to_the_end(page, lesson).await?;
        let before = computed(page, lesson).await?;
        ensure(before != "", || "nothing is computed".into())?;
        let cell = typed(page, lesson).await?;
        page.enter(cell, &OTHER.to_string()).await?;
        computed_once(page, lesson, &before, false).await?;
        let is_typed = |opened: &dyn Opened| number(opened, cell) == Some(OTHER);
        let link = address_once(page, "the number typed", is_typed)
            .await?
            .link();
        let after = computed(page, lesson).await?;
        page.load(&link).await?;
        page.element_is_there(&inside(lesson, "[data-action=undo]"))
            .await?;
        computed_once(page, lesson, &after, true).await
    })
}

#[test]
fn what_was_typed_is_undone_and_redone_by_button_and_by_keys() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        to_the_end(page, lesson).await?;
        let before = computed(page, lesson).await?;
        let [undo, redo] = ["undo", "redo"].map(|name| format!("[data-action={name}]"));
        let is_off = async |button: &str| {
            let selector = format!("{}[aria-disabled=true]", inside(lesson, button));
            Ok::<_, Error>(page.count(&selector).await? == 1)
        };
        ensure(is_off(&undo).await? && is_off(&redo).await?, || {
            "there is something to undo before anything was done".into()
        })?;
        let cell = typed(page, lesson).await?;
        page.enter(cell, &OTHER.to_string()).await?;
        computed_once(page, lesson, &before, false).await?;
        let after = computed(page, lesson).await?;
        page.click_on(&inside(lesson, &undo)).await?;
        computed_once(page, lesson, &before, true).await?;
        ensure(is_off(&undo).await?, || {
            "one edit is undone more than once".into()
        })?;
        // The button that has nothing to do now keeps the focus.
        let focused = "return document.activeElement.dataset.action === 'undo'";
        ensure(page.holds(focused).await?, || {
            "the focus is gone with the last step".into()
        })?;
        page.says("#said", "Undone: ").await?;
        page.click_on(&inside(lesson, &redo)).await?;
        computed_once(page, lesson, &after, true).await?;
        // A field undoes what is typed in it by itself: the keys are pressed outside of any.
        page.script("document.activeElement.blur()", vec![]).await?;
        page.press_with(Key::Control, 'z').await?;
        computed_once(page, lesson, &before, true).await?;
        page.press_with(Key::Control, 'y').await?;
        computed_once(page, lesson, &after, true).await
    })
}

#[test]
fn what_is_no_number_is_refused_in_words_at_its_place() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        to_the_end(page, lesson).await?;
        let before = computed(page, lesson).await?;
        let cell = typed(page, lesson).await?;
        page.enter_at_once(cell, "abc").await?;
        page.refused(cell, "abc").await?;
        let frame = format!("[data-frame=\"{}\"] [data-problem]", cell.0);
        page.says(&inside(lesson, &frame), "abc").await?;
        computed_once(page, lesson, &before, true).await?;
        page.enter(cell, &OTHER.to_string()).await?;
        page.count_becomes("[data-problem]", 0).await?;
        computed_once(page, lesson, &before, false).await
    })
}

#[test]
fn examples_are_opened_and_given_back_when_they_were_changed() -> Outcome {
    let with_presets = computing().filter(|lesson| !lesson.presets.is_empty());
    on_each(with_presets, async |page, lesson| {
        open(page, lesson, "").await?;
        let restore = inside(lesson, "[data-action=restore]");
        for preset in lesson.presets.iter().rev() {
            page.choose("preset", preset.slug).await?;
            let link = format!("lesson={}&preset={}", lesson.slug, preset.slug);
            let wanted = native(&link)?.numbers_link();
            let is_it = |opened: &dyn Opened| opened.numbers_link() == wanted;
            address_once(page, preset.slug, is_it).await?;
            page.count_becomes(&format!("{restore}[aria-disabled=true]"), 1)
                .await?;
        }
        let cell = edited(page, lesson).await?;
        let is_typed = |opened: &dyn Opened| number(opened, cell) == Some(OTHER);
        address_once(page, "the number typed", is_typed).await?;
        page.click_on(&restore).await?;
        let wanted = first(lesson)?.numbers_link();
        let is_it = |opened: &dyn Opened| opened.numbers_link() == wanted;
        address_once(page, "the example again", is_it).await?;
        Ok(())
    })
}

/// The numbers and names of tables that are wider than their cells and not cut off there: they would stand over others.
const TOO_WIDE: &str = r#"
    const wide = own => {
        const style = getComputedStyle(own), text = document.createRange();
        text.selectNodeContents(own);
        return own.checkVisibility() && style.overflow === "visible" && style.clipPath === "none"
            && text.getBoundingClientRect().width > own.getBoundingClientRect().width + 0.5;
    };
    const cells = document.querySelectorAll(`#${arguments[0]} .matrix :is(td, th)`);
    return [...cells].filter(wide).map(own => own.textContent)"#;

/// A picture of it could have axes without end, or lines without number: then no frame comes any more.
#[test]
fn a_number_of_any_size_is_drawn_at_every_step() -> Outcome {
    on_each(computing(), async |page, lesson| {
        let places = first(lesson)?.places().len();
        open(page, lesson, "").await?;
        for number in ["3e38", "-1e20", "1e-38"] {
            to_the_end(page, lesson).await?;
            page.enter(typed(page, lesson).await?, number).await?;
            let wide = ask(page, lesson, TOO_WIDE).await?;
            ensure(wide == json!([]), || format!("too wide: {wide}"))?;
            walked(page, places).await?;
            page.console_is_clean().await?;
        }
        Ok(())
    })
}
