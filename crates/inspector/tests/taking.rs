//! What is taken along: the archive, and the program, run by Python where there is one with PyTorch.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod common;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Memory, ask, fixture, folder, root};
use inspector::Engine;
use lesson::lessons::models::changed::{Changed, Hidden, Instead, Off, Swap};
use lesson::lessons::models::drawn::Drawn;
use lesson::lessons::models::messages::{Ask, How, Programmed, Reply, Trouble};

/// A model that has read a text with everything changed that can be.
fn read(files: &Memory, text: &str, other: &str) -> Engine {
    let mut engine = Engine::default();
    let opened = ask(&mut engine, Ask::Open(1, How::default()), files);
    assert!(matches!(opened, Reply::Opened(..)), "{opened:?}");
    let off = |layer, head, instead| Off {
        layer,
        head,
        instead,
    };
    let changed = Changed {
        off: vec![
            off(0, 1, Instead::Mean),
            off(1, 0, Instead::Zero),
            off(9, 9, Instead::Zero),
        ],
        hidden: vec![Hidden {
            head: (1, 1),
            query: 3,
            key: 1,
        }],
        drawn: vec![Drawn::new((0, 0), 2, vec![(0, 3), (2, 1)]).unwrap()],
        other: Some(other.to_owned()),
        swapped: vec![
            Swap { layer: 1, place: 2 },
            Swap { layer: 2, place: 1 },
            Swap {
                layer: 99,
                place: 0,
            },
        ],
    };
    let asked = Ask::Read(2, text.to_owned(), Box::new(changed));
    match ask(&mut engine, asked, &Memory::new()) {
        Reply::Read(_, own) => assert!(matches!(own.other, Some(Ok(_))), "{:?}", own.other),
        other => panic!("{other:?}"),
    }
    engine
}

fn program(engine: &mut Engine, link: &str) -> String {
    let asked = Programmed {
        model: "a \"model\"\n".to_owned(),
        shipped: None,
        link: link.to_owned(),
        place: None,
    };
    match ask(engine, Ask::Program(3, Box::new(asked)), &Memory::new()) {
        Reply::Program(3, text) => text,
        other => panic!("{other:?}"),
    }
}

const TEXTS: (&str, &str) = ("the cat sat", "the sat cat");

/// `cargo xtask verify-exports` runs it.
#[test]
#[ignore = "needs PyTorch and transformers"]
fn programs_say_what_the_page_says() {
    let python = std::env::var_os("ATTENTION_LAB_TORCH").unwrap();
    let fixtures = std::fs::read_dir(root().join("tests/fixtures")).unwrap();
    let mut folders: Vec<PathBuf> = fixtures.map(|own| own.unwrap().path()).collect();
    folders.retain(|own| own.join("config.json").is_file());
    folders.sort();
    let scratch = tempfile::tempdir().unwrap();
    folders.push(shipped("induction", scratch.path()));
    folders.push(shipped("reader", scratch.path()));
    for at in &folders {
        let texts = match at.ends_with("induction") {
            true => ("f k c p f k", "f k d p f k"),
            false => TEXTS,
        };
        let mut engine = read(&folder(at), texts.0, texts.1);
        let file = scratch.path().join("model.py");
        std::fs::write(&file, program(&mut engine, "https://page/#lesson=models")).unwrap();
        let output = Command::new(&python).arg(&file).arg(at).output().unwrap();
        let (said, complaints) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        println!("{}: {}", at.display(), said.lines().last().unwrap_or(""));
        assert!(
            output.status.success(),
            "{}\n{said}\n{complaints}",
            at.display()
        );
    }
    assert!(folders.len() >= 13, "{folders:?}");
}

/// A model of the page as a folder.
fn shipped(slug: &str, scratch: &Path) -> PathBuf {
    let to = scratch.join(slug);
    std::fs::create_dir(&to).unwrap();
    for (name, path) in lesson::lessons::models::shipped::files(slug, None) {
        std::fs::copy(root().join("assets").join(path), to.join(name)).unwrap();
    }
    to
}

#[test]
fn a_program_holds_what_comes_from_strangers_as_text() {
    let mut engine = read(&fixture("gpt2-tiny"), TEXTS.0, TEXTS.1);
    let text = program(&mut engine, "a\nimport os\n@ids@");
    assert!(text.contains("# aimport os@ids@\n"), "{text}");
    assert!(
        text.contains(r#"else "a \u0022model\u0022\u000a""#),
        "{text}"
    );
    for there in [
        "    (0, 1): \"mean\",\n    (1, 0): \"zero\",\n}",
        "HIDDEN = [\n    (1, 1, 3, 1),\n]",
        "DRAWN = {\n    (0, 0, 2): {0: 3, 2: 1},\n}",
        "SWAPPED = [\n    (1, 2),\n    (2, 1),\n]",
    ] {
        assert!(text.contains(there), "{there}\n{text}");
    }
    assert!(
        !text.contains("@expected@") && !text.contains("@auto@"),
        "{text}"
    );
}

#[test]
fn an_archive_holds_what_was_computed() {
    let mut engine = read(&fixture("gpt2-tiny"), TEXTS.0, TEXTS.1);
    let Reply::Archive(4, bytes) = ask(&mut engine, Ask::Archive(4), &Memory::new()) else {
        panic!("no archive");
    };
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut array = |name: &str| {
        let mut bytes = Vec::new();
        let mut file = zip.by_name(&format!("{name}.npy")).unwrap();
        file.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
        let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        let numbers = bytes.split_off(10 + header);
        let said = String::from_utf8(bytes[10..].to_vec()).unwrap();
        let shape = said
            .split("'shape': (")
            .nth(1)
            .unwrap()
            .split(')')
            .next()
            .unwrap();
        (shape.to_owned(), numbers)
    };
    let Reply::Head(5, head) = ask(&mut engine, Ask::Head(5, (1, 1)), &Memory::new()) else {
        panic!("no head");
    };
    let n = head.n;
    let floats = |bytes: &[u8]| -> Vec<f32> {
        let four = bytes.chunks_exact(4);
        four.map(|own| f32::from_le_bytes(own.try_into().unwrap()))
            .collect()
    };
    let (shape, ids) = array("ids");
    assert_eq!((shape, ids.len()), (format!("{n},"), 4 * n));
    let (shape, tokens) = array("tokens");
    assert_eq!(shape, format!("{n},"));
    assert_eq!(tokens[..4], u32::from('t').to_le_bytes());
    let (shape, attentions) = array("attentions");
    let heads: Vec<usize> = shape.split(", ").map(|own| own.parse().unwrap()).collect();
    assert_eq!(heads[2..], [n, n]);
    let at = (heads[1] + 1) * n * n;
    assert_eq!(floats(&attentions)[at..at + n * n], head.weights);
    let (shape, hidden) = array("hidden_states");
    let sizes: Vec<usize> = shape.split(", ").map(|own| own.parse().unwrap()).collect();
    assert_eq!(hidden.len(), 4 * sizes.iter().product::<usize>());
    assert_eq!(sizes[0], heads[0] + 1);
    let (shape, logits) = array("logits");
    let (logits, vocab) = (
        floats(&logits),
        shape.split(", ").nth(1).unwrap().parse::<usize>().unwrap(),
    );
    assert_eq!(logits.len(), n * vocab);
    // The likeliest at the end is the one that the page tells.
    let Reply::Place(6, place) = ask(&mut engine, Ask::Place(6, None, None), &Memory::new()) else {
        panic!("no place");
    };
    let last = &logits[(n - 1) * vocab..];
    let most = (0..vocab)
        .max_by(|a, b| last[*a].total_cmp(&last[*b]))
        .unwrap();
    assert_eq!(most as u32, place.next[0].token.id);

    let mut empty = Engine::default();
    let none = ask(&mut empty, Ask::Archive(7), &Memory::new());
    assert_eq!(none, Reply::Refused(7, Trouble::Absent));
}
