//! The reader, which comes with the page: it opens at every moment of its training, says what its card says, and looks
//! back by its induction heads.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod common;

use attention::load::metadata;
use common::{Memory, ask, asset, of_page, root};
use inspector::Engine;
use lesson::lessons::models::changed::{Changed, Instead, Off};
use lesson::lessons::models::measures::Pattern;
use lesson::lessons::models::messages::{Ask, Card, How, Reply, Sweep};
use lesson::lessons::models::shipped::{self, READER};
use lesson::lessons::models::{Inspector, META};

fn card(slug: &str, step: Option<u32>) -> Card {
    let opened = ask(
        &mut Engine::default(),
        Ask::Open(1, How::default()),
        &of_page(slug, step),
    );
    match opened {
        Reply::Opened(1, card) => *card,
        other => panic!("{slug} {step:?}: {other:?}"),
    }
}

/// The share that the strongest induction head has on what followed the same token before.
fn strongest(card: &Card) -> f32 {
    let place = Pattern::ALL
        .iter()
        .position(|own| *own == Pattern::Induction)
        .unwrap();
    card.probe
        .iter()
        .map(|does| does.0[place].found)
        .fold(0.0, f32::max)
}

#[test]
fn every_model_opens_at_every_moment_that_is_offered() {
    for own in shipped::SHIPPED {
        card(own.slug, None);
        for moment in own.moments {
            let step = own.earlier(moment.step).unwrap();
            card(own.slug, step);
            let length = read_length(own.slug, step);
            assert_eq!(length, moment.bytes, "{} at {}", own.slug, moment.step);
        }
    }
}

fn read_length(slug: &str, step: Option<u32>) -> u32 {
    let [.., (_, path)] = shipped::files(slug, step);
    std::fs::metadata(root().join("assets").join(path))
        .unwrap()
        .len() as u32
}

#[test]
fn its_heads_look_back_and_more_so_at_the_end_than_at_the_beginning() {
    let of = shipped::of(READER.slug).unwrap();
    let first = of.moments.first().unwrap().step;
    let last = card(of.slug, None);
    assert!(strongest(&last) >= 0.5 && strongest(&last) > strongest(&card(of.slug, Some(first))));
    let labels = last.probe.iter().filter_map(|does| Some(does.label()?.0));
    let labels: Vec<_> = labels.collect();
    for wanted in [Pattern::Induction, Pattern::Previous] {
        assert!(labels.contains(&wanted), "{labels:?}");
    }
}

/// What the likeliest token after a text is, and how likely, with and without the heads that are out.
fn next(engine: &mut Engine, text: &str, off: &[Off]) -> (String, f32, f32) {
    let mut all = Vec::new();
    let files = Memory::new();
    let off = off.to_vec();
    let changed = Changed {
        off,
        ..Changed::default()
    };
    let read = Ask::Read(2, text.to_owned(), Box::new(changed));
    engine.handle(read, &files, &mut |reply| all.push(reply));
    let whole = Ask::Place(3, None, None);
    engine.handle(whole, &files, &mut |reply| all.push(reply));
    match all.pop() {
        Some(Reply::Place(3, place)) => {
            let of = place.of.unwrap();
            (of.token.text, of.now, of.whole)
        }
        other => panic!("{text}: {other:?}"),
    }
}

fn opened() -> Engine {
    let mut engine = Engine::default();
    let files = of_page(READER.slug, None);
    engine.handle(Ask::Open(1, How::default()), &files, &mut |_| {});
    engine
}

/// What stands in the note of the example with two texts.
#[test]
fn a_name_stands_with_itself_after_the_first_layer_and_at_the_end_after_the_second() {
    let mut engine = opened();
    let files = Memory::new();
    let preset = META.presets.iter().find(|own| own.slug == "swap").unwrap();
    let player = Inspector::open(preset.fragment).unwrap();
    let document = player.document();
    let changed = Box::new(document.changed.clone());
    let mut all = Vec::new();
    let mut told = |ask| {
        engine.handle(ask, &files, &mut |reply| all.push(reply));
        all.pop().unwrap()
    };
    told(Ask::Read(2, document.text().to_owned(), changed));
    let (mut shares, mut from) = (Vec::new(), None);
    let (contrast, span) = loop {
        let Reply::Swept(_, own) = told(Ask::Sweep(3, Sweep { answer: None, from })) else {
            panic!("no map");
        };
        shares.extend(own.shares);
        from = own.next;
        if from.is_none() {
            break (own.contrast, own.span);
        }
    };
    assert_eq!((&*contrast.here.text, &*contrast.there.text), ("or", "r"));
    let last = span.1 - 1;
    let at = |layer: usize, place: usize| shares[layer * (span.1 - span.0) + place - span.0];
    for (layer, whole, none) in [(1, span.0, last), (2, last, span.0)] {
        assert!(at(layer, whole) > 0.9, "{layer}: {}", at(layer, whole));
        assert!(at(layer, none).abs() < 0.1, "{layer}: {}", at(layer, none));
    }
}

#[test]
fn the_examples_show_an_induction_head_that_held_out_text_needs() {
    let mut engine = opened();
    let head = Off {
        layer: 1,
        head: 0,
        instead: Instead::Zero,
    };
    let mut seen = 0;
    for preset in META.presets {
        let player = Inspector::open(preset.fragment).unwrap();
        let document = player.document();
        if document.source.figures().is_none() {
            continue;
        }
        let (token, without, with) = next(&mut engine, document.text(), &[head]);
        println!(
            "{}: {token:?} {with:.2}, without the head {without:.2}",
            preset.slug
        );
        assert!(with > 0.6 && without < 0.2, "{}", preset.slug);
        seen += 1;
    }
    assert_eq!(seen, 4);
}

#[test]
fn what_the_page_says_of_it_stands_in_its_file() {
    let [.., (_, path)] = shipped::files(READER.slug, None);
    let facts = metadata(&asset(&path)).unwrap();
    let number = |key: &str| facts[key].parse::<f32>().unwrap();
    for (key, said) in [
        ("characters", READER.characters as f32),
        ("tokens", READER.tokens as f32),
        ("held_out", READER.held_out as f32),
        ("steps", READER.steps as f32),
        ("bits", READER.bits),
        ("bits_exact", READER.bits_exact),
        ("unigram", READER.unigram),
        ("xz", READER.xz),
        ("ppm", READER.ppm),
    ] {
        assert_eq!(number(key), said, "{key}");
    }
    let last = shipped::of(READER.slug).unwrap().moments.last().unwrap();
    assert_eq!((last.step, last.bits), (READER.steps, READER.bits));
}

#[test]
fn the_files_are_no_larger_than_was_promised() {
    let of = shipped::of(READER.slug).unwrap();
    let moments: u32 = of.moments.iter().rev().skip(1).map(|own| own.bytes).sum();
    assert!(moments <= 4_000_000, "{moments} bytes of moments");
    let files = shipped::files(of.slug, None).into_iter();
    let all: usize = files.map(|(_, path)| asset(&path).len()).sum();
    assert!(all <= 1_300_000, "{all} bytes");
}
