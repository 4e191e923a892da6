//! What a page waits for, and what it loads, until it has its first result of attention.

use e2e::{Error, Page, Sample, gzip_size};
use serde_json::json;

use crate::contenders::open;

/// Who takes part: ours with the module that has attention alone.
const WHO: [&str; 4] = ["ours-relaxed", "ort", "tfjs", "candle"];
/// How often.
const ROUNDS: usize = 9;
/// Folders of the page that are not the bench's own.
const FOLDERS: [&str; 3] = ["pkg/", "peers/", "ours/"];

/// One contender's first calls.
pub struct First {
    /// Whose.
    pub id: &'static str,
    /// Bytes of its WebAssembly, as `gzip -9` leaves them.
    pub module: usize,
    /// The same of all files it loads.
    pub gzip: usize,
    /// Bytes of all files as they are.
    pub bytes: usize,
    milliseconds: Vec<f64>,
}

/// Measures everybody in turns, each time in a fresh document.
pub async fn calls(page: &Page) -> Result<Vec<First>, Error> {
    eprintln!("First calls …");
    let mut all = Vec::new();
    for id in WHO {
        // The first time the server compresses the files; it is not counted.
        let known = page.server().requested().len();
        call(page, id).await?;
        all.push(loaded(page, id, known)?);
    }
    for _ in 0..ROUNDS {
        for first in &mut all {
            let time = call(page, first.id).await?;
            first.milliseconds.push(time);
        }
    }
    Ok(all)
}

/// Milliseconds from the first import to the first result.
async fn call(page: &Page, id: &str) -> Result<f64, Error> {
    open(page).await?;
    // A module that is still in memory would not be compiled again.
    page.devtools("HeapProfiler.collectGarbage", json!({}))
        .await?;
    page.promised(&format!("bench.first('{id}')")).await
}

/// What was asked of the server since it knew so many requests.
fn loaded(page: &Page, id: &'static str, known: usize) -> Result<First, Error> {
    let mut first = First {
        id,
        module: 0,
        gzip: 0,
        bytes: 0,
        milliseconds: Vec::new(),
    };
    for file in &page.server().requested()[known..] {
        let foreign = FOLDERS.iter().any(|folder| file.starts_with(folder));
        let Some(content) = page.server().bytes(file).filter(|_| foreign) else {
            continue;
        };
        let gzip = gzip_size(&content)?;
        first.bytes += content.len();
        first.gzip += gzip;
        if file.ends_with(".wasm") {
            first.module += gzip;
        }
    }
    Ok(first)
}

impl First {
    /// How many times as long another takes.
    pub fn ahead_of(&self, other: &Self) -> Sample {
        let pairs = self.milliseconds.iter().zip(&other.milliseconds);
        Sample::new(pairs.map(|(ours, other)| other / ours).collect())
    }
}
