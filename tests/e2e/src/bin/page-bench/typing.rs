//! From a key to the frame that shows its consequence, at 16 tokens and 16 dimensions.

use std::time::Duration;

use e2e::{Error, Input, Outcome, Page, Sample};
use serde_json::{Value, json};

use crate::report::{Report, milliseconds};

/// Tokens and dimensions.
const SIZE: usize = 16;
/// How many keys are typed.
const EDITS: usize = 150;
/// The cell that is typed into; its row changes everything downstream of it.
const CELL: Input = Input("q", 0, 0);

/// Notes for every key typed: when the page heard of it, when the numbers had changed, when the
/// frame after that was done, and the how-manieth frame since the key that was.
const WATCH: &str = r#"
    window.benchEdits = [];
    const output = document.querySelector('table[data-matrix="output"]');
    const value = () => output.querySelector('td[data-row="0"][data-col="0"]')?.dataset.value;
    let pending = null, frames = 0;
    const count = () => { frames++; requestAnimationFrame(count); };
    count();
    addEventListener("keydown", event => {
        if (event.key.length !== 1) return;
        const start = event.timeStamp;
        pending = { start, heard: performance.now() - start, before: value(), frame: frames };
    }, true);
    new MutationObserver(() => {
        if (!pending || value() === pending.before) return;
        const { start, heard, frame } = pending;
        const changed = performance.now() - start;
        pending = null;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => window.benchEdits.push(
                [heard, changed, performance.now() - start, frames - frame]);
            port2.postMessage(null);
        });
    }).observe(output, { subtree: true, childList: true, attributeFilter: ["data-value"] });"#;

/// The times between 60 animation frames.
const FRAMES: &str = r#"
    const done = arguments[0], times = [];
    const frame = now => {
        times.push(now);
        if (times.length <= 60) requestAnimationFrame(frame);
        else done(times.slice(1).map((time, i) => time - times[i]));
    };
    requestAnimationFrame(frame);"#;

/// Adds the lines about typing.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    page.open(&fragment()).await?;
    page.show(CELL).await?;
    let frames = Sample::new(numbers(&page.script_with_callback(FRAMES).await?));
    page.script(WATCH, vec![]).await?;
    for edit in 0..EDITS {
        press(page, edit).await?;
    }
    let edits = page.script("return window.benchEdits", vec![]).await?;
    let edits: Vec<Vec<f64>> = edits
        .as_array()
        .into_iter()
        .flatten()
        .map(numbers)
        .collect();
    if edits.len() < EDITS * 9 / 10 {
        let seen = edits.len();
        return Err(Error::Page(format!(
            "of {EDITS} keys typed only {seen} changed the output"
        )));
    }
    add_lines(&edits, report);
    report.add(
        "frame interval of this browser, median",
        milliseconds(frames.median()),
        "",
    );
    Ok(())
}

/// The lines about what [`WATCH`] noted.
fn add_lines(edits: &[Vec<f64>], report: &mut Report) {
    let column = |i: usize| {
        Sample::new(
            edits
                .iter()
                .filter_map(|edit| edit.get(i).copied())
                .collect(),
        )
    };
    let (heard, changed, painted) = (column(0), column(1), column(2));
    let what = format!(
        "key to painted frame, n = d = {SIZE}, {} edits, median",
        edits.len()
    );
    report.add(
        what,
        milliseconds(painted.median()),
        "one 60 Hz frame (16.7 ms); best peer 9 ms",
    );
    report.add(
        "the same, 95th percentile",
        milliseconds(painted.quantile(0.95)),
        "best peer 22 ms",
    );
    report.add(
        "of it, until the page hears of the key, median",
        milliseconds(heard.median()),
        "",
    );
    report.add(
        "of it, until the numbers have changed, median",
        milliseconds(changed.median()),
        "",
    );
    report.add(
        "the same, 95th percentile",
        milliseconds(changed.quantile(0.95)),
        "",
    );
    let next = edits
        .iter()
        .filter(|edit| edit.get(3).is_some_and(|frames| *frames <= 1.0))
        .count();
    let share = format!("{:.0} %", 100.0 * next as f64 / edits.len() as f64);
    report.add("shown in the very next frame after the key", share, "100 %");
}

/// Types one digit over what the cell holds, and gives the page time to be idle again. The pause
/// varies, so that keys fall anywhere between two frames.
async fn press(page: &Page, edit: usize) -> Outcome {
    let select = "const cell = document.querySelector(arguments[0]); cell.focus(); cell.select();";
    page.script(select, vec![CELL.selector().into()]).await?;
    let digit = (edit % 9 + 1).to_string();
    let code = format!("Digit{digit}");
    let key = json!({ "type": "keyDown", "key": digit, "code": code, "text": digit });
    page.devtools("Input.dispatchKeyEvent", key).await?;
    let key = json!({ "type": "keyUp", "key": digit, "code": code });
    page.devtools("Input.dispatchKeyEvent", key).await?;
    tokio::time::sleep(Duration::from_millis(60 + (edit as u64 * 7) % 17)).await;
    Ok(())
}

/// A link to 16 tokens with Q, K and V of 16 columns, in the format of `crates/lesson/src/url`.
pub fn fragment() -> String {
    let tokens: Vec<_> = (1..=SIZE).map(|token| format!("t{token}")).collect();
    let matrix = |seed: usize| {
        let row = |i: usize| {
            (0..SIZE)
                .map(|j| entry(seed, i, j))
                .collect::<Vec<_>>()
                .join(",")
        };
        (0..SIZE).map(row).collect::<Vec<_>>().join(";")
    };
    let tokens = tokens.join(",");
    format!(
        "ver=1&lesson=stepper&t={tokens}&q={}&k={}&v={}",
        matrix(1),
        matrix(2),
        matrix(3)
    )
}

/// Numbers between -1 and 1 without a pattern.
fn entry(seed: usize, i: usize, j: usize) -> String {
    format!("{:.2}", ((seed * 101 + i * 17 + j * 29) as f64).sin())
}

/// The numbers of a list.
pub fn numbers(list: &Value) -> Vec<f64> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_f64)
        .collect()
}
