//! One file from the hub to the store: begun where it was left, checked while it comes.

use inspector::check::Check;
use js_sys::{Promise, Reflect, Uint8Array};
use lesson::lessons::models::hub::{Hub, HubTrouble, Listed, Name};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, DedicatedWorkerGlobalScope, ReadableStream, ReadableStreamDefaultReader,
    ReferrerPolicy, Request, RequestCache, RequestCredentials, RequestInit, Response, Url,
};

use super::store::{Access, Folder};

/// How often a connection that ends too early is opened again, and the pause before, in ms.
const TRIES: u32 = 4;
const PAUSE: i32 = 500;

/// Bytes of what is there already that are checked at once.
const PIECE: usize = 1 << 20;

/// Why there is no more.
pub enum Stop {
    /// The reader stopped it.
    Halted,
    /// Something is wrong.
    Trouble(HubTrouble),
}

impl From<HubTrouble> for Stop {
    fn from(trouble: HubTrouble) -> Self {
        Self::Trouble(trouble)
    }
}

/// From where, and for whom.
pub struct Way<'a> {
    /// Where files may come from.
    pub hub: &'a Hub,
    /// The model.
    pub name: &'a Name,
    /// Ends what is under way.
    pub signal: &'a AbortSignal,
}

/// A file under way.
struct Coming<'a> {
    listed: &'a Listed,
    access: Access,
    check: Check,
    at: u64,
}

impl Way<'_> {
    /// Fetches what is missing of a file; `told` hears how many bytes of it are there, whenever some have come.
    pub async fn file(
        &self,
        folder: &Folder,
        listed: &Listed,
        told: &mut dyn FnMut(u64),
    ) -> Result<(), Stop> {
        let access = folder.access(&listed.path).await?;
        let mut coming = Coming {
            listed,
            access,
            check: Check::of(&listed.hash, listed.bytes),
            at: 0,
        };
        coming.take_up()?;
        let mut tries = 0;
        while coming.at < listed.bytes {
            self.more(&mut coming, told).await?;
            if coming.at < listed.bytes {
                tries += 1;
                if tries > TRIES {
                    return Err(HubTrouble::Ended(listed.path.clone(), coming.at).into());
                }
                pause().await;
            }
        }
        coming.done()
    }

    /// Fetches from where it is to the end, or as far as the connection goes.
    async fn more(&self, coming: &mut Coming<'_>, told: &mut dyn FnMut(u64)) -> Result<(), Stop> {
        let path = &coming.listed.path;
        let response = self.get(&self.name.file(self.hub, path), coming.at).await?;
        match response.status() {
            // A server that does not know of ranges sends all of it.
            200 if coming.at > 0 => coming.begin()?,
            200 => {}
            206 if begins_at(&response, coming.at) => {}
            206 | 416 => return coming.begin().map_err(Stop::from),
            // The list named it.
            404 => return Err(HubTrouble::Lacks(path.clone()).into()),
            status => return Err(self.status(&response, status).into()),
        }
        let html = response.headers().get("content-type").ok().flatten();
        if html.is_some_and(|kind| kind.starts_with("text/html")) {
            return Err(HubTrouble::NoFile(path.clone()).into());
        }
        let Some(body) = response.body() else {
            return Ok(());
        };
        let mut take = |piece: &[u8]| {
            coming.take(piece)?;
            told(coming.at);
            Ok(())
        };
        self.pieces(&body, &mut take).await
    }

    /// Gives what comes, piece by piece, as far as the connection goes.
    pub async fn pieces(
        &self,
        body: &ReadableStream,
        take: &mut dyn FnMut(&[u8]) -> Result<(), HubTrouble>,
    ) -> Result<(), Stop> {
        let gone = |_| HubTrouble::Unreachable(self.hub.host().to_owned());
        let reader = ReadableStreamDefaultReader::new(body).map_err(gone)?;
        loop {
            let next = JsFuture::from(reader.read()).await;
            if self.signal.aborted() {
                return Err(Stop::Halted);
            }
            let value = |next: JsValue| Reflect::get(&next, &"value".into()).ok();
            match next.ok().and_then(value).filter(|own| !own.is_undefined()) {
                Some(bytes) => take(&Uint8Array::new(&bytes).to_vec())?,
                None => return Ok(()),
            }
        }
    }

    /// The answer of a host that is allowed, whatever it says.
    pub async fn get(&self, address: &str, at: u64) -> Result<Response, Stop> {
        let gone = |_: JsValue| HubTrouble::Unreachable(self.hub.host().to_owned());
        let init = RequestInit::new();
        init.set_signal(Some(self.signal));
        // What is kept is kept once; nothing is told about the reader or the page.
        init.set_cache(RequestCache::NoStore);
        init.set_credentials(RequestCredentials::Omit);
        init.set_referrer_policy(ReferrerPolicy::NoReferrer);
        let request = Request::new_with_str_and_init(address, &init).map_err(gone)?;
        if at > 0 {
            let range = format!("bytes={at}-");
            request.headers().set("range", &range).map_err(gone)?;
        }
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let response = JsFuture::from(scope.fetch_with_request(&request)).await;
        if self.signal.aborted() {
            return Err(Stop::Halted);
        }
        let response: Response = response.map_err(gone)?.unchecked_into();
        let origin = Url::new(&response.url())
            .map(|url| url.origin())
            .unwrap_or_default();
        match self.hub.allows(&origin) {
            true => Ok(response),
            false => Err(HubTrouble::Foreign(origin).into()),
        }
    }

    /// What a status that is no success means for the model as a whole.
    pub fn status(&self, response: &Response, status: u16) -> HubTrouble {
        let name = self.name.written();
        match status {
            // The hub does not say of a model that is not for all whether it is there.
            401 | 404 => HubTrouble::Unknown(name),
            403 => HubTrouble::Gated(name),
            status => {
                let host = Url::new(&response.url())
                    .map(|url| url.host())
                    .unwrap_or_default();
                HubTrouble::Status(host, status)
            }
        }
    }
}

impl Coming<'_> {
    /// What is there already counts, once it was checked as if it came now. Nobody is told: who hears of bytes takes them for
    /// what the network brings, and says how fast it is.
    fn take_up(&mut self) -> Result<(), HubTrouble> {
        let size = self.access.size()?;
        if size > self.listed.bytes {
            return self.begin();
        }
        let mut piece = vec![0; PIECE.min(size as usize)];
        while self.at < size {
            let count = piece.len().min((size - self.at) as usize);
            self.access.read(&mut piece[..count], self.at)?;
            self.check.take(&piece[..count]);
            self.at += count as u64;
        }
        Ok(())
    }

    /// From the first byte again.
    fn begin(&mut self) -> Result<(), HubTrouble> {
        self.check = Check::of(&self.listed.hash, self.listed.bytes);
        self.at = 0;
        self.access.cut(0)
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), HubTrouble> {
        if bytes.len() as u64 > self.listed.bytes - self.at {
            self.begin()?;
            return Err(HubTrouble::Altered(self.listed.path.clone()));
        }
        self.access.write(bytes, self.at)?;
        self.check.take(bytes);
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn done(mut self) -> Result<(), Stop> {
        let check = std::mem::replace(&mut self.check, Check::of(&self.listed.hash, 0));
        if check.is_met() {
            return Ok(());
        }
        // What is wrong is fetched anew when somebody tries again.
        self.begin()?;
        Err(HubTrouble::Altered(self.listed.path.clone()).into())
    }
}

/// Whether part of a file is the part that was asked for (RFC 9110, §14.4).
fn begins_at(response: &Response, at: u64) -> bool {
    let range = response.headers().get("content-range").ok().flatten();
    // A host that hides the header from the page gave what was asked for: the hash says so in the end.
    range.is_none_or(|range| range.starts_with(&format!("bytes {at}-")))
}

async fn pause() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let made = Promise::new(&mut |resolve, _| {
        let _ = scope.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, PAUSE);
    });
    let _ = JsFuture::from(made).await;
}
