//! The page's size, its desktop's wishes, what runs before it and where it saves: WebDriver has none
//! of it as a test wants it, and every engine has it in a way of its own.

use std::path::Path;

use serde_json::json;

use crate::driver::{SIZE, Screen};
use crate::wait::until;
use crate::{Engine, Error, Outcome, Page};

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Scheme {
    /// As CSS names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The width and height of the page.
const AREA: &str = "return [innerWidth, innerHeight]";

impl Page {
    /// Makes the page's area this wide and high; below 500 px most windows cannot do it.
    pub async fn resize(&self, width: u32, height: u32) -> Outcome {
        match self.engine() {
            Engine::Chromium => {
                let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
                let command = "Emulation.setDeviceMetricsOverride";
                return self.devtools(command, size).await.map(drop);
            }
            Engine::Firefox => self.firefox_resize(width, height).await?,
            Engine::WebKit => self.resize_window(width, height).await?,
        }
        until(&format!("a page of {width} × {height}"), async || {
            Ok(self.script(AREA, vec![]).await? == json!([width, height]))
        })
        .await
    }

    /// Makes the window so large that the page in it has this size.
    ///
    /// Nobody manages the windows of that screen, so the keyboard follows the pointer, which rests in
    /// the screen's middle. There the window's bar is put: on the page the pointer would hover.
    async fn resize_window(&self, width: u32, height: u32) -> Outcome {
        let (_, _, _, outer) = self.client.get_window_rect().await.map(sizes)?;
        let inner = self.script(AREA, vec![]).await?[1].as_u64().unwrap_or(0) as u32;
        let bar = outer.saturating_sub(inner);
        let (x, y) = ((SIZE.0 - width) / 2, SIZE.1 / 2 - bar / 2);
        let window = self.client.set_window_rect(x, y, width, height + bar);
        Ok(window.await?)
    }

    /// Sets what the page finds as `prefers-color-scheme`, and asks it not to move.
    pub async fn prefer(&self, scheme: Scheme) -> Outcome {
        let name = scheme.name();
        match self.engine() {
            Engine::Chromium => {
                let features = json!({ "features": [
                    { "name": "prefers-color-scheme", "value": name },
                    { "name": "prefers-reduced-motion", "value": "reduce" },
                ] });
                let command = "Emulation.setEmulatedMedia";
                return self.devtools(command, features).await.map(drop);
            }
            Engine::Firefox => self.firefox_prefer(scheme).await?,
            Engine::WebKit => self.screen()?.prefer(scheme)?,
        }
        let script = format!(
            "return matchMedia('(prefers-color-scheme: {name})').matches
                && matchMedia('(prefers-reduced-motion)').matches"
        );
        let what = format!("the page to hear that {name} is preferred");
        until(&what, async || self.holds(&script).await).await
    }

    /// Asks the page not to move, as `prefers-reduced-motion` does. A movement is sixty pictures a second that no graphics
    /// card draws here: without them four tests that load many pages take 76 CPU seconds instead of 84. The other engines are
    /// left to move.
    pub(crate) async fn stand_still(&self) -> Outcome {
        self.want_motion("reduce").await
    }

    /// Lets the page move, as it does for most readers.
    pub async fn let_move(&self) -> Outcome {
        match self.engine() {
            Engine::Chromium => self.want_motion("no-preference").await,
            Engine::Firefox | Engine::WebKit => Ok(()),
        }
    }

    async fn want_motion(&self, value: &str) -> Outcome {
        let features =
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": value }] });
        let command = "Emulation.setEmulatedMedia";
        self.devtools(command, features).await.map(drop)
    }

    /// Takes service workers from the page, as some browsers do. What one keeps for later is all there is, and every test
    /// would fetch it from an address of its own; those about it have a server that is `hosted`.
    pub(crate) async fn keep_nothing(&self) -> Outcome {
        let none = "delete Navigator.prototype.serviceWorker;";
        self.before_load(none).await
    }

    /// Runs a script before the page's own, at every load from now on.
    pub async fn before_load(&self, source: &str) -> Outcome {
        if self.engine() == Engine::Chromium {
            let command = "Page.addScriptToEvaluateOnNewDocument";
            let source = json!({ "source": source });
            return self.devtools(command, source).await.map(drop);
        }
        self.server().put_before(source);
        Ok(())
    }

    /// Lets the page save into a folder, without a question.
    pub async fn save_into(&self, folder: &Path) -> Outcome {
        match self.engine() {
            Engine::Chromium => {
                let allow = json!({ "behavior": "allow", "downloadPath": folder });
                let command = "Page.setDownloadBehavior";
                self.devtools(command, allow).await.map(drop)
            }
            Engine::Firefox => self.firefox_save_into(&folder.to_string_lossy()).await,
            Engine::WebKit => self.driver.save_into(folder),
        }
    }

    fn screen(&self) -> Result<&Screen, Error> {
        let none = || Error::Setup("this browser has no screen of its own".into());
        self.driver.screen.as_ref().ok_or_else(none)
    }
}

fn sizes(rect: (u64, u64, u64, u64)) -> (u32, u32, u32, u32) {
    (rect.0 as u32, rect.1 as u32, rect.2 as u32, rect.3 as u32)
}
