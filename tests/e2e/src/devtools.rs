//! What WebDriver lacks and chromedriver adds.

use serde_json::{Value, json};

use crate::extra::Extra;
use crate::{Engine, Error, Page};

impl Page {
    /// Sends a command of the Chrome DevTools Protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Result<Value, Error> {
        if self.engine() != Engine::Chromium {
            let engine = self.engine().name();
            return Err(Error::Setup(format!("{engine} has no {command}")));
        }
        let body = json!({ "cmd": command, "params": parameters });
        let extra = Extra::post("goog/cdp/execute", body);
        Ok(self.client.issue_cmd(extra).await?)
    }

    /// Errors on Chromium's console since this was last asked.
    pub(crate) async fn logged(&self) -> Result<Vec<String>, Error> {
        let extra = Extra::post("se/log", json!({ "type": "browser" }));
        let log = self.client.issue_cmd(extra).await?;
        let entries = log.as_array().into_iter().flatten();
        let severe = entries.filter(|entry| entry["level"] == "SEVERE");
        Ok(severe.map(|entry| entry["message"].to_string()).collect())
    }

    /// The browser's name and version.
    pub async fn browser(&self) -> Result<String, Error> {
        let version = self.devtools("Browser.getVersion", json!({})).await?;
        Ok(version["product"]
            .as_str()
            .unwrap_or("unknown browser")
            .to_owned())
    }
}
