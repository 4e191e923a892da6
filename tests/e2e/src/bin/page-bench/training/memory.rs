//! Whether a long run takes more and more memory.

use std::env;
use std::time::{Duration, Instant};

use e2e::{Error, Outcome, Page};
use serde_json::json;

use crate::report::{Report, kilobytes};

/// How long it trains, unless `ATTENTION_LAB_BENCH_MINUTES` says otherwise.
const MINUTES: f64 = 3.0;
/// Curves and snapshots fill up to their bounds first.
const FILLING: Duration = Duration::from_secs(45);

/// Keeps the memory of every module in reach: those of the page, and, through a channel, that of
/// the worker, whose loader is run by a few lines of our own.
const WATCH: &str = r#"
    const keep = memories => {
        const { instantiate, instantiateStreaming } = WebAssembly;
        const kept = made => {
            const exports = (made.instance ?? made).exports;
            if (exports.memory) memories.push(exports.memory);
            return made;
        };
        WebAssembly.instantiate = (...all) => instantiate(...all).then(kept);
        WebAssembly.instantiateStreaming = (...all) => instantiateStreaming(...all).then(kept);
    };
    keep(window.benchMemories = []);
    const inWorker = base => {
        const memories = [], { fetch, importScripts } = self;
        keep(memories);
        self.fetch = file => fetch(new URL(file, base));
        self.importScripts = (...files) => importScripts(...files.map(file => new URL(file, base).href));
        const channel = new BroadcastChannel("bench");
        channel.onmessage = () => channel.postMessage(memories.map(memory => memory.buffer.byteLength));
    };
    const Own = Worker;
    window.Worker = class extends Own {
        constructor(file, options) {
            const base = new URL(file, document.baseURI).href;
            const lines = `const keep = ${keep}; (${inWorker})("${base}"); importScripts("${base}");`;
            super(URL.createObjectURL(new Blob([lines], { type: "text/javascript" })), options);
        }
    };"#;

/// The bytes of the page's modules, and of the worker's.
const MODULES: &str = r#"
    const done = arguments[0], page = window.benchMemories.reduce((sum, own) => sum + own.buffer.byteLength, 0);
    const channel = new BroadcastChannel("bench");
    channel.onmessage = event => { channel.close(); done([page, event.data.reduce((a, b) => a + b, 0)]); };
    channel.postMessage(null);"#;

/// What is in memory at a moment, once garbage is collected.
struct Taken {
    steps: u32,
    heap: f64,
    nodes: f64,
    page: f64,
    worker: f64,
}

/// Adds the lines.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    let minutes = env::var("ATTENTION_LAB_BENCH_MINUTES")
        .ok()
        .and_then(|text| text.parse().ok());
    let minutes: f64 = minutes.unwrap_or(MINUTES);
    // Those lines come from no file of the page's.
    let bypass = json!({ "enabled": true });
    page.devtools("Page.setBypassCSP", bypass).await?;
    page.before_load(WATCH).await?;
    page.open_training("a=repeat").await?;
    page.train_to(0, 1).await?;
    tokio::time::sleep(FILLING).await;
    eprintln!("Watching the memory for {minutes} minutes …");
    let (start, begun) = (taken(page).await?, Instant::now());
    while begun.elapsed().as_secs_f64() < minutes * 60.0 {
        tokio::time::sleep(Duration::from_secs(15).min(Duration::from_secs_f64(minutes * 60.0)))
            .await;
        taken(page).await?;
    }
    let end = taken(page).await?;
    let what = format!(
        "over {minutes} minutes of training, steps {} to {}",
        start.steps, end.steps
    );
    report.add(
        format!("JavaScript heap, {what}"),
        growth(start.heap, end.heap),
        "no growth",
    );
    report.add(
        "wasm memory of the page, over the same",
        growth(start.page, end.page),
        "no growth",
    );
    report.add(
        "wasm memory of the worker, over the same",
        growth(start.worker, end.worker),
        "no growth",
    );
    let nodes = format!("{} → {}", start.nodes, end.nodes);
    report.add("nodes of the document, over the same", nodes, "no growth");
    Ok(())
}

/// Both ends, and the difference.
fn growth(start: f64, end: f64) -> String {
    format!(
        "{} → {} ({:+.1} KB)",
        kilobytes(start),
        kilobytes(end),
        (end - start) / 1000.0
    )
}

async fn taken(page: &Page) -> Result<Taken, Error> {
    for _ in 0..2 {
        page.devtools("HeapProfiler.collectGarbage", json!({}))
            .await?;
    }
    let heap = page.devtools("Runtime.getHeapUsage", json!({})).await?;
    let counters = page.devtools("Memory.getDOMCounters", json!({})).await?;
    let modules = page.script_with_callback(MODULES).await?;
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(f64::NAN);
    let taken = Taken {
        steps: page.standing().await?.step,
        heap: number(&heap["usedSize"]),
        nodes: number(&counters["nodes"]),
        page: number(&modules[0]),
        worker: number(&modules[1]),
    };
    eprintln!(
        "  step {}: heap {}, {} nodes, wasm {} and {}",
        taken.steps,
        kilobytes(taken.heap),
        taken.nodes,
        kilobytes(taken.page),
        kilobytes(taken.worker)
    );
    Ok(taken)
}
