//! What WebDriver lacks and Firefox's own scripts can: geckodriver runs them in the browser's window.

use std::time::Duration;

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

/// What the page hears of the device: it is touched, and has no mouse. The handles by which a text is marked are left out:
/// they lie over a chosen number, and a finger that comes down on them is not heard by the page.
const TOUCHED: &str = r#"
    Services.prefs.setBoolPref("layout.accessiblecaret.enabled_on_touch", false);
    Services.prefs.setIntPref("dom.w3c_touch_events.enabled", 1);
    for (const which of ["primary", "all"]) Services.prefs.setIntPref(`ui.${which}PointerCapabilities`, 1);"#;

/// A finger on the window itself, of which the browser makes gestures: where it comes down in the page, by how much it goes
/// on in each step, and how long a step takes and the rest before it leaves, in milliseconds.
const FINGER: &str = r#"
    const [x, y, steps, step, rest] = arguments, down = 2, up = 4;
    const { left, top } = gBrowser.selectedBrowser.getBoundingClientRect();
    const at = [mozInnerScreenX + left + x, mozInnerScreenY + top + y];
    const touch = state =>
        windowUtils.sendNativeTouchPoint(0, state, ...at.map(own => Math.round(own * devicePixelRatio)), 1, 0, null);
    const wait = time => new Promise(resolve => setTimeout(resolve, time));
    return (async () => {
        // Twice within a moment is a gesture of its own.
        await wait(400);
        touch(down);
        for (const [dx, dy] of steps) {
            await wait(step);
            at[0] += dx, at[1] += dy;
            touch(down);
        }
        await wait(rest);
        touch(up);
    })();"#;

/// Runs a script beside the page, with what it has and more.
const IN_PAGE: &str = r#"
    const script = `data:application/javascript;charset=utf-8,${encodeURIComponent(arguments[0])}`;
    gBrowser.selectedBrowser.messageManager.loadFrameScript(script, false);"#;

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

    /// Makes the device one that is touched; what is opened from now on finds it so.
    pub(crate) async fn firefox_be_touched(&self) -> Outcome {
        self.privileged(TOUCHED, vec![]).await.map(drop)
    }

    /// Draws a finger from a point of the page in steps of so many pixels, then lets it rest for so long.
    pub(crate) async fn firefox_finger(
        &self,
        (x, y): (f64, f64),
        steps: &[(i64, i64)],
        (step, rest): (Duration, Duration),
    ) -> Outcome {
        let times = [step, rest].map(|time| json!(time.as_millis() as u64));
        let [step, rest] = times;
        let arguments = vec![x.into(), y.into(), json!(steps), step, rest];
        self.privileged(FINGER, arguments).await.map(drop)
    }

    /// Runs a script of Firefox's own in the process of the page, sooner or later.
    pub(crate) async fn firefox_in_page(&self, script: &str) -> Outcome {
        self.privileged(IN_PAGE, vec![script.into()])
            .await
            .map(drop)
    }

    /// Lets Firefox save into a folder.
    pub(crate) async fn firefox_save_into(&self, folder: &str) -> Outcome {
        let arguments = vec![folder.into()];
        self.privileged(SAVE_INTO, arguments).await.map(drop)
    }
}
