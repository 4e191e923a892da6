//! What a reader can do in every lesson of the registry, with none named: one that is added is held to
//! it on its first day. One file per theme.

mod asking;
mod editing;
mod embedding;
mod framing;
mod measured;
mod on_paper;
mod taking_along;
mod walking;

use e2e::{Error, Input, Outcome, Page, on_blank_page, until};
use lesson::core::fragment::Fragment;
use lesson::core::lesson::Meta;
use lesson::core::opened::Opened;
use lesson::core::table::TableId;
use lesson::registry;
use serde_json::Value;

use crate::wanted;

/// The lessons whose numbers follow from their links.
fn computing() -> impl Iterator<Item = &'static Meta> {
    wanted().filter(|lesson| lesson.computes)
}

/// The others: their numbers are measured or trained.
fn measuring() -> impl Iterator<Item = &'static Meta> {
    wanted().filter(|lesson| !lesson.computes)
}

/// Runs `test` on each of `lessons`, in one browser; a failure says in which.
fn on_each(
    lessons: impl Iterator<Item = &'static Meta> + 'static,
    test: impl AsyncFn(&Page, &'static Meta) -> Outcome + 'static,
) -> Outcome {
    on_blank_page(async move |page| {
        for lesson in lessons {
            test(&page, lesson)
                .await
                .map_err(|error| within(lesson, &error))?;
        }
        page.console_is_clean().await
    })
}

/// The same in a page that moves, as it does for most readers.
fn on_each_moving(
    lessons: impl Iterator<Item = &'static Meta> + 'static,
    test: impl AsyncFn(&Page, &'static Meta) -> Outcome + 'static,
) -> Outcome {
    on_each(lessons, async move |page, lesson| {
        page.let_move().await?;
        test(page, lesson).await
    })
}

/// What went wrong, and in which lesson.
fn within(lesson: &Meta, error: &Error) -> Error {
    Error::Page(format!("{}: {error}", lesson.slug))
}

/// Fails with these words unless it holds.
fn ensure(holds: bool, words: impl FnOnce() -> String) -> Outcome {
    match holds {
        true => Ok(()),
        false => Err(Error::Page(words())),
    }
}

/// The entries by which a lesson shows all it has, and the same to a newcomer as to anybody.
fn wholly(lesson: &Meta) -> String {
    match lesson.keys.iter().any(|key| key.name == "level") {
        true => "&level=explore".to_owned(),
        false if lesson.newcomers.is_empty() => String::new(),
        false => format!("&{}", lesson.newcomers),
    }
}

/// Loads a lesson by a link of it and waits until it can be used.
async fn open(page: &Page, lesson: &Meta, entries: &str) -> Outcome {
    page.load(&format!(
        "lesson={}{}&{entries}",
        lesson.slug,
        wholly(lesson)
    ))
    .await?;
    page.element_is_there(&inside(lesson, "[data-action=undo]"))
        .await
}

/// Goes through all places, from the first to the last, by the scrub bar, and waits at each for the frame after the next
/// one. One script does it: for each place the browser would be asked five times.
async fn walked(page: &Page, places: usize) -> Outcome {
    let stopped: Option<usize> = page
        .promised(&format!(
            "(async () => {{
                const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
                const bar = () => document.querySelector('[data-control=scrub]');
                for (let place = 0; place < {places}; place++) {{
                    bar().value = place;
                    bar().dispatchEvent(new Event('input', {{ bubbles: true }}));
                    await frame(); await frame();
                    if (+bar().value !== place) return place;
                }}
                return null;
            }})()"
        ))
        .await?;
    ensure(stopped.is_none(), || {
        format!("one does not come to place {stopped:?}")
    })
}

/// A selector for what is in the place of a lesson.
fn inside(lesson: &Meta, selector: &str) -> String {
    format!("#{} {selector}", lesson.slug)
}

/// The lesson of a link, opened here.
fn native(link: &str) -> Result<Box<dyn Opened>, Error> {
    let refused = |problem| Error::Page(format!("#{link} is refused: {problem:?}"));
    registry::open(link).map_err(refused)
}

/// The lesson as an empty link opens it, opened here.
fn first(lesson: &Meta) -> Result<Box<dyn Opened>, Error> {
    native(&format!("lesson={}{}", lesson.slug, wholly(lesson)))
}

/// All tables of a lesson.
fn tables(lesson: &Meta) -> impl Iterator<Item = TableId> {
    let all = 0..lesson.tables.len();
    all.filter_map(|index| u8::try_from(index).ok())
        .map(TableId)
}

/// The key of a table.
fn key(lesson: &'static Meta, table: TableId) -> &'static str {
    lesson.of(table).map_or("", |table| table.key)
}

/// What a script gives for a lesson, whose slug is its first argument.
async fn ask(page: &Page, lesson: &Meta, script: &str) -> Result<Value, Error> {
    page.script(script, vec![lesson.slug.into()]).await
}

/// The first cell that can be typed into.
async fn typed(page: &Page, lesson: &'static Meta) -> Result<Input, Error> {
    page.element_is_there(&inside(lesson, "input[data-matrix]"))
        .await?;
    let script = "const { matrix, row, col } = document.querySelector(`#${arguments[0]} input[data-matrix]`).dataset;
        return [matrix, +row, +col];";
    let found = ask(page, lesson, script).await?;
    let table = found[0].as_str().and_then(|name| lesson.table(name));
    let place = |index: usize| {
        found[index]
            .as_u64()
            .and_then(|at| usize::try_from(at).ok())
    };
    match (table, place(1), place(2)) {
        (Some(table), Some(row), Some(col)) => Ok(Input(key(lesson, table), row, col)),
        _ => Err(Error::Page(format!(
            "a cell of no table of the lesson: {found}"
        ))),
    }
}

/// All numbers of computed tables in the page, to be compared with another moment, once those that do not stand in
/// the figure have followed it.
async fn computed(page: &Page, lesson: &Meta) -> Result<Value, Error> {
    let script =
        "return !document.querySelector(`#${arguments[0]} :is([data-stale], [data-waiting])`)";
    until("all tables to follow", async || {
        Ok(ask(page, lesson, script).await? == true)
    })
    .await?;
    let script = "const cells = document.querySelectorAll(`#${arguments[0]} table[data-matrix] td[data-value]`);
        return [...cells].map(cell => cell.dataset.value).join(' ');";
    ask(page, lesson, script).await
}

/// Waits until the computed numbers are others than these, or are these again.
async fn computed_once(page: &Page, lesson: &Meta, numbers: &Value, same: bool) -> Outcome {
    let what = if same {
        "the numbers to be as before"
    } else {
        "other numbers"
    };
    until(what, async || {
        Ok((computed(page, lesson).await? == *numbers) == same)
    })
    .await
}

/// Waits until the address holds a link of the lesson with something about it.
async fn address_once(
    page: &Page,
    what: &str,
    holds: impl Fn(&dyn Opened) -> bool,
) -> Result<Box<dyn Opened>, Error> {
    let now = async || {
        let link = page.fragment().await?;
        Ok::<_, Error>(registry::open(&link).ok().filter(|opened| holds(&**opened)))
    };
    let what = format!("an address with {what}");
    let there = until(&what, async || Ok(now().await?.is_some()));
    if let Err(error) = there.await {
        let link = page.fragment().await?;
        return Err(Error::Page(format!("{error}; it is {link}")));
    }
    now()
        .await?
        .ok_or_else(|| Error::Page(format!("lost: {what}")))
}

/// Where on the scrub bar one stands.
async fn place(page: &Page, lesson: &Meta) -> Result<Option<usize>, Error> {
    let script =
        "return document.querySelector(`#${arguments[0]} [data-control=scrub]`)?.value ?? ''";
    let text = ask(page, lesson, script).await?;
    Ok(text.as_str().and_then(|text| text.parse().ok()))
}

/// Waits until one stands at that place of the scrub bar.
async fn at_place(page: &Page, lesson: &Meta, wanted: usize) -> Outcome {
    until(&format!("place {wanted}"), async || {
        Ok(place(page, lesson).await? == Some(wanted))
    })
    .await
}

/// Goes to a place of the scrub bar.
async fn go_to(page: &Page, lesson: &Meta, wanted: usize) -> Outcome {
    page.slide("scrub", wanted).await?;
    at_place(page, lesson, wanted).await
}

/// Goes to the last place, where the most has been computed; back from it where nothing is typed there, as where toys
/// train.
async fn to_the_end(page: &Page, lesson: &Meta) -> Outcome {
    let typed = inside(lesson, "input[data-matrix]");
    for place in (0..first(lesson)?.places().len()).rev() {
        go_to(page, lesson, place).await?;
        // Its tables are built in the frame after it.
        two_frames(page).await?;
        if page.count(&typed).await? > 0 {
            break;
        }
    }
    Ok(())
}

/// Waits until the frame after the next one.
async fn two_frames(page: &Page) -> Outcome {
    let frames = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))";
    page.script_with_callback(frames).await.map(drop)
}

/// What a link says of one of its entries.
fn entry(link: &str, key: &str) -> Option<String> {
    Fragment(link).get(key).map(str::to_owned)
}
