//! Firefox and WebKit with their drivers, for `cargo xtask test --all-browsers`.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use super::{debian, install};
use crate::error::Error;
use crate::shell::Shell;

/// Names under which systems know Firefox.
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];
/// How to get it where apt-get is not for us to use.
const FIREFOX_ELSEWHERE: &str = "install Firefox; FIREFOX_PATH may say where it is";

/// What WebKitGTK needs: its driver, a screen in memory, and a desktop's settings on it.
const WEBKIT: [&str; 3] = ["WebKitWebDriver", "Xvfb", "xsettingsd"];
/// Where they come from.
const WEBKIT_PACKAGES: [&str; 3] = ["webkit2gtk-driver", "xvfb", "xsettingsd"];
/// How to get them elsewhere.
const WEBKIT_ELSEWHERE: &str = "install WebKitGTK with its driver and MiniBrowser, Xvfb and \
                                xsettingsd; WEBKIT_DRIVER and MINIBROWSER_PATH may say where \
                                the first two are";

/// A browser besides Chromium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// By geckodriver.
    Firefox,
    /// By WebKitWebDriver.
    WebKit,
}

impl Engine {
    /// As the end-to-end tests call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// As people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKit",
        }
    }

    /// Puts browser and driver in place.
    pub fn ensure(self, shell: &mut Shell) -> Result<(), Error> {
        match self {
            Self::Firefox => firefox(shell).map(drop),
            Self::WebKit => debian::ensure(shell, &WEBKIT_PACKAGES, &WEBKIT, WEBKIT_ELSEWHERE),
        }
    }

    /// Tells the tests which browser to take, and where it is.
    pub fn take(self, shell: &Shell, tests: &mut Command) {
        tests.env("ATTENTION_LAB_ENGINE", self.name());
        if let (Self::Firefox, Some(browser)) = (self, find_firefox(shell)) {
            tests.env("FIREFOX_PATH", browser);
        }
    }
}

fn firefox(shell: &mut Shell) -> Result<PathBuf, Error> {
    install::ensure(shell, &install::geckodriver())?;
    if let Some(found) = find_firefox(shell) {
        return Ok(found);
    }
    debian::ensure(shell, &FIREFOX[..1], &FIREFOX[..1], FIREFOX_ELSEWHERE)?;
    find_firefox(shell).ok_or_else(|| Error::Missing {
        what: "Firefox".into(),
        how: FIREFOX_ELSEWHERE.into(),
    })
}

/// What the environment names, else what is on PATH.
fn find_firefox(shell: &Shell) -> Option<PathBuf> {
    let named = env::var_os("FIREFOX_PATH").map(PathBuf::from);
    let on_path = || FIREFOX.iter().find_map(|name| shell.find(name));
    named.filter(|file| file.is_file()).or_else(on_path)
}
