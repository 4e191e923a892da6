//! A tab that is put to sleep and woken, as browsers do with those that nobody looks at.

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::{Engine, Error, Outcome, Page};

/// How long it sleeps, and how long it has to wake.
const NAP: Duration = Duration::from_millis(500);

/// Hears whether the tab was told that it sleeps.
const HEAR: &str = "window.slept = false; document.addEventListener('freeze', () => window.slept = true, { once: true })";

/// In Firefox no tab is told. A clock in the page goes on or does not.
const LIE_DOWN: &str = "this.ticks = 0;
    this.began = Date.now();
    this.clock = content.setInterval(() => this.ticks += 1, 20);
    content.windowUtils.suspendTimeouts();";
const WAKE: &str =
    "content.wrappedJSObject.slept = this.ticks === 0 && Date.now() - this.began > 300;
    content.clearInterval(this.clock);
    content.windowUtils.resumeTimeouts();";

impl Page {
    /// Puts the tab to sleep for half a second and wakes it.
    ///
    /// # Errors
    /// [`Error::Page`] where it did not sleep.
    pub async fn nap(&self) -> Outcome {
        match self.engine() {
            Engine::Firefox => self.nap_in_firefox().await?,
            _ => self.nap_in_chromium().await?,
        }
        match self.holds("return window.slept").await? {
            true => Ok(()),
            false => Err(Error::Page("the tab never slept".into())),
        }
    }

    async fn nap_in_chromium(&self) -> Outcome {
        self.script(HEAR, vec![]).await?;
        for state in ["frozen", "active"] {
            let state = json!({ "state": state });
            self.devtools("Page.setWebLifecycleState", state).await?;
            sleep(NAP).await;
        }
        Ok(())
    }

    async fn nap_in_firefox(&self) -> Outcome {
        for script in [LIE_DOWN, WAKE] {
            self.firefox_in_page(script).await?;
            sleep(NAP).await;
        }
        Ok(())
    }
}
