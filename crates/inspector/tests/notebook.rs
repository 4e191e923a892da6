//! What a notebook has written: opened like a model, refused in words, and written by the snippet of the documentation.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod common;

use std::collections::BTreeMap;
use std::process::Command;

use common::{Memory, ask, fixture, root};
use inspector::Engine;
use lesson::lessons::models::messages::{Ask, Card, Head, How, Reading, Reply, Trouble};
use lesson::lessons::models::notebook::{FILE, SNIPPET};

fn open(files: &Memory) -> Result<(Engine, Card), Trouble> {
    let mut engine = Engine::default();
    match ask(&mut engine, Ask::Open(1, How::default()), files) {
        Reply::Opened(1, card) => Ok((engine, *card)),
        Reply::Refused(1, trouble) => Err(trouble),
        other => panic!("{other:?}"),
    }
}

fn read(engine: &mut Engine, text: &str) -> Reading {
    let asked = Ask::Read(2, text.to_owned(), Box::default());
    match ask(engine, asked, &Memory::new()) {
        Reply::Read(2, reading) => *reading,
        other => panic!("{other:?}"),
    }
}

fn head(engine: &mut Engine, at: (usize, usize)) -> Head {
    match ask(engine, Ask::Head(3, at), &Memory::new()) {
        Reply::Head(3, head) => *head,
        other => panic!("{other:?}"),
    }
}

/// A safetensors file of f32.
fn file(facts: &[(&str, &str)], tensors: &[(&str, Vec<usize>, Vec<f32>)]) -> Memory {
    let facts: BTreeMap<_, _> = facts.iter().copied().collect();
    let mut header = serde_json::json!({ "__metadata__": facts });
    let mut numbers = Vec::new();
    for (name, shape, own) in tensors {
        let first = numbers.len();
        numbers.extend(own.iter().flat_map(|own| own.to_le_bytes()));
        let offsets = [first, numbers.len()];
        header[name] =
            serde_json::json!({ "dtype": "F32", "shape": shape, "data_offsets": offsets });
    }
    let header = header.to_string();
    let length = (header.len() as u64).to_le_bytes();
    let bytes = [&length[..], header.as_bytes(), &numbers].concat();
    Memory::from([(FILE.to_owned(), bytes)])
}

#[test]
fn what_a_model_did_is_seen_again_from_what_was_written_of_it() {
    for name in ["gpt2-tiny", "llama-tiny", "bert-tiny"] {
        let (mut model, card) = open(&fixture(name)).unwrap();
        let reading = read(&mut model, "the cat sat on the mat");
        let heads: Vec<Head> = card.all().map(|at| head(&mut model, at)).collect();
        let (n, d) = (reading.tokens.len(), card.d_head);
        let all = |of: &dyn Fn(&Head) -> Vec<f32>, heads: &mut dyn Iterator<Item = &Head>| {
            heads.flat_map(of).collect::<Vec<f32>>()
        };
        let group = card.heads / card.kv_heads;
        let of_keys = || heads.iter().filter(|own| own.at.1 % group == 0);
        let texts: Vec<&str> = reading.tokens.iter().map(|own| &*own.text).collect();
        let tokens = serde_json::to_string(&texts).unwrap();
        let shape = |heads: usize, width: usize| vec![card.layers, heads, n, width];
        let tensors = [
            (
                "attentions",
                shape(card.heads, n),
                all(&|own| own.weights.clone(), &mut heads.iter()),
            ),
            (
                "q",
                shape(card.heads, d),
                all(&|own| own.q.clone(), &mut heads.iter()),
            ),
            (
                "k",
                shape(card.kv_heads, d),
                all(&|own| own.k.clone(), &mut of_keys()),
            ),
            (
                "v",
                shape(card.kv_heads, d),
                all(&|own| own.v.clone(), &mut of_keys()),
            ),
        ];
        let facts = [("tokens", &*tokens), ("model", "mine, 70 B\n")];
        let (mut notebook, seen) = open(&file(&facts, &tensors)).unwrap();
        assert_eq!((seen.notebook, seen.causal), (true, card.causal), "{name}");
        assert_eq!(
            (&*seen.family, seen.layers, seen.heads),
            ("mine, 70 B", card.layers, card.heads)
        );
        // The text is the file's, whatever is asked.
        let again = read(&mut notebook, "something else");
        assert_eq!(
            (&again.maps, again.side),
            (&reading.maps, reading.side),
            "{name}"
        );
        let written: Vec<&str> = again.tokens.iter().map(|own| &*own.text).collect();
        assert_eq!(written, texts);
        assert_eq!(again.does, reading.does, "{name}");
        for own in &heads {
            assert_eq!(&head(&mut notebook, own.at), own, "{name}");
        }
        // Without its vectors the weights are still there, and a model takes its place again.
        let (mut bare, card) = open(&file(&facts, &tensors[..1])).unwrap();
        assert_eq!(card.d_head, 0);
        let first = head(&mut bare, (0, 0));
        assert_eq!(
            (first.q.len(), first.weights),
            (0, heads[0].weights.clone())
        );
        for other in [Ask::Place(4, None, None), Ask::Archive(4)] {
            let told = ask(&mut bare, other, &Memory::new());
            assert_eq!(told, Reply::Refused(4, Trouble::Absent));
        }
        let opened = ask(&mut bare, Ask::Open(5, How::default()), &fixture(name));
        assert!(matches!(opened, Reply::Opened(5, card) if !card.notebook));
        assert_eq!(read(&mut bare, "the cat sat on the mat").maps, reading.maps);
    }
}

#[test]
fn what_is_no_attention_is_refused_in_words() {
    let weights = vec![1.0, 0.0, 0.5, 0.5];
    let attentions =
        |shape: &[usize], numbers: &[f32]| ("attentions", shape.to_vec(), numbers.to_vec());
    let good = attentions(&[1, 1, 2, 2], &weights);
    let tokens = ("tokens", r#"["a", " b"]"#);
    assert!(open(&file(&[tokens], std::slice::from_ref(&good))).is_ok());
    let vectors = |name: &'static str, shape: &[usize], numbers: &[f32]| {
        (name, shape.to_vec(), numbers.to_vec())
    };
    let two = [1.0, 2.0];
    let all = |q: &[usize], k: &[f32]| {
        vec![
            good.clone(),
            vectors("q", q, &two),
            vectors("k", &[1, 1, 2, 1], k),
            vectors("v", &[1, 1, 2, 1], &two),
        ]
    };
    // Both keys alike: each has half.
    assert!(open(&file(&[tokens], &all(&[1, 1, 2, 1], &[3.0, 3.0]))).is_ok());
    let refused = [
        (file(&[tokens], &[]), "no tensor “attentions”"),
        (
            file(&[], std::slice::from_ref(&good)),
            "“tokens” is not there",
        ),
        (
            file(&[("tokens", "a, b")], std::slice::from_ref(&good)),
            "no list of texts",
        ),
        (
            file(&[("tokens", "[1, 2]")], std::slice::from_ref(&good)),
            "no list of texts",
        ),
        (
            file(&[("tokens", r#"["a"]"#)], std::slice::from_ref(&good)),
            "has 1 of 2 tokens",
        ),
        (
            file(&[tokens], &[attentions(&[1, 2, 2], &weights)]),
            "not (layers, heads, tokens, tokens)",
        ),
        (
            file(&[tokens], &[attentions(&[1, 1, 1, 4], &weights)]),
            "attentions",
        ),
        (
            file(&[tokens], &[attentions(&[0, 1, 2, 2], &[])]),
            "attentions",
        ),
        (
            file(
                &[tokens],
                &[attentions(&[1, 1, 2, 2], &[1.0, 0.0, 0.9, 0.9])],
            ),
            "row 2 of “attentions”",
        ),
        (
            file(
                &[tokens],
                &[attentions(&[1, 1, 2, 2], &[1.0, -0.5, 0.5, 0.5])],
            ),
            "row 1 of “attentions”",
        ),
        (
            file(
                &[tokens],
                &[attentions(&[1, 1, 2, 2], &[f32::NAN, 0.0, 0.5, 0.5])],
            ),
            "attentions",
        ),
        (
            file(
                &[tokens],
                &[good.clone(), vectors("q", &[1, 1, 2, 1], &two)],
            ),
            "all must be there",
        ),
        (file(&[tokens], &all(&[1, 2, 1, 1], &[3.0, 3.0])), "q"),
        (
            file(&[tokens], &all(&[1, 1, 2, 1], &[0.0, 9.0])),
            "do not give its weights",
        ),
        (
            file(
                &[tokens, ("scale", "inf")],
                &all(&[1, 1, 2, 1], &[0.0, 9.0]),
            ),
            "do not give its weights",
        ),
        (
            file(&[tokens], &[attentions(&[2049, 1, 1, 1], &[0.0; 2049])]),
            "keep fewer layers",
        ),
    ];
    for (files, says) in refused {
        match open(&files) {
            Err(Trouble::Files(why)) => assert!(why.contains(says), "{says}: {why}"),
            Err(other) => panic!("{says}: {other:?}"),
            Ok(_) => panic!("{says}: it was opened"),
        }
    }
    let long = attentions(&[1, 1, 513, 513], &vec![0.0; 513 * 513]);
    assert_eq!(
        open(&file(&[tokens], &[long])).err(),
        Some(Trouble::TooLong(513, 512))
    );
    let mut short = file(&[tokens], std::slice::from_ref(&good));
    short
        .values_mut()
        .for_each(|own| own.truncate(own.len() - 1));
    assert!(matches!(open(&short).err(), Some(Trouble::Files(_))));
    // Any bytes are refused, and every byte of a good file may be another.
    let whole = file(&[tokens], &all(&[1, 1, 2, 1], &[3.0, 3.0]))
        .remove(FILE)
        .unwrap();
    for place in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            if let Ok((mut engine, card)) = open(&Memory::from([(FILE.to_owned(), bytes)])) {
                read(&mut engine, "");
                card.all().for_each(|at| drop(head(&mut engine, at)));
            }
        }
    }
}

#[test]
fn the_documentation_has_the_snippet() {
    let page = std::fs::read_to_string(root().join("docs/NOTEBOOK.md")).unwrap();
    assert!(page.contains(SNIPPET));
}

/// Every program of docs/NOTEBOOK.md, run for some folders: what it writes is what the page itself computes.
/// `cargo xtask verify-exports` runs it.
#[test]
#[ignore = "needs PyTorch and transformers"]
fn the_programs_of_the_documentation_write_what_the_page_computes() {
    let python = std::env::var_os("ATTENTION_LAB_TORCH").unwrap();
    let page = std::fs::read_to_string(root().join("docs/NOTEBOOK.md")).unwrap();
    let programs: Vec<&str> = page
        .split("```python\n")
        .skip(1)
        .map(|own| own.split("```").next().unwrap())
        .collect();
    assert_eq!(programs.len(), 2);
    let scratch = tempfile::tempdir().unwrap();
    for name in [
        "gpt2-tiny",
        "llama-tiny",
        "qwen3-tiny",
        "neox-tiny",
        "bert-tiny",
    ] {
        let (mut model, card) = open(&fixture(name)).unwrap();
        let reading = read(&mut model, "the cat sat");
        for (program, has_vectors) in programs.iter().zip([false, true]) {
            let at = root()
                .join("tests/fixtures")
                .join(name)
                .canonicalize()
                .unwrap();
            let line = format!("name, text = {:?}, \"the cat sat\"", at.to_str().unwrap());
            let own = program.lines().map(|own| {
                if own.starts_with("name, text = ") {
                    &*line
                } else {
                    own
                }
            });
            let own: Vec<&str> = own.collect();
            assert!(own.contains(&&*line));
            let run = Command::new(&python)
                .arg("-c")
                .arg(own.join("\n"))
                .current_dir(scratch.path())
                .output()
                .unwrap();
            assert!(
                run.status.success(),
                "{name}: {}",
                String::from_utf8_lossy(&run.stderr)
            );
            let bytes = std::fs::read(scratch.path().join("attention.safetensors")).unwrap();
            let (mut notebook, seen) = open(&Memory::from([(FILE.to_owned(), bytes)])).unwrap();
            assert_eq!(
                (seen.layers, seen.heads, seen.causal),
                (card.layers, card.heads, card.causal)
            );
            assert_eq!(seen.d_head > 0, has_vectors);
            assert_eq!(
                read(&mut notebook, "").tokens.len(),
                reading.tokens.len(),
                "{name}"
            );
            let mut farthest = 0.0_f32;
            for at in card.all() {
                let (ours, theirs) = (head(&mut model, at), head(&mut notebook, at));
                let mut compare = |ours: &[f32], theirs: &[f32]| {
                    assert_eq!(ours.len(), theirs.len());
                    let both = ours.iter().zip(theirs);
                    farthest = both.fold(farthest, |far, (a, b)| far.max((a - b).abs()));
                };
                compare(&ours.weights, &theirs.weights);
                if has_vectors {
                    compare(&ours.v, &theirs.v);
                    compare(&ours.q, &theirs.q);
                }
            }
            println!("{name}: the farthest from ours by {farthest:.1e}");
            assert!(farthest < 1e-4, "{name}");
        }
    }
}
