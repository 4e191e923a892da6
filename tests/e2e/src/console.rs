//! Errors on the console, in every engine.

use serde_json::Value;

use crate::{Engine, Error, Outcome, Page};

/// What the collector has kept in the page at the top, and keeps no longer.
const KEPT: &str = "return window.attentionLabComplaints?.splice(0) ?? []";

impl Page {
    /// Errors on the browser's console since this was last asked.
    pub async fn console_errors(&self) -> Result<Vec<String>, Error> {
        if self.engine() == Engine::Chromium {
            return self.logged().await;
        }
        self.keep_complaints().await?;
        Ok(self.server().complaints())
    }

    /// Puts by what the open page has kept, which goes when another is loaded, and what Firefox has kept of it.
    pub(crate) async fn keep_complaints(&self) -> Outcome {
        if self.engine() == Engine::Chromium {
            return Ok(());
        }
        let kept = self.script(KEPT, vec![]).await?;
        let kept = kept.as_array().into_iter().flatten();
        let mut kept: Vec<_> = kept.filter_map(Value::as_str).map(str::to_owned).collect();
        if self.engine() == Engine::Firefox {
            kept.extend(self.firefox_logged().await?);
        }
        for text in kept {
            self.server().complain(text);
        }
        Ok(())
    }

    /// Fails if the console holds an error.
    pub async fn console_is_clean(&self) -> Outcome {
        match self.console_errors().await? {
            errors if errors.is_empty() => Ok(()),
            errors => Err(Error::Page(format!("errors on the console: {errors:#?}"))),
        }
    }
}
