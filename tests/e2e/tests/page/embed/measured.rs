//! Numbers that were trained or measured, given as those that follow from a link are.

use std::cell::RefCell;

use e2e::{Error, Outcome, Policy, on_host_of, oracle, until};
use lesson::registry::LESSONS;
use serde_json::Value;

use super::{LISTEN, link, page as around};

/// The rows of an answer; a number that is not there is NaN.
fn rows(state: &Value) -> Result<oracle::Rows, Error> {
    let row = |row: &Value| {
        let numbers = row.as_array().into_iter().flatten();
        numbers
            .map(|own| own.as_f64().unwrap_or(f64::NAN))
            .collect()
    };
    let rows = state["rows"].as_array();
    let rows = rows.ok_or_else(|| Error::Page(format!("no rows: {state}")))?;
    Ok(rows.iter().map(row).collect())
}

/// How many edits have been told.
const EDITS: &str = "return heard.filter(event => event.type === 'edit').length";

/// The heights that were told, and how long ago the last of them was, in milliseconds.
const HEIGHTS: &str = "const told = heard.filter(event => event.type === 'height').map(event => event.height);
    if (window.told !== told.length) { window.told = told.length; window.since = performance.now(); }
    return { told, since: performance.now() - window.since }";

/// A figure that asks for more because it was given more would push what stands below it out of sight while it loads.
#[test]
fn no_figure_asks_for_much_more_height_than_it_comes_to_need() -> Outcome {
    for lesson in LESSONS {
        let slug = lesson.slug;
        let figure =
            format!("<script>{LISTEN}</script><attention-lab lesson=\"{slug}\"></attention-lab>");
        on_host_of(&around(&figure), Policy::Open, async move |page| {
            for width in [1440, 390] {
                // Once it is at rest: what is on its way would be complained of.
                if width < 1440 {
                    page.resize(width, 844).await?;
                    page.load("").await?;
                }
                link(&page, 0).await?;
                let told = RefCell::new(Value::Null);
                until("the figure to keep its height", async || {
                    *told.borrow_mut() = page.script(HEIGHTS, vec![]).await?;
                    let told = told.borrow();
                    let any = told["told"].as_array().is_some_and(|all| !all.is_empty());
                    Ok(any && told["since"].as_f64() > Some(1500.0))
                })
                .await?;
                let told = told.into_inner()["told"].take();
                let told: Vec<f64> = serde_json::from_value(told).unwrap_or_default();
                let (last, most) = (
                    told.last().copied(),
                    told.iter().copied().fold(0.0, f64::max),
                );
                let last = last.ok_or_else(|| Error::Page("no height was told".into()))?;
                assert!(most < 1.5 * last + 100.0, "{slug} at {width}: {told:?}");
            }
            page.console_is_clean().await
        })?;
    }
    Ok(())
}

#[test]
fn a_trained_head_and_its_losses_are_given_and_looking_is_no_edit() -> Outcome {
    let figure = around("<attention-lab lesson=\"training\"></attention-lab>");
    on_host_of(&figure, Policy::Strict, async |page| {
        page.script(LISTEN, vec![]).await?;
        page.enter_frame(0).await?;
        page.element_is_there("#training [data-action=train]")
            .await?;
        page.settled().await?;
        let shown = page.seen_weights().await?;
        page.leave_figure().await?;
        let given = rows(&page.ask(0, "get", "weights").await?)?;
        oracle::assert_close("weights", &given, &shown);
        let losses = rows(&page.ask(0, "get", "loss").await?)?;
        assert!(
            !losses.is_empty() && losses.iter().all(|row| row.len() == 4),
            "{losses:?}"
        );
        page.enter_frame(0).await?;
        page.click_on("[data-head=\"0.1\"]").await?;
        page.click_on("[data-panel=write]").await?;
        page.leave_figure().await?;
        until("the link to say what is looked at", async || {
            let link = link(&page, 0).await?;
            Ok(link.contains("head=0.1") && link.contains("panel=write"))
        })
        .await?;
        // Longer than anything waits before it is told.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert_eq!(
            page.script(EDITS, vec![]).await?,
            0,
            "looking was told as an edit"
        );
        page.enter_frame(0).await?;
        page.choose("model", "pronoun").await?;
        page.leave_figure().await?;
        super::hears(&page, "edit", "pronoun").await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_was_measured_is_given_and_before_that_words() -> Outcome {
    let figure = "<attention-lab lesson=\"cost\" fragment=\"to=64&amp;methods=textbook.scalar\"></attention-lab>";
    on_host_of(&around(figure), Policy::Strict, async |page| {
        page.enter_frame(0).await?;
        page.element_is_there("#cost [data-action=measure]").await?;
        page.leave_figure().await?;
        let refused = page.ask(0, "get", "time").await?;
        assert!(
            refused
                .as_str()
                .is_some_and(|words| words.starts_with("refused: ")),
            "{refused}"
        );
        page.enter_frame(0).await?;
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let cells = page.cost_measured().await?;
        page.leave_figure().await?;
        for (table, own) in [("time", 0), ("memory", 1)] {
            let given = rows(&page.ask(0, "get", table).await?)?;
            let mut given: Vec<f64> = given
                .into_iter()
                .flatten()
                .filter(|own| !own.is_nan())
                .collect();
            let shown = cells.values().filter_map(|cell| [cell.ms, cell.bytes][own]);
            let mut shown: Vec<f64> = shown.collect();
            given.sort_by(f64::total_cmp);
            shown.sort_by(f64::total_cmp);
            oracle::assert_close(table, &vec![given], &vec![shown]);
        }
        page.console_is_clean().await
    })
}
