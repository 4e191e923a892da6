//! Models of the hub: looked up, fetched, kept, opened. All of it waits for something, so it goes on beside what the
//! engine answers.

use std::cell::RefCell;

use inspector::listing::{MOST_LIST, offer};
use js_sys::{Date, Uint8Array};
use lesson::lessons::models::hub::{Hub, HubTrouble, Name, Offer};
use lesson::lessons::models::messages::{Ask, Reply, Trouble};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, DedicatedWorkerGlobalScope};

use super::download::{Stop, Way};
use super::store::{Store, room};
use super::{answer, tell};

/// How often the page hears how far a file is, in ms.
const EVERY: f64 = 100.0;

thread_local! {
    /// Ends what is fetched.
    static HALT: RefCell<Option<AbortController>> = const { RefCell::new(None) };
}

/// Does what is about the hub; gives back what is for the engine.
pub fn handle(page: &DedicatedWorkerGlobalScope, ask: Ask) -> Option<Ask> {
    let page = page.clone();
    match ask {
        Ask::Halt => halt(),
        Ask::Look(number, hub, name) => spawn_local(async move {
            let found = look(&hub, &name)
                .await
                .map(|own| Reply::Offered(number, Box::new(own)));
            said(&page, number, found);
        }),
        Ask::Fetch(number, hub, offer) => spawn_local(async move {
            let mut told = |done, all| tell(&page, &Reply::Progress(number, done, all));
            let found = fetch(&hub, &offer, &mut told)
                .await
                .map(|()| Reply::Fetched(number));
            said(&page, number, found);
        }),
        Ask::Kept(number) => spawn_local(async move { said(&page, number, kept(number).await) }),
        Ask::Delete(number, name) => spawn_local(async move {
            let gone = async { Store::open().await?.delete(&name).await }.await;
            let found = match gone {
                Ok(()) => kept(number).await,
                Err(trouble) => Err(trouble.into()),
            };
            said(&page, number, found);
        }),
        Ask::OpenKept(number, name) => spawn_local(async move {
            let found = match Store::open().await {
                Ok(store) => store.find(&name).await,
                Err(_) => None,
            };
            match found {
                Some((_, files)) => answer(&page, Ask::Open(number), &files),
                None => said(
                    &page,
                    number,
                    Err(HubTrouble::Wanted(name.written()).into()),
                ),
            }
        }),
        other => return Some(other),
    }
    None
}

fn said(page: &DedicatedWorkerGlobalScope, number: u32, found: Result<Reply, Stop>) {
    let reply = found.unwrap_or_else(|stop| match stop {
        Stop::Halted => Reply::Halted(number),
        Stop::Trouble(trouble) => Reply::Refused(number, Trouble::Hub(trouble)),
    });
    tell(page, &reply);
}

fn halt() {
    if let Some(controller) = HALT.take() {
        controller.abort();
    }
}

/// What ends the next thing that is fetched; one thing is fetched at a time.
fn controller() -> Result<AbortController, HubTrouble> {
    halt();
    let controller = AbortController::new().map_err(|_| HubTrouble::Closed)?;
    HALT.set(Some(controller.clone()));
    Ok(controller)
}

async fn look(hub: &Hub, name: &Name) -> Result<Offer, Stop> {
    let controller = controller()?;
    let way = Way {
        hub,
        name,
        signal: &controller.signal(),
    };
    let response = way.get(&name.list(hub), 0).await?;
    if !response.ok() {
        return Err(way.status(&response, response.status()).into());
    }
    let no_list = || HubTrouble::NoFile(name.written());
    let bytes = JsFuture::from(response.array_buffer().map_err(|_| no_list())?).await;
    let bytes = Uint8Array::new(&bytes.map_err(|_| no_list())?);
    if bytes.length() as usize > MOST_LIST {
        return Err(no_list().into());
    }
    Ok(offer(name, &bytes.to_vec())?)
}

async fn fetch(hub: &Hub, offer: &Offer, told: &mut dyn FnMut(u64, u64)) -> Result<(), Stop> {
    let controller = controller()?;
    let way = Way {
        hub,
        name: &offer.name,
        signal: &controller.signal(),
    };
    let folder = Store::open().await?.folder(offer).await?;
    let there = folder.kept().await.map_or(0, |own| own.bytes);
    let (missing, room) = (offer.bytes().saturating_sub(there), room().await);
    if let Some(room) = room.filter(|room| *room < missing) {
        return Err(HubTrouble::NoRoom(missing, room).into());
    }
    let (mut before, mut last) = (0, 0.0);
    for listed in &offer.files {
        let mut heard = |done: u64| {
            let now = Date::now();
            if now - last >= EVERY {
                last = now;
                told(before + done, offer.bytes());
            }
        };
        way.file(&folder, listed, &mut heard).await?;
        before += listed.bytes;
    }
    Ok(folder.finish().await?)
}

async fn kept(number: u32) -> Result<Reply, Stop> {
    // A browser that keeps nothing has kept nothing.
    let all = match Store::open().await {
        Ok(store) => store.all().await,
        Err(_) => Vec::new(),
    };
    Ok(Reply::Kept(number, all))
}
