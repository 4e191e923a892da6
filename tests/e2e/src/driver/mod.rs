//! The program that speaks WebDriver, and the browser that it starts.

mod chromium;
mod firefox;
mod screen;
mod system;
mod webkit;

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value};

use crate::{Engine, Error};
pub use screen::{SIZE, Screen};

/// A driver of our own, with a folder for its browser's profile; both go when it is dropped.
pub struct Driver {
    /// What it drives.
    pub engine: Engine,
    /// Where the browser is to be seen, for an engine that cannot do without.
    pub screen: Option<Screen>,
    process: Child,
    port: u16,
    profile: PathBuf,
}

impl Driver {
    /// Starts the driver of the engine that was asked for on a free port and waits until it listens.
    pub fn start() -> Result<Self, Error> {
        let engine = Engine::chosen()?;
        let port = free_port().map_err(Error::io("find a free port"))?;
        let profile = fresh_profile();
        let screen = match engine {
            Engine::WebKit => Some(Screen::start(&profile)?),
            Engine::Chromium | Engine::Firefox => None,
        };
        let mut command = match engine {
            Engine::Chromium => chromium::driver(port),
            Engine::Firefox => firefox::driver(port, &profile)?,
            Engine::WebKit => webkit::driver(port, &profile)?,
        };
        if let Some(screen) = &screen {
            command.env("DISPLAY", screen.name());
        }
        let driver = Self {
            engine,
            screen,
            process: start(&mut command)?,
            port,
            profile,
        };
        driver.wait()?;
        Ok(driver)
    }

    /// Opens a browser with a fresh profile.
    pub async fn open(&self) -> Result<Client, Error> {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(self.capabilities()?);
        let address = format!("http://127.0.0.1:{}", self.port);
        let client = builder.connect(&address).await;
        client.map_err(|error| Error::Session(self.engine.name(), error))
    }

    fn capabilities(&self) -> Result<Map<String, Value>, Error> {
        let wanted = match self.engine {
            Engine::Chromium => chromium::capabilities(&self.profile)?,
            Engine::Firefox => firefox::capabilities(),
            Engine::WebKit => webkit::capabilities()?,
        };
        match wanted {
            Value::Object(map) => Ok(map),
            _ => Err(Error::Setup("webdriver.json is not an object".into())),
        }
    }

    /// From now on MiniBrowser saves into this folder; of the others one asks the browser itself.
    pub fn save_into(&self, folder: &Path) -> Result<(), Error> {
        webkit::save_into(&self.profile, folder)
    }

    /// Waits until the driver accepts connections.
    fn wait(&self) -> Result<(), Error> {
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if Instant::now() > end {
                return Err(Error::Setup(format!(
                    "the driver of {} did not come up in 20 s",
                    self.engine.name()
                )));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // What cannot be tidied away here the system does at its next start.
        system::signal("KILL", &format!("-{}", self.process.id()));
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// Starts a program that says nothing, as the first of a group: its children end with it.
fn start(command: &mut Command) -> Result<Child, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    let process = system::lead_group(quiet.stderr(Stdio::null())).spawn();
    process.map_err(|error| Error::Setup(format!("could not start {program}: {error}")))
}

/// The program that a variable names, else one of that name on PATH.
fn program(variable: &str, name: &str) -> Command {
    Command::new(env::var_os(variable).unwrap_or_else(|| name.into()))
}

/// A port nobody uses; the driver takes it a moment later.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
        .local_addr()?
        .port())
}

/// The path of a folder that does not exist yet.
fn fresh_profile() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("attention-lab-e2e-{}-{number}", std::process::id());
    Path::new(&env::temp_dir()).join(name)
}
