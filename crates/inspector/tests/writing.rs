//! Writing on: where it ends, that no letter is cut, and which tokens a model cannot read.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod common;

use common::{Memory, ask, fixture, of_page};
use inspector::Engine;
use lesson::lessons::models::messages::{Ask, Drawing, How, Reply, Trouble};

/// The model that comes with the page, with a token added to its tokenizer.
fn induction(word: &str, id: u32, special: bool) -> Memory {
    let mut files = of_page("induction", None);
    let tokenizer = files.get_mut("tokenizer.json").unwrap();
    let added = format!(
        r#""added_tokens":[{{"id":{id},"content":"{word}","normalized":false,"special":{special}}}]"#
    );
    let text = String::from_utf8(std::mem::take(tokenizer)).unwrap();
    let changed = text.replace(r#""added_tokens":[]"#, &added);
    assert_ne!(changed, text);
    *tokenizer = changed.into_bytes();
    files
}

/// What an engine with that model says to a text.
fn read(files: &Memory, text: &str) -> (Engine, Reply) {
    let mut engine = Engine::default();
    let opened = ask(&mut engine, Ask::Open(1, How::default()), files);
    assert!(matches!(opened, Reply::Opened(..)), "{opened:?}");
    let said = ask(
        &mut engine,
        Ask::Read(2, text.to_owned(), Box::default()),
        &Memory::default(),
    );
    (engine, said)
}

fn write(engine: &mut Engine, drawing: Drawing) -> Reply {
    ask(engine, Ask::Write(3, drawing), &Memory::default())
}

/// The likeliest tokens after it are c p a f.
const TEXT: &str = "f k c p a f k c p a f k";

#[test]
fn a_special_token_ends_what_is_written() {
    let likeliest = Drawing {
        temperature: 0.0,
        count: 4,
        ..Drawing::default()
    };
    let (mut engine, _) = read(&induction("p", 15, true), TEXT);
    let written = write(&mut engine, likeliest);
    assert_eq!(written, Reply::Written(3, " c".to_owned()));
    let (mut engine, _) = read(&induction("p", 15, false), TEXT);
    let written = write(&mut engine, likeliest);
    assert_eq!(written, Reply::Written(3, " c p a f".to_owned()));
    let (mut engine, _) = read(&induction("c", 2, true), TEXT);
    let refused = write(&mut engine, likeliest);
    assert_eq!(refused, Reply::Refused(3, Trouble::Ends("c".to_owned())));
}

#[test]
fn a_letter_that_is_not_finished_is_not_written() {
    // Of its 300 tokens 128 are bytes of longer letters, and its weights are random.
    let (mut engine, _) = read(&fixture("gpt2-tiny"), "the cat");
    let mut whole = 0;
    for seed in 0..40 {
        let drawing = Drawing {
            temperature: 5.0,
            seed,
            ..Drawing::default()
        };
        match write(&mut engine, drawing) {
            Reply::Written(3, text) => {
                let broken = |letter| letter == char::REPLACEMENT_CHARACTER;
                let ends_whole = !text.ends_with(broken);
                assert!(ends_whole || text.chars().all(broken), "{text:?}");
                whole += u32::from(ends_whole);
            }
            Reply::Refused(3, Trouble::Ends(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(whole > 20, "{whole} of 40");
}

#[test]
fn a_token_that_the_model_does_not_have_is_a_matter_of_the_text() {
    let files = induction("zzz", 20, false);
    let (mut engine, said) = read(&files, "f zzz");
    assert_eq!(said, Reply::Refused(2, Trouble::Foreign(20, 20)));
    let again = Ask::Read(4, TEXT.to_owned(), Box::default());
    let said = ask(&mut engine, again, &files);
    assert!(matches!(said, Reply::Read(4, _)), "{said:?}");
}
