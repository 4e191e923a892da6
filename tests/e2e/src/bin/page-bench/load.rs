//! What it takes until the page is there: bytes, first paint, first answer, memory.

use std::collections::BTreeSet;
use std::time::Duration;

use e2e::{Error, Outcome, Page, Sample, gzip_size};
use serde_json::{Value, json};

use crate::report::{Report, kilobytes, milliseconds};

/// How often the page is loaded.
const LOADS: usize = 7;

/// Runs before the page's own scripts: keeps the wasm memory in reach, notes when the first frame with a figure has been
/// painted, and clicks “next” every few milliseconds until the stage changes; that moment is the first answer to a click.
const BEFORE: &str = r#"
    addEventListener("TrunkApplicationStarted", event => { window.benchWasm = event.detail.wasm; });
    const drawn = () => document.querySelector("[data-figure]")
        ? setTimeout(() => { window.benchFigure = performance.now(); })
        : requestAnimationFrame(drawn);
    drawn();
    const stage = () => document.querySelector('[data-stage][aria-current="step"]')?.dataset.stage;
    let before;
    const poke = () => {
        if (before !== undefined && stage() !== before) {
            window.benchFirstAnswer = performance.now();
            return;
        }
        before = stage();
        document.querySelector('[data-action="next"]')?.click();
        setTimeout(poke, 2);
    };
    poke();"#;

/// What one load came to.
const AFTER: &str = r#"
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    const memory = window.benchWasm?.memory?.buffer.byteLength;
    return [paint?.startTime, window.benchFirstAnswer, memory, window.benchFigure];"#;

/// Adds the lines about the load.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    bytes(page, report)?;
    let script = json!({ "source": BEFORE });
    let added = page
        .devtools("Page.addScriptToEvaluateOnNewDocument", script)
        .await?;
    let mut loads = Vec::new();
    for _ in 0..LOADS {
        loads.push(load(page).await?);
    }
    let column =
        |index: usize| Sample::new(loads.iter().filter_map(|l| l[index].as_f64()).collect());
    report.add(
        "first contentful paint",
        milliseconds(column(0).median()),
        "",
    );
    report.add(
        "first figure painted",
        milliseconds(column(3).median()),
        "≤ 400 ms",
    );
    report.add(
        "first answer to a click",
        milliseconds(column(1).median()),
        "best peer 527 ms",
    );
    memory(page, column(2).median(), report).await?;
    let identifier = json!({ "identifier": added["identifier"] });
    page.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier)
        .await
        .map(drop)
}

/// What the first load, which [`e2e::on_page`] did, asked the server for.
fn bytes(page: &Page, report: &mut Report) -> Outcome {
    let server = page.server();
    let files: BTreeSet<String> = server.requested().into_iter().collect();
    let (mut raw, mut gzip) = (0, 0);
    for file in &files {
        let bytes = server.bytes(file).unwrap_or_default();
        raw += bytes.len();
        gzip += gzip_size(&bytes)?;
    }
    let what = format!("bytes to first use, {} files, gzip -9", files.len());
    report.add(what, kilobytes(gzip as f64), "≤ 220 KB; best peer 226");
    report.add("the same, not compressed", kilobytes(raw as f64), "");
    Ok(())
}

/// Loads the page and waits for its answer.
async fn load(page: &Page) -> Result<Vec<Value>, Error> {
    page.open("").await?;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if let Value::Array(values) = page.script(AFTER, vec![]).await?
            && values[0].is_number()
            && values[1].is_number()
        {
            return Ok(values);
        }
    }
    Err(Error::Page(
        "the page painted nothing or did not answer to “next” in 5 s".into(),
    ))
}

/// What is in memory after the load, once garbage is collected.
async fn memory(page: &Page, wasm: f64, report: &mut Report) -> Outcome {
    page.devtools("HeapProfiler.collectGarbage", json!({}))
        .await?;
    let heap = page.devtools("Runtime.getHeapUsage", json!({})).await?;
    report.add(
        "JavaScript heap after load",
        kilobytes(heap["usedSize"].as_f64().unwrap_or(f64::NAN)),
        "",
    );
    let wasm = if wasm.is_nan() {
        "not told by the page".into()
    } else {
        kilobytes(wasm)
    };
    report.add("wasm memory after load", wasm, "");
    Ok(())
}
