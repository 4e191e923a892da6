//! What WebDriver lacks and chromedriver adds.

use fantoccini::Client;
use serde_json::{Value, json};

use crate::extra::Extra;
use crate::{Engine, Error, Outcome, Page};

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
        let log = log(&self.client).await?;
        let entries = log.as_array().into_iter().flatten();
        let severe = entries.filter(|entry| entry["level"] == "SEVERE");
        let messages = severe.map(|entry| entry["message"].to_string());
        Ok(messages
            .filter(|message| !is_of_a_page_that_ended(message))
            .collect())
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

/// What is on the console since this was last asked.
async fn log(client: &Client) -> Result<Value, Error> {
    let extra = Extra::post("se/log", json!({ "type": "browser" }));
    Ok(client.issue_cmd(extra).await?)
}

/// Takes from the console what is on it.
pub async fn drain(client: &Client) -> Outcome {
    log(client).await.map(drop)
}

/// Chromium complains of what was being fetched when its page ended, a figure that was taken away say: it names the
/// address, and no reason.
fn is_of_a_page_that_ended(message: &str) -> bool {
    let fetched = message.split_once("Fetch API cannot load ");
    fetched.is_some_and(|(_, rest)| !rest.trim_end_matches(['"', '\\', ' ', '.']).contains(' '))
}

#[cfg(test)]
mod tests {
    use super::is_of_a_page_that_ended;

    #[test]
    fn only_what_ended_without_a_reason_is_no_error() {
        let of =
            |reason| format!("\"javascript 4 Fetch API cannot load http://a/b.wasm.{reason} \"");
        assert!(is_of_a_page_that_ended(&of("")));
        assert!(!is_of_a_page_that_ended(&of(" The policy forbids it.")));
        assert!(!is_of_a_page_that_ended("\"Uncaught TypeError\""));
    }
}
