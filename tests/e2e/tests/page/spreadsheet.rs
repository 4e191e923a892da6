//! What hands do in a spreadsheet: scrub, refuse, take back. Each of these once went wrong.

use e2e::{Input, Outcome, on_blank_page};

const ENTER: &str = "\u{e007}";

#[test]
fn dragging_a_number_sideways_scrubs_it_also_when_its_text_is_marked() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        let cell = Input("q", 2, 1);
        page.click_on(&cell.selector()).await?;
        page.drag(&cell.selector(), 40).await?;
        assert_eq!(page.shown(cell).await?, "1.9", "0.9 and ten steps of 0.1");
        assert_eq!(
            page.shown(Input("q", 2, 0)).await?,
            "−0.8",
            "the neighbour keeps its number"
        );
        page.click("undo").await?;
        page.matrix_once("scores", "scrubbing is one step", |rows| {
            (rows[2][1] - 1.04).abs() < 1e-6
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_refusal_stays_until_it_is_mended_and_costs_nothing() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        let cell = Input("q", 1, 0);
        page.type_without_commit(cell, "1e999").await?;
        page.count_becomes("[data-problem]", 1).await?;
        assert_eq!(page.shown(cell).await?, "1e999", "what was typed stands");
        page.click("next").await?;
        page.count_becomes("[data-problem]", 1).await?;
        let scores = page.matrix("scores").await?;
        assert!(
            (scores[1][0] - 0.01).abs() < 1e-6,
            "1e9 on the way to 1e999 counts for nothing"
        );
        page.press(cell, '\u{e00c}').await?;
        page.count_becomes("[data-problem]", 0).await?;
        assert_eq!(page.shown(cell).await?, "0.3");
        page.console_is_clean().await
    })
}

/// Below the last row Enter has no cell to go to.
#[test]
fn what_enter_has_taken_is_what_a_refusal_and_esc_fall_back_to() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        let cell = Input("q", 2, 0);
        page.enter(cell, "2").await?;
        page.enter(cell, "x").await?;
        page.says("[data-problem]", "counts as 2.00").await?;
        page.press(cell, '\u{e00c}').await?;
        page.count_becomes("[data-problem]", 0).await?;
        assert_eq!(page.shown(cell).await?, "2");
        page.console_is_clean().await
    })
}

#[test]
fn backspace_edits_the_cell_with_the_focus_not_an_old_block() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        page.click_on(&Input("q", 0, 0).selector()).await?;
        page.script(SHIFT_RIGHT, vec![]).await?;
        page.count_becomes(".selected", 2).await?;
        page.click_on(&Input("q", 2, 1).selector()).await?;
        page.press_keys("55\u{e003}").await?;
        assert_eq!(page.shown(Input("q", 2, 1)).await?, "5");
        assert_eq!(page.shown(Input("q", 0, 0)).await?, "−0.6");
        Ok(())
    })
}

const SHIFT_RIGHT: &str = r#"document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true }));"#;

#[test]
fn a_menu_closes_with_a_click_elsewhere() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        page.click_on(r#"[data-menu="q"] summary"#).await?;
        page.count_becomes("details.menu[open]", 1).await?;
        page.click_on("h1").await?;
        page.count_becomes("details.menu[open]", 0).await
    })
}

#[test]
fn in_every_lesson_a_menu_closes_by_esc_and_with_a_click_elsewhere() -> Outcome {
    const SETTINGS: &str = "details.menu.settings summary";
    const ESC: &str = "\u{e00c}";
    on_blank_page(async |page| {
        for lesson in crate::wanted() {
            let slug = lesson.slug;
            page.load(&format!("lesson={slug}")).await?;
            let usable = format!("#{slug} :is([data-control], [data-action=next])");
            page.element_is_there(&usable).await?;
            page.nothing_is_busy().await?;
            page.click_on(SETTINGS).await?;
            page.count_becomes("details.menu[open]", 1).await?;
            page.press_keys(ESC).await?;
            page.count_becomes("details.menu[open]", 0).await?;
            page.click_on(SETTINGS).await?;
            page.count_becomes("details.menu[open]", 1).await?;
            page.click_on("h1").await?;
            page.count_becomes("details.menu[open]", 0).await?;
        }
        Ok(())
    })
}

#[test]
fn the_first_edit_moves_nothing_but_numbers() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat").await?;
        let top = r#"return String(document.querySelector('[data-matrix="scores"]').getBoundingClientRect().top + scrollY)"#;
        let before = page.text_of(top).await?;
        page.click_on(&Input("q", 0, 0).selector()).await?;
        page.press_keys(&format!("2{ENTER}")).await?;
        page.matrix_once("scores", "changed", |rows| rows[0][0] > 2.0)
            .await?;
        assert_eq!(page.text_of(top).await?, before);
        Ok(())
    })
}
