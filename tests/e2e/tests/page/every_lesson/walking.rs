//! The walk: buttons, names of steps, the explained cell, what is said of a step.

use std::time::Duration;

use e2e::{Error, Outcome, Page, until};
use lesson::core::command::Command;
use lesson::core::lesson::Meta;
use lesson::core::opened::Opened;
use lesson::core::table::Cell;
use serde_json::{Value, json};

use super::{
    address_once, at_place, computing, ensure, first, go_to, inside, key, on_each, on_each_moving,
    open, place, to_the_end,
};

/// Longer than a page waits until it says what was done last.
const SETTLE: Duration = Duration::from_millis(1200);

/// A step may show three hundred numbers: the mouse goes over one in so many.
const ONE_IN: usize = 4;

/// Clicks a button of the walk.
async fn click(page: &Page, lesson: &Meta, action: &str) -> Outcome {
    page.click_on(&inside(lesson, &format!("[data-action={action}]")))
        .await
}

/// Whether a button of the walk says that it leads nowhere.
async fn is_over(page: &Page, lesson: &Meta, action: &str) -> Result<bool, Error> {
    let button = inside(lesson, &format!("[data-action={action}]"));
    let said = page.attribute(&button, "aria-disabled").await?;
    // At the end the same button leads to the lesson's question.
    let leads = page.attribute(&button, "data-lead").await?;
    Ok(said.as_deref() == Some("true") || leads.is_some())
}

#[test]
fn next_leads_to_the_end_and_back_and_reset_to_the_beginning() -> Outcome {
    on_each_moving(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        let Some(last) = first(lesson)?.places().len().checked_sub(1) else {
            return Ok(());
        };
        click(page, lesson, "reset").await?;
        at_place(page, lesson, 0).await?;
        ensure(is_over(page, lesson, "back").await?, || {
            "back from the beginning".into()
        })?;
        for here in 1..=last {
            ensure(!is_over(page, lesson, "next").await?, || {
                format!("no next before {here}")
            })?;
            click(page, lesson, "next").await?;
            at_place(page, lesson, here).await?;
        }
        ensure(is_over(page, lesson, "next").await?, || {
            "next at the end".into()
        })?;
        // Where the lesson's question is the way on, it stands in the place of Next.
        let asks = inside(lesson, "[data-lead=question]");
        if page.count(&asks).await? == 0 {
            click(page, lesson, "next").await?;
        }
        ensure(place(page, lesson).await? == Some(last), || {
            "next leads past the end".into()
        })?;
        for here in (last.saturating_sub(3)..last).rev() {
            click(page, lesson, "back").await?;
            at_place(page, lesson, here).await?;
        }
        ensure(!is_over(page, lesson, "next").await?, || {
            "no next after back".into()
        })?;
        click(page, lesson, "reset").await?;
        at_place(page, lesson, 0).await
    })
}

#[test]
fn steps_that_have_names_are_gone_to_by_them() -> Outcome {
    let named = computing().filter(|lesson| !lesson.steps.is_empty());
    on_each_moving(named, async |page, lesson| {
        open(page, lesson, "").await?;
        let script = "const chips = document.querySelectorAll(`#${arguments[0]} [data-goto]`);
            return [...chips].map(chip => chip.dataset.goto)";
        page.element_is_there(&inside(lesson, "[data-goto]"))
            .await?;
        let chips = super::ask(page, lesson, script).await?;
        let mut walked: Vec<_> = first(lesson)?.places().iter().map(|own| own.step).collect();
        walked.dedup();
        let names: Vec<_> = walked.iter().map(|step| lesson.steps[*step]).collect();
        ensure(chips == json!(names), || {
            format!("the walk is {names:?}, the chips {chips}")
        })?;
        for (step, name) in walked.into_iter().zip(names).rev() {
            let chip = inside(lesson, &format!("[data-goto=\"{name}\"]"));
            page.click_on(&chip).await?;
            let is_there = |opened: &dyn Opened| opened.place().step == step;
            address_once(page, name, is_there).await?;
            page.element_is_there(&format!("{chip}[aria-pressed=true]"))
                .await?;
        }
        Ok(())
    })
}

/// True where all below the way on stays in its place while the mouse goes over the numbers of the figure, one in so
/// many of them; else which moved it and how far.
const STILL: &str = r#"
    const [slug, each, done] = arguments, place = document.querySelector(`#${slug} .guided.plain`);
    const top = own => place.querySelector(own).getBoundingClientRect().top;
    const below = () => top(".g-more") - place.getBoundingClientRect().top;
    const frame = () => new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)));
    (async () => {
        for (let last; last !== below(); await new Promise(next => setTimeout(next, 200))) last = below();
        const before = below();
        for (const cell of [...place.querySelectorAll(".g-figure td")].filter((_, index) => index % each === 0)) {
            for (const name of ["pointerover", "mouseover"]) cell.dispatchEvent(new PointerEvent(name, { bubbles: true }));
            await frame();
            if (Math.abs(below() - before) > 1)
                return done(`“${place.querySelector(".inspector").innerText}” moves it from ${before} to ${below()} px`);
        }
        done(true);
    })();"#;

/// Each number has its arithmetic beside the sentence: a longer one takes no room that was not kept for it.
#[test]
fn nothing_moves_while_the_mouse_goes_over_the_numbers() -> Outcome {
    let named = computing().filter(|lesson| !lesson.steps.is_empty());
    on_each(named, async |page, lesson| {
        page.resize(1440, 900).await?;
        page.be_patient(Duration::from_secs(120)).await?;
        open(page, lesson, "").await?;
        if page.count(&inside(lesson, ".guided.plain")).await? == 0 {
            return Ok(());
        }
        let mut walked: Vec<_> = first(lesson)?.places().iter().map(|own| own.step).collect();
        walked.dedup();
        for name in walked.into_iter().map(|step| lesson.steps[step]) {
            let chip = inside(lesson, &format!("[data-goto=\"{name}\"]"));
            page.click_on(&chip).await?;
            page.element_is_there(&format!("{chip}[aria-pressed=true]"))
                .await?;
            let arguments = vec![lesson.slug.into(), ONE_IN.into()];
            let still = page.script_with_arguments(STILL, arguments).await?;
            ensure(still == true, || format!("at {name}: {still}"))?;
        }
        Ok(())
    })
}

/// A place whose selected number has sources, and these, all in tables of the lesson.
fn with_sources(lesson: &'static Meta) -> Result<Vec<(usize, Vec<Cell>)>, Error> {
    let mut opened = first(lesson)?;
    let mut found = vec![];
    for index in 0..opened.places().len() {
        let refused = |problem| Error::Page(format!("place {index}: {problem:?}"));
        opened.apply(Command::Scrub(index)).map_err(refused)?;
        let rule = opened
            .selected()
            .zip(opened.numbers())
            .and_then(|(cell, numbers)| numbers.rule(cell));
        let sources: Vec<_> = rule.iter().flat_map(|rule| rule.cells()).collect();
        if !sources.is_empty() {
            found.push((index, sources));
        }
    }
    Ok(found)
}

/// The cells among `arguments[1]` that stand in the lesson's page and do not stand out. Sources in
/// tables that a lesson draws in a way of its own are `read`.
const DARK: &str = r#"
    const [slug, cells] = arguments;
    const find = ([table, row, col]) => [...document.querySelectorAll(
        `#${slug} :is(input[data-matrix="${table}"], table[data-matrix="${table}"] td)[data-row="${row}"][data-col="${col}"]`)];
    return cells.flatMap(find).filter(cell => !cell.matches(".lit, .read")).map(cell => cell.outerHTML.slice(0, 120));"#;

#[test]
fn the_explained_number_is_computed_before_the_reader_and_its_sources_stand_out() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        let places = with_sources(lesson)?;
        ensure(!places.is_empty(), || {
            "nothing is explained at any place".into()
        })?;
        for (index, sources) in places.into_iter().take(6) {
            go_to(page, lesson, index).await?;
            let arithmetic = inside(lesson, "[data-arithmetic]");
            page.says(&arithmetic, "=").await?;
            let cell = |own: &Cell| json!([key(lesson, own.name), own.row, own.col]);
            let cells: Vec<Value> = sources.iter().map(cell).collect();
            let arguments = vec![lesson.slug.into(), cells.into()];
            let dark = async || page.script(DARK, arguments.clone()).await;
            let what = format!("the sources of place {index} to stand out");
            let lit = until(&what, async || Ok(dark().await? == json!([]))).await;
            let left = dark().await?;
            lit.map_err(|error| Error::Page(format!("{error}: {left}")))?;
            let some = page.count(&inside(lesson, ":is(.lit, .read)")).await?;
            ensure(some > 0, || format!("nothing stands out at place {index}"))?;
        }
        Ok(())
    })
}

#[test]
fn a_step_is_said() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        if first(lesson)?.places().len() < 2 {
            return Ok(());
        }
        to_the_end(page, lesson).await?;
        // What has just been opened says nothing of itself.
        tokio::time::sleep(SETTLE).await;
        let status = inside(lesson, ".walk [role=status]");
        let said = async || Ok::<_, Error>(page.texts(&status).await?.join(""));
        let before = said().await?;
        click(page, lesson, "back").await?;
        until("words about a step", async || {
            let now = said().await?;
            Ok(!now.is_empty() && now != before)
        })
        .await
    })
}
