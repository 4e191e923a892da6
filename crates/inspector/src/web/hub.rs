//! Models of the hub: looked up, fetched, kept, opened. All of it waits for something, so it goes on beside what the
//! engine answers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use inspector::listing::{MOST_LIST, offer};
use js_sys::Date;
use lesson::lessons::models::hub::{Hub, HubTrouble, Name, Offer};
use lesson::lessons::models::messages::{Ask, Reply, Trouble};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, DedicatedWorkerGlobalScope};

use super::download::{Stop, Way};
use super::store::{Store, room};
use super::{answer, tell};

/// How often the page hears how far a file is, in ms.
const EVERY: f64 = 100.0;

/// How long the hub may take for its list of files, in ms.
const PATIENCE: i32 = 30_000;

thread_local! {
    /// Ends what is fetched.
    static HALT: RefCell<Option<AbortController>> = const { RefCell::new(None) };
    /// The question that opens a model and was asked last: what is kept takes a moment to be found.
    static NEWEST: Cell<u32> = const { Cell::new(0) };
}

/// Does what is about the hub; gives back what is for the engine.
pub fn handle(page: &DedicatedWorkerGlobalScope, ask: Ask) -> Option<Ask> {
    let page = page.clone();
    match ask {
        Ask::Halt => halt(),
        Ask::Look(number, hub, name) => spawn_local(async move {
            let found = in_time(&hub, &name)
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
        Ask::Open(number, how) => {
            NEWEST.set(number);
            return Some(Ask::Open(number, how));
        }
        Ask::OpenKept(number, name, how) => spawn_local(async move {
            NEWEST.set(number);
            let found = match Store::open().await {
                Ok(store) => store.find(&name).await,
                Err(_) => None,
            };
            match found {
                // Another model was asked for meanwhile.
                _ if NEWEST.get() != number => {}
                Some((_, files)) => answer(&page, Ask::Open(number, how), files),
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

async fn look(hub: &Hub, name: &Name, controller: &AbortController) -> Result<Offer, Stop> {
    let way = Way {
        hub,
        name,
        signal: &controller.signal(),
    };
    let response = way.get(&name.list(hub), 0).await?;
    if !response.ok() {
        return Err(way.status(&response, response.status()).into());
    }
    let mut bytes = Vec::new();
    let Some(body) = response.body() else {
        return Err(HubTrouble::NoFile(name.written()).into());
    };
    let mut take = |piece: &[u8]| {
        bytes.extend_from_slice(piece);
        match bytes.len() > MOST_LIST {
            true => Err(HubTrouble::NoFile(name.written())),
            false => Ok(()),
        }
    };
    way.pieces(&body, &mut take).await?;
    Ok(offer(name, &bytes)?)
}

/// What comes of it within [`PATIENCE`]; else the hub does not answer.
async fn in_time(hub: &Hub, name: &Name) -> Result<Offer, Stop> {
    let controller = controller()?;
    let late = Rc::new(Cell::new(false));
    let (own, told) = (controller.clone(), Rc::clone(&late));
    let ring = Closure::once_into_js(move || {
        told.set(true);
        own.abort();
    });
    let page: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let timer =
        page.set_timeout_with_callback_and_timeout_and_arguments_0(ring.unchecked_ref(), PATIENCE);
    let found = look(hub, name, &controller).await;
    if let Ok(timer) = timer {
        page.clear_timeout_with_handle(timer);
    }
    match found {
        Err(Stop::Halted) if late.get() => {
            Err(HubTrouble::Unreachable(hub.host().to_owned()).into())
        }
        found => found,
    }
}

async fn fetch(hub: &Hub, offer: &Offer, told: &mut dyn FnMut(u64, u64)) -> Result<(), Stop> {
    let controller = controller()?;
    let way = Way {
        hub,
        name: &offer.name,
        signal: &controller.signal(),
    };
    let found = fetch_all(&way, offer, told).await;
    // A body that is not read to its end would go on coming.
    if found.is_err() {
        controller.abort();
    }
    found
}

async fn fetch_all(
    way: &Way<'_>,
    offer: &Offer,
    told: &mut dyn FnMut(u64, u64),
) -> Result<(), Stop> {
    let store = Store::open().await?;
    let folder = store.folder(offer).await?;
    let there = folder.kept().await.map_or(0, |own| own.bytes);
    let (missing, room) = (offer.bytes().saturating_sub(there), room().await);
    if let Some(room) = room.filter(|room| *room < missing) {
        // Of a model that cannot come nothing is left behind.
        if there == 0 {
            store.delete(&offer.name).await?;
        }
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
        // What is stopped after its last byte is stopped all the same.
        if way.signal.aborted() {
            return Err(Stop::Halted);
        }
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
