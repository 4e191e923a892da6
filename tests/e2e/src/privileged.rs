//! What WebDriver lacks and Firefox's own scripts can: geckodriver runs them in the browser's window.

use serde_json::{Value, json};

use crate::extra::Extra;
use crate::{Error, Outcome, Page, Scheme};

/// Errors of pages and workers on the console, which is then empty. Warnings have the first flag, and
/// what the browser says of itself has addresses of its own. When a page is left while it fetches through a service
/// worker, the next one hears as it begins (the first argument is when) that this failed unexpectedly: nobody wants it.
const LOGGED: &str = r#"
    const messages = Services.console.getMessageArray(), [began] = arguments;
    Services.console.reset();
    const unwanted = ({ errorMessage, timeStamp }) =>
        errorMessage.includes("ServiceWorker intercepted the request") && timeStamp < began + 500;
    return messages.filter(message => message instanceof Ci.nsIScriptError && !unwanted(message))
        .filter(({ flags, sourceName }) => (flags & 1) === 0 && /^(http|blob|about)/.test(sourceName))
        .map(({ errorMessage, sourceName, lineNumber }) => `${errorMessage} (${sourceName}:${lineNumber})`);"#;

/// The page's area inside the window, as BiDi's `setViewport` does it.
const RESIZE: &str = r#"
    const [width, height] = arguments, { style } = gBrowser.selectedBrowser;
    for (const [name, value] of [["width", width], ["height", height]])
        for (const bound of ["", "min-", "max-"])
            style.setProperty(bound + name, `${value}px`, "important");"#;

/// What the page hears of the desktop's wishes.
const PREFER: &str = r#"
    Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", arguments[0]);
    Services.prefs.setIntPref("ui.prefersReducedMotion", 1);"#;

const SAVE_INTO: &str = r#"Services.prefs.setStringPref("browser.download.dir", arguments[0]);"#;

impl Page {
    /// Runs a script in the browser's window instead of the page.
    async fn privileged(&self, script: &str, arguments: Vec<Value>) -> Result<Value, Error> {
        self.in_context("chrome").await?;
        let result = self.client.execute(script, arguments).await;
        self.in_context("content").await?;
        Ok(result?)
    }

    async fn in_context(&self, context: &str) -> Outcome {
        let extra = Extra::post("moz/context", json!({ "context": context }));
        Ok(self.client.issue_cmd(extra).await.map(drop)?)
    }

    /// Errors on Firefox's console since this was last asked.
    pub(crate) async fn firefox_logged(&self) -> Result<Vec<String>, Error> {
        let began = self.script("return performance.timeOrigin", vec![]).await?;
        let found = self.privileged(LOGGED, vec![began]).await?;
        let found = found.as_array().into_iter().flatten();
        Ok(found.filter_map(Value::as_str).map(Into::into).collect())
    }

    /// Makes the page's area in Firefox this wide and high.
    pub(crate) async fn firefox_resize(&self, width: u32, height: u32) -> Outcome {
        let arguments = vec![width.into(), height.into()];
        self.privileged(RESIZE, arguments).await.map(drop)
    }

    /// Sets what the page finds in Firefox as `prefers-color-scheme`.
    pub(crate) async fn firefox_prefer(&self, scheme: Scheme) -> Outcome {
        let number = match scheme {
            Scheme::Dark => 0,
            Scheme::Light => 1,
        };
        self.privileged(PREFER, vec![number.into()]).await.map(drop)
    }

    /// Lets Firefox save into a folder.
    pub(crate) async fn firefox_save_into(&self, folder: &str) -> Outcome {
        let arguments = vec![folder.into()];
        self.privileged(SAVE_INTO, arguments).await.map(drop)
    }
}
