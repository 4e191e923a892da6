//! Input cells and computed tables: finding and reading them.

use std::time::{Duration, Instant};

use fantoccini::Locator;
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};
use serde_json::Value;

use crate::pointer::json;
use crate::wait::until;
use crate::{Error, Outcome, Page};

/// How long an element that is not there may be made anew.
const ANEW: Duration = Duration::from_secs(30);

/// An input cell: `Input("q", 0, 1)` is Q's first row, second column.
#[derive(Clone, Copy, Debug)]
pub struct Input(pub &'static str, pub usize, pub usize);

impl Input {
    /// The contract's selector.
    pub fn selector(self) -> String {
        let Self(matrix, row, column) = self;
        format!(r#"input[data-matrix="{matrix}"][data-row="{row}"][data-col="{column}"]"#)
    }
}

/// Every number of a matrix by row and column: the `data-value` of its computed table, else what
/// its input cells hold; null where there is neither, and while a table that does not stand in the figure
/// has not followed it yet.
const READ: &str = r#"
    const name = arguments[0], rows = [];
    if (document.querySelector(`table[data-matrix="${name}"][data-stale]`)) return null;
    const put = (cell, value) => (rows[+cell.dataset.row] ??= [])[+cell.dataset.col] = value;
    const computed = `table[data-matrix="${name}"] td[data-row][data-col][data-value]`;
    document.querySelectorAll(computed).forEach(cell => put(cell, cell.dataset.value));
    if (rows.length === 0) {
        const typed = `input[data-matrix="${name}"][data-row][data-col]`;
        document.querySelectorAll(typed).forEach(cell => put(cell, cell.value.replace('−', '-')));
    }
    return rows.length ? rows : null;"#;

/// Whether something is found that is no piece of a page or a lesson that is still being built, and hidden until then.
const WHOLE: &str = "
    const built = 'body.builds, .lesson-body.builds';
    return [...document.querySelectorAll(arguments[0])].some(own => !own.closest(built))";

/// Scrolls an element to the middle, where nothing that sticks to an edge of the window covers it, and is done when it
/// has stood in the same place for two frames; after a second in any case, since some things move all the time.
const COME_TO_REST: &str = r#"
    const [element, done] = arguments;
    element.scrollIntoView({ block: "center" });
    setTimeout(done, 1000);
    const place = () => JSON.stringify(element.getBoundingClientRect());
    const look = (before, same) => requestAnimationFrame(() => {
        const now = place(), still = now === before ? same + 1 : 0;
        still === 2 ? done() : look(now, still);
    });
    look(place(), 0);"#;

impl Page {
    /// What an input cell shows.
    pub async fn shown(&self, cell: Input) -> Result<String, Error> {
        let element = self.found(&cell.selector()).await?;
        Ok(element.prop("value").await?.unwrap_or_default())
    }

    /// An attribute of the first element that a selector finds.
    pub async fn attribute(&self, selector: &str, name: &str) -> Result<Option<String>, Error> {
        Ok(self.found(selector).await?.attr(name).await?)
    }

    /// The numbers of a matrix, computed ones at full precision. A table that has just been made
    /// is waited for until its numbers have been written into it.
    pub async fn matrix(&self, name: &str) -> Result<Vec<Vec<f64>>, Error> {
        until(&format!("the numbers of “{name}”"), async || {
            let rows = self.script(READ, vec![name.into()]).await?;
            Ok(numbers(&rows).is_some())
        })
        .await?;
        let rows = self.script(READ, vec![name.into()]).await?;
        numbers(&rows).ok_or_else(|| Error::Page(format!("the numbers of “{name}” read {rows}")))
    }

    /// Waits until a matrix satisfies a condition, and gives it.
    pub async fn matrix_once(
        &self,
        name: &str,
        what: &str,
        condition: impl Fn(&[Vec<f64>]) -> bool,
    ) -> Result<Vec<Vec<f64>>, Error> {
        until(&format!("{name}: {what}"), async || {
            let rows = self.script(READ, vec![name.into()]).await?;
            Ok(numbers(&rows).is_some_and(|rows| condition(&rows)))
        })
        .await?;
        self.matrix(name).await
    }

    /// The element of a selector, once it is there, and the page or the lesson that it stands in is whole.
    pub(crate) async fn element(&self, selector: &str) -> Result<Element, Error> {
        until(selector, async || self.is_whole(selector).await).await?;
        self.found(selector).await
    }

    /// The element of a selector. One that is made anew between two commands is looked for again.
    pub(crate) async fn found(&self, selector: &str) -> Result<Element, Error> {
        self.found_by(async || self.client.find(Locator::Css(selector)).await)
            .await
    }

    /// All elements of a selector, in the same way.
    pub(crate) async fn all_found(&self, selector: &str) -> Result<Vec<Element>, Error> {
        self.found_by(async || self.client.find_all(Locator::Css(selector)).await)
            .await
    }

    async fn found_by<T>(&self, find: impl AsyncFn() -> Result<T, CmdError>) -> Result<T, Error> {
        let end = Instant::now() + ANEW;
        loop {
            match find().await {
                Err(CmdError::Standard(error)) if is_gone(&error.error) && Instant::now() < end => {
                    tokio::time::sleep(Duration::from_millis(30)).await;
                }
                outcome => return Ok(outcome?),
            }
        }
    }

    /// Whether a selector finds something that is not a piece of what is still being built.
    pub(crate) async fn is_whole(&self, selector: &str) -> Result<bool, Error> {
        let found = self.script(WHOLE, vec![selector.into()]).await?;
        Ok(found == Value::Bool(true))
    }

    /// The element of a selector, after walking to the stage that shows it.
    pub(crate) async fn reveal(&self, selector: &str) -> Result<Element, Error> {
        let element = self.found(selector).await?;
        if !element.is_displayed().await? {
            self.walk_to(selector).await?;
        }
        self.bring_into_sight(&element).await?;
        Ok(element)
    }

    /// Scrolls to an element and waits until it stays where it is. A page that was just opened is still being laid out:
    /// pressed then, the mouse goes down on one thing and up on another.
    pub(crate) async fn bring_into_sight(&self, element: &Element) -> Outcome {
        self.script_with_arguments(COME_TO_REST, vec![json(element)?])
            .await
            .map(drop)
    }
}

/// Whether an element was not there at that moment.
pub(crate) fn is_gone(status: &ErrorStatus) -> bool {
    matches!(
        status,
        ErrorStatus::NoSuchElement | ErrorStatus::StaleElementReference
    )
}

/// Rows of numbers as the page writes them, `-Infinity` included; none if any is no number.
fn numbers(rows: &Value) -> Option<Vec<Vec<f64>>> {
    let number = |text: &Value| text.as_str()?.parse::<f64>().ok();
    let row = |row: &Value| {
        row.as_array()?
            .iter()
            .map(number)
            .collect::<Option<Vec<_>>>()
    };
    rows.as_array()?.iter().map(row).collect()
}
