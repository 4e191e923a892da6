//! A model that two workers share, with very little to compute: as many cases as can be had.

use std::collections::BTreeMap;

/// Its sizes; n_positions and the vocabulary in tokens.
const D_MODEL: usize = 8;
const POSITIONS: usize = 8;
const VOCAB: usize = 8;

/// GPT-2 in one layer of two heads, over eight words of one letter each.
pub(super) fn small() -> BTreeMap<String, Vec<u8>> {
    let words = "abcdefgh".char_indices();
    let vocab: Vec<String> = words
        .map(|(id, word)| format!(r#""{word}":{id}"#))
        .collect();
    let tokenizer = format!(
        r#"{{"version":"1.0","pre_tokenizer":{{"type":"WhitespaceSplit"}},"model":{{"type":"WordLevel","unk_token":"<unk>","vocab":{{{}}}}}}}"#,
        vocab.join(",")
    );
    let config = format!(
        r#"{{"model_type":"gpt2","vocab_size":{VOCAB},"n_positions":{POSITIONS},"n_embd":{D_MODEL},"n_layer":1,"n_head":2,"layer_norm_epsilon":0.00001}}"#
    );
    let files = [
        ("config.json", config.into_bytes()),
        ("tokenizer.json", tokenizer.into_bytes()),
        ("model.safetensors", weights()),
    ];
    files.map(|(name, bytes)| (name.to_owned(), bytes)).into()
}

/// A file of weights, none of which is like another.
fn weights() -> Vec<u8> {
    let (d, mlp) = (D_MODEL, 4 * D_MODEL);
    let layer = [
        ("ln_1.weight", vec![d]),
        ("ln_1.bias", vec![d]),
        ("attn.c_attn.weight", vec![d, 3 * d]),
        ("attn.c_attn.bias", vec![3 * d]),
        ("attn.c_proj.weight", vec![d, d]),
        ("attn.c_proj.bias", vec![d]),
        ("ln_2.weight", vec![d]),
        ("ln_2.bias", vec![d]),
        ("mlp.c_fc.weight", vec![d, mlp]),
        ("mlp.c_fc.bias", vec![mlp]),
        ("mlp.c_proj.weight", vec![mlp, d]),
        ("mlp.c_proj.bias", vec![d]),
    ];
    let layer = layer.map(|(name, shape)| (format!("h.0.{name}"), shape));
    let around = [
        ("wte.weight", vec![VOCAB, d]),
        ("wpe.weight", vec![POSITIONS, d]),
        ("ln_f.weight", vec![d]),
        ("ln_f.bias", vec![d]),
    ];
    let around = around.map(|(name, shape)| (name.to_owned(), shape));
    let (mut header, mut numbers) = (Vec::new(), Vec::new());
    for (name, shape) in layer.into_iter().chain(around) {
        let begin = numbers.len();
        let count: usize = shape.iter().product();
        let number = |at: usize| ((begin + at) as f32).sin().to_le_bytes();
        numbers.extend((0..count).flat_map(number));
        let end = numbers.len();
        header.push(format!(
            r#""{name}":{{"dtype":"F32","shape":{shape:?},"data_offsets":[{begin},{end}]}}"#
        ));
    }
    let header = format!("{{{}}}", header.join(","));
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), &numbers].concat()
}
