//! Chromium, headless.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::group::Group;
use super::{patiently, program};
use crate::Error;

/// chromedriver on a port.
pub fn driver(port: u16) -> Command {
    let mut driver = program("CHROMEDRIVER", "chromedriver");
    driver.arg(format!("--port={port}"));
    driver
}

/// What chromedriver gives a browser that it starts itself, but for what has to do with its own logs.
const DRIVEN: [&str; 14] = [
    "--allow-pre-commit-input",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-client-side-phishing-detection",
    "--disable-default-apps",
    "--disable-hang-monitor",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-renderer-backgrounding",
    "--enable-automation",
    "--no-service-autorun",
    "--password-store=basic",
    "--test-type=webdriver",
    "--use-mock-keychain",
];

/// Starts a browser with a profile of its own, and says where it listens.
pub fn browser(group: &mut Group, profile: &Path) -> Result<String, Error> {
    let mut browser = program("CHROME_PATH", "chromium");
    browser.args(arguments()?).args(DRIVEN);
    browser.arg(format!("--user-data-dir={}", profile.display()));
    browser.args(["--window-size=1440,900", "--enable-precise-memory-info"]);
    // A tab that closes leaves its process to the next one: a new one costs a third of what loading the page does.
    browser.arg("--renderer-process-limit=1");
    // Pages that are left are not kept: nobody goes back to them, and there are thousands.
    browser.arg("--disable-features=PaintHolding,BackForwardCache");
    browser.args(["--remote-debugging-port=0", "about:blank"]);
    group.add(&mut browser)?;
    let file = profile.join("DevToolsActivePort");
    patiently("Chromium", || {
        let text = fs::read_to_string(&file).ok()?;
        let port: u16 = text.lines().next()?.parse().ok()?;
        Some(format!("127.0.0.1:{port}"))
    })
}

/// Those of the workspace's `webdriver.json`, with which the tests of components start it as well.
fn arguments() -> Result<Vec<String>, Error> {
    let file: Value = serde_json::from_str(include_str!("../../../../webdriver.json"))
        .map_err(|error| Error::Setup(format!("webdriver.json: {error}")))?;
    let arguments = file["goog:chromeOptions"]["args"]
        .as_array()
        .into_iter()
        .flatten();
    Ok(arguments
        .filter_map(|one| Some(one.as_str()?.to_owned()))
        .collect())
}

/// A session in the browser that listens there.
pub fn capabilities(browser: Option<&str>) -> Value {
    json!({
        "goog:chromeOptions": { "debuggerAddress": browser },
        "goog:loggingPrefs": { "browser": "ALL" },
    })
}
