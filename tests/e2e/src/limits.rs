//! How much memory modules have, in the page and in its workers; and how much they may have.

use serde_json::json;

use crate::{Engine, Error, Page, Site};

/// What stands before everything else.
const LIMITS: &str = include_str!("limits.js");

/// The scripts that workers begin with.
const LOADERS: [&str; 2] = ["worker_loader.js", "inspector_loader.js"];

/// Asks every worker, and waits a moment for those that are busy.
const WORKERS: &str = "new Promise(resolve => {
    const channel = new BroadcastChannel('memory of workers');
    let all = [0, 0];
    channel.onmessage = ({ data }) => { if (Array.isArray(data)) all = [all[0] + data[2], all[1] + 1]; };
    channel.postMessage('how much?');
    setTimeout(() => { channel.close(); resolve(all); }, MOMENT);
})";

/// Bytes in use.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// JavaScript's objects in the page.
    pub heap: f64,
    /// The memory of the page's module.
    pub page: f64,
    /// That of all workers' modules that answered in time.
    pub workers: f64,
    /// How many workers answered.
    pub answered: f64,
}

/// A script for before a page, whose module then gets so many pages (of 64 KiB) beyond those it begins with.
pub fn most_pages(more: Option<u32>) -> String {
    let more = more.map_or("Infinity".to_owned(), |more| more.to_string());
    LIMITS.replace("const MORE = Infinity", &format!("const MORE = {more}"))
}

impl Site {
    /// The same with workers that say how much memory they have, and get no more than so many pages.
    pub fn with_limited_workers(mut self, more: Option<u32>) -> Result<Self, Error> {
        let before = most_pages(more);
        for loader in LOADERS {
            let name = self.name_of(loader)?;
            let own = self.bytes(&name).unwrap_or_default();
            self.put(&name, [before.as_bytes(), &own].concat());
        }
        Ok(self)
    }
}

impl Page {
    /// What is in use in a page that was loaded behind [`most_pages`]. Workers have so many milliseconds to answer.
    pub async fn memory(&self, moment: u32) -> Result<Memory, Error> {
        let workers = WORKERS.replace("MOMENT", &moment.to_string());
        let (bytes, answered) = self.promised(&workers).await?;
        Ok(Memory {
            heap: self.heap().await?,
            page: self.number_of("return moduleMemory()").await?,
            workers: bytes,
            answered,
        })
    }

    /// Bytes of objects, after those that are used no more were taken away; 0 where no driver says it.
    pub async fn heap(&self) -> Result<f64, Error> {
        if self.engine() != Engine::Chromium {
            return Ok(0.0);
        }
        self.devtools("HeapProfiler.collectGarbage", json!({}))
            .await?;
        let heap = self.devtools("Runtime.getHeapUsage", json!({})).await?;
        let used = heap["usedSize"].as_f64();
        used.ok_or_else(|| Error::Page(format!("a heap of {heap}")))
    }

    /// What a script returns as a number.
    pub async fn number_of(&self, script: &str) -> Result<f64, Error> {
        let found = self.script(script, vec![]).await?;
        let number = found.as_f64();
        number.ok_or_else(|| Error::Page(format!("`{script}` gave {found} instead of a number")))
    }
}
