//! What is saved, and what is printed.

use e2e::{Outcome, oracle};
use lesson::core::table::TableId;

use super::{computing, ensure, inside, native, on_each, open, to_the_end};
use crate::export::{Folder, numbers};

/// What a lesson calls the chosen table; its numbers as the link gives them.
fn rows(link: &str, name: &str) -> Result<oracle::Rows, e2e::Error> {
    let opened = native(link)?;
    let matrix = |table: TableId| {
        let numbers = opened.numbers()?;
        let matrix = numbers.matrix(table)?;
        let row = |row: &[f32]| row.iter().map(|value| f64::from(*value)).collect();
        Some(matrix.iter_rows().map(row).collect())
    };
    let found = opened.meta().table(name).and_then(matrix);
    found.ok_or_else(|| e2e::Error::Page(format!("#{link} has no {name}")))
}

#[test]
fn numbers_are_saved_as_they_follow_from_the_link() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        to_the_end(page, lesson).await?;
        let link = page.settled_fragment().await?;
        let folder = Folder::of(
            page,
            &format!("every-{}", lesson.slug),
            &format!("#{}", lesson.slug),
        )
        .await?;
        let script = "return document.querySelector(`#${arguments[0]} [data-control='export-matrix']`)?.value ?? ''";
        let chosen = super::ask(page, lesson, script).await?;
        let name = chosen.as_str().unwrap_or_default();
        ensure(!name.is_empty(), || "the menu offers no table".into())?;
        let csv = folder.text(page, "csv", &format!("{name}.csv")).await?;
        oracle::assert_close(
            &format!("{}: {name}.csv", lesson.slug),
            &numbers(&csv),
            &rows(&link, name)?,
        );
        Ok(())
    })
}

#[test]
fn a_print_says_its_address() -> Outcome {
    on_each(computing(), async |page, lesson| {
        open(page, lesson, "").await?;
        to_the_end(page, lesson).await?;
        let link = page.settled_fragment().await?;
        ensure(native(&link)?.meta().slug == lesson.slug, || {
            format!("the address is {link}")
        })?;
        page.script("dispatchEvent(new Event('beforeprint'))", vec![])
            .await?;
        page.says(".print-address", &format!("#{link}")).await?;
        page.element_is_there(&inside(lesson, "[data-control=save-figure]"))
            .await
    })
}
