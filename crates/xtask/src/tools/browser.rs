//! Chromium and its WebDriver.

use std::env;
use std::path::PathBuf;

use super::debian;
use crate::error::Error;
use crate::shell::Shell;

/// Names under which systems know Chromium or Chrome.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
/// The same engine without the windows, tabs and menus around it, as Debian packs it: a short test, which needs none of them,
/// takes half the processor time of one in the browser.
const SHELL: &str = "chromium-headless-shell";
/// Where macOS keeps Chrome.
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
/// How to get both where apt-get is not for us to use.
const ELSEWHERE: &str = "install Chromium or Chrome and the chromedriver of the same version \
                         (https://googlechromelabs.github.io/chrome-for-testing/); \
                         CHROME_PATH and CHROMEDRIVER may say where they are";

/// The two programs.
pub struct Browser {
    /// Chromium or Chrome.
    pub browser: PathBuf,
    /// chromedriver.
    pub driver: PathBuf,
}

/// What tests are run in: the headless shell where there is one, or where it can be installed; else the browser.
/// What the environment names goes before both.
pub fn for_tests(shell: &Shell) -> Result<Browser, Error> {
    let found = ensure(shell)?;
    if env::var_os("CHROME_PATH").is_some() {
        return Ok(found);
    }
    if shell.find(SHELL).is_none() && debian::is_ours(shell) {
        // An older Debian has none.
        if let Err(error) = debian::get(shell, &[SHELL], &[SHELL], ELSEWHERE) {
            println!("Tests run in Chromium itself: {error}");
        }
    }
    Ok(Browser {
        browser: shell.find(SHELL).unwrap_or(found.browser),
        ..found
    })
}

/// Finds Chromium and chromedriver, installing them on Debian as root.
pub fn ensure(shell: &Shell) -> Result<Browser, Error> {
    if let Some(found) = find(shell) {
        return Ok(found);
    }
    let packages = ["chromium", "chromium-driver"];
    debian::ensure(shell, &packages, &["chromium", "chromedriver"], ELSEWHERE)?;
    find(shell).ok_or_else(|| Error::Missing {
        what: "Chromium or chromedriver".into(),
        how: ELSEWHERE.into(),
    })
}

/// What the environment names, else what is on PATH.
fn find(shell: &Shell) -> Option<Browser> {
    let named = |variable| {
        env::var_os(variable)
            .map(PathBuf::from)
            .filter(|file| file.is_file())
    };
    let on_path = || BROWSERS.iter().find_map(|name| shell.find(name));
    let on_mac = || Some(PathBuf::from(MAC)).filter(|file| file.is_file());
    Some(Browser {
        browser: named("CHROME_PATH").or_else(on_path).or_else(on_mac)?,
        driver: named("CHROMEDRIVER").or_else(|| shell.find("chromedriver"))?,
    })
}
