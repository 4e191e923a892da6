//! The lesson that trains a transformer, by its public contract; one file per theme.

mod ablating;
mod block;
mod diverging;
mod experiments;
mod files;
mod hostile;
mod keyboard;
mod looks;
mod moments;
mod opening;
mod running;
mod same;
mod sequence;
mod settings;
mod stepper;
mod undone;
mod without_worker;
mod worker;
mod writing;

use e2e::{Error, Page};

/// A run that is quick to train: a few milliseconds a step.
const SMALL: &str = "a=copy,layers:1,heads:2,d_model:16,batch:8";

/// One that takes its time, so that hundreds of steps are not over before they are looked at, and
/// every tenth is still kept.
const STEADY: &str = "a=copy,layers:2,heads:2,d_model:32,batch:64";

/// Everything the table of predictions says, the verdicts included.
const PREDICTIONS: &str = r#"
    return [...document.querySelectorAll('[data-table="predictions"] tr:not(.hidden-row) td')]
        .map(cell => `${cell.className}:${cell.textContent}`).join("|");"#;

/// The numbers of the line about a run's quality, exactly.
const QUALITY: &str = r#"
    return [...document.querySelectorAll('[data-gallery="a"] [data-quality]')]
        .map(cell => `${cell.dataset.quality} ${cell.dataset.value}`).join("|");"#;

/// What is predicted at each place.
async fn predictions(page: &Page) -> Result<String, Error> {
    page.text_of(PREDICTIONS).await
}

/// How well the first run does, exactly.
async fn quality(page: &Page) -> Result<String, Error> {
    page.text_of(QUALITY).await
}

/// One number of the line about quality.
async fn quality_of(page: &Page, key: &str) -> Result<f64, Error> {
    let all = quality(page).await?;
    let own = all.split('|').find_map(|entry| entry.strip_prefix(key));
    let number = own.and_then(|text| text.trim().parse().ok());
    number.ok_or_else(|| Error::Page(format!("no {key} in “{all}”")))
}
