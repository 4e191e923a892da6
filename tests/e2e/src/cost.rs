//! The lesson that measures what attention costs.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use crate::{Error, Outcome, Page, Server, Site, on_server, until_within};

/// How long measuring may take, when other tests measure beside it.
const PATIENCE: Duration = Duration::from_secs(90);

/// What the cells of the table hold: method, n, outcome, milliseconds, bytes.
const CELLS: &str = r#"
    return [...document.querySelectorAll('[data-table="cost"] td')]
        .map(({ dataset: d }) => [d.method, d.n, d.outcome, d.ms ?? "", d.bytes ?? ""].join(" "))
        .join("|");"#;

/// Puts a value into a field.
const SET: &str = r#"
    const [selector, value] = arguments, field = document.querySelector(selector);
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));"#;

/// One cell of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// `measured`, `none`, or why it was refused.
    pub outcome: String,
    /// Milliseconds of a call, where it was measured.
    pub ms: Option<f64>,
    /// Bytes, where it was measured.
    pub bytes: Option<f64>,
}

/// The table by method and n.
pub type Cells = BTreeMap<(String, usize), Cell>;

/// Opens the cost lesson in a fresh browser, runs `test` on it and closes the browser.
pub fn on_cost<F>(fragment: &'static str, test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    on_server(Server::start(Site::built()?)?, async move |page: Page| {
        page.open_cost(fragment).await?;
        test(page).await
    })
}

impl Page {
    /// Loads the cost lesson with the rest of a fragment.
    pub async fn open_cost(&self, fragment: &str) -> Outcome {
        let rest = if fragment.is_empty() { "" } else { "&" };
        self.load(&format!("lesson=cost{rest}{fragment}")).await?;
        self.element_is_there("#cost [data-action=measure]").await
    }

    /// Clicks a button of the cost lesson.
    pub async fn press_cost(&self, action: &str) -> Outcome {
        self.click_on(&format!("#cost [data-action=\"{action}\"]"))
            .await
    }

    /// Puts a value into a field of the cost lesson, and tells the page as a browser does.
    pub async fn set_cost(&self, control: &str, value: &str) -> Outcome {
        let selector = format!("#cost [data-control=\"{control}\"]");
        let arguments = vec![selector.into(), value.into()];
        self.script(SET, arguments).await.map(drop)
    }

    /// Waits until measuring is in a state: measuring, paused, cancelled or done.
    pub async fn measuring_is(&self, state: &str) -> Outcome {
        let selector = format!("#cost [data-state=\"{state}\"]");
        until_within(PATIENCE, &selector, async || {
            Ok(self.count(&selector).await? == 1)
        })
        .await
    }

    /// The whole table.
    pub async fn cost_cells(&self) -> Result<Cells, Error> {
        let text = self.text_of(CELLS).await?;
        let cell = |entry: &str| {
            let mut parts = entry.split(' ');
            let place = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
            let outcome = parts.next()?.to_owned();
            let (ms, bytes) = (parts.next()?.parse().ok(), parts.next()?.parse().ok());
            Some((place, Cell { outcome, ms, bytes }))
        };
        let cells: Option<Cells> = text.split('|').map(cell).collect();
        cells.ok_or_else(|| Error::Page(format!("the table reads {text}")))
    }

    /// The points that are measured.
    pub async fn cost_measured(&self) -> Result<Cells, Error> {
        let mut cells = self.cost_cells().await?;
        cells.retain(|_, cell| cell.outcome == "measured");
        Ok(cells)
    }

    /// Waits until at least so many points are measured.
    pub async fn measured_at_least(&self, count: usize) -> Outcome {
        until_within(PATIENCE, &format!("{count} points"), async || {
            Ok(self.cost_measured().await?.len() >= count)
        })
        .await
    }
}
