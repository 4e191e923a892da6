//! What one thing that a reader does takes of the main thread, and how long until it is painted.

use std::time::Duration;

use e2e::{Error, Outcome, Page, Sample};
use serde_json::{Value, json};

use crate::report::milliseconds;
use crate::typing;

/// How often it is done.
const TIMES: usize = 40;

/// Milliseconds of one time, and how often the page was laid out for it.
pub struct Spent {
    /// Of the main thread, in all.
    pub tasks: f64,
    script: f64,
    layout: f64,
    layouts: f64,
    /// From the event to the frame after it.
    pub frames: Sample,
}

impl std::fmt::Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = |value: f64| milliseconds(value * 1000.0);
        write!(
            f,
            "{}, of it script {}, style and layout {} in {:.1} layouts; to the painted frame {} / {}",
            ms(self.tasks),
            ms(self.script),
            ms(self.layout),
            self.layouts,
            milliseconds(self.frames.median()),
            milliseconds(self.frames.quantile(0.95)),
        )
    }
}

/// Notes for each event when the frame after it was done.
const WATCH: &str = r#"
    window.benchFrames = [];
    addEventListener(arguments[0], event => {
        const start = event.timeStamp;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => window.benchFrames.push(performance.now() - start);
            port2.postMessage(null);
        });
    }, true);"#;

/// Does something again and again, each heard by the page as an event of that name, and divides what the browser did
/// meanwhile by how often. What is done must come from the browser alone: then no script of ours is in the figures.
pub async fn on(
    page: &Page,
    event: &str,
    pause: u64,
    act: impl AsyncFn(usize) -> Outcome,
) -> Result<Spent, Error> {
    page.devtools("Performance.enable", json!({})).await?;
    page.script(WATCH, vec![event.into()]).await?;
    tokio::time::sleep(Duration::from_millis(600)).await;
    let before = metrics(page).await?;
    for time in 0..TIMES {
        act(time).await?;
        tokio::time::sleep(Duration::from_millis(pause + (time as u64 * 7) % 17)).await;
    }
    let after = metrics(page).await?;
    let frames = page.script("return window.benchFrames", vec![]).await?;
    let frames = typing::numbers(&frames);
    if frames.len() < TIMES * 9 / 10 {
        let seen = frames.len();
        return Err(Error::Page(format!(
            "of {TIMES} × {event} the page heard {seen}"
        )));
    }
    let spent = |name: &str| (metric(&after, name) - metric(&before, name)) / TIMES as f64;
    Ok(Spent {
        tasks: spent("TaskDuration"),
        script: spent("ScriptDuration"),
        layout: spent("LayoutDuration") + spent("RecalcStyleDuration"),
        layouts: spent("LayoutCount"),
        frames: Sample::new(frames),
    })
}

/// Puts the focus on an element.
pub async fn focus(page: &Page, selector: &str) -> Outcome {
    let focus = "document.querySelector(arguments[0]).focus()";
    page.script(focus, vec![selector.into()]).await.map(drop)
}

/// Selects what stands in the field, as Ctrl+A does, and types a digit.
pub async fn over(page: &Page, digit: usize) -> Outcome {
    let select = json!({ "type": "rawKeyDown", "key": "a", "code": "KeyA", "modifiers": 2, "commands": ["selectAll"] });
    page.devtools("Input.dispatchKeyEvent", select).await?;
    let digit = digit.to_string();
    let key =
        json!({ "type": "keyDown", "key": digit, "code": format!("Digit{digit}"), "text": digit });
    page.devtools("Input.dispatchKeyEvent", key).await.map(drop)
}

/// Presses a key that types nothing.
pub async fn press(page: &Page, key: &str, code: u32) -> Outcome {
    for kind in ["rawKeyDown", "keyUp"] {
        let key = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
        page.devtools("Input.dispatchKeyEvent", key).await?;
    }
    Ok(())
}

/// The mouse does something at a place of the window: `mousePressed`, `mouseMoved`, `mouseReleased`.
pub async fn mouse(page: &Page, what: &str, (x, y): (f64, f64)) -> Outcome {
    let mouse = json!({
        "type": what, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1,
    });
    page.devtools("Input.dispatchMouseEvent", mouse)
        .await
        .map(drop)
}

async fn metrics(page: &Page) -> Result<Value, Error> {
    page.devtools("Performance.getMetrics", json!({})).await
}

/// One of the browser's counters.
fn metric(all: &Value, name: &str) -> f64 {
    let all = all["metrics"].as_array().into_iter().flatten();
    let mut of_that_name = all.filter(|metric| metric["name"] == name);
    let value = of_that_name.next().and_then(|m| m["value"].as_f64());
    value.unwrap_or(f64::NAN)
}
