//! Files to and from the reader's disk.

use js_sys::{Array, Uint8Array};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, DragEvent, Event, File, FileList, FileSystemDirectoryEntry, FileSystemEntry,
    FileSystemFileEntry, HtmlAnchorElement, HtmlInputElement, Url,
};

/// Offers `bytes` of a media type to be saved under `name`.
///
/// # Errors
/// Whatever the browser says when it does not let the page save.
pub fn save(name: &str, mime: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let document = super::page::document().ok_or(JsValue::NULL)?;
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_type(mime);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// The most bytes that are read of a file, in millions.
pub const MOST_MILLIONS: u32 = 64;

/// Why a file was not read.
pub enum Unread {
    /// It has so many million bytes, more than [`MOST_MILLIONS`].
    TooLarge(u32),
    /// It went away, or may not be read: the browser's words.
    Failed(String),
}

/// Gives the bytes of the file that was chosen in the input of `event`, or why it was not read; nothing when none was
/// chosen.
pub fn chosen(event: &Event, take: impl FnOnce(Result<Vec<u8>, Unread>) + 'static) {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let file = input.files().and_then(|files| files.get(0));
    // The same file can be chosen again.
    input.set_value("");
    let Some(file) = file else { return };
    let millions = (file.size() / 1e6).ceil() as u32;
    if millions > MOST_MILLIONS {
        return take(Err(Unread::TooLarge(millions)));
    }
    spawn_local(async move {
        let read = JsFuture::from(file.array_buffer()).await;
        let read = read.map(|buffer| Uint8Array::new(&buffer).to_vec());
        take(read.map_err(|error| {
            let name = js_sys::Reflect::get(&error, &"name".into()).ok();
            Unread::Failed(name.and_then(|own| own.as_string()).unwrap_or_default())
        }));
    });
}

/// A file whose bytes stay where they are: a worker reads what it needs of them.
#[derive(Clone, Debug)]
pub struct Handle {
    /// Its name, without its folder.
    pub name: String,
    blob: Blob,
}

impl Handle {
    /// Bytes as a file.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Handle> {
        let parts = Array::of1(&Uint8Array::from(bytes));
        let blob = Blob::new_with_u8_array_sequence(&parts).ok()?;
        let name = name.to_owned();
        Some(Handle { name, blob })
    }

    fn of_file(file: File) -> Handle {
        let name = file.name();
        let blob = file.unchecked_into();
        Handle { name, blob }
    }

    /// As messages have it: name and handle.
    pub fn pair(&self) -> Array {
        Array::of2(&JsValue::from_str(&self.name), &self.blob)
    }
}

/// Several files, and the name of the folder that they were in, where that is known.
pub type Chosen = (Vec<Handle>, Option<String>);

/// Has an input choose a folder with all its files, where the browser knows of that.
pub fn of_folders(input: NodeRef<html::Input>) {
    if let Some(input) = input.get() {
        let _ = input.set_attribute("webkitdirectory", "");
    }
}

/// The files that were chosen in the input of `event`; none where none were.
pub fn all_chosen(event: &Event) -> Chosen {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else {
        return (vec![], None);
    };
    let chosen = of_list(input.files());
    // The same ones can be chosen again.
    input.set_value("");
    chosen
}

fn of_list(list: Option<FileList>) -> Chosen {
    let files = |list: &FileList| (0..list.length()).filter_map(|at| list.get(at)).collect();
    let files: Vec<File> = list.as_ref().map(files).unwrap_or_default();
    // A chosen folder's files say the way from it: `gpt2/config.json`.
    let path = |file: &File| js_sys::Reflect::get(file, &"webkitRelativePath".into()).ok();
    let path = files.first().and_then(path).and_then(|own| own.as_string());
    let folder = path.and_then(|own| own.split_once('/').map(|(folder, _)| folder.to_owned()));
    (files.into_iter().map(Handle::of_file).collect(), folder)
}

/// Whether files are drawn over the page, not text that was marked in it.
pub fn are_drawn(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    let files = |own: JsValue| own.as_string().is_some_and(|own| own == "Files");
    types.is_some_and(|types| types.iter().any(files))
}

/// Gives what was dropped: files, or what lies in a folder, but not in folders of it.
pub fn dropped(event: &Event, take: impl FnOnce(Chosen) + 'static) {
    let Some(data) = event
        .dyn_ref::<DragEvent>()
        .and_then(DragEvent::data_transfer)
    else {
        return;
    };
    let entry = data
        .items()
        .get(0)
        .and_then(|item| item.webkit_get_as_entry().ok()?);
    match entry.filter(FileSystemEntry::is_directory) {
        Some(folder) => {
            let folder: FileSystemDirectoryEntry = folder.unchecked_into();
            spawn_local(async move {
                let files = of_folder(&folder).await.unwrap_or_default();
                take((files, Some(folder.name())));
            });
        }
        None => take(of_list(data.files())),
    }
}

/// The most files of a folder that are looked at.
const MOST_FILES: usize = 2000;

async fn of_folder(folder: &FileSystemDirectoryEntry) -> Result<Vec<Handle>, JsValue> {
    let reader = folder.create_reader();
    let mut all = Vec::new();
    // It gives a hundred at a time, and none when there are no more.
    while all.len() < MOST_FILES {
        let some = promise(|resolve, reject| {
            reader.read_entries_with_callback_and_callback(resolve, reject)
        });
        let some = Array::from(&some.await?);
        if some.length() == 0 {
            break;
        }
        for entry in some.iter() {
            let entry: FileSystemEntry = entry.unchecked_into();
            if entry.is_file() {
                let entry: FileSystemFileEntry = entry.unchecked_into();
                let file = promise(|resolve, reject| {
                    entry.file_with_callback_and_callback(resolve, reject);
                    Ok(())
                });
                // One that cannot be read may be none of the model's.
                let file = file.await.ok();
                all.extend(file.map(|file| Handle::of_file(file.unchecked_into())));
            }
        }
    }
    Ok(all)
}

/// What is given to the first of two callbacks.
async fn promise(
    call: impl FnOnce(&js_sys::Function, &js_sys::Function) -> Result<(), JsValue>,
) -> Result<JsValue, JsValue> {
    let mut call = Some(call);
    let made = js_sys::Promise::new(&mut |resolve, reject| {
        if let Some(Err(error)) = call.take().map(|call| call(&resolve, &reject)) {
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    JsFuture::from(made).await
}
