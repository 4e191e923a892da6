//! The built package in a real browser: its test body in a page and in a module worker, for both of
//! its modules. Every case is in crates/package/tests/body.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use e2e::{Error, Outcome, Page, Server, Site, on_server, until_within, workspace};
use serde_json::{Value, json};

/// The body once took 15 s here while four others worked on the same two cores.
const PATIENCE: Duration = Duration::from_secs(240);

/// The package beside its tests, as they import it.
fn site() -> Result<Site, Error> {
    let default = || workspace().join("pkg");
    let pkg = env::var_os("ATTENTION_LAB_PKG").map_or_else(default, PathBuf::from);
    if !pkg.join("attention-lab.js").is_file() {
        return Err(Error::Setup(format!(
            "there is no built package at {}; run `cargo xtask package` first",
            pkg.display()
        )));
    }
    let tests = workspace().join("crates/package/tests");
    Site::of(&[("pkg/", pkg), ("", tests)])
}

/// What the page came to, once all has run.
async fn outcome(page: &Page) -> Result<Value, Error> {
    page.load("").await?;
    until_within(PATIENCE, "the package's test body to end", async || {
        page.holds("return window.outcome !== undefined").await
    })
    .await?;
    page.script("return window.outcome", vec![]).await
}

#[test]
fn the_test_body_passes_in_page_and_worker() -> Outcome {
    on_server(Server::start(site()?)?, async |page: Page| {
        let outcome = outcome(&page).await?;
        for place in ["page", "worker"] {
            let found = &outcome[place];
            assert_eq!(found["failures"], json!([]), "in the {place}");
            // Chromium has had relaxed SIMD since 114.
            let best = json!({ "attention-lab.js": "relaxed", "attention-only.js": "relaxed" });
            assert_eq!(found["chosen"], best, "in the {place}");
            assert!(found["cases"].as_u64() >= Some(60), "{found}");
        }
        let missing = "attention-only.simd128.wasm could not be had: 404";
        assert_eq!(outcome["servers"], json!(["5,5", "5,5", missing]));
        Ok(())
    })
}
