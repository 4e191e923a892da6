//! What WebDriver lacks and chromedriver adds: the console, screen sizes, colour schemes.

use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};

use crate::{Outcome, Page, Trouble};

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

/// A POST to one of chromedriver's own endpoints.
#[derive(Debug)]
struct Extra {
    endpoint: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.endpoint
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

impl Page {
    /// Sends a command of the Chrome DevTools Protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Result<Value, Trouble> {
        let body = json!({ "cmd": command, "params": parameters });
        Ok(self
            .client
            .issue_cmd(Extra {
                endpoint: "goog/cdp/execute",
                body,
            })
            .await?)
    }

    /// Errors on the browser's console since this was last asked.
    pub async fn console_errors(&self) -> Result<Vec<String>, Trouble> {
        let body = json!({ "type": "browser" });
        let log = self
            .client
            .issue_cmd(Extra {
                endpoint: "se/log",
                body,
            })
            .await?;
        let severe = |entry: &&Value| entry["level"] == "SEVERE";
        Ok(log
            .as_array()
            .into_iter()
            .flatten()
            .filter(severe)
            .map(|e| e["message"].to_string())
            .collect())
    }

    /// Fails if the console holds an error.
    pub async fn console_is_clean(&self) -> Outcome {
        match self.console_errors().await? {
            errors if errors.is_empty() => Ok(()),
            errors => Err(Trouble::Page(format!("errors on the console: {errors:#?}"))),
        }
    }

    /// Makes the page's area this wide and high; below 500 px a window cannot do it.
    pub async fn resize(&self, width: u32, height: u32) -> Outcome {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size)
            .await
            .map(drop)
    }

    /// Sets what the page finds as `prefers-color-scheme`, and asks it not to move.
    pub async fn prefer(&self, scheme: Scheme) -> Outcome {
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme.name() },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        self.devtools("Emulation.setEmulatedMedia", features)
            .await
            .map(drop)
    }

    /// The browser's name and version.
    pub async fn browser(&self) -> Result<String, Trouble> {
        let version = self.devtools("Browser.getVersion", json!({})).await?;
        Ok(version["product"]
            .as_str()
            .unwrap_or("unknown browser")
            .to_owned())
    }
}
