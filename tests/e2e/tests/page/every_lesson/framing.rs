//! What a link limits, locks and hides.

use e2e::{Error, Outcome, until};
use lesson::core::steps::Steps;
use serde_json::json;

use super::{computing, ensure, first, inside, on_each, open, place, typed};
use crate::framing::says_it_is_locked;

#[test]
fn a_link_limits_where_one_walks() -> Outcome {
    let named = computing().filter(|lesson| lesson.steps.len() > 2);
    on_each(named, async |page, lesson| {
        let mut walk: Vec<_> = first(lesson)?.places().iter().map(|own| own.step).collect();
        walk.dedup();
        let Some(steps) = Steps::new(lesson.steps, walk[1], walk[2]) else {
            return Err(Error::Page(
                "the walk does not go in the order of the steps".into(),
            ));
        };
        open(page, lesson, &format!("steps={}", steps.key())).await?;
        let script = "const chips = document.querySelectorAll(`#${arguments[0]} [data-goto]`);
            return [...chips].map(chip => chip.dataset.goto)";
        let names = json!([lesson.steps[walk[1]], lesson.steps[walk[2]]]);
        // The bar of steps may come a little after the numbers.
        until(&format!("only {names} to be gone to"), async || {
            Ok(super::ask(page, lesson, script).await? == names)
        })
        .await?;
        page.slide("scrub", 9999).await?;
        page.element_is_there(&inside(
            lesson,
            "[data-action=next]:is([aria-disabled=true], [data-lead])",
        ))
        .await?;
        page.click_on(&inside(lesson, "[data-action=reset]"))
            .await?;
        page.element_is_there(&inside(lesson, "[data-action=back][aria-disabled=true]"))
            .await?;
        ensure(place(page, lesson).await? == Some(0), || {
            "reset leads elsewhere".into()
        })?;
        let link = page.settled_fragment().await?;
        let here = super::native(&link)?.place().step;
        ensure(steps.has(here), || {
            format!("one stands at {} by {link}", lesson.steps[here])
        })
    })
}

#[test]
fn a_locked_table_stays_as_it_is_and_says_why() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        let cell = typed(page, lesson).await?;
        let before = page.shown(cell).await?;
        open(page, lesson, &format!("lock={}", cell.0)).await?;
        page.click_on(&cell.selector()).await?;
        page.press_keys("7").await?;
        says_it_is_locked(page).await?;
        page.paste(cell, r#""5\t6""#).await?;
        page.says(
            &inside(lesson, "[data-problem]"),
            &format!("“{}” is locked", cell.0),
        )
        .await?;
        ensure(page.shown(cell).await? == before, || {
            "a locked cell was changed".into()
        })
    })
}

#[test]
fn a_hidden_table_is_gone() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        let cell = typed(page, lesson).await?;
        open(page, lesson, &format!("hide={}", cell.0)).await?;
        until("the cells to be hidden", async || {
            let script = "return [...document.querySelectorAll(arguments[0])].some(e => e.checkVisibility())";
            let cells = inside(lesson, &format!("input[data-matrix=\"{}\"]", cell.0));
            Ok(page.script(script, vec![cells.into()]).await? == false)
        })
        .await
    })
}
