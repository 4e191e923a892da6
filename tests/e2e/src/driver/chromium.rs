//! Chromium, headless.

use std::env;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::program;
use crate::Error;

/// chromedriver on a port.
pub fn driver(port: u16) -> Command {
    let mut driver = program("CHROMEDRIVER", "chromedriver");
    driver.arg(format!("--port={port}"));
    driver
}

/// The arguments of the workspace's `webdriver.json`, and our own.
pub fn capabilities(profile: &Path) -> Result<Value, Error> {
    let mut wanted: Value = serde_json::from_str(include_str!("../../../../webdriver.json"))
        .map_err(|error| Error::Setup(format!("webdriver.json: {error}")))?;
    let options = &mut wanted["goog:chromeOptions"];
    if let Some(arguments) = options["args"].as_array_mut() {
        arguments.push(format!("--user-data-dir={}", profile.display()).into());
        arguments.push("--window-size=1440,900".into());
        arguments.push("--enable-precise-memory-info".into());
    }
    if let Ok(browser) = env::var("CHROME_PATH") {
        options["binary"] = browser.into();
    }
    wanted["goog:loggingPrefs"] = json!({ "browser": "ALL" });
    Ok(wanted)
}
