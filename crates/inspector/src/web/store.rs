//! Models that are kept in this browser: a folder each in the origin's private file system
//! (<https://fs.spec.whatwg.org>, §3), which no other site sees and which is there without a network.

use inspector::listing::{from_text, to_text};
use js_sys::{AsyncIterator, Object, Reflect, Uint8Array};
use lesson::lessons::models::hub::{HubTrouble, Kept, Name, Offer};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, DedicatedWorkerGlobalScope, DomException, FileSystemDirectoryHandle,
    FileSystemFileHandle, FileSystemGetDirectoryOptions, FileSystemGetFileOptions,
    FileSystemReadWriteOptions, FileSystemRemoveOptions, FileSystemSyncAccessHandle,
    StorageEstimate, StorageManager,
};

use super::handles::Handles;

/// The folder of all models.
const MODELS: &str = "models";
/// In a model's folder: what was offered.
const OFFER: &str = "offer.json";
/// There when all files are, and were checked.
const WHOLE: &str = "whole";

/// Where models are kept.
pub struct Store(FileSystemDirectoryHandle);

/// Where one is kept.
pub struct Folder(FileSystemDirectoryHandle);

/// A file that is being written. Nobody else writes it meanwhile, not even another tab.
pub struct Access(FileSystemSyncAccessHandle);

impl Store {
    /// The store of this page.
    pub async fn open() -> Result<Store, HubTrouble> {
        let storage = storage().ok_or(HubTrouble::NoStore)?;
        let root: FileSystemDirectoryHandle =
            got(storage.get_directory()).await.map_err(no_store)?;
        let models = got(root.get_directory_handle_with_options(MODELS, &making())).await;
        models.map(Store).map_err(no_store)
    }

    /// The folder for what was offered, which is written down in it.
    pub async fn folder(&self, offer: &Offer) -> Result<Folder, HubTrouble> {
        let name = folder_name(&offer.name);
        let folder = got(self.0.get_directory_handle_with_options(&name, &making())).await;
        let folder = Folder(folder.map_err(no_store)?);
        let text = to_text(offer)?;
        let known = folder.kept().await.is_some_and(|own| own.offer == *offer);
        // It is whole again only once all of it was checked again.
        let _ = JsFuture::from(folder.0.remove_entry(WHOLE)).await;
        // Written once: what is written anew on a full disk is lost. Without it nobody knows what the folder is.
        if !known && let Err(trouble) = folder.put(OFFER, &text).await {
            self.delete(&offer.name).await?;
            return Err(trouble);
        }
        Ok(folder)
    }

    /// All that is kept. What is no model's folder is passed over.
    pub async fn all(&self) -> Vec<Kept> {
        let mut all = Vec::new();
        for name in names(&self.0).await {
            let folder: Result<FileSystemDirectoryHandle, _> =
                got(self.0.get_directory_handle(&name)).await;
            let Ok(folder) = folder.map(Folder) else {
                continue;
            };
            all.extend(folder.kept().await);
        }
        all.sort_by(|one, other| one.offer.name.id.cmp(&other.offer.name.id));
        all
    }

    /// The files of a model that is kept whole.
    pub async fn find(&self, wanted: &Name) -> Option<(Name, Handles)> {
        let all = self.all().await;
        let own = all
            .into_iter()
            .find(|own| own.whole && own.offer.meets(wanted))?;
        let name = folder_name(&own.offer.name);
        let folder = Folder(got(self.0.get_directory_handle(&name)).await.ok()?);
        let mut files = Handles::default();
        for listed in &own.offer.files {
            files.put(&listed.path, folder.blob(&listed.path).await.ok()?);
        }
        Some((own.offer.name, files))
    }

    /// Deletes a model. One that is not there is deleted already.
    pub async fn delete(&self, name: &Name) -> Result<(), HubTrouble> {
        let options = FileSystemRemoveOptions::new();
        options.set_recursive(true);
        let gone = JsFuture::from(
            self.0
                .remove_entry_with_options(&folder_name(name), &options),
        )
        .await;
        match gone {
            Err(error) if is(&error, "NotFoundError") => Ok(()),
            Err(error) => Err(refused(&error)),
            Ok(_) => Ok(()),
        }
    }
}

impl Folder {
    /// Opens a file for writing; it is there afterwards.
    pub async fn access(&self, name: &str) -> Result<Access, HubTrouble> {
        let making = FileSystemGetFileOptions::new();
        making.set_create(true);
        let file: FileSystemFileHandle = got(self.0.get_file_handle_with_options(name, &making))
            .await
            .map_err(|error| refused(&error))?;
        let access = got(file.create_sync_access_handle()).await;
        access.map(Access).map_err(|error| refused(&error))
    }

    /// All files are there.
    pub async fn finish(&self) -> Result<(), HubTrouble> {
        self.put(WHOLE, b"").await
    }

    async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), HubTrouble> {
        let access = self.access(name).await?;
        access.cut(0)?;
        access.write(bytes, 0)
    }

    async fn blob(&self, name: &str) -> Result<Blob, JsValue> {
        let file: FileSystemFileHandle = got(self.0.get_file_handle(name)).await?;
        got(file.get_file()).await
    }

    /// What is here of a model; nothing where that was never written down.
    pub async fn kept(&self) -> Option<Kept> {
        let text = JsFuture::from(self.blob(OFFER).await.ok()?.text())
            .await
            .ok()?;
        let offer = from_text(&text.as_string()?)?;
        let mut bytes = 0;
        for listed in &offer.files {
            let size = self
                .blob(&listed.path)
                .await
                .map_or(0.0, |blob| blob.size());
            bytes += (size as u64).min(listed.bytes);
        }
        let whole = bytes == offer.bytes() && self.blob(WHOLE).await.is_ok();
        Some(Kept {
            offer,
            bytes,
            whole,
        })
    }
}

impl Access {
    /// How long the file is.
    pub fn size(&self) -> Result<u64, HubTrouble> {
        self.0
            .get_size()
            .map(|size| size as u64)
            .map_err(|error| refused(&error))
    }

    /// Fills `into` with what stands at `at`.
    pub fn read(&self, into: &mut [u8], at: u64) -> Result<(), HubTrouble> {
        let count = self.0.read_with_u8_array_and_options(into, &place(at));
        match count {
            Ok(count) if count as usize == into.len() => Ok(()),
            Ok(_) => Err(HubTrouble::NoStore),
            Err(error) => Err(refused(&error)),
        }
    }

    /// Puts bytes at `at`.
    pub fn write(&self, bytes: &[u8], at: u64) -> Result<(), HubTrouble> {
        let all = Uint8Array::from(bytes);
        let count = self
            .0
            .write_with_buffer_source_and_options(&all, &place(at));
        match count {
            Ok(count) if count as usize == bytes.len() => Ok(()),
            // A disk that is full takes less; how much more is needed is not known here.
            Ok(_) => Err(HubTrouble::NoRoom(0, 0)),
            Err(error) => Err(refused(&error)),
        }
    }

    /// Cuts the file off.
    pub fn cut(&self, size: u64) -> Result<(), HubTrouble> {
        self.0
            .truncate_with_f64(size as f64)
            .map_err(|error| refused(&error))
    }
}

impl Drop for Access {
    fn drop(&mut self) {
        // What could not be flushed is missed when the file is checked.
        let _ = self.0.flush();
        self.0.close();
    }
}

/// Bytes for which this browser still has room, where it says so.
pub async fn room() -> Option<u64> {
    let estimate: StorageEstimate = got(storage()?.estimate().ok()?).await.ok()?;
    Some((estimate.get_quota()? - estimate.get_usage()?).max(0.0) as u64)
}

/// Absent where the page did not come by HTTPS.
fn storage() -> Option<StorageManager> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().dyn_into().ok()?;
    let storage = Reflect::get(&scope.navigator(), &"storage".into()).ok()?;
    let has = Reflect::has(storage.dyn_ref::<Object>()?, &"getDirectory".into());
    has.unwrap_or(false).then(|| storage.unchecked_into())
}

async fn names(folder: &FileSystemDirectoryHandle) -> Vec<String> {
    let (keys, mut names): (AsyncIterator, _) = (folder.keys(), Vec::new());
    while let Ok(next) = keys.next() {
        let Ok(next) = JsFuture::from(next).await else {
            break;
        };
        let part = |key: &str| Reflect::get(&next, &key.into()).ok();
        match part("value").and_then(|name| name.as_string()) {
            Some(name) => names.push(name),
            None => break,
        }
    }
    names
}

/// A name has no `--` of its own.
fn folder_name(name: &Name) -> String {
    name.written().replace('/', "--")
}

fn making() -> FileSystemGetDirectoryOptions {
    let options = FileSystemGetDirectoryOptions::new();
    options.set_create(true);
    options
}

fn place(at: u64) -> FileSystemReadWriteOptions {
    let options = FileSystemReadWriteOptions::new();
    options.set_at(at as f64);
    options
}

async fn got<T: JsCast>(promise: js_sys::Promise) -> Result<T, JsValue> {
    JsFuture::from(promise).await.map(JsCast::unchecked_into)
}

fn is(error: &JsValue, name: &str) -> bool {
    error
        .dyn_ref::<DomException>()
        .is_some_and(|own| own.name() == name)
}

fn no_store(_: JsValue) -> HubTrouble {
    HubTrouble::NoStore
}

fn refused(error: &JsValue) -> HubTrouble {
    match error {
        error if is(error, "QuotaExceededError") => HubTrouble::NoRoom(0, 0),
        error if is(error, "NoModificationAllowedError") => HubTrouble::Busy,
        _ => HubTrouble::NoStore,
    }
}
