//! A newer version on the server: the reader decides when, and never sees a mix of two.

use e2e::{Error, Outcome, Page, Server, Site, on_server, plain, until};

use super::open_and_keep;

/// Files that the next version has others of: one the page loads first, one it may load much later, with a lesson.
const CHANGED: [&str; 2] = ["simd.js", "training.css"];

/// The name of the script in the page that says which version it is of.
const SCRIPT: &str = "return document.querySelector('script[src*=simd]').src.split('/').pop()";

/// The names of all files the page has loaded.
const LOADED: &str = "return performance.getEntriesByType('resource')
    .map(entry => new URL(entry.name).pathname.split('/folder/')[1] ?? entry.name).join(' ')";

/// Asks for the newest version now; whether it is there is another matter.
const LOOK: &str = "
    const done = arguments[0];
    navigator.serviceWorker.getRegistration().then(own => own.update()).then(() => done(''), () => done(''))";

/// What stands beside the version in charge: `installing`, `waiting` or nothing.
const COMING: &str = "
    const done = arguments[0];
    navigator.serviceWorker.getRegistration().then(own =>
        done(own.installing ? 'installing' : own.waiting ? 'waiting' : ''))";

/// How many versions are kept.
const KEPT: &str = "const done = arguments[0]; caches.keys().then(names => done(names.length))";

async fn coming(page: &Page, what: &str) -> Outcome {
    until(
        &format!("“{what}” beside the version in charge"),
        async || Ok(page.script_with_callback(COMING).await? == what),
    )
    .await
}

async fn shows(page: &Page, site: &Site) -> Outcome {
    page.ready().await?;
    assert_eq!(page.text_of(SCRIPT).await?, site.name_of("simd.js")?);
    Ok(())
}

async fn reload(page: &Page) -> Outcome {
    page.script("location.reload()", vec![]).await?;
    page.ready().await
}

/// Opens the training lesson and fails unless all that was loaded is of this version.
async fn is_all_of(page: &Page, site: &Site) -> Outcome {
    page.go_to_lesson("training").await?;
    page.settled().await?;
    let loaded = page.text_of(LOADED).await?;
    let strangers: Vec<_> = loaded.split(' ').filter(|name| !site.has(name)).collect();
    assert!(strangers.is_empty(), "of another version: {strangers:?}");
    let sheets = loaded
        .split(' ')
        .filter(|name| plain(name) == "training.css");
    assert_eq!(sheets.count(), 1, "{loaded}");
    Ok(())
}

#[test]
fn a_newer_version_waits_until_the_reader_takes_it() -> Outcome {
    let old = Site::with_worker()?;
    let new = old.next_version(&CHANGED, "next")?;
    on_server(Server::hosted(old.clone())?, async move |page: Page| {
        open_and_keep(&page).await?;
        page.server().deploy(new.clone());
        reload(&page).await?;
        shows(&page, &old).await?;
        page.element_is_there("[role=status] [data-action=update]")
            .await?;
        is_all_of(&page, &old).await?;
        page.go_to_lesson("stepper").await?;
        page.settled_fragment().await?;
        page.click("update").await?;
        until("the newer version", async || {
            let name = page.text_of(SCRIPT).await;
            // While the page is being loaded there is nothing to be asked.
            Ok(name.is_ok_and(|name| new.name_of("simd.js").is_ok_and(|new| new == name)))
        })
        .await?;
        shows(&page, &new).await?;
        assert_eq!(page.count("[data-action=update]").await?, 0);
        is_all_of(&page, &new).await?;
        page.console_is_clean().await
    })
}

/// What is being uploaded, or was cut off: the list is there, a file is still the old one or broken.
#[test]
fn a_half_deployed_version_never_takes_over() -> Outcome {
    let old = Site::with_worker()?;
    let new = old.next_version(&CHANGED, "next")?;
    let mut half = new.clone();
    half.put(&new.name_of("training.css")?, b"/* half".to_vec());
    on_server(Server::hosted(old.clone())?, async move |page: Page| {
        open_and_keep(&page).await?;
        page.server().deploy(half);
        page.script_with_callback(LOOK).await?;
        coming(&page, "").await?;
        let asked = page.server().requested();
        let broken = new.name_of("training.css")?;
        if !asked.contains(&broken) {
            return Err(Error::Page(format!("nobody asked for {broken}: {asked:?}")));
        }
        assert_eq!(page.script_with_callback(KEPT).await?, 1, "versions kept");
        reload(&page).await?;
        shows(&page, &old).await?;
        is_all_of(&page, &old).await?;
        page.server().deploy(new.clone());
        page.script_with_callback(LOOK).await?;
        coming(&page, "waiting").await
    })
}
