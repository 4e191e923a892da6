//! What is locked stays as it is: by mouse, keyboard, paste, examples, undo, and by script.

use e2e::{Input, Key, Outcome, on_blank_page, until};

use super::{open, says_it_is_locked};
use crate::computed;

/// The first cell of Q.
const CELL: Input = Input("q", 0, 0);

#[test]
fn a_locked_chooser_answers_to_nobody_and_says_so() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "stepper", "preset=worked&lock=mask,undo,mode").await?;
        let before = computed(&page).await?;
        let mask = "[data-control=mask]";
        page.click_on(mask).await?;
        says_it_is_locked(&page).await?;
        let focused = "return document.activeElement.dataset.control === 'mask'";
        assert!(
            page.holds(focused).await?,
            "the keyboard is where one pressed"
        );
        page.press_keys("c").await?;
        page.press_keys("\u{e015}").await?;
        says_it_is_locked(&page).await?;
        // As a screen reader chooses.
        page.choose("mask", "causal").await?;
        until("the mask that it had", async || {
            page.holds("return document.querySelector('[data-control=mask]').value === 'none'")
                .await
        })
        .await?;
        assert_eq!(computed(&page).await?, before);
        for (name, value) in [
            ("aria-disabled", "true"),
            ("title", "Locked by whoever made this link."),
        ] {
            assert_eq!(page.attribute(mask, name).await?.as_deref(), Some(value));
        }
        page.console_is_clean().await
    })
}

#[test]
fn a_locked_matrix_takes_no_typing_scrubbing_or_pasting() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "stepper", "preset=worked&lock=q").await?;
        let before = computed(&page).await?;
        page.click_on(&CELL.selector()).await?;
        page.press_keys("7").await?;
        says_it_is_locked(&page).await?;
        page.press_keys("\u{e017}").await?;
        page.press_keys("\u{e003}").await?;
        page.drag(&CELL.selector(), 80).await?;
        page.says("[data-problem]", "“q” is locked by whoever made this link")
            .await?;
        page.paste(CELL, r#""5\t6""#).await?;
        page.says("[data-problem]", "“q” is locked by whoever made this link")
            .await?;
        assert_eq!(page.shown(CELL).await?, "1");
        assert_eq!(computed(&page).await?, before);
        // One can still walk through it and go on.
        page.press_keys("\u{e015}").await?;
        let next = "return document.activeElement.dataset.row === '1'";
        assert!(page.holds(next).await?, "arrows still move");
        page.enter(Input("k", 0, 0), "2").await?;
        until("an open matrix to change", async || {
            Ok(computed(&page).await? != before)
        })
        .await
    })
}

#[test]
fn neither_an_example_nor_a_shortcut_gets_round_a_lock() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "stepper", "preset=worked&lock=mask,undo").await?;
        page.choose("preset", "causal").await?;
        page.says("[data-problem]", "“mask” is locked").await?;
        assert_eq!(page.matrix("q").await?, crate::worked_q());
        // The menu names the example that is shown, and the one refused can be chosen again.
        let shown = "return document.querySelector('[data-control=preset]').value === 'worked'";
        until("the example that is shown", async || {
            page.holds(shown).await
        })
        .await?;
        page.enter(Input("k", 0, 0), "2").await?;
        page.matrix_once("k", "the number typed", |k| k[0][0] == 2.0)
            .await?;
        page.script(
            "document.querySelector('[data-goto=scores]').focus()",
            vec![],
        )
        .await?;
        page.press_with(Key::Control, 'z').await?;
        page.says("[data-problem]", "“undo” is locked").await?;
        assert_eq!(page.matrix("k").await?[0][0], 2.0);
        Ok(())
    })
}

#[test]
fn a_computed_cell_cannot_be_overridden_where_that_is_locked() -> Outcome {
    on_blank_page(async |page| {
        open(
            &page,
            "stepper",
            "preset=worked&lock=overrides&stage=scores",
        )
        .await?;
        let before = computed(&page).await?;
        let cell = "table[data-matrix=scores] td[data-row='0'][data-col='1']";
        page.click_on(cell).await?;
        page.press_keys("7").await?;
        page.says("[data-problem]", "“overrides” is locked").await?;
        assert_eq!(page.count("[data-override]").await?, 0);
        assert_eq!(computed(&page).await?, before);
        Ok(())
    })
}

#[test]
fn locks_hold_in_every_lesson() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "flash", "lock=walk,tile,scale").await?;
        page.click_on("#flash [data-action=next]").await?;
        says_it_is_locked(&page).await?;
        // A shortcut goes past the button, not past the lock.
        page.press_with(Key::Alt, char::from(Key::Right)).await?;
        page.says("#flash [data-problem]", "“walk” is locked")
            .await?;
        open(&page, "cost", "lock=settings&to=64").await?;
        page.click_on("#cost [data-control=causal]").await?;
        says_it_is_locked(&page).await?;
        let causal = "return document.querySelector('#cost [data-control=causal]').checked";
        assert!(!page.holds(causal).await?);
        page.open_training("lock=train").await?;
        page.click_on("#training [data-action=train]").await?;
        says_it_is_locked(&page).await?;
        let pressed = page
            .attribute("#training [data-action=train]", "data-on")
            .await?;
        assert_eq!(pressed.as_deref(), Some("false"));
        page.console_is_clean().await
    })
}

#[test]
fn what_is_hidden_is_gone_for_everyone() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "stepper", "preset=worked&hide=mask,digits,undo,v").await?;
        let shown = r#"return ["[data-control=mask]", "[data-control=digits]", "[data-action=undo]",
                "[data-action=redo]", "input[data-matrix=v]"]
            .filter(one => [...document.querySelectorAll(one)].some(e => e.checkVisibility())).join(" ")"#;
        assert_eq!(page.text_of(shown).await?, "");
        // No word of a label is left behind either.
        let words = "return document.querySelector('.choosers').innerText";
        let words = page.text_of(words).await?;
        assert!(
            !words.contains("Mask") && words.contains("Scale"),
            "{words}"
        );
        Ok(())
    })
}
