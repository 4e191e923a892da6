//! Lessons whose numbers do not follow from their links: these hold settings.

use e2e::{Error, Outcome, Page, Policy, on_host_of, until};
use lesson::core::lesson::Meta;

use super::{ensure, inside, measuring, on_each, open, within};
use crate::embed::page as around;

/// What is said of a table that no lesson has.
const NO_TABLE: &str = "has no table “nonsense”. There are: ";

/// The choosers of a lesson that are shown, with a value that each has not.
const CHOICES: &str = r#"
    const choosers = [...document.querySelectorAll(`#${arguments[0]} select[data-control]`)];
    const other = chooser => [...chooser.options].find(option => option.value !== chooser.value && !option.disabled)?.value;
    return choosers.filter(chooser => chooser.getClientRects().length > 0 && other(chooser) !== undefined)
        .map(chooser => [chooser.dataset.control, other(chooser)]);"#;

/// What a chooser of a lesson stands at.
async fn value(page: &Page, lesson: &Meta, control: &str) -> Result<String, Error> {
    let selector = inside(lesson, &format!("select[data-control=\"{control}\"]"));
    let script = "return document.querySelector(arguments[0]).value";
    let value = page.script(script, vec![selector.into()]).await?;
    Ok(value.as_str().unwrap_or_default().to_owned())
}

/// Chooses what was not chosen in the first chooser that the link follows; gives its name, and the link
/// before and after.
async fn choose_other(page: &Page, lesson: &Meta) -> Result<(String, String, String), Error> {
    let before = page.settled_fragment().await?;
    let choices = super::ask(page, lesson, CHOICES).await?;
    for choice in choices.as_array().into_iter().flatten() {
        let (Some(control), Some(other)) = (choice[0].as_str(), choice[1].as_str()) else {
            continue;
        };
        page.choose(control, other).await?;
        page.nothing_is_busy().await?;
        let after = page.settled_fragment().await?;
        if after != before {
            return Ok((control.to_owned(), before, after));
        }
    }
    Err(Error::Page(format!(
        "no choice of {choices} goes into the link {before}"
    )))
}

async fn link_becomes(page: &Page, link: &str) -> Outcome {
    until(&format!("the address #{link}"), async || {
        Ok(page.fragment().await? == link)
    })
    .await
}

#[test]
fn a_setting_goes_into_the_link_and_comes_back() -> Outcome {
    on_each(measuring(), async |page, lesson| {
        open(page, lesson, "").await?;
        // Written out, so that nothing that follows is a rewriting of what was opened.
        let (control, _, link) = choose_other(page, lesson).await?;
        let chosen = value(page, lesson, &control).await?;
        page.load(&link).await?;
        page.element_is_there(&inside(lesson, "[data-action=undo]"))
            .await?;
        let again = value(page, lesson, &control).await?;
        ensure(again == chosen, || {
            format!("{control} is {again} by #{link}")
        })
    })
}

#[test]
fn a_setting_is_undone_and_redone() -> Outcome {
    on_each(measuring(), async |page, lesson| {
        open(page, lesson, "").await?;
        let [undo, redo] =
            ["undo", "redo"].map(|name| inside(lesson, &format!("[data-action={name}]")));
        let (control, _, after) = choose_other(page, lesson).await?;
        let chosen = value(page, lesson, &control).await?;
        page.click_on(&undo).await?;
        until(&format!("{control} to be as before"), async || {
            Ok(value(page, lesson, &control).await? != chosen)
        })
        .await?;
        page.click_on(&redo).await?;
        link_becomes(page, &after).await?;
        let again = value(page, lesson, &control).await?;
        ensure(again == chosen, || {
            format!("{control} is {again} once redone")
        })
    })
}

#[test]
fn a_locked_setting_is_not_to_be_changed_by_script_either() -> Outcome {
    on_each(measuring(), async |page, lesson| {
        open(page, lesson, "").await?;
        let (control, ..) = choose_other(page, lesson).await?;
        open(page, lesson, &format!("lock={control}")).await?;
        let (before, link) = (
            value(page, lesson, &control).await?,
            page.settled_fragment().await?,
        );
        let choices = super::ask(page, lesson, CHOICES).await?;
        let own = choices.as_array().into_iter().flatten();
        let other = own.into_iter().find(|choice| choice[0] == control.as_str());
        let other = other
            .and_then(|choice| choice[1].as_str())
            .unwrap_or_default();
        page.choose(&control, other).await?;
        until(&format!("{control} to be as it was"), async || {
            Ok(value(page, lesson, &control).await? == before)
        })
        .await?;
        let after = page.settled_fragment().await?;
        ensure(after == link, || format!("#{link} became #{after}"))
    })
}

#[test]
fn numbers_are_given_or_refused_in_words() -> Outcome {
    for lesson in measuring() {
        let figure = format!("<attention-lab lesson=\"{}\"></attention-lab>", lesson.slug);
        on_host_of(&around(&figure), Policy::Strict, async move |page| {
            for table in lesson.tables {
                let given = page.ask(0, "get", table.key).await?;
                let words = given
                    .as_str()
                    .and_then(|words| words.strip_prefix("refused: "));
                let is_answer =
                    given["rows"].is_array() || words.is_some_and(|words| words.ends_with('.'));
                ensure(is_answer, || format!("{}: {given}", table.key))
                    .map_err(|error| within(lesson, &error))?;
            }
            let said = page.ask(0, "get", "nonsense").await?;
            let is_refused = said.as_str().is_some_and(|said| said.contains(NO_TABLE));
            ensure(is_refused, || said.to_string()).map_err(|error| within(lesson, &error))?;
            page.console_is_clean().await
        })?;
    }
    Ok(())
}
