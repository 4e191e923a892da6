//! What a host is asked for: by a first visit, until the page works and until all of it is kept, and by
//! every visit after that.

use std::time::Duration;

use e2e::{Error, Outcome, Page, Server, Site, gzip_size, on_server, until};

use crate::report::{Report, kilobytes};

/// Longer than a page takes to look for a newer version of itself.
const UNTIL_IT_LOOKED: Duration = Duration::from_secs(6);

const IS_KEPT: &str = "
    const done = arguments[0];
    navigator.serviceWorker.getRegistration().then(own => done(own?.active?.state === 'activated'))";

/// Prints the table.
pub fn measure() -> Outcome {
    let server = Server::hosted(Site::with_worker()?)?;
    on_server(server, async |page: Page| {
        let mut report = Report::new(&page).await?;
        page.open("").await?;
        let works = add("first visit, until the page works", &page, 0, &mut report)?;
        until("the page to be kept", async || {
            Ok(page.script_with_callback(IS_KEPT).await? == true)
        })
        .await?;
        add(
            "then, in the background, all else",
            &page,
            works,
            &mut report,
        )?;
        let first = add("first visit, all in all", &page, 0, &mut report)?;
        page.open("").await?;
        tokio::time::sleep(UNTIL_IT_LOOKED).await;
        add(
            "a later visit, nothing being new",
            &page,
            first,
            &mut report,
        )?;
        report.print();
        Ok(())
    })
}

/// Adds a line about all requests after the first `known`, and says how many there are now.
fn add(what: &str, page: &Page, known: usize, report: &mut Report) -> Result<usize, Error> {
    let requested = page.server().requested();
    let (mut raw, mut gzip) = (0, 0);
    for file in &requested[known..] {
        let bytes = page.server().bytes(file).unwrap_or_default();
        raw += bytes.len();
        gzip += gzip_size(&bytes)?;
    }
    let (raw, gzip) = (kilobytes(raw as f64), kilobytes(gzip as f64));
    let count = requested.len() - known;
    report.add(
        what,
        format!("{count} requests, {gzip} (gzip -9; {raw} as they are)"),
        "",
    );
    Ok(requested.len())
}
