//! Links of every lesson, and what is done in a lesson that a link has opened.

use lesson::core::command::{Command, Edit};
use lesson::core::fill::Fill;
use lesson::core::opened::Opened;
use lesson::core::table::{Cell, TableId};
use lesson::registry::{self, LESSONS};
use lesson::share::embed::{self, EmbedOptions};
use lesson::share::quiz::{Answer, Session, Setup};
use lesson::share::snippet::Share;

use super::text;
use crate::{MOST_BYTES, Target};

/// What stands behind `#`.
pub const LINKS: Target = Target {
    name: "links",
    run: links,
    seeds,
    words,
    separators: "&=,.;~:",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

/// A link, a line end, and bytes that say what is done then.
pub const COMMANDS: Target = Target {
    name: "commands",
    run: commands,
    seeds: || {
        let with = |mut link: Vec<u8>| {
            link.extend(b"\n0123456789abcdefghijklmnopqrstuvwxyz");
            link
        };
        seeds().into_iter().map(with).collect()
    },
    words,
    separators: "&=,.;~:\n",
    most_ms: 250,
    most_bytes: MOST_BYTES,
};

/// Every lesson, each of its examples, and their links in full.
fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for lesson in LESSONS {
        let plain = format!("lesson={}", lesson.slug);
        let presets = lesson
            .presets
            .iter()
            .map(|own| format!("{plain}&preset={}", own.slug));
        for link in std::iter::once(plain.clone()).chain(presets) {
            all.extend(registry::open(&link).map(|opened| opened.link()));
            all.push(link);
        }
        let framed = "embed&lock=preset&hide=formula&steps=1..3&predict&ask=weights.1&q.text=Why%3F&lang=de&theme=dark";
        all.push(format!("{plain}&{framed}"));
    }
    super::texts(&all)
}

fn words() -> Vec<String> {
    let mut all: Vec<String> = [
        "ver", "lesson", "preset", "embed", "lock", "hide", "steps", "predict", "ask", "q.text",
        "choices", "right", "lang", "theme", "level", "%3F", "%", "%ff",
    ]
    .map(str::to_owned)
    .into();
    for lesson in LESSONS {
        all.push(lesson.slug.to_owned());
        all.extend(lesson.keys.iter().map(|key| key.name.to_owned()));
        all.extend(lesson.tables.iter().map(|table| table.key.to_owned()));
        all.extend(
            lesson
                .controls
                .iter()
                .map(|control| control.name.to_owned()),
        );
        all.extend(lesson.presets.iter().map(|preset| preset.slug.to_owned()));
    }
    all
}

fn links(input: &[u8]) {
    let link = text(input);
    let opened = registry::open(link);
    if let Ok(opened) = &opened {
        comes_back(&**opened);
        assert!(registry::check(link).is_ok() && registry::check_first(link).is_ok());
    }
    let _problem = embed::check(link);
    if let (Ok(mut opened), Ok(options)) = (opened, EmbedOptions::parse(link)) {
        opened.limit(options.limits());
        asked(link, &*opened);
    }
    let share = Share::read(link);
    let again = Share::read(&share.link);
    assert_eq!(again.link, share.link, "the link in a share comes back");
}

/// What is written is what is read, word by word.
pub(super) fn comes_back(opened: &dyn Opened) {
    let link = opened.link();
    match registry::open(&link) {
        Ok(again) => {
            assert_eq!(again.link(), link, "it is written as it was read");
            assert_eq!(again.numbers_link(), opened.numbers_link(), "{link}");
            assert_eq!(again.place(), opened.place(), "{link}");
        }
        Err(problem) => unreachable!("{link} was written, and is refused: {problem:?}"),
    }
}

/// The questions of a link.
fn asked(link: &str, opened: &dyn Opened) {
    let Ok(setup) = Setup::of(link) else { return };
    let suffix = setup.suffix(opened.meta());
    let of = format!("lesson={}{suffix}", opened.meta().slug);
    assert_eq!(Setup::of(&of), Ok(setup.clone()), "{of}");
    let mut session = Session::open(setup, opened);
    let _cover = session.cover(opened);
    if session.ask(opened).is_some() {
        let _grade = session.check(opened, Answer::Number(0.5));
        session.reveal(opened);
    }
}

fn commands(input: &[u8]) {
    let mut halves = input.splitn(2, |byte| *byte == b'\n');
    let link = text(halves.next().unwrap_or_default());
    let Ok(mut opened) = registry::open(link) else {
        return;
    };
    for bytes in halves.next().unwrap_or_default().chunks_exact(3).take(24) {
        let before = opened.link();
        if opened
            .apply(command(&*opened, [bytes[0], bytes[1], bytes[2]]))
            .is_err()
        {
            assert_eq!(opened.link(), before, "what is refused changes nothing");
        }
    }
    comes_back(&*opened);
    if let Some(numbers) = opened.numbers() {
        for table in tables(&*opened) {
            let shape = opened.shape(table);
            let matrix = numbers.matrix(table);
            assert_eq!(
                shape,
                shape.and(matrix.map(|own| own.shape())),
                "{}",
                opened.link()
            );
        }
    }
}

fn tables(opened: &dyn Opened) -> impl Iterator<Item = TableId> + use<> {
    (0..=u8::MAX).take(opened.meta().tables.len()).map(TableId)
}

/// Numbers that somebody may type: what is read has no −0 and nothing infinite (`core::number`).
const NUMBERS: [f32; 8] = [0.0, 0.1, 1.0, -2.5, 3.0e38, -1.0e20, 1.0e-38, f32::MAX];

/// What the bytes stand for.
fn command(opened: &dyn Opened, [kind, table, rest]: [u8; 3]) -> Command {
    let count = opened.meta().tables.len().max(1);
    let cell = Cell::new(
        TableId((table as usize % count) as u8),
        (rest >> 4).into(),
        (rest & 15).into(),
    );
    let number = NUMBERS[(rest as usize + kind as usize) % NUMBERS.len()];
    let block = vec![vec![number; 1 + (rest as usize >> 5)]; 1 + (rest as usize & 7)];
    let preset = opened
        .meta()
        .presets
        .get(rest as usize % opened.meta().presets.len().max(1));
    match kind % 20 {
        0 => Command::Next,
        1 => Command::Back,
        2 => Command::Reset,
        3 => Command::Play,
        4 => Command::Speed(number),
        5 => Command::Scrub(rest.into()),
        6 => Command::Pin(Some(cell)),
        7 => Command::Digits(rest),
        8 if rest & 1 == 1 => Command::Edit(Edit::Paint(Cell::new(cell.name, 0, 0), cell, number)),
        8 => Command::Edit(Edit::Set(cell, number)),
        9 => Command::Edit(Edit::Drag(cell, vec![number; 2])),
        10 => Command::Edit(Edit::Paste(cell, block)),
        11 => Command::Edit(Edit::Replace(cell.name, block)),
        12 => Command::Edit(Edit::Fill(
            cell.name,
            if rest % 2 == 0 {
                Fill::Zeros
            } else {
                Fill::Identity
            },
        )),
        13 => Command::Edit(Edit::Clear(cell)),
        14 => Command::Edit(Edit::ClearBlock(cell.name, (0, 0), (cell.row, cell.col))),
        15 => Command::Edit(Edit::ClearAll),
        16 => Command::Settle,
        17 => Command::Cancel(cell),
        18 => Command::Preset(preset.map_or("", |preset| preset.slug).to_owned()),
        _ if rest % 2 == 0 => Command::Undo,
        _ => Command::Redo,
    }
}
