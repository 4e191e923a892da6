//! Those who compute the same thing, all in one page.

use std::time::Duration;

use e2e::{Error, Page, until};
use serde::Deserialize;

use crate::rows::Row;

/// Our two modules, by id.
pub const OURS: [&str; 2] = ["ours-relaxed", "ours-simd128"];
/// The limits of each of them.
pub const PEAKS: [&str; 2] = ["peak-relaxed", "peak-simd128"];
/// How long one question may take: a slow contender's block of 256 tokens, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// One of those who compete.
#[derive(Deserialize)]
pub struct Contender {
    /// As the program calls it.
    pub id: String,
    /// As the tables call it.
    pub name: String,
    /// Which one it is.
    pub version: Option<String>,
    /// Why it could not be loaded.
    pub failure: Option<String>,
}

/// What the page says when its contenders are there.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Started {
    contenders: Vec<Contender>,
    multiply_adds: f64,
}

/// How one contender did in the check before a row.
#[derive(Deserialize)]
pub struct Checked {
    /// Whose.
    pub id: String,
    /// Which of its ways takes part: the fastest of those that are right.
    pub how: Option<String>,
    /// All of its ways.
    pub tried: Vec<Way>,
}

/// One way to do the work.
#[derive(Deserialize)]
pub struct Way {
    /// What it is called.
    pub how: String,
    /// Its largest absolute error.
    pub error: Option<f64>,
    /// Why it takes no part.
    pub failure: Option<String>,
}

/// All of them, loaded.
pub struct Contenders {
    page: Page,
    /// In the order of the tables.
    pub all: Vec<Contender>,
    /// Multiply-adds in one call of a peak loop.
    pub peak_multiply_adds: f64,
}

/// Opens the page and waits until it can be asked.
pub async fn open(page: &Page) -> Result<(), Error> {
    page.load("").await?;
    until("the bench's page", async || {
        page.holds("return window.bench !== undefined").await
    })
    .await?;
    if page.holds("return crossOriginIsolated").await? {
        return Ok(());
    }
    Err(Error::Page("the page has only a coarse timer".into()))
}

impl Contenders {
    /// Loads them all into a fresh page.
    pub async fn start(page: &Page) -> Result<Self, Error> {
        page.be_patient(PATIENCE).await?;
        open(page).await?;
        let started: Started = page.promised("bench.start()").await?;
        Ok(Self {
            page: page.clone(),
            all: started.contenders,
            peak_multiply_adds: started.multiply_adds,
        })
    }

    /// Checks everybody at a row; those that are right take part in its rounds.
    pub async fn check(&self, row: &Row) -> Result<Vec<Checked>, Error> {
        let task = row.task();
        let able: Vec<String> = self
            .page
            .promised(&format!("bench.prepare({task})"))
            .await?;
        let mut checked = Vec::new();
        for id in able {
            checked.push(self.page.promised(&format!("bench.check('{id}')")).await?);
        }
        Ok(checked)
    }

    /// Times everybody once: milliseconds a call by id.
    pub async fn round(&self, number: usize) -> Result<Line, Error> {
        self.page.promised(&format!("bench.round({number})")).await
    }

    /// Everybody but us.
    pub fn others(&self) -> impl Iterator<Item = &Contender> {
        let ours = |contender: &&Contender| !OURS.contains(&contender.id.as_str());
        self.all.iter().filter(ours)
    }
}

/// Milliseconds a call by id.
pub type Line = std::collections::HashMap<String, f64>;
