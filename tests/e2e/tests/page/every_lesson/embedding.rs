//! Every lesson in somebody's page: its numbers out, commands in, what is told of it.

use e2e::{Error, Outcome, Page, Policy, on_host_of, until};
use lesson::core::lesson::Meta;
use serde_json::Value;

use super::{computing, ensure, entry, first, inside, key, native, tables, typed, within};
use crate::embed::{LISTEN, hears, link, page as around};

/// What is said of a table that no lesson has.
const NO_TABLE: &str = "has no table “nonsense”. There are: ";

/// Runs `test` on each lesson that computes, alone in a page around, once it can be used.
fn on_each_figure(test: impl AsyncFn(&Page, &'static Meta) -> Outcome + Copy + 'static) -> Outcome {
    on_each_starting_figure(async move |page, lesson| {
        page.enter_frame(0).await?;
        page.element_is_there(&inside(lesson, "[data-action=undo]"))
            .await?;
        page.leave_figure().await?;
        test(page, lesson).await
    })
}

/// The same at once, while the figure may still be starting.
fn on_each_starting_figure(
    test: impl AsyncFn(&Page, &'static Meta) -> Outcome + Copy + 'static,
) -> Outcome {
    for lesson in computing() {
        let figure = format!("<attention-lab lesson=\"{}\"></attention-lab>", lesson.slug);
        on_host_of(&around(&figure), Policy::Strict, async move |page| {
            test(&page, lesson)
                .await
                .map_err(|error| within(lesson, &error))?;
            page.console_is_clean().await
        })?;
    }
    Ok(())
}

/// The numbers of a table as texts, since not every number comes through WebDriver.
const GET: &str = r#"
    const [table, done] = arguments, figure = document.querySelector("attention-lab");
    figure.get(table).then(({ rows }) => done(rows.map(row => row.map(String))), error => done(error.message));"#;

/// What a figure gives of a table: rows, or words.
async fn given(page: &Page, table: &str) -> Result<Value, Error> {
    page.script_with_arguments(GET, vec![table.into()]).await
}

fn bits(rows: &Value) -> Option<Vec<Vec<u32>>> {
    let number = |text: &Value| text.as_str()?.parse::<f64>().ok();
    let bits = |text: &Value| number(text).map(|number| plain(number as f32));
    let row = |row: &Value| row.as_array()?.iter().map(bits).collect();
    rows.as_array()?.iter().map(row).collect()
}

/// There is more than one NaN, and they say the same.
fn plain(value: f32) -> u32 {
    if value.is_nan() { f32::NAN } else { value }.to_bits()
}

#[test]
fn a_figure_that_is_still_starting_answers_once_it_has() -> Outcome {
    on_each_starting_figure(async |page, lesson| {
        let opened = first(lesson)?;
        let there = tables(lesson).find(|table| opened.shape(*table).is_some());
        let name = there.map_or("", |table| key(lesson, table));
        let rows = given(page, name).await?;
        ensure(rows.is_array(), || format!("{name} at once: {rows}"))
    })
}

#[test]
fn every_table_is_given_to_the_last_bit() -> Outcome {
    on_each_figure(async |page, lesson| {
        let last = first(lesson)?.places().len().saturating_sub(1);
        for place in [0, last / 2, last] {
            page.ask(0, "step", &place.to_string()).await?;
            let opened = native(&link(page, 0).await?)?;
            ensure(opened.place_index() == place, || {
                format!("{} is no place {place}", opened.link())
            })?;
            let numbers = opened
                .numbers()
                .ok_or_else(|| Error::Page("no numbers".into()))?;
            let there = tables(lesson).filter(|table| opened.shape(*table).is_some());
            for table in there {
                let name = key(lesson, table);
                let rows = given(page, name).await?;
                let own = numbers.matrix(table);
                let own = own.map(|own| {
                    let row = |row: &[f32]| row.iter().map(|value| plain(*value)).collect();
                    own.iter_rows().map(row).collect::<Vec<Vec<u32>>>()
                });
                ensure(bits(&rows) == own, || {
                    format!(
                        "{name} at place {place}: {rows} instead of {:?}",
                        numbers.matrix(table)
                    )
                })?;
            }
        }
        Ok(())
    })
}

#[test]
fn what_is_no_table_is_refused_in_words() -> Outcome {
    on_each_figure(async |page, _| {
        let said = page.ask(0, "get", "nonsense").await?;
        ensure(
            said.as_str().is_some_and(|said| said.contains(NO_TABLE)),
            || said.to_string(),
        )
    })
}

#[test]
fn links_are_set_and_steps_are_taken() -> Outcome {
    on_each_figure(async |page, lesson| {
        for preset in lesson.presets {
            let wanted = format!("lesson={}&preset={}", lesson.slug, preset.slug);
            page.ask(0, "set", &wanted).await?;
            let now = native(&link(page, 0).await?)?;
            ensure(
                now.numbers_link() == native(&wanted)?.numbers_link(),
                || format!("{} is {}", preset.slug, now.link()),
            )?;
        }
        page.ask(0, "set", &format!("lesson={}", lesson.slug))
            .await?;
        let last = first(lesson)?.places().len().saturating_sub(1);
        for (to, place) in [
            ("reset", 0),
            ("next", 1.min(last)),
            ("back", 0),
            (&*last.to_string(), last),
        ] {
            page.ask(0, "step", to).await?;
            let now = native(&link(page, 0).await?)?;
            ensure(now.place_index() == place, || {
                format!("step({to}) leads to {}", now.link())
            })?;
        }
        let refused = page.ask(0, "step", &(last + 1).to_string()).await?;
        let is_refused = refused
            .as_str()
            .is_some_and(|words| words.starts_with("refused: "));
        ensure(is_refused, || format!("a step past the end: {refused}"))
    })
}

#[test]
fn steps_and_edits_of_a_reader_are_told() -> Outcome {
    on_each_figure(async |page, lesson| {
        page.script(LISTEN, vec![]).await?;
        page.ask(0, "step", "reset").await?;
        page.enter_frame(0).await?;
        page.click("next").await?;
        page.leave_figure().await?;
        if first(lesson)?.places().len() > 1 {
            hears(page, "stage", "fragment").await?;
        }
        page.enter_frame(0).await?;
        let cell = typed(page, lesson).await?;
        page.enter(cell, "2.71875").await?;
        page.leave_figure().await?;
        hears(page, "edit", "2.71875").await?;
        until("the link to have it", async || {
            let now = link(page, 0).await?;
            Ok(entry(&now, cell.0).is_some_and(|numbers| numbers.contains("2.71875")))
        })
        .await
    })
}
