//! Saving: what is written comes back to the bit, and is what the families call it.

use crate::common::models::{odd, settings, toy, unsettled};
use crate::support::{Stored, bytes, listed, says};
use attention::Backend;
use attention::load::{
    Archive, Family, LoadError, Tokenizer, config, metadata, own_params, params, save,
};
use attention::model::{
    Biases, Config, MlpKind, Model, NormKind, NormPlace, Params, Positions, RopeLayout,
};

fn gpt2() -> Config {
    Config {
        tied: false,
        scaled: false,
        mlp: MlpKind::Relu,
        eps: 3e-6,
        ..toy()
    }
}

fn llama() -> Config {
    Config {
        norm: NormKind::Rms,
        mlp: MlpKind::SwiGlu,
        biases: Biases::NONE,
        n_kv_heads: 2,
        d_head: 6,
        positions: Positions::Rope {
            theta: 123.4,
            layout: RopeLayout::HalfSplit,
            dims: None,
        },
        ..toy()
    }
}

fn model(config: Config) -> Model {
    unsettled(&Model::random(config, 5).unwrap(), Backend::best())
}

fn archive(bytes: &[u8]) -> Archive<'_> {
    Archive::new(&[("model.safetensors", bytes)]).unwrap()
}

fn same(found: &Params, model: &Model) -> bool {
    let bits = |params: &Params| -> Vec<u32> {
        let flat = params.to_flat();
        flat.iter().map(|weight| weight.to_bits()).collect()
    };
    bits(found) == bits(model.params())
}

#[test]
fn models_of_a_family_come_back_to_the_bit() {
    let biased = Config {
        biases: Biases {
            attention: true,
            attention_output: true,
            mlp: true,
            ..Biases::NONE
        },
        tied: false,
        ..llama()
    };
    let all = [
        (Family::Gpt2, toy()),
        (Family::Gpt2, gpt2()),
        (Family::Llama, llama()),
        (Family::Llama, biased),
    ];
    for (family, settings) in all {
        assert_eq!(Family::of(&settings), Some(family));
        let json = save::config_json(&settings).unwrap();
        assert_eq!(config(json.as_bytes()).unwrap(), (family, settings.clone()));
        let model = model(settings.clone());
        let file = save::weights(&model, Some(family), &[]).unwrap();
        let found = params(&settings, family, &archive(&file)).unwrap();
        assert!(same(&found, &model), "{family:?}");
    }
}

#[test]
fn the_fixtures_are_written_as_they_were() {
    for folder in ["gpt2-tiny", "llama-tiny"] {
        let (family, settings) = config(&bytes(folder, "config.json")).unwrap();
        let file = bytes(folder, "model.safetensors");
        let params = params(&settings, family, &archive(&file)).unwrap();
        let model = Model::new(settings, params).unwrap();
        let written = save::weights(&model, Some(family), &[]).unwrap();
        assert!(
            Stored::read(&written).0 == Stored::read(&file).0,
            "{folder}"
        );
    }
}

#[test]
fn any_model_comes_back_under_our_own_names() {
    let bare = Config {
        mlp: MlpKind::None,
        ..odd()
    };
    let more = [("odd", odd()), ("odd, no MLP", bare)];
    for (name, settings) in settings().into_iter().chain(more) {
        let model = model(settings.clone());
        let file = save::weights(&model, None, &[]).unwrap();
        let found = own_params(&settings, &archive(&file)).unwrap();
        assert!(same(&found, &model), "{name}");
        let names: Vec<_> = listed(model.params()).into_keys().collect();
        let stored: Vec<_> = Stored::read(&file).0.into_keys().collect();
        assert_eq!(stored, names, "{name}");
    }
}

#[test]
fn numbers_begin_at_a_multiple_of_eight() {
    for length in 0..9 {
        let metadata = [("a".to_owned(), "x".repeat(length))];
        let file = save::weights(&model(toy()), None, &metadata).unwrap();
        assert_eq!(u64::from_le_bytes(*file.first_chunk().unwrap()) % 8, 0);
    }
}

#[test]
fn metadata_come_back_and_the_same_model_gives_the_same_bytes() {
    let text = |key: &str, text: &str| (key.to_owned(), text.to_owned());
    let texts = [
        text("steps", "12"),
        text("note", "first"),
        text("note", "“ä\n\"\u{0}"),
    ];
    let model = model(toy());
    let file = save::weights(&model, None, &texts).unwrap();
    assert_eq!(file, save::weights(&model, None, &texts).unwrap());
    let found = metadata(&file).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found["steps"], "12");
    assert_eq!(found["note"], "“ä\n\"\u{0}");
    let bare = save::weights(&model, None, &[]).unwrap();
    assert!(metadata(&bare).unwrap().is_empty());
    let family = save::weights(&model, Some(Family::Gpt2), &texts).unwrap();
    assert_eq!(metadata(&family).unwrap()["format"], "pt");
    for end in [0, 7, 8, 100] {
        says(metadata(&file[..end]), "it ends before its header does");
    }
}

#[test]
fn what_no_family_can_express_has_none() {
    let changes: [fn(&mut Config); 17] = [
        |c| c.norm_place = NormPlace::Post,
        |c| c.mlp = MlpKind::None,
        |c| c.positions = Positions::Alibi,
        |c| c.positions = Positions::None,
        |c| c.causal = false,
        |c| c.segments = 2,
        |c| c.embedding_norm = true,
        |c| c.head_transform = true,
        |c| c.biases.output = true,
        |c| c.biases.norm = !c.biases.norm,
        |c| c.d_head = 5,
        |c| c.eps = f32::NAN,
        |c| c.n_kv_heads = 3,
        |c| c.windows = vec![Some(3)],
        |c| c.parallel = true,
        |c| c.head_norm = true,
        |c| c.biases.attention_output = !c.biases.attention_output,
    ];
    for (number, change) in changes.iter().enumerate() {
        for mut settings in [gpt2(), llama()] {
            change(&mut settings);
            assert_eq!(Family::of(&settings), None, "change {number}");
            says(save::config_json(&settings), "is no GPT-2 or Llama");
        }
    }
    let mut interleaved = llama();
    interleaved.positions = Positions::Rope {
        theta: 123.4,
        layout: RopeLayout::Interleaved,
        dims: None,
    };
    let unscaled = Config {
        scaled: false,
        ..llama()
    };
    let grouped = Config {
        n_kv_heads: 2,
        ..gpt2()
    };
    for settings in [interleaved, unscaled, grouped] {
        assert_eq!(Family::of(&settings), None);
    }
}

#[test]
fn a_model_is_not_saved_as_what_it_is_not() {
    let families = [Family::Gpt2, Family::Bert, Family::Llama];
    for (family, name) in families.into_iter().zip(["GPT-2", "BERT", "Llama"]) {
        let result = save::weights(&model(odd()), Some(family), &[]);
        assert_eq!(result, Err(LoadError::Unlike { families: name }));
    }
    let mut params = model(toy()).params().clone();
    params.blocks[1]
        .attention
        .key
        .weight
        .matrix_mut()
        .set(0, 0, f32::NAN);
    let diverged = Model::new(toy(), params).unwrap();
    for family in [None, Some(Family::Gpt2)] {
        let result = save::weights(&diverged, family, &[]);
        says(result, "blocks.1.attention.key.weight");
    }
}

#[test]
fn own_files_that_do_not_fit_are_refused() {
    let file = save::weights(&model(toy()), None, &[]).unwrap();
    let read = |settings: &Config| own_params(settings, &archive(&file));
    let wider = Config { d_mlp: 13, ..toy() };
    says(read(&wider), "blocks.0.mlp.up.weight is 8×12");
    let fewer = Config {
        n_layers: 1,
        ..toy()
    };
    says(read(&fewer), "there is a tensor blocks.1.");
    let more = Config {
        n_layers: 3,
        ..toy()
    };
    says(read(&more), "blocks.2.attention_norm.gain is missing");
    let untied = Config {
        tied: false,
        ..toy()
    };
    says(read(&untied), "the tensor output is missing");
    let huge = Config {
        vocab: 1 << 40,
        ..toy()
    };
    says(read(&huge), "token_embedding is 7×8");
}

#[test]
fn words_are_numbered_by_their_place() {
    let words = ["the", "cat", "\"sat\"", "<unk>", "→", "Ünïcode"];
    let file = save::tokenizer_json(&words).unwrap();
    let tokenizer = Tokenizer::new(file.as_bytes()).unwrap();
    let ids = tokenizer.encode("Ünïcode cat  the\n→ dog \"sat\"").unwrap();
    assert_eq!(ids, [5, 1, 0, 4, 3, 2]);
    assert_eq!(tokenizer.decode(&[0, 1, 5]).unwrap(), "the cat Ünïcode");
    for (id, word) in words.iter().enumerate() {
        assert_eq!(tokenizer.token(id as u32).as_deref(), Some(*word));
    }
    let strict = save::tokenizer_json(&["a"]).unwrap();
    let strict = Tokenizer::new(strict.as_bytes()).unwrap();
    assert_eq!(strict.encode("a a").unwrap(), [0, 0]);
    assert!(strict.encode("b").is_err());
    says(
        save::tokenizer_json(&["a", "b", "a"]),
        "\"a\" stands there twice",
    );
    for word in ["", " ", "a b", "a\n"] {
        says(
            save::tokenizer_json(&["a", word]),
            "is empty or holds a space",
        );
    }
}
