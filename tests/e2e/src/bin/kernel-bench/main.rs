//! Sets our kernels against those of other libraries in one page, and prints a Markdown section.
//!
//! Run it by `cargo xtask bench kernels`, which puts the page together. What happens in the page is
//! in `tests/e2e/kernel-bench/page`.

mod contenders;
mod first;
mod measure;
mod report;
mod rows;

use std::process::ExitCode;

use e2e::{Outcome, Page, Server, Site, on_server};

use contenders::Contenders;
use report::Facts;

fn main() -> ExitCode {
    match on_site() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn on_site() -> Outcome {
    on_server(Server::isolated(Site::built()?)?, race)
}

/// First calls while nothing is loaded yet, then everything else.
async fn race(page: Page) -> Outcome {
    let firsts = first::calls(&page).await?;
    eprintln!("Starting the contenders …");
    let contenders = Contenders::start(&page).await?;
    let mut measured = Vec::new();
    for row in rows::wanted() {
        measured.push(measure::measure(&contenders, row).await?);
    }
    let facts = Facts::of(&page).await?;
    report::print(&facts, &contenders, &measured, &firsts);
    Ok(())
}
