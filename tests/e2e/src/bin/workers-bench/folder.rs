//! A folder with a model of GPT-2's size and random weights, and the tokenizer of the tiny one.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use e2e::{Error, workspace};
use serde_json::{Map, Value, json};

const LAYERS: usize = 12;
const WIDTH: usize = 768;
const VOCAB: usize = 50_257;
const POSITIONS: usize = 1024;

/// It is gone with this.
pub struct Folder {
    folder: PathBuf,
    /// What makes the model.
    pub files: Vec<PathBuf>,
}

impl Folder {
    /// Writes it: half a gigabyte.
    pub fn new() -> Result<Folder, Error> {
        let folder =
            std::env::temp_dir().join(format!("attention-lab-bench-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(Error::io("make a folder"))?;
        let small = workspace().join("tests/fixtures/gpt2-tiny");
        let files = ["config.json", "tokenizer.json", "model.safetensors"];
        let files = files.map(|name| folder.join(name)).to_vec();
        let config = fs::read(small.join("config.json")).map_err(Error::io("read"))?;
        let mut config: Value =
            serde_json::from_slice(&config).map_err(|error| Error::Setup(error.to_string()))?;
        for (key, value) in [
            ("n_embd", WIDTH),
            ("n_layer", LAYERS),
            ("n_head", 12),
            ("n_positions", POSITIONS),
            ("vocab_size", VOCAB),
        ] {
            config[key] = json!(value);
        }
        fs::write(&files[0], config.to_string()).map_err(Error::io("write"))?;
        fs::copy(small.join("tokenizer.json"), &files[1]).map_err(Error::io("copy"))?;
        let file = File::create(&files[2]).map_err(Error::io("create"))?;
        weights(BufWriter::new(file)).map_err(Error::io("write the weights"))?;
        Ok(Folder { folder, files })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be tidied away lies among what is temporary.
        let _tidied = fs::remove_dir_all(&self.folder);
    }
}

/// Every tensor of GPT-2 by its name, with its shape.
fn tensors() -> Vec<(String, Vec<usize>)> {
    let mut all = vec![
        ("transformer.wte.weight".to_owned(), vec![VOCAB, WIDTH]),
        ("transformer.wpe.weight".to_owned(), vec![POSITIONS, WIDTH]),
    ];
    let norm = |all: &mut Vec<_>, name: &str| {
        for part in ["weight", "bias"] {
            all.push((format!("transformer.{name}.{part}"), vec![WIDTH]));
        }
    };
    for layer in 0..LAYERS {
        norm(&mut all, &format!("h.{layer}.ln_1"));
        norm(&mut all, &format!("h.{layer}.ln_2"));
        for (name, from, to) in [
            ("attn.c_attn", WIDTH, 3 * WIDTH),
            ("attn.c_proj", WIDTH, WIDTH),
            ("mlp.c_fc", WIDTH, 4 * WIDTH),
            ("mlp.c_proj", 4 * WIDTH, WIDTH),
        ] {
            all.push((
                format!("transformer.h.{layer}.{name}.weight"),
                vec![from, to],
            ));
            all.push((format!("transformer.h.{layer}.{name}.bias"), vec![to]));
        }
    }
    norm(&mut all, "ln_f");
    all
}

/// A file of safetensors: the length of a header, the header, the numbers.
fn weights(mut to: impl Write) -> std::io::Result<()> {
    let (mut header, mut end) = (Map::new(), 0);
    for (name, shape) in tensors() {
        let bytes = 4 * shape.iter().product::<usize>();
        let place = json!({ "dtype": "F32", "shape": shape, "data_offsets": [end, end + bytes] });
        header.insert(name, place);
        end += bytes;
    }
    let header = Value::Object(header).to_string();
    to.write_all(&(header.len() as u64).to_le_bytes())?;
    to.write_all(header.as_bytes())?;
    let mut state: u32 = 1;
    for (name, shape) in tensors() {
        let middle = if name.contains("ln_") && name.ends_with("weight") {
            1.0
        } else {
            0.0
        };
        for _ in 0..shape.iter().product() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let number = middle + ((state >> 8) as f32 / 16_777_216.0 - 0.5) * 0.07;
            to.write_all(&number.to_le_bytes())?;
        }
    }
    to.flush()
}
