//! A disk that is full, for the worker that keeps models.

use serde_json::json;

use crate::{Error, Outcome, Page, Site};

/// What stands before the worker's script.
const DISK: &str = include_str!("disk.js");
const LOADER: &str = "inspector_loader.js";

/// Tells the worker, and waits until it has heard.
const TELL: &str = "new Promise(resolve => {
    const channel = new BroadcastChannel('disk');
    channel.onmessage = () => { channel.close(); resolve(true); };
    channel.postMessage(ROOM);
})";

/// How much a browser still keeps for a page, and what it does beyond that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    /// As much as is wanted.
    Endless,
    /// So many bytes, as it says to who asks.
    Says(u64),
    /// So many bytes, which nobody hears of before; what is more is not written, and said to be so.
    Short(u64),
    /// So many bytes, which nobody hears of before; a piece that is more is refused.
    Refuses(u64),
}

impl Disk {
    /// As the script has it: bytes, and a name.
    fn written(self) -> String {
        let (room, how) = match self {
            Self::Endless => (None, "endless"),
            Self::Says(room) => (Some(room), "says"),
            Self::Short(room) => (Some(room), "short"),
            Self::Refuses(room) => (Some(room), "refuses"),
        };
        json!([room, how]).to_string()
    }
}

impl Site {
    /// The same with a worker of models whose disk a test can fill.
    pub fn with_disk(mut self) -> Result<Self, Error> {
        let name = self.name_of(LOADER)?;
        let own = self.bytes(&name).unwrap_or_default();
        self.put(&name, [DISK.as_bytes(), &own].concat());
        Ok(self)
    }
}

impl Page {
    /// How much room the worker of models has from now on. It has to be there: an answer of a model says so.
    pub async fn has_disk(&self, disk: Disk) -> Outcome {
        let tell = TELL.replace("ROOM", &disk.written());
        self.promised::<bool>(&tell).await.map(drop)
    }
}
