//! From an input to the frame that shows its consequence, while a run trains.

use std::time::Duration;

use e2e::{Error, Outcome, Page, Sample};
use serde_json::{Value, json};

use crate::report::{Report, milliseconds};

/// How often each is done.
const TIMES: usize = 100;

/// Notes from the input's own time stamp to the frame after what it changes has changed, for
/// clicks on tokens (`aria-pressed`) and keys on the time machine (the moment in words); and until
/// the gallery, for which the worker has to be asked, shows that moment.
const WATCH: &str = r#"
    window.bench = { token: [], time: [], gallery: [] };
    const painted = (start, list) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => list.push(performance.now() - start);
        port2.postMessage(null);
    });
    let click = null, key = null, asked = null;
    addEventListener("click", event => {
        if (event.target.closest("[data-token]")) click = event.timeStamp;
    }, true);
    addEventListener("keydown", event => {
        if (event.target.matches('[data-control="time"]')) key = event.timeStamp;
    }, true);
    const shown = () => document.querySelector('[data-gallery="a"] [data-quality="step"]')?.dataset.value;
    const find = selector => document.querySelector(selector);
    const follow = (element, options, changed) =>
        new MutationObserver(changed).observe(element, { subtree: true, ...options });
    follow(find("[data-token]").parentElement, { attributeFilter: ["aria-pressed"] }, () => {
        if (click !== null) painted(click, window.bench.token);
        click = null;
    });
    follow(find("[data-at]"), { childList: true, characterData: true }, () => {
        if (key === null) return;
        painted(key, window.bench.time);
        asked = key;
        key = null;
    });
    follow(find('[data-gallery="a"]'), { childList: true }, () => {
        const step = find("[data-at]").textContent.match(/\d+/)?.[0];
        if (asked === null || step !== shown()) return;
        painted(asked, window.bench.gallery);
        asked = null;
    });"#;

/// The middle of a token, in the window.
const MIDDLE: &str = r#"
    const token = document.querySelector(`[data-token="${arguments[0]}"]`);
    token.scrollIntoView({ block: "center" });
    const { left, top, width, height } = token.getBoundingClientRect();
    return [left + width / 2, top + height / 2];"#;

/// Adds the lines; a run trains already.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    page.train_to(0, 1).await?;
    page.script(WATCH, vec![]).await?;
    for time in 0..TIMES {
        click(page, time % 12).await?;
        pause(time).await;
    }
    // The slider has so many moments; to and fro among them.
    let focus = "document.querySelector('[data-control=time]').focus()";
    page.script(focus, vec![]).await?;
    for time in 0..TIMES {
        let back = (time / 10) % 2 == 0;
        press(page, if back { "ArrowLeft" } else { "ArrowRight" }).await?;
        tokio::time::sleep(Duration::from_millis(60)).await;
        pause(time).await;
    }
    let found = page.script("return window.bench", vec![]).await?;
    for (key, what, to_reach) in [
        (
            "token",
            "click on a token to painted frame, while it trains",
            "< 50 ms",
        ),
        (
            "time",
            "key on the time machine to painted frame, while it trains",
            "< 50 ms",
        ),
        (
            "gallery",
            "the same until the gallery shows that moment",
            "",
        ),
    ] {
        add(report, &found[key], what, to_reach)?;
    }
    Ok(())
}

fn add(report: &mut Report, times: &Value, what: &str, to_reach: &'static str) -> Outcome {
    let times: Vec<f64> = times
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_f64)
        .collect();
    let count = times.len();
    if count < TIMES / 2 {
        return Err(Error::Page(format!(
            "{what}: only {count} of {TIMES} inputs changed anything"
        )));
    }
    let sample = Sample::new(times);
    report.add(
        format!("{what}, {count} times, median"),
        milliseconds(sample.median()),
        to_reach,
    );
    report.add(
        "the same, 95th percentile",
        milliseconds(sample.quantile(0.95)),
        to_reach,
    );
    Ok(())
}

async fn click(page: &Page, token: usize) -> Outcome {
    let at = page.script(MIDDLE, vec![token.into()]).await?;
    for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
        let mouse = json!({ "type": kind, "x": at[0], "y": at[1], "buttons": buttons,
            "button": if kind == "mouseMoved" { "none" } else { "left" }, "clickCount": 1 });
        page.devtools("Input.dispatchMouseEvent", mouse).await?;
    }
    Ok(())
}

async fn press(page: &Page, key: &str) -> Outcome {
    let code = if key == "ArrowLeft" { 37 } else { 39 };
    for kind in ["rawKeyDown", "keyUp"] {
        let key = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
        page.devtools("Input.dispatchKeyEvent", key).await?;
    }
    Ok(())
}

/// A while that varies, so that inputs fall anywhere between two frames.
async fn pause(time: usize) {
    tokio::time::sleep(Duration::from_millis(60 + (time as u64 * 7) % 17)).await;
}
