//! Folders opened tensor by tensor: the same weights as from bytes, never twice in memory, and what is
//! wrong is found before anything large is taken.

use crate::memory::most as most_of;
use crate::support::{FOLDERS, RELATIVES, Stored, Tensor, bytes, fixture, json, says, with};
use attention::load::{Files, LoadError, Loaded, folder, open};
use attention::model::Form;
use safetensors::Dtype;
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub type Memory = BTreeMap<String, Vec<u8>>;

/// All files of a fixture.
pub fn files(name: &str) -> Memory {
    let all = std::fs::read_dir(fixture(name)).unwrap();
    let names = all.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .map(|file| (file.clone(), bytes(name, &file)))
        .collect()
}

pub fn opened(files: &dyn Files) -> Result<Loaded, LoadError> {
    open(files, Form::Plain, &mut |_, _| ControlFlow::Continue(()))
}

/// `gpt2-tiny` with other weights.
fn weights(stored: &Stored) -> Memory {
    let mut files = files("gpt2-tiny");
    files.insert("model.safetensors".into(), stored.write());
    files
}

/// `mistral-tiny` with one of its shards changed.
fn shard(change: impl FnOnce(&mut Vec<u8>)) -> Memory {
    let mut files = files("mistral-tiny");
    change(files.get_mut("model-00002-of-00003.safetensors").unwrap());
    files
}

#[test]
fn files_in_memory_open_as_those_on_disk_do() {
    for name in FOLDERS.into_iter().chain(RELATIVES).chain(["mistral-tiny"]) {
        let (found, wanted) = (
            opened(&files(name)).unwrap(),
            folder(&fixture(name)).unwrap(),
        );
        assert_eq!(found.family, wanted.family, "{name}");
        assert!(found.params == wanted.params, "{name}");
    }
}

/// Files that remember the longest piece that was read of a file of weights.
struct Watched(Memory, RefCell<usize>);

impl Files for Watched {
    fn size(&self, name: &str) -> Option<u64> {
        self.0.size(name)
    }
    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
        if name.ends_with(".safetensors") {
            let longest = self.1.borrow().max(into.len());
            *self.1.borrow_mut() = longest;
        }
        self.0.read(name, at, into)
    }
}

/// A vocabulary that makes the weights 40 MB long.
const WORDS: usize = 200_000;

fn large() -> Memory {
    let mut files = files("gpt2-tiny");
    let config = with(
        json("gpt2-tiny", "config.json"),
        "/vocab_size",
        WORDS.into(),
    );
    files.insert("config.json".into(), config.to_string().into_bytes());
    let rows = Tensor::f32(&[WORDS, 48], &vec![0.5; WORDS * 48]);
    let stored = Stored::fixture("gpt2-tiny").plus("transformer.wte.weight", rows);
    files.insert("model.safetensors".into(), stored.write());
    files
}

#[test]
fn weights_are_read_in_pieces_and_held_once() {
    let files = Watched(large(), RefCell::new(0));
    let length = files.size("model.safetensors").unwrap() as usize;
    let (loaded, most) = most_of(|| opened(&files).unwrap());
    assert!(
        loaded
            .params
            .token_embedding
            .matrix()
            .data()
            .iter()
            .all(|x| *x == 0.5)
    );
    assert!(*files.1.borrow() <= 1 << 20);
    assert!(most < length + (8 << 20), "{most} bytes for {length}");
    drop(loaded);
    // Laid out for reading no more is needed, and whole numbers take 9 bits.
    for (form, weights) in [(Form::Panels, length), (Form::Int8, length * 9 / 32)] {
        let (loaded, most) = most_of(|| open(&files, form, &mut on).unwrap());
        assert_eq!(loaded.params.token_embedding.at(7, 5), 0.5);
        assert!(most < weights + (8 << 20), "{form:?}: {most} for {weights}");
    }
}

fn on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn progress_is_told_and_may_stop_it() {
    let files = large();
    let mut told = Vec::new();
    let loaded = open(&files, Form::Plain, &mut |done, total| {
        told.push((done, total));
        ControlFlow::Continue(())
    });
    assert!(loaded.is_ok());
    let total = told[0].1;
    assert!((36 << 20..files["model.safetensors"].len() as u64).contains(&total));
    assert_eq!((told[0].0, told.last().unwrap()), (0, &(total, total)));
    let steps = told.windows(2).map(|pair| pair[1].0 - pair[0].0);
    assert!(steps.into_iter().all(|step| step > 0 && step <= 1 << 20));
    for after in [0, 1, 20] {
        let mut calls = 0;
        let stopped = open(&files, Form::Plain, &mut |_, _| {
            calls += 1;
            if calls > after {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(stopped.unwrap_err(), LoadError::Stopped);
        assert_eq!(calls, after + 1);
    }
}

#[test]
fn a_file_that_was_cut_off_or_lies_about_its_header_is_named() {
    let shard_says = |change: fn(&mut Vec<u8>), words: &str| says(opened(&shard(change)), words);
    let name = "model-00002-of-00003.safetensors: ";
    let ends = "its tensors do not end where the file ends; was it cut off?";
    shard_says(
        |file| file.truncate(file.len() - 1),
        &format!("{name}{ends}"),
    );
    shard_says(|file| file.push(0), &format!("{name}{ends}"));
    let header = "it ends before its header does";
    shard_says(|file| file.truncate(5), &format!("{name}{header}"));
    let longer = |file: &mut Vec<u8>| {
        let length = file.len() as u64 - 7;
        file[..8].copy_from_slice(&length.to_le_bytes());
    };
    shard_says(longer, &format!("{name}{header}"));
    let endless = |file: &mut Vec<u8>| file[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    shard_says(endless, "its header claims to be longer than 100 MB");
}

#[test]
fn a_tensor_in_two_shards_is_refused() {
    let mut files = files("mistral-tiny");
    let first = files["model-00001-of-00003.safetensors"].clone();
    files.insert("model-00002-of-00003.safetensors".into(), first);
    says(opened(&files), "stands in two files");
}

#[test]
fn numbers_that_are_none_are_found_wherever_they_stand() {
    let mut stored = Stored::fixture("gpt2-tiny");
    let tensor = stored
        .0
        .get_mut("transformer.h.2.mlp.c_proj.weight")
        .unwrap();
    let last = tensor.bytes.len() - 4;
    tensor.bytes[last..].copy_from_slice(&f32::NAN.to_le_bytes());
    let words = "transformer.h.2.mlp.c_proj.weight holds an infinity";
    says(opened(&weights(&stored)), words);
}

/// Whatever is claimed, nothing is taken that the files do not bear out.
#[test]
fn a_vocabulary_of_a_thousand_million_words_takes_no_memory() {
    let mut files = files("gpt2-tiny");
    let words = 1_000_000_000_u64;
    let config = with(
        json("gpt2-tiny", "config.json"),
        "/vocab_size",
        words.into(),
    );
    files.insert("config.json".into(), config.to_string().into_bytes());
    let (result, most) = most_of(|| opened(&files));
    says(
        result,
        "transformer.wte.weight is 300×48, but by config.json",
    );
    assert!(most < 16 << 20, "{most}");
    // And where the header claims as much, too.
    let file = &files["model.safetensors"];
    let length = u64::from_le_bytes(*file.first_chunk().unwrap()) as usize;
    let mut header: serde_json::Value = serde_json::from_slice(&file[8..8 + length]).unwrap();
    let end = words * 48 * 4;
    header = json!({"transformer.wte.weight": {"dtype": "F32", "shape": [words, 48], "data_offsets": [0, end]},
        "__metadata__": header["__metadata__"]});
    let header = header.to_string();
    let file = [
        &(header.len() as u64).to_le_bytes(),
        header.as_bytes(),
        &[0; 99],
    ]
    .concat();
    files.insert("model.safetensors".into(), file);
    let (result, most) = crate::memory::most(|| opened(&files));
    says(result, "its tensors do not end where the file ends");
    assert!(most < 16 << 20, "{most}");
}

/// A file that is said to be longer than it is.
struct Claims(Memory);

impl Files for Claims {
    fn size(&self, name: &str) -> Option<u64> {
        let size = self.0.size(name)?;
        Some(if name == "model.safetensors" {
            size + 4
        } else {
            size
        })
    }
    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
        self.0.read(name, at, into)
    }
}

#[test]
fn a_file_that_ends_while_it_is_read_is_an_error() {
    let mut short = weights(&Stored::fixture("gpt2-tiny"));
    let file = short.get_mut("model.safetensors").unwrap();
    file.truncate(file.len() - 4);
    says(
        opened(&Claims(short)),
        "model.safetensors: it ends too early",
    );
}

#[test]
fn what_memory_cannot_hold_is_said_before_it_is_read() {
    // Where the system promises any amount of memory, there is nothing to see.
    if Vec::<u8>::new().try_reserve_exact(1 << 43).is_ok() {
        return;
    }
    struct Vast(Memory, String);
    impl Files for Vast {
        fn size(&self, name: &str) -> Option<u64> {
            match name {
                "model.safetensors" => Some(8 + self.1.len() as u64 + WIDE as u64),
                _ => self.0.size(name),
            }
        }
        fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
            if name != "model.safetensors" {
                return self.0.read(name, at, into);
            }
            let start = [&(self.1.len() as u64).to_le_bytes(), self.1.as_bytes()].concat();
            let start = &start[at as usize..];
            into.copy_from_slice(&start[..into.len()]);
            Ok(())
        }
    }
    const LAYERS: usize = 0;
    const WIDE: usize = 4 * (WORDS * 48 + 48 * 2 + 64 * 48);
    const WORDS: usize = 1 << 37;
    let mut files = files("gpt2-tiny");
    let config = with(
        json("gpt2-tiny", "config.json"),
        "/vocab_size",
        WORDS.into(),
    );
    let config = with(config, "/n_layer", LAYERS.into());
    files.insert("config.json".into(), config.to_string().into_bytes());
    let (mut header, mut at) = (serde_json::Map::new(), 0);
    for (name, shape) in [
        ("wte.weight", vec![WORDS, 48]),
        ("wpe.weight", vec![64, 48]),
        ("ln_f.weight", vec![48]),
        ("ln_f.bias", vec![48]),
    ] {
        let end = at + 4 * shape.iter().product::<usize>();
        let entry = json!({"dtype": format!("{:?}", Dtype::F32), "shape": shape, "data_offsets": [at, end]});
        header.insert(format!("transformer.{name}"), entry);
        at = end;
    }
    let vast = Vast(files, serde_json::Value::from(header).to_string());
    says(opened(&vast), "there is no memory for about 6597069");
}
