//! Stand-in until `attention::load` opens folders tensor by tensor.

use attention::load::{Archive, LoadError, Loaded, Tokenizer, config, params, shards};
use std::ops::ControlFlow;

/// Where the bytes of a model's files come from.
pub trait Files {
    /// Bytes of the file of that name; `None` where there is none.
    fn size(&self, name: &str) -> Option<u64>;
    /// Reads `into.len()` bytes from `at` on.
    ///
    /// # Errors
    /// [`LoadError::File`].
    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError>;
}

fn whole(files: &dyn Files, name: &str) -> Result<Vec<u8>, LoadError> {
    let size = files.size(name).ok_or_else(|| LoadError::File {
        path: name.into(),
        problem: "it is not there".into(),
    })?;
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
    files.read(name, 0, &mut bytes)?;
    Ok(bytes)
}

/// Opens a folder.
///
/// # Errors
/// [`LoadError`].
pub fn open(
    files: &dyn Files,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Loaded, LoadError> {
    let (family, config) = config(&whole(files, "config.json")?)?;
    let tokenizer = Tokenizer::new(&whole(files, "tokenizer.json")?)?;
    let names = match files.size("model.safetensors") {
        Some(_) => vec!["model.safetensors".to_owned()],
        None => shards(&whole(files, "model.safetensors.index.json")?)?,
    };
    let bytes: Result<Vec<_>, _> = names.iter().map(|name| whole(files, name)).collect();
    let bytes = bytes?;
    let all: Vec<_> = names
        .iter()
        .zip(&bytes)
        .map(|(n, b)| (n.as_str(), &b[..]))
        .collect();
    let archive = Archive::new(&all)?;
    let params = params(&config, family, &archive)?;
    let _ = progress(1, 1);
    Ok(Loaded {
        family,
        config,
        params,
        tokenizer,
    })
}
