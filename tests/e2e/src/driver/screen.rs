//! A screen in memory for a browser that has no headless mode, and the desktop's settings on it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::group::quietly;
use super::system;
use crate::{Error, Scheme};

/// As wide and high as any window of the tests, and more: the pointer rests in its middle, and there
/// the window's bar is put (see `Page::resize`).
pub const SIZE: (u32, u32) = (2000, 2400);

/// A screen; it ends when it is dropped, and what is shown on it with it.
pub struct Screen {
    display: String,
    server: Child,
    settings: PathBuf,
    desktop: Child,
}

impl Screen {
    /// Starts Xvfb on a display that nobody uses, and a desktop whose settings stand in a file.
    pub fn start(folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(folder).map_err(Error::io("create a folder for settings"))?;
        let settings = folder.join("xsettings");
        write(&settings, None)?;
        let (server, display) = server()?;
        let mut desktop = Command::new("xsettingsd");
        desktop.arg("-c").arg(&settings).env("DISPLAY", &display);
        Ok(Self {
            desktop: quietly(system::in_group(&mut desktop, 0))?,
            display,
            server,
            settings,
        })
    }

    /// What programs find it by.
    pub fn name(&self) -> &str {
        &self.display
    }

    /// Makes the desktop light or dark, and still.
    pub fn prefer(&self, scheme: Scheme) -> Result<(), Error> {
        write(&self.settings, Some(scheme))?;
        system::signal("HUP", &self.desktop.id().to_string());
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        for process in [&mut self.desktop, &mut self.server] {
            // What has ended already cannot be stopped, and need not be.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Xvfb says which display it has taken once it is ready.
fn server() -> Result<(Child, String), Error> {
    let mut server = Command::new("Xvfb");
    let (width, height) = SIZE;
    server.args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0"]);
    server.arg(format!("{width}x{height}x24"));
    server.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut server = server
        .stderr(Stdio::null())
        .spawn()
        .map_err(Error::io("start Xvfb"))?;
    let mut number = String::new();
    if let Some(output) = server.stdout.take() {
        let read = BufReader::new(output).read_line(&mut number);
        read.map_err(Error::io("read Xvfb's display"))?;
    }
    match number.trim() {
        "" => Err(Error::Setup("Xvfb did not start".into())),
        number => Ok((server, format!(":{number}"))),
    }
}

/// As GTK reads them; without a scheme it is light, and things move.
fn write(file: &Path, scheme: Option<Scheme>) -> Result<(), Error> {
    let (theme, moves) = match scheme {
        None => ("Adwaita", 1),
        Some(Scheme::Light) => ("Adwaita", 0),
        Some(Scheme::Dark) => ("Adwaita-dark", 0),
    };
    let text = format!("Net/ThemeName \"{theme}\"\nGtk/EnableAnimations {moves}\n");
    fs::write(file, text).map_err(Error::io("write the desktop's settings"))
}
