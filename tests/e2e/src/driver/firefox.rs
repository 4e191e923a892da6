//! Firefox, headless.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::program;
use crate::Error;

/// geckodriver on a port, allowed to run the browser's own scripts: they can what WebDriver cannot.
pub fn driver(port: u16, profile: &Path) -> Result<Command, Error> {
    fs::create_dir_all(profile).map_err(Error::io("create the folder for profiles"))?;
    let mut driver = program("GECKODRIVER", "geckodriver");
    driver
        .arg(format!("--port={port}"))
        .arg("--allow-system-access");
    driver.arg("--profile-root").arg(profile);
    Ok(driver)
}

/// What is saved is saved without a question, and nothing is fetched unasked: the icon of a tab that
/// nobody sees would be against the policy of some pages.
pub fn capabilities() -> Value {
    let mut options = json!({
        "args": ["-headless"],
        "prefs": {
            "browser.download.folderList": 2,
            "browser.download.useDownloadDir": true,
            "browser.download.always_ask_before_handling_new_types": false,
            "browser.download.alwaysOpenPanel": false,
            "browser.chrome.site_icons": false,
            "datareporting.policy.dataSubmissionEnabled": false,
            "browser.shell.checkDefaultBrowser": false,
        },
    });
    if let Ok(browser) = env::var("FIREFOX_PATH") {
        options["binary"] = browser.into();
    }
    json!({ "moz:firefoxOptions": options })
}
