//! chromedriver and the browser it starts.

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
use serde_json::{Map, Value, json};

use crate::Trouble;

/// A chromedriver of our own, with a profile folder for its browser; both go when it is dropped.
pub struct Driver {
    process: Child,
    port: u16,
    profile: PathBuf,
}

impl Driver {
    /// Starts chromedriver on a free port and waits until it listens.
    pub fn start() -> Result<Self, Trouble> {
        let port = free_port().map_err(Trouble::io("find a free port"))?;
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let process = Command::new(&program)
            .arg(format!("--port={port}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Trouble::io(
                "start chromedriver (CHROMEDRIVER may say where it is)",
            ))?;
        let driver = Self {
            process,
            port,
            profile: fresh_profile(),
        };
        driver.wait()?;
        Ok(driver)
    }

    /// Opens a browser with the arguments of the workspace's `webdriver.json`.
    pub async fn open(&self) -> Result<Client, Trouble> {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(self.capabilities()?);
        let address = format!("http://127.0.0.1:{}", self.port);
        builder.connect(&address).await.map_err(Trouble::Session)
    }

    fn capabilities(&self) -> Result<Map<String, Value>, Trouble> {
        let mut wanted: Value = serde_json::from_str(include_str!("../../../webdriver.json"))
            .map_err(|error| Trouble::Setup(format!("webdriver.json: {error}")))?;
        let options = &mut wanted["goog:chromeOptions"];
        if let Some(arguments) = options["args"].as_array_mut() {
            arguments.push(format!("--user-data-dir={}", self.profile.display()).into());
            arguments.push("--window-size=1440,900".into());
            arguments.push("--enable-precise-memory-info".into());
        }
        if let Ok(browser) = env::var("CHROME_PATH") {
            options["binary"] = browser.into();
        }
        wanted["goog:loggingPrefs"] = json!({ "browser": "ALL" });
        match wanted {
            Value::Object(map) => Ok(map),
            _ => Err(Trouble::Setup("webdriver.json is not an object".into())),
        }
    }

    /// Waits until chromedriver accepts connections.
    fn wait(&self) -> Result<(), Trouble> {
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if Instant::now() > end {
                return Err(Trouble::Setup(
                    "chromedriver did not come up in 20 s".into(),
                ));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // What cannot be tidied away here the system does at its next start.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// A port nobody uses; chromedriver takes it a moment later.
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
