//! Sets our training against PyTorch's, and prints a Markdown section with the ratios.
//!
//! Run it by `cargo xtask bench train`, which builds the contenders and says where they are.

mod check;
mod contenders;
mod first;
mod measure;
mod program;
mod report;

use std::process::ExitCode;

use e2e::{Outcome, Page, Server, Site, on_server};

use contenders::Contenders;

fn main() -> ExitCode {
    match bench() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn bench() -> Outcome {
    on_server(Server::isolated(Site::built()?)?, race)
}

/// Checks all contenders, then times them.
async fn race(page: Page) -> Outcome {
    let folder = e2e::workspace().join("target/train-bench");
    first::write(&folder)?;
    eprintln!("Starting the contenders …");
    let mut contenders = Contenders::start(&page, &folder).await?;
    check::all_agree(&mut contenders).await?;
    let times = measure::times(&mut contenders).await?;
    report::print(&page, &mut contenders, &times).await
}
