//! The lesson that trains a transformer: what it costs to open, how fast it learns, how the page
//! answers meanwhile, and whether a long run takes more and more memory.

mod answers;
mod learning;
mod memory;

use std::collections::BTreeSet;

use e2e::{Outcome, Page, gzip_size};

use crate::report::{Report, kilobytes};

/// Adds all lines about the lesson.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    eprintln!("Opening the training lesson …");
    bytes(page, report).await?;
    eprintln!("Training until the pattern is found …");
    learning::measure(page, report).await?;
    eprintln!("Using the page while it trains …");
    answers::measure(page, report).await?;
    memory::measure(page, report).await
}

/// What opening the lesson by its link asks the server for.
async fn bytes(page: &Page, report: &mut Report) -> Outcome {
    let before = page.server().requested().len();
    page.open_training("").await?;
    let files = page.server().requested();
    let files: BTreeSet<_> = files.iter().skip(before).collect();
    let (mut raw, mut gzip) = (0, 0);
    for file in &files {
        let bytes = page.server().bytes(file).unwrap_or_default();
        raw += bytes.len();
        gzip += gzip_size(&bytes)?;
    }
    let what = format!(
        "bytes until the training lesson shows its model, {} files, gzip -9",
        files.len()
    );
    report.add(what, kilobytes(gzip as f64), "");
    report.add("the same, not compressed", kilobytes(raw as f64), "");
    Ok(())
}
