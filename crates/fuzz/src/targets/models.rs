//! Files of models.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use attention::load::{Archive, Tokenizer, config, metadata, open, params, shards};
use attention::model::Form;
use inspector::Engine;
use lesson::lessons::models::messages::{Ask, How};
use lesson::lessons::models::notebook::FILE;

use super::{text, texts};
use crate::{MOST_BYTES, Target};

macro_rules! fixture {
    ($path:literal) => {
        include_bytes!(concat!("../../../../tests/fixtures/", $path)).as_slice()
    };
}

pub(super) const JSON: &str = "{}[]:,\" ";

/// The folders that models are opened from.
pub(super) const FOLDERS: [[&[u8]; 3]; 4] = [
    [
        fixture!("gpt2-tiny/config.json"),
        fixture!("gpt2-tiny/tokenizer.json"),
        fixture!("gpt2-tiny/model.safetensors"),
    ],
    [
        fixture!("llama-tiny/config.json"),
        fixture!("llama-tiny/tokenizer.json"),
        fixture!("llama-tiny/model.safetensors"),
    ],
    [
        fixture!("bert-tiny/config.json"),
        fixture!("bert-tiny/tokenizer.json"),
        fixture!("bert-tiny/model.safetensors"),
    ],
    [
        fixture!("neox-tiny/config.json"),
        fixture!("neox-tiny/tokenizer.json"),
        fixture!("neox-tiny/model.safetensors"),
    ],
];

/// The header of a file of weights and a few numbers of it: most of such a file is numbers, in which nothing can be wrong
/// but their being none.
pub const WEIGHTS: Target = Target {
    name: "weights",
    run: weights,
    seeds: || {
        FOLDERS
            .iter()
            .enumerate()
            .map(|(which, files)| [&[which as u8], header(files[2])].concat())
            .collect()
    },
    words: || {
        [
            "F32",
            "F16",
            "BF16",
            "I8",
            "F64",
            "shape",
            "dtype",
            "data_offsets",
            "__metadata__",
            "weight_scale",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: JSON,
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn header(file: &[u8]) -> &[u8] {
    let length = file
        .first_chunk()
        .map_or(0, |length| u64::from_le_bytes(*length));
    &file[8..][..length as usize]
}

/// The first byte says whose settings and numbers these are, and whether the length of the header is true.
fn weights(input: &[u8]) {
    let Some((which, new)) = input.split_first() else {
        return;
    };
    let [settings, _, file] = FOLDERS[*which as usize % FOLDERS.len()];
    let old = header(file).len();
    let length = if which & 64 == 0 { new.len() } else { old } as u64;
    let file = [&length.to_le_bytes(), new, &file[8 + old..]].concat();
    let _facts = metadata(&file);
    let archive = [("model.safetensors", &*file)];
    if let (Ok((family, config)), Ok(archive)) = (config(settings), Archive::new(&archive)) {
        let _params = params(&config, family, &archive);
    }
}

/// `config.json`.
pub const SETTINGS: Target = Target {
    name: "settings",
    run: |input| {
        if let Ok((_, config)) = config(input) {
            assert!(
                config.check().is_ok(),
                "settings that were read make a model"
            );
            let _weights = config.count();
        }
    },
    seeds: || FOLDERS.iter().map(|files| files[0].to_vec()).collect(),
    words: || {
        [
            "model_type",
            "n_head",
            "hidden_size",
            "rope_scaling",
            "sliding_window",
            "layer_types",
            "true",
            "null",
            "gpt2",
            "qwen3",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: JSON,
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

/// `tokenizer.json`, and texts that it divides.
pub const TOKENIZER: Target = Target {
    name: "tokenizer",
    run: tokenizer,
    seeds: || FOLDERS.iter().map(|files| files[1].to_vec()).collect(),
    words: || {
        [
            "BPE",
            "WordPiece",
            "Metaspace",
            "ByteLevel",
            "Sequence",
            "Split",
            "Regex",
            "(?:a+)+$",
            "added_tokens",
            "special",
            "merges",
            "vocab",
            "unk_token",
            "Ġthe",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: JSON,
    most_ms: 250,
    most_bytes: MOST_BYTES,
};

fn tokenizer(input: &[u8]) {
    let Ok(tokenizer) = Tokenizer::new(input) else {
        return;
    };
    for text in [
        "the cat sat on",
        "",
        " \n\t ",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
        "<s>café ﷺ 中\u{0}\u{301}[MASK]",
    ] {
        if let Ok(ids) = tokenizer.encode(text) {
            let _text = tokenizer.decode(&ids);
            let _last = ids.last().map(|id| tokenizer.token(*id));
        }
    }
}

/// `model.safetensors.index.json`.
pub const SHARDS: Target = Target {
    name: "shards",
    run: |input| {
        for name in shards(input).unwrap_or_default() {
            let leads_out = name.contains(['/', '\\']) || name == "..";
            assert!(!leads_out, "{name:?}");
        }
    },
    seeds: || {
        texts(&[
            r#"{"metadata": {"total_size": 12}, "weight_map": {"a.weight": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}}"#,
        ])
    },
    words: || {
        [
            "weight_map",
            "..",
            "../x",
            "a/b",
            "C:\\x",
            "model.safetensors",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: JSON,
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

/// Settings and the header of a file of weights, a zero byte between them, as a folder.
pub const FOLDER: Target = Target {
    name: "folder",
    run: folder,
    seeds: || {
        FOLDERS
            .iter()
            .map(|files| [files[0], &[0], header(files[2])].concat())
            .collect()
    },
    words: || {
        [
            "model_type",
            "hidden_size",
            "vocab_size",
            "n_layer",
            "shape",
            "data_offsets",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: JSON,
    most_ms: 100,
    most_bytes: MOST_BYTES,
};

fn folder(input: &[u8]) {
    let mut halves = input.splitn(2, |byte| *byte == 0);
    let settings = halves.next().unwrap_or_default();
    let new = halves.next().unwrap_or_default();
    let is_like = |files: &&[&[u8]; 3]| text(settings).contains(&text(files[0])[..40]);
    let [_, tokens, file] = FOLDERS.iter().find(is_like).unwrap_or(&FOLDERS[0]);
    let numbers = &file[8 + header(file).len()..];
    let weights = [&(new.len() as u64).to_le_bytes(), new, numbers].concat();
    let files: BTreeMap<_, _> = [
        ("config.json", settings.to_vec()),
        ("tokenizer.json", tokens.to_vec()),
        ("model.safetensors", weights),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .into();
    let form = [Form::Plain, Form::Panels, Form::Int8][input.len() % 3];
    if let Ok(loaded) = open(&files, form, &mut |_, _| ControlFlow::Continue(())) {
        let ids = loaded.encode("the cat");
        let _model = ids.map(|ids| loaded.model(ids.len()));
    }
}

/// What a notebook has written: weights and tokens of any model, as a file of weights.
pub const NOTEBOOK: Target = Target {
    name: "notebook",
    run: notebook,
    seeds: || {
        // As long as the numbers that follow, or nothing but the header is looked at.
        let weights = br#"{"__metadata__":{"tokens":"[\"a\",\"b\"]","model":"x"},"attentions":{"dtype":"F32","shape":[8,8,2,2],"data_offsets":[0,1024]}}"#;
        let all = br#"{"__metadata__":{"tokens":"[\"a\",\"b\"]","model":"x","scale":"0"},"attentions":{"dtype":"F32","shape":[4,8,2,2],"data_offsets":[0,512]},"q":{"dtype":"F32","shape":[4,8,2,1],"data_offsets":[512,768]},"k":{"dtype":"F32","shape":[4,4,2,1],"data_offsets":[768,896]},"v":{"dtype":"F32","shape":[4,4,2,1],"data_offsets":[896,1024]}}"#;
        let seed = |header: &[u8]| [&[0], header].concat();
        vec![seed(weights), seed(all)]
    },
    words: || {
        [
            "attentions",
            "tokens",
            "attention-lab",
            "q",
            "k",
            "v",
            "F32",
            "F16",
            "shape",
            "dtype",
            "data_offsets",
            "__metadata__",
            "causal",
            "scale",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: JSON,
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

/// The first byte says what the 256 numbers are.
fn notebook(input: &[u8]) {
    let Some((kind, header)) = input.split_first() else {
        return;
    };
    let numbers = [
        [1.0_f32, 0.0, 0.5, 0.5],
        [0.25; 4],
        [f32::NAN; 4],
        [1.0, 0.0, 0.0, 1.0],
    ][*kind as usize % 4];
    let numbers: Vec<u8> = numbers
        .iter()
        .cycle()
        .take(256)
        .flat_map(|x| x.to_le_bytes())
        .collect();
    let file = [&(header.len() as u64).to_le_bytes(), header, &numbers].concat();
    let files = BTreeMap::from([(FILE.to_owned(), file)]);
    let mut engine = Engine::default();
    for ask in [
        Ask::Open(1, How::default()),
        Ask::Read(2, String::new(), Box::default()),
        Ask::Head(3, (0, 0)),
    ] {
        engine.handle(ask, &files, &mut |_| {});
    }
}
