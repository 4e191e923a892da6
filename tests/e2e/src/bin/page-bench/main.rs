//! Measures the built page in headless Chromium and prints a Markdown table.
//!
//! Run it by `cargo xtask bench page`, which builds the page and says where the tools are. With the
//! argument `load` only what it takes until the page is there is measured, with `training` only the training lesson, with
//! `edit` only edits, with `labs` what is typed and drawn in the lessons of one figure, with `embed` only figures in
//! another page, with `visits` only what a host is asked for; no tools are needed for any of them. With `lighthouse` and
//! a number every lesson is measured so often as on a phone.

mod edit;
mod embed;
mod labs;
mod lighthouse;
mod load;
mod report;
mod spent;
mod training;
mod typing;
mod visits;

use std::process::ExitCode;

use e2e::{Error, Outcome, Page, on_page};
use serde_json::json;

fn main() -> ExitCode {
    let outcome = match std::env::args().nth(1).as_deref() {
        Some("embed") => embed::measure(),
        Some("visits") => visits::measure(),
        Some("lighthouse") => lighthouse::lessons(rounds()),
        None | Some("load" | "training" | "edit" | "labs") => on_page(async |page| {
            measure(&page).await?.print();
            Ok(())
        }),
        Some(other) => Err(Error::Setup(format!(
            "nothing called “{other}” is measured; there are load, training, edit, labs, embed, visits, lighthouse"
        ))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// How often; five times unless it is said.
fn rounds() -> usize {
    let said = std::env::args().nth(2).and_then(|said| said.parse().ok());
    said.unwrap_or(5)
}

/// Takes all measurements, one after the other so that none disturbs another.
async fn measure(page: &Page) -> Result<report::Report, Error> {
    keep_nothing(page).await?;
    let mut report = report::Report::new(page).await?;
    match std::env::args().nth(1).as_deref() {
        Some("load") => load::measure(page, &mut report).await?,
        Some("training") => training::measure(page, &mut report).await?,
        Some("edit") => edit::measure(page, &mut report).await?,
        Some("labs") => labs::measure(page, &mut report).await?,
        _ => all(page, &mut report).await?,
    }
    Ok(report)
}

/// Every load is a first one.
async fn keep_nothing(page: &Page) -> Outcome {
    page.devtools("Network.enable", json!({})).await?;
    let without = json!({ "cacheDisabled": true });
    page.devtools("Network.setCacheDisabled", without)
        .await
        .map(drop)
}

async fn all(page: &Page, report: &mut report::Report) -> Outcome {
    eprintln!("Measuring the load …");
    load::measure(page, report).await?;
    eprintln!("Measuring the typing …");
    typing::measure(page, report).await?;
    edit::measure(page, report).await?;
    labs::measure(page, report).await?;
    training::measure(page, report).await?;
    rest(page).await?;
    lighthouse::measure(&page.server().url(), report)
}

/// Leaves the page, so that it takes no time from Lighthouse's own browser.
async fn rest(page: &Page) -> Outcome {
    eprintln!("Asking Lighthouse; about a minute …");
    page.leave().await
}
