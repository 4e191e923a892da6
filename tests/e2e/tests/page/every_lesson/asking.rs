//! Questions with hidden answers, and predict-first.

use e2e::{Error, Outcome, Page, until};
use lesson::core::command::Command;
use lesson::core::lesson::Meta;
use lesson::core::number::shortest;
use lesson::core::opened::Opened;
use lesson::core::table::{Cell, TableId};

use super::{computing, ensure, first, inside, key, native, on_each, open};

/// The computed tables of the page, in its order, by what the lesson calls them.
async fn shown(page: &Page, lesson: &'static Meta) -> Result<Vec<TableId>, Error> {
    let script = "const cells = document.querySelectorAll(`#${arguments[0]} table[data-matrix] td[data-row='0'][data-col='0']`);
        return [...cells].map(cell => cell.closest('table').dataset.matrix)";
    page.element_is_there(&inside(lesson, "table[data-matrix] td[data-value]"))
        .await?;
    let names = super::ask(page, lesson, script).await?;
    let names = names.as_array().into_iter().flatten();
    Ok(names
        .filter_map(|name| lesson.table(name.as_str()?))
        .collect())
}

/// The link of the first place at which the first number of that table is there and can be asked, and
/// that number.
fn askable(lesson: &'static Meta, table: TableId) -> Result<Option<(String, f32)>, Error> {
    let mut opened = first(lesson)?;
    let cell = Cell::new(table, 0, 0);
    for index in 0..=opened.places().len() {
        let value = opened.numbers().and_then(|numbers| numbers.value(cell));
        if let Some(value) = value.filter(|value| value.is_finite() && opened.asks(table)) {
            return Ok(Some((opened.link(), value)));
        }
        let refused = |problem| Error::Page(format!("place {index}: {problem:?}"));
        opened.apply(Command::Scrub(index)).map_err(refused)?;
    }
    Ok(None)
}

/// Answers the question of a link, and gives what class the outcome has.
async fn judged(page: &Page, lesson: &Meta, link: &str, answer: f32) -> Result<String, Error> {
    page.load(link).await?;
    let field = inside(lesson, "[data-control=answer]");
    page.element_is_there(&field).await?;
    page.click_on(&field).await?;
    page.press_keys(&format!("{}\u{e007}", shortest(answer)))
        .await?;
    let outcome = inside(lesson, "[data-quiz-outcome]");
    page.element_is_there(&outcome).await?;
    let class = page.attribute(&outcome, "class").await?;
    Ok(class.unwrap_or_default())
}

#[test]
fn a_number_is_asked_covered_and_judged() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        for table in shown(page, lesson).await? {
            let Some((link, truth)) = askable(lesson, table)? else {
                continue;
            };
            let asked = format!("{link}&ask={}.0.0", key(lesson, table));
            page.load(&asked).await?;
            let cell = format!(
                "table[data-matrix=\"{}\"] td[data-row='0'][data-col='0']",
                key(lesson, table)
            );
            let cell = inside(lesson, &cell);
            page.element_is_there(&inside(lesson, "[data-quiz-prompt]"))
                .await?;
            until(&format!("{cell} to be covered"), async || {
                let text = page.texts(&cell).await?.join("");
                let value = page.attribute(&cell, "data-value").await?;
                Ok(text.trim() == "?" && value.unwrap_or_default().is_empty())
            })
            .await?;
            let class = judged(page, lesson, &asked, truth + 1000.0).await?;
            ensure(class.contains("wrong"), || {
                format!("{} is {class}", truth + 1000.0)
            })?;
            let class = judged(page, lesson, &asked, truth).await?;
            ensure(class.contains("right"), || {
                format!("{truth} of {asked} is {class}")
            })?;
            until(&format!("{cell} to be uncovered"), async || {
                let value = page.attribute(&cell, "data-value").await?;
                Ok(value == Some(shortest(truth)))
            })
            .await?;
            return Ok(());
        }
        Err(Error::Page("no table in the page can be asked".into()))
    })
}

#[test]
fn predict_first_asks_at_every_step_and_can_be_left() -> Outcome {
    on_each(computing(), async |page, lesson| {
        let mut opened = first(lesson)?;
        let computes = |opened: &dyn Opened| opened.computes(opened.place()).is_some();
        let mut places = 0..opened.places().len();
        while !computes(&*opened) {
            let index = places
                .next()
                .ok_or_else(|| Error::Page("nothing is computed".into()))?;
            let refused = |problem| Error::Page(format!("place {index}: {problem:?}"));
            opened.apply(Command::Scrub(index)).map_err(refused)?;
        }
        let link = opened.link();
        page.load(&format!("{link}&predict")).await?;
        page.element_is_there(&inside(lesson, "[data-quiz-prompt]"))
            .await?;
        page.element_is_there(&inside(lesson, "[data-action=reveal]"))
            .await?;
        page.click_on(&inside(lesson, "[data-action=reveal]"))
            .await?;
        page.element_is_there(&inside(lesson, "[data-quiz-outcome].revealed"))
            .await?;
        let again = page.settled_fragment().await?;
        ensure(again.contains("&predict"), || {
            format!("the address is {again}")
        })?;
        ensure(
            native(&again)?.numbers_link() == opened.numbers_link(),
            || "other numbers".into(),
        )?;
        page.click_on(&inside(lesson, "[data-control=predict]"))
            .await?;
        page.count_becomes("[data-quiz]", 0).await?;
        until("an address without the question", async || {
            Ok(!page.fragment().await?.contains("predict"))
        })
        .await
    })
}
