//! The program that speaks WebDriver, and the browser that it starts.

mod chromium;
mod firefox;
mod group;
mod pool;
mod screen;
mod system;
mod webkit;

use std::env;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value};

use crate::{Engine, Error, Outcome};
use group::Group;
pub use screen::{SIZE, Screen};

/// A driver of our own, with a folder for its browser's profile; both go when it is dropped.
pub struct Driver {
    /// What it drives.
    pub engine: Engine,
    /// Where the browser is to be seen, for an engine that cannot do without.
    pub screen: Option<Screen>,
    /// Where the browser listens that sessions share; without one each session has a browser of its own.
    browser: Option<String>,
    group: Group,
    port: u16,
    profile: PathBuf,
}

impl Driver {
    /// Starts the driver of the engine that was asked for on a free port and waits until it listens.
    pub fn start() -> Result<Self, Error> {
        // A port that was free may have become another test's, before the driver took it.
        Self::try_start().or_else(|_| Self::try_start())
    }

    fn try_start() -> Result<Self, Error> {
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
        let mut group = Group::start(&mut command, &profile)?;
        wait(port, engine)?;
        if !group.is_alive() {
            let name = engine.name();
            return Err(Error::Setup(format!("the driver of {name} has ended")));
        }
        let browser = match engine {
            Engine::Chromium => Some(chromium::browser(&mut group, &profile)?),
            Engine::Firefox | Engine::WebKit => None,
        };
        Ok(Self {
            engine,
            screen,
            browser,
            group,
            port,
            profile,
        })
    }

    /// Opens a session: with a browser and a fresh profile, or in the browser that is there, in a tab that
    /// nothing was done in.
    pub async fn open(&self) -> Result<Client, Error> {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(self.capabilities()?);
        let address = format!("http://127.0.0.1:{}", self.port);
        let client = builder.connect(&address).await;
        let client = client.map_err(|error| Error::Session(self.engine.name(), error))?;
        if self.browser.is_some() {
            fresh_tab(&client).await?;
        }
        Ok(client)
    }

    fn capabilities(&self) -> Result<Map<String, Value>, Error> {
        let wanted = match self.engine {
            Engine::Chromium => chromium::capabilities(self.browser.as_deref()),
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
}

/// Opens a tab and closes all others, with what was set in them.
async fn fresh_tab(client: &Client) -> Outcome {
    let others = client.windows().await?;
    let own = client.new_window(true).await?.handle;
    for other in others {
        client.switch_to_window(other).await?;
        client.close_window().await?;
    }
    client.switch_to_window(own).await?;
    // What the closed ones said on the console.
    crate::devtools::drain(client).await
}

/// Waits until the driver accepts connections.
fn wait(port: u16, engine: Engine) -> Outcome {
    patiently(&format!("the driver of {}", engine.name()), || {
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()
    })
    .map(drop)
}

/// What comes of a program that has just been started.
fn patiently<T>(what: &str, mut come: impl FnMut() -> Option<T>) -> Result<T, Error> {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(come) = come() {
            return Ok(come);
        }
        if Instant::now() > end {
            return Err(Error::Setup(format!("{what} did not come up in a minute")));
        }
        thread::sleep(Duration::from_millis(20));
    }
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
