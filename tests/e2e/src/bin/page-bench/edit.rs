//! What one edit takes of the main thread, beside a page that holds nothing but a field and a sentence.

use std::time::Duration;

use e2e::{Error, Input, Outcome, Page, Sample};
use serde_json::{Value, json};

use crate::report::{Report, milliseconds};
use crate::typing;

/// How many digits are typed, each over the one before.
const EDITS: usize = 40;
/// Pauses between two edits in milliseconds: somebody who types on, and somebody who looks at each number.
const PACES: [(u64, &str); 2] = [(60, "typed on"), (500, "a look after each")];
/// The cell that is typed into.
const CELL: Input = Input("q", 0, 0);
/// The least that answers a digit: a field and a sentence that repeats it.
const LEAST: &str = "<!doctype html><meta charset=utf-8><title>least</title><input id=cell>\
                     <p></p><script>cell.oninput=()=>document.querySelector('p').textContent=cell.value</script>";

/// Figures by name, and their links.
fn figures() -> [(&'static str, String); 3] {
    [
        ("three tokens", "preset=cat".to_owned()),
        ("eleven tokens", "preset=animal".to_owned()),
        ("16×16", typing::fragment()),
    ]
}

/// Adds the lines about edits.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    page.devtools("Performance.enable", json!({})).await?;
    for (pause, how) in PACES {
        let least = format!("data:text/html,{}", encoded(LEAST));
        page.visit(&least).await?;
        let floor = edits(page, "#cell", pause).await?;
        report.add(
            format!("tasks of an edit, {how}: a page of one field"),
            floor.to_string(),
            "",
        );
        for (name, link) in figures() {
            page.open(&link).await?;
            page.show(CELL).await?;
            tokio::time::sleep(Duration::from_secs(4)).await;
            let spent = edits(page, &CELL.selector(), pause).await?;
            let times = spent.tasks / floor.tasks;
            report.add(
                format!("the same, {name}"),
                format!("{spent}: {times:.1} ×"),
                "≤ 1.6 / 2 / 2.6 ×",
            );
        }
    }
    Ok(())
}

/// Milliseconds of an edit, and how often the page was laid out for it.
struct Spent {
    tasks: f64,
    script: f64,
    layout: f64,
    layouts: f64,
    frames: Sample,
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

/// Notes for each digit when the frame after it was done.
const WATCH: &str = r#"
    window.benchFrames = [];
    addEventListener("input", event => {
        const start = event.timeStamp;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => window.benchFrames.push(performance.now() - start);
            port2.postMessage(null);
        });
    }, true);"#;

/// Types digits over what the field holds, and divides what the browser did meanwhile by their number.
async fn edits(page: &Page, selector: &str, pause: u64) -> Result<Spent, Error> {
    page.script(WATCH, vec![]).await?;
    // Once the focus is there the digits are typed by the browser alone: no script of ours is in the figures.
    let focus = "document.querySelector(arguments[0]).focus()";
    page.script(focus, vec![selector.into()]).await?;
    tokio::time::sleep(Duration::from_millis(600)).await;
    let before = metrics(page).await?;
    for edit in 0..EDITS {
        over(page, edit % 9 + 1).await?;
        tokio::time::sleep(Duration::from_millis(pause + (edit as u64 * 7) % 17)).await;
    }
    let after = metrics(page).await?;
    let frames = page.script("return window.benchFrames", vec![]).await?;
    let spent = |name: &str| (metric(&after, name) - metric(&before, name)) / EDITS as f64;
    Ok(Spent {
        tasks: spent("TaskDuration"),
        script: spent("ScriptDuration"),
        layout: spent("LayoutDuration") + spent("RecalcStyleDuration"),
        layouts: spent("LayoutCount"),
        frames: Sample::new(typing::numbers(&frames)),
    })
}

/// Selects what stands in the field, as Ctrl+A does, and types a digit.
async fn over(page: &Page, digit: usize) -> Outcome {
    let select = json!({ "type": "rawKeyDown", "key": "a", "code": "KeyA", "modifiers": 2, "commands": ["selectAll"] });
    page.devtools("Input.dispatchKeyEvent", select).await?;
    let digit = digit.to_string();
    let key =
        json!({ "type": "keyDown", "key": digit, "code": format!("Digit{digit}"), "text": digit });
    page.devtools("Input.dispatchKeyEvent", key).await.map(drop)
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

/// Markup as it may stand in an address.
fn encoded(markup: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    markup.bytes().map(byte).collect()
}
