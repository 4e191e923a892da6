//! The engine as the page asks it, with the model that comes with the page and with folders by `transformers`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use attention::model::Run;
use inspector::Engine;
use lesson::lessons::models::link::{Hidden, Instead, Off};
use lesson::lessons::models::measures::Pattern;
use lesson::lessons::models::messages::{
    Ask, Card, Drawing, Head, MOST_TOKENS, Place, Reading, Reply, Trouble,
};
use lesson::lessons::models::shipped;

/// Files in memory.
type Memory = BTreeMap<String, Vec<u8>>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn induction() -> Memory {
    let read = |(name, path): (&str, String)| {
        let bytes = std::fs::read(root().join("assets").join(path)).unwrap();
        (name.to_owned(), bytes)
    };
    shipped::files("induction", None)
        .into_iter()
        .map(read)
        .collect()
}

fn fixture(folder: &str) -> Memory {
    let folder = root().join("tests/fixtures").join(folder);
    let mut files = Memory::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        files.insert(name, std::fs::read(&path).unwrap());
    }
    files
}

/// The last answer to a question.
fn ask(engine: &mut Engine, ask: Ask) -> Reply {
    with(engine, ask, &Memory::default())
}

fn with(engine: &mut Engine, ask: Ask, files: &Memory) -> Reply {
    let mut all = Vec::new();
    engine.handle(ask, files, &mut |reply| all.push(reply));
    all.pop().unwrap()
}

fn open(files: &Memory) -> (Engine, Card) {
    let mut engine = Engine::default();
    match with(&mut engine, Ask::Open(1), files) {
        Reply::Opened(1, card) => (engine, *card),
        other => panic!("{other:?}"),
    }
}

fn read(engine: &mut Engine, text: &str, off: &[Off]) -> Reading {
    match ask(engine, Ask::Read(2, text.into(), off.to_vec(), Vec::new())) {
        Reply::Read(2, reading) => *reading,
        other => panic!("{other:?}"),
    }
}

fn place(engine: &mut Engine, at: Option<usize>) -> Place {
    match ask(engine, Ask::Place(3, at, None)) {
        Reply::Place(3, place) => *place,
        other => panic!("{other:?}"),
    }
}

fn head(engine: &mut Engine, at: (usize, usize)) -> Head {
    match ask(engine, Ask::Head(4, at)) {
        Reply::Head(4, head) => *head,
        other => panic!("{other:?}"),
    }
}

const TEXT: &str = "f k c p a f k c p a f k";

#[test]
fn the_model_that_comes_with_the_page_continues_a_pattern_by_its_induction_heads() {
    let (mut engine, card) = open(&induction());
    assert_eq!((card.layers, card.heads, card.causal), (2, 2, true));
    let label = |at| card.probe[card.index(at).unwrap()].label().unwrap().0;
    assert_eq!([(1, 0), (1, 1)].map(label), [Pattern::Induction; 2]);
    let reading = read(&mut engine, TEXT, &[]);
    assert_eq!((reading.tokens.len(), reading.side), (12, 12));
    let with_all = place(&mut engine, None);
    assert_eq!(with_all.next[0].token.text, "c");
    assert!(with_all.next[0].now > 0.9 && with_all.next[0].now == with_all.next[0].whole);
    let out = |head| Off {
        layer: 1,
        head,
        instead: Instead::Zero,
    };
    read(&mut engine, TEXT, &[out(0), out(1)]);
    let without = place(&mut engine, None);
    let c = without
        .next
        .iter()
        .find(|own| own.token.text == "c")
        .unwrap();
    assert!(c.now < 0.5 && c.whole == with_all.next[0].now, "{c:?}");
    // Without them another goes on than with them.
    let write = Drawing {
        temperature: 0.0,
        count: 4,
        ..Drawing::default()
    };
    match ask(&mut engine, Ask::Write(6, write)) {
        Reply::Written(6, text) => {
            assert_eq!(text[..2], format!(" {}", without.next[0].token.text))
        }
        other => panic!("{other:?}"),
    }
    read(&mut engine, TEXT, &[]);
    match ask(
        &mut engine,
        Ask::Write(
            5,
            Drawing {
                temperature: 0.0,
                count: 4,
                ..Drawing::default()
            },
        ),
    ) {
        Reply::Written(5, text) => assert_eq!(text, " c p a f"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_told_is_what_the_model_computed() {
    for folder in [
        "gpt2-tiny",
        "bert-tiny",
        "distilbert-tiny",
        "llama-bf16-tiny",
        "mistral-tiny",
        "neox-tiny",
        "gpt-neo-tiny",
        "qwen3-tiny",
    ] {
        let path = root().join("tests/fixtures").join(folder);
        let loaded = attention::load::folder(&path).unwrap();
        let ids = loaded.encode("the cat sat on the mat").unwrap();
        let model = loaded.model(ids.len()).unwrap();
        let mut run = Run::new(&model, 1, ids.len()).unwrap();
        model.forward(&ids, &mut run).unwrap();

        let (mut engine, card) = open(&fixture(folder));
        let reading = read(&mut engine, "the cat sat on the mat", &[]);
        let told: Vec<u32> = reading.tokens.iter().map(|token| token.id).collect();
        assert_eq!(told, ids);
        for at in card.all() {
            let own = head(&mut engine, at);
            let weights = run.weights(&model, at.0, 0, at.1);
            assert_eq!(own.weights, weights.data(), "{folder} {at:?}");
            let cells = &reading.maps[card.index(at).unwrap() * reading.side * reading.side..];
            let byte = (weights.at(3, 1) * 255.0).round() as u8;
            assert_eq!(cells[3 * reading.side + 1], byte);
        }
        for at in 0..ids.len() {
            let told = place(&mut engine, Some(at));
            let logits = run.logits().row(at);
            let likeliest = attention::sample::most_likely(logits).unwrap();
            assert_eq!(told.next[0].token.id, likeliest);
            assert_eq!(told.lens.len(), card.layers + 1);
            // The lens at the end is the model.
            let last = told.lens.last().unwrap();
            assert!((last.last - told.next[0].now).abs() < 1e-6, "{folder} {at}");
            assert_eq!(last.first[0].0.id, likeliest);
            // Shares are told where a model has such a thing.
            let has = run.toward(&model, at, likeliest).is_some();
            assert_eq!(
                told.shares.len(),
                if has { 6.min(card.all().count()) } else { 0 }
            );
        }
    }
}

#[test]
fn a_model_stays_when_another_cannot_be_opened() {
    let (mut engine, _) = open(&induction());
    let mut broken = induction();
    broken.get_mut("model.safetensors").unwrap().pop();
    let mut none = induction();
    none.remove("config.json");
    for files in [broken, none] {
        let refused = with(&mut engine, Ask::Open(9), &files);
        assert!(
            matches!(refused, Reply::Refused(9, Trouble::Files(_))),
            "{refused:?}"
        );
    }
    assert_eq!(read(&mut engine, TEXT, &[]).tokens.len(), 12);
}

#[test]
fn what_cannot_be_read_is_said() {
    let refused = |engine: &mut Engine, own: Ask| match ask(engine, own) {
        Reply::Refused(_, trouble) => trouble,
        other => panic!("{other:?}"),
    };
    let text = |text: &str| Ask::Read(1, text.into(), Vec::new(), Vec::new());
    let mut empty = Engine::default();
    assert_eq!(refused(&mut empty, text("f")), Trouble::Absent);
    assert_eq!(
        refused(&mut empty, Ask::Place(1, None, None)),
        Trouble::Absent
    );

    let (mut engine, card) = open(&induction());
    assert_eq!(refused(&mut engine, text("")), Trouble::Empty);
    assert!(matches!(
        refused(&mut engine, text("Paris")),
        Trouble::Unknown(words) if words.starts_with("a b c")
    ));
    let long = "f ".repeat(1000);
    let most = card.max_len.min(MOST_TOKENS);
    assert_eq!(
        refused(&mut engine, text(&long)),
        Trouble::TooLong(1000, most)
    );
    let megabytes = "f".repeat(3 << 20);
    assert!(matches!(
        refused(&mut engine, text(&megabytes)),
        Trouble::Text(_)
    ));

    read(&mut engine, &format!("{TEXT} c p a f k c p a"), &[]);
    let more = Ask::Write(1, Drawing::default());
    assert_eq!(refused(&mut engine, more), Trouble::Full(20));
    read(&mut engine, TEXT, &[]);
    assert_eq!(refused(&mut engine, Ask::Head(1, (2, 0))), Trouble::Absent);
    let huge = Ask::Head(1, (usize::MAX, usize::MAX));
    assert_eq!(refused(&mut engine, huge), Trouble::Absent);
    let cold = Drawing {
        temperature: -1.0,
        ..Drawing::default()
    };
    assert!(matches!(
        refused(&mut engine, Ask::Write(1, cold)),
        Trouble::Drawing(_)
    ));
    // A place past the end is the last.
    assert_eq!(place(&mut engine, Some(usize::MAX)).place, 11);
    let strange = Off {
        layer: 7,
        head: usize::MAX,
        instead: Instead::Mean,
    };
    read(&mut engine, TEXT, &[strange]);
    let same = place(&mut engine, None);
    assert!(
        same.next.iter().all(|own| own.now == own.whole),
        "it counts for nothing"
    );

    let (mut encoder, _) = open(&fixture("bert-tiny"));
    read(&mut encoder, "the cat", &[]);
    let write = Ask::Write(1, Drawing::default());
    assert_eq!(refused(&mut encoder, write), Trouble::Encoder);
}

#[test]
fn a_key_that_is_hidden_from_a_query_changes_what_comes_next() {
    let (mut engine, _) = open(&induction());
    read(&mut engine, TEXT, &[]);
    let before = head(&mut engine, (1, 0));
    let hidden = |head, key| Hidden {
        head: (1, head),
        query: 11,
        key,
    };
    // What both heads look at, and one place that the text does not have.
    let all = vec![
        hidden(0, 2),
        hidden(0, 7),
        hidden(1, 2),
        hidden(1, 7),
        hidden(0, 99),
    ];
    let asked = Ask::Read(2, TEXT.into(), Vec::new(), all);
    assert!(matches!(ask(&mut engine, asked), Reply::Read(2, _)));
    let after = head(&mut engine, (1, 0));
    let row = |own: &Head| own.weights[11 * 12..].to_vec();
    assert!(row(&before)[2] + row(&before)[7] > 0.9);
    assert_eq!((row(&after)[2], row(&after)[7]), (0.0, 0.0));
    assert_eq!(before.weights[..11 * 12], after.weights[..11 * 12]);
    let told = place(&mut engine, None);
    let c = told.next.iter().find(|own| own.token.text == "c").unwrap();
    assert!(c.whole > 0.9 && c.now < 0.5, "{c:?}");
}

#[test]
fn any_token_of_the_vocabulary_can_be_followed() {
    let (mut engine, card) = open(&induction());
    read(&mut engine, TEXT, &[]);
    let usual = place(&mut engine, None);
    let mut follow = |of: u32| match ask(&mut engine, Ask::Place(3, None, Some(of))) {
        Reply::Place(3, place) => *place,
        other => panic!("{other:?}"),
    };
    let other = usual.next.last().unwrap();
    let followed = follow(other.token.id);
    assert_eq!(followed.of.as_ref(), Some(other));
    assert_eq!(followed.next, usual.next);
    // The lens ends where the model does.
    assert!((followed.lens.last().unwrap().last - other.now).abs() < 1e-6);
    assert_ne!(followed.shares, usual.shares);
    // None that the model has: the likeliest is followed.
    assert_eq!(follow(card.vocab as u32), usual);
    assert_eq!(usual.of.as_ref(), usual.next.first());
}
