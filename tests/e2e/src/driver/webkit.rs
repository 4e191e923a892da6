//! WebKitGTK's MiniBrowser, which needs a screen and asks its desktop for everything else.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::{program, system};
use crate::Error;

/// Where Debian and its kin keep MiniBrowser, which is on nobody's PATH.
const FOLDERS: [&str; 3] = [
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1",
    "/usr/libexec/webkit2gtk-4.1",
];

/// The window's own bar as low and as narrow as it can be: a page has to be 320 px wide in it.
const STYLE: &str =
    "* { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 1px; }\n";

/// WebKitWebDriver on a port, with a home of its own.
pub fn driver(port: u16, home: &Path) -> Result<Command, Error> {
    let style = home.join("gtk-3.0");
    let folders = fs::create_dir_all(&style).and_then(|()| fs::create_dir_all(home.join("saved")));
    folders.map_err(Error::io("create a home for MiniBrowser"))?;
    let downloads = format!("XDG_DOWNLOAD_DIR=\"{}\"\n", downloads(home).display());
    let written = fs::write(style.join("gtk.css"), STYLE)
        .and_then(|()| fs::write(home.join("user-dirs.dirs"), downloads));
    written.map_err(Error::io("write MiniBrowser's settings"))?;
    save_into(home, &home.join("saved"))?;
    let mut driver = program("WEBKIT_DRIVER", "WebKitWebDriver");
    driver.arg(format!("--port={port}"));
    driver.env("HOME", home).env("XDG_CONFIG_HOME", home);
    Ok(driver)
}

/// What Safari has switched on and MiniBrowser has not: a browser's own files.
const FEATURES: &str = "--features=StorageAPI,StorageAPIEstimate,FileSystem,AccessHandle";

/// The browser that Debian has in a folder of its own.
pub fn capabilities() -> Result<Value, Error> {
    let named = env::var_os("MINIBROWSER_PATH").map(PathBuf::from);
    let known = FOLDERS.map(|folder| Path::new(folder).join("MiniBrowser"));
    let found = named.into_iter().chain(known).find(|file| file.is_file());
    let browser = found.ok_or_else(|| {
        Error::Setup("there is no MiniBrowser (MINIBROWSER_PATH may say where it is)".into())
    })?;
    let arguments = ["--automation", FEATURES];
    Ok(json!({ "webkitgtk:browserOptions": { "binary": browser, "args": arguments } }))
}

/// MiniBrowser reads once where downloads go; so it is a link, which can lead elsewhere later.
pub fn save_into(home: &Path, folder: &Path) -> Result<(), Error> {
    let link = downloads(home);
    // There is none the first time.
    let _ = fs::remove_file(&link);
    system::link(folder, &link).map_err(Error::io("say where downloads go"))
}

fn downloads(home: &Path) -> PathBuf {
    home.join("downloads")
}
