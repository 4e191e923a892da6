//! Commands that a driver has beside those of WebDriver.

use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::Value;

/// A POST to one of a driver's own endpoints.
#[derive(Debug)]
pub struct Extra {
    endpoint: &'static str,
    body: Value,
}

impl Extra {
    /// The endpoint without what all have in common.
    pub fn post(endpoint: &'static str, body: Value) -> Self {
        Self { endpoint, body }
    }
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
