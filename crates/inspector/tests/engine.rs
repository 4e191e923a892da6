//! The engine as the page asks it, with the model that comes with the page and with folders by `transformers`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod common;

use attention::model::Run;
use common::{Memory, fixture, of_page, root};
use inspector::Engine;
use lesson::lessons::models::changed::{Changed, Hidden, Instead, Off, Swap};
use lesson::lessons::models::drawn::Drawn;
use lesson::lessons::models::measures::Pattern;
use lesson::lessons::models::messages::{
    Ask, Card, Drawing, Head, How, MOST_TOKENS, Place, Reading, Reply, Sweep, Swept, Trouble,
};

/// The last answer to a question.
fn ask(engine: &mut Engine, ask: Ask) -> Reply {
    common::ask(engine, ask, &Memory::default())
}

fn open(files: &Memory) -> (Engine, Card) {
    let mut engine = Engine::default();
    match common::ask(&mut engine, Ask::Open(1, How::default()), files) {
        Reply::Opened(1, card) => (engine, *card),
        other => panic!("{other:?}"),
    }
}

fn read(engine: &mut Engine, text: &str, off: &[Off]) -> Reading {
    read_changed(
        engine,
        text,
        Changed {
            off: off.to_vec(),
            ..Changed::default()
        },
    )
}

fn read_changed(engine: &mut Engine, text: &str, changed: Changed) -> Reading {
    match ask(engine, Ask::Read(2, text.into(), Box::new(changed))) {
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
    let (mut engine, card) = open(&of_page("induction", None));
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
    let (mut engine, _) = open(&of_page("induction", None));
    let mut broken = of_page("induction", None);
    broken.get_mut("model.safetensors").unwrap().pop();
    let mut none = of_page("induction", None);
    none.remove("config.json");
    for files in [broken, none] {
        let refused = common::ask(&mut engine, Ask::Open(9, How::default()), &files);
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
    let text = |text: &str| Ask::Read(1, text.into(), Box::default());
    let mut empty = Engine::default();
    assert_eq!(refused(&mut empty, text("f")), Trouble::Absent);
    assert_eq!(
        refused(&mut empty, Ask::Place(1, None, None)),
        Trouble::Absent
    );

    let (mut engine, card) = open(&of_page("induction", None));
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
    let (mut engine, _) = open(&of_page("induction", None));
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
    let changed = Changed {
        hidden: all,
        ..Changed::default()
    };
    read_changed(&mut engine, TEXT, changed);
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
fn a_row_that_is_drawn_sends_the_model_where_it_points() {
    let (mut engine, _) = open(&of_page("induction", None));
    let row = |head, query, shares| Drawn::new((1, head), query, shares).unwrap();
    // Both induction heads look at the last a instead of the c that followed the k before; places that the text does
    // not have, or the query does not see, count for nothing.
    let drawn = vec![
        row(0, 11, vec![(9, 1), (400, 3)]),
        row(1, 11, vec![(9, 1)]),
        row(0, 3, vec![(7, 1)]),
        row(9, 0, vec![(0, 1)]),
    ];
    let changed = Changed {
        drawn,
        ..Changed::default()
    };
    let before = {
        read(&mut engine, TEXT, &[]);
        head(&mut engine, (1, 0))
    };
    read_changed(&mut engine, TEXT, changed);
    let after = head(&mut engine, (1, 0));
    let mut wanted = vec![0.0; 12];
    wanted[9] = 1.0;
    assert_eq!(after.weights[11 * 12..], wanted);
    assert_eq!(before.weights[..11 * 12], after.weights[..11 * 12]);
    let told = place(&mut engine, None);
    assert_eq!(told.next[0].token.text, "a");
    let c = told.next.iter().find(|own| own.token.text == "c").unwrap();
    assert!(c.whole > 0.9 && c.now < 0.1, "{c:?}");
    let write = Drawing {
        temperature: 0.0,
        count: 1,
        ..Drawing::default()
    };
    match ask(&mut engine, Ask::Write(5, write)) {
        Reply::Written(5, text) => assert_eq!(text.trim(), "a"),
        other => panic!("{other:?}"),
    }
}

/// The same pattern with d for c.
const OTHER: &str = "f k d p a f k d p a f k";

fn swept(engine: &mut Engine, answer: Option<usize>) -> Vec<Swept> {
    let (mut all, mut from) = (Vec::<Swept>::new(), None);
    loop {
        match ask(engine, Ask::Sweep(6, Sweep { answer, from })) {
            Reply::Swept(6, own) => {
                from = own.next;
                all.push(*own);
            }
            other => panic!("{other:?}"),
        }
        if from.is_none() {
            return all;
        }
    }
}

#[test]
fn the_map_of_two_texts_shows_where_the_answer_is_carried() {
    let (mut engine, card) = open(&of_page("induction", None));
    let with = |swapped: &[(usize, usize)]| Changed {
        other: Some(OTHER.to_owned()),
        swapped: swapped
            .iter()
            .map(|(layer, place)| Swap {
                layer: *layer,
                place: *place,
            })
            .collect(),
        ..Changed::default()
    };
    let reading = read_changed(&mut engine, TEXT, with(&[]));
    assert_eq!(reading.other.unwrap().unwrap()[2].text, "d");
    let all = swept(&mut engine, None);
    let (first, contrast) = (&all[0], &all[0].contrast);
    assert_eq!((first.answer, first.span), (11, (2, 12)));
    assert_eq!((&*contrast.here.text, &*contrast.there.text), ("c", "d"));
    assert!(contrast.from > 0.0 && contrast.to < 0.0);
    let shares: Vec<f32> = all.iter().flat_map(|own| own.shares.clone()).collect();
    assert_eq!(shares.len(), (card.layers + 1) * 10);
    let at = |layer: usize, place: usize| shares[layer * 10 + place - 2];
    // At the end only the last place is read, and its stream is the other text's answer.
    assert_eq!(at(2, 11), 1.0);
    assert!((2..11).all(|place| at(2, place) == 0.0));
    // Before any layer only the tokens that differ do anything.
    for place in [3, 4, 5, 6, 8, 9, 10, 11] {
        assert_eq!(at(0, place), 0.0, "{place}");
    }
    // Each of the two places of c carries a part of it.
    assert!(at(1, 2) > 0.05 && at(1, 7) > 0.05, "{shares:?}");

    // What one place does is what the map says of it, and both together turn the answer.
    read_changed(&mut engine, TEXT, with(&[(1, 7)]));
    let told = place(&mut engine, None);
    let logit = |text: &str| {
        let own = told.next.iter().find(|own| own.token.text == text);
        own.unwrap().now.ln()
    };
    let share = contrast.share(logit("c") - logit("d"));
    assert!((share - at(1, 7)).abs() < 1e-3, "{share} {}", at(1, 7));
    read_changed(&mut engine, TEXT, with(&[(1, 2), (1, 7)]));
    assert_eq!(place(&mut engine, None).next[0].token.text, "d");
    // The map is of single places, whatever is swapped meanwhile.
    let again = swept(&mut engine, None);
    let again: Vec<f32> = again.into_iter().flat_map(|own| own.shares).collect();
    assert_eq!(again, shares);
    // Without the heads that carry it, it is carried nowhere but where it stands.
    let out = |head| Off {
        layer: 1,
        head,
        instead: Instead::Zero,
    };
    let changed = Changed {
        off: vec![out(0), out(1)],
        ..with(&[])
    };
    read_changed(&mut engine, TEXT, changed);
    let told = ask(&mut engine, Ask::Sweep(6, Sweep::default()));
    match told {
        Reply::Refused(6, Trouble::SameAnswer(_)) => {}
        Reply::Swept(6, own) => assert!(own.contrast.from - own.contrast.to < 1.0, "{own:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_texts_that_cannot_be_compared_say_why() {
    let (mut engine, _) = open(&of_page("induction", None));
    let with = |other: &str| Changed {
        other: Some(other.to_owned()),
        swapped: vec![
            Swap { layer: 1, place: 7 },
            Swap {
                layer: 9,
                place: 99,
            },
        ],
        ..Changed::default()
    };
    let mut told = |other: &str, answer| {
        let reading = read_changed(&mut engine, TEXT, with(other));
        let whole = place(&mut engine, None);
        assert!(whole.next[0].now > 0.5, "streams of it are not taken");
        let asked = ask(&mut engine, Ask::Sweep(6, Sweep { answer, from: None }));
        let refused = match asked {
            Reply::Refused(6, trouble) => trouble,
            other => panic!("{other:?}"),
        };
        (reading.other.map(|own| own.map(|_| ())), refused)
    };
    let lengths = Trouble::Lengths(2, 12);
    assert_eq!(told("f k", None), (Some(Err(lengths.clone())), lengths));
    assert_eq!(told("", None), (None, Trouble::Absent));
    assert_eq!(told(TEXT, None).0, Some(Ok(())));
    assert!(matches!(
        told(TEXT, None).1,
        Trouble::SameAnswer(_) | Trouble::Alike
    ));
    assert!(matches!(
        told("f k what", None).0,
        Some(Err(Trouble::Unknown(_)))
    ));
    // What is asked for is not there.
    read_changed(
        &mut engine,
        TEXT,
        Changed {
            other: Some(OTHER.to_owned()),
            ..Changed::default()
        },
    );
    for from in [(9, 3), (0, 1), (0, 12), (usize::MAX, usize::MAX)] {
        let asked = Ask::Sweep(
            6,
            Sweep {
                answer: None,
                from: Some(from),
            },
        );
        assert_eq!(
            ask(&mut engine, asked),
            Reply::Refused(6, Trouble::Absent),
            "{from:?}"
        );
    }
    // Before the first place that differs the texts say the same.
    let asked = Ask::Sweep(
        6,
        Sweep {
            answer: Some(1),
            from: None,
        },
    );
    assert!(matches!(
        ask(&mut engine, asked),
        Reply::Refused(6, Trouble::SameAnswer(_))
    ));
}

#[test]
fn any_token_of_the_vocabulary_can_be_followed() {
    let (mut engine, card) = open(&of_page("induction", None));
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

/// The model of the page with its weights as whole numbers: how far it is off is on its card.
#[test]
fn whole_numbers_take_a_quarter_and_say_what_they_lose() {
    let files = of_page("induction", None);
    let int8 = |again| How {
        int8: true,
        again,
        ..How::default()
    };
    let (mut engine, exact) = open(&files);
    // The last panel of each matrix is filled up.
    let padding = exact.bytes - 4 * exact.weights;
    assert!(exact.rounded.is_none() && padding < 1024, "{padding}");
    let text = read(&mut engine, "a b c d e a b c", &[]);
    let before = place(&mut engine, None);

    let Reply::Opened(_, card) = common::ask(&mut engine, Ask::Open(2, int8(true)), &files) else {
        panic!("it does not open");
    };
    let rounded = card.rounded.unwrap();
    assert!((0.001..0.01).contains(&rounded.relative), "{rounded:?}");
    assert!(card.bytes < exact.bytes / 2, "{} bytes", card.bytes);
    let compared = rounded.compared.unwrap();
    assert_eq!(compared.places, text.tokens.len());
    assert!(compared.same + 1 >= compared.places, "{compared:?}");
    assert!((1e-9..0.01).contains(&compared.bits), "{compared:?}");

    let again = read(&mut engine, "a b c d e a b c", &[]);
    assert_eq!(again.tokens, text.tokens);
    let after = place(&mut engine, None);
    assert_eq!(after.next[0].token, before.next[0].token);
    let off = (after.next[0].now - before.next[0].now).abs();
    assert!(off > 0.0 && off < 0.02, "{off}");

    // Another model, or none before: there is nothing to compare with.
    for again in [true, false] {
        let mut fresh = Engine::default();
        let opened = common::ask(&mut fresh, Ask::Open(3, int8(again)), &files);
        let Reply::Opened(_, card) = opened else {
            panic!("{opened:?}");
        };
        assert_eq!(card.rounded.unwrap().compared, None);
    }
    let opened = common::ask(&mut engine, Ask::Open(4, int8(true)), &fixture("gpt2-tiny"));
    let Reply::Opened(_, card) = opened else {
        panic!("{opened:?}");
    };
    assert_eq!(card.rounded.unwrap().compared, None);
}
