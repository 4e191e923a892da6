//! What holds of every lesson in the registry, with none named: a new one is held to it on its first day.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use lesson::Problem;
use lesson::core::command::{Command, Edit};
use lesson::core::control::{Control, Limits};
use lesson::core::cover::Covered;
use lesson::core::fill::Fill;
use lesson::core::fragment::Fragment;
use lesson::core::lesson::Meta;
use lesson::core::opened::Opened;
use lesson::core::steps::Steps;
use lesson::core::table::{Cell, TableId};
use lesson::registry::{self, LESSONS};
use lesson::share::embed::EmbedOptions;
use lesson::share::quiz::{Answer, Ask, Session, Setup};
use proptest::prelude::*;

type Open = Box<dyn Opened>;

/// The lesson as an empty link opens it, and each of its presets.
fn links(lesson: &Meta) -> Vec<String> {
    let plain = format!("lesson={}", lesson.slug);
    let preset = |slug| format!("{plain}&preset={slug}");
    let presets: Vec<_> = lesson.presets.iter().map(|own| preset(own.slug)).collect();
    std::iter::once(plain.clone()).chain(presets).collect()
}

fn open(link: &str) -> Open {
    registry::open(link).unwrap_or_else(|problem| unreachable!("{link}: {problem:?}"))
}

fn tables(lesson: &Meta) -> impl Iterator<Item = TableId> + use<> {
    (0..lesson.tables.len()).map(|index| TableId(u8::try_from(index).unwrap()))
}

/// What is written is what is read, word by word.
fn comes_back(opened: &dyn Opened) {
    let link = opened.link();
    let again = open(&link);
    assert_eq!(again.link(), link);
    assert_eq!(again.numbers_link(), opened.numbers_link(), "{link}");
    assert_eq!(again.place(), opened.place(), "{link}");
}

/// A link of which nothing can be read opens it.
#[test]
fn what_newcomers_get_opens() {
    for lesson in LESSONS {
        let plain = format!("lesson={}", lesson.slug);
        comes_back(&*open(&lesson.for_newcomers(&plain)));
    }
}

#[test]
fn every_preset_opens_and_comes_back() {
    for lesson in LESSONS {
        for preset in lesson.presets {
            let opened = open(&format!("lesson={}&preset={}", lesson.slug, preset.slug));
            assert_eq!(opened.meta().slug, lesson.slug);
            assert_eq!(opened.preset(), Some(preset.slug), "{}", lesson.slug);
            comes_back(&*opened);
            let mut other = open(&links(lesson)[0]);
            other.apply(Command::Preset(preset.slug.into())).unwrap();
            assert_eq!(other.link(), opened.link(), "a command opens the same");
        }
        let first = lesson.presets.first().map(|preset| preset.slug);
        assert_eq!(open(&links(lesson)[0]).preset(), first, "{}", lesson.slug);
    }
}

/// Who tries another example at a step looks for the same thing in other numbers; some examples are about a step.
#[test]
fn another_example_is_opened_at_the_same_step() {
    for lesson in LESSONS.iter().filter(|lesson| !lesson.steps.is_empty()) {
        let [first, .., last] = lesson.presets else {
            continue;
        };
        let mut opened = open(&format!("lesson={}&preset={}", lesson.slug, first.slug));
        if opened.walk().len() < 2 || !lesson.keys.iter().any(|key| key.name == "stage") {
            continue;
        }
        opened.apply(Command::Next).unwrap();
        let step = opened.place().step;
        opened.apply(Command::Preset(last.slug.into())).unwrap();
        let own = last.fragment.contains("stage=");
        assert!(own || opened.place().step == step, "{}", lesson.slug);
    }
}

#[test]
fn every_place_of_every_walk_comes_back() {
    for lesson in LESSONS {
        for link in links(lesson) {
            let mut opened = open(&link);
            comes_back(&*opened);
            let places = opened.places();
            for (index, place) in places.iter().enumerate().step_by(1 + places.len() / 20) {
                opened.apply(Command::Scrub(index)).unwrap();
                assert_eq!((opened.place_index(), opened.place()), (index, *place));
                comes_back(&*opened);
            }
            assert_eq!(lesson.place().is_some(), !places.is_empty(), "{link}");
        }
    }
}

/// Next and Back go place by place, as Play does.
#[test]
fn walking_goes_to_every_place_once_and_back() {
    for lesson in LESSONS {
        let mut opened = open(&links(lesson)[0]);
        let places = opened.places();
        opened.apply(Command::Reset).unwrap();
        for index in 0..places.len() {
            assert_eq!(opened.place_index(), index, "{}", lesson.slug);
            opened.apply(Command::Next).unwrap();
        }
        for index in (0..places.len()).rev() {
            assert_eq!(opened.place_index(), index, "{}", lesson.slug);
            opened.apply(Command::Back).unwrap();
        }
    }
}

/// What every lesson may be asked to do: presets, cells, looks.
fn commands(lesson: &Meta) -> Vec<Command> {
    let presets = lesson
        .presets
        .iter()
        .map(|own| Command::Preset(own.slug.into()));
    let cells = tables(lesson).flat_map(|table| {
        let cell = Cell::new(table, 0, 0);
        [
            Edit::Set(cell, 7.5),
            Edit::Paste(cell, vec![vec![-3.25]]),
            Edit::Replace(table, vec![vec![1.0, 2.0]; 3]),
            Edit::Fill(table, Fill::Zeros),
        ]
        .map(Command::Edit)
    });
    let looks = [
        Command::Digits(5),
        Command::Speed(3.0),
        Command::Edit(Edit::ClearAll),
    ];
    presets.chain(cells).chain(looks).collect()
}

/// What a link says of the entries that `control` owns, as far as they are entries.
fn said(link: &str, control: Control, controls: &'static [Control]) -> Vec<Option<String>> {
    let own = control.all_owned(controls);
    own.map(|key| Fragment(link).get(key).map(str::to_owned))
        .collect()
}

/// With `control` locked, from `start`: `command` changes nothing of it, nor does taking it back.
fn keeps(start: &dyn Opened, control: Control, command: &Command) -> bool {
    let controls = start.meta().controls;
    let said = |opened: &Open| said(&opened.link(), control, controls);
    let mut free = start.boxed();
    let could = free.apply(command.clone()).is_ok();
    let mut locked = start.boxed();
    locked.limit(Limits {
        lock: vec![control],
        steps: None,
    });
    let before = said(&locked);
    let result = locked.apply(command.clone());
    let text = format!("lock={}: {command:?}", control.name);
    assert_eq!(said(&locked), before, "{text}");
    let would = could && said(&free) != before;
    if would {
        assert!(
            matches!(result, Err(Problem::Locked(_))),
            "{text}: {result:?}"
        );
    }
    if result.is_err() {
        assert_eq!(locked.link(), start.link(), "{text}: nothing changes");
    }
    // What was done before the lock is not to be taken back.
    free.limit(Limits {
        lock: vec![control],
        steps: None,
    });
    let before = said(&free);
    for command in [Command::Undo, Command::Redo] {
        let _ = locked.apply(command.clone());
        let _ = free.apply(command);
    }
    assert_eq!(said(&free), before, "{text}: undone");
    would
}

#[test]
fn a_locked_control_keeps_what_it_owns() {
    for lesson in LESSONS {
        let owning = lesson.controls.iter();
        let owning = owning.filter(|own| own.all_owned(lesson.controls).next().is_some());
        let links = links(lesson).into_iter().step_by(4);
        let starts: Vec<_> = links.map(|link| open(&link)).collect();
        for control in owning.clone() {
            for command in commands(lesson) {
                for start in &starts {
                    keeps(&**start, *control, &command);
                }
            }
        }
        // Others are tried by changes of their own, where these stand.
        if !lesson.computes {
            continue;
        }
        // It is no empty promise: what some of them own would have changed.
        let tried = |control: &Control| {
            let mut all = commands(lesson).into_iter();
            all.any(|command| keeps(&*starts[0], *control, &command))
        };
        let count = owning.clone().filter(|control| tried(control)).count();
        assert!(2 * count >= owning.count(), "{}: {count}", lesson.slug);
    }
}

#[test]
fn what_a_control_owns_is_known() {
    for lesson in LESSONS {
        for control in lesson.controls {
            let mut owns = control.owns.to_vec();
            owns.sort_unstable();
            owns.dedup();
            assert_eq!(owns.len(), control.owns.len(), "{}", control.name);
        }
        for table in lesson.tables {
            assert_eq!(
                lesson.table(table.key).map(|id| lesson.of(id).unwrap().key),
                Some(table.key)
            );
        }
        let mut keys: Vec<_> = lesson.keys.iter().map(|key| key.name).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(
            keys.len(),
            count,
            "{}: an entry is there twice",
            lesson.slug
        );
        assert_eq!(open(&links(lesson)[0]).numbers().is_some(), lesson.computes);
    }
}

#[test]
fn every_entry_of_a_link_is_one_of_the_lesson() {
    for lesson in LESSONS {
        for link in links(lesson) {
            let link = open(&link).link();
            let other =
                |key: &str| !["ver", "lesson"].contains(&key) && lesson.about(key).is_none();
            let unknown = Fragment(&link).entries().find(|(key, _)| other(key));
            assert_eq!(unknown, None, "{link}");
        }
    }
}

/// Something that every lesson with numbers is opened with: its links, at some places of the walk.
fn moments(lesson: &Meta) -> Vec<Open> {
    let mut all = vec![];
    for link in links(lesson) {
        let mut opened = open(&link);
        all.push(opened.boxed());
        let count = opened.places().len();
        for index in (0..count).step_by(1 + count / 12) {
            opened.apply(Command::Scrub(index)).unwrap();
            all.push(opened.boxed());
        }
    }
    all
}

#[test]
fn every_table_has_the_shape_it_says() {
    for lesson in LESSONS.iter().filter(|lesson| lesson.computes) {
        for opened in moments(lesson) {
            let numbers = opened.numbers().unwrap();
            for table in tables(lesson) {
                let Some(shape) = opened.shape(table) else {
                    assert!(!opened.asks(table));
                    continue;
                };
                let matrix = numbers.matrix(table).unwrap();
                let key = lesson.of(table).unwrap().key;
                assert_eq!(matrix.shape(), shape, "{} {key}", opened.link());
                let last = Cell::new(table, shape.0 - 1, shape.1 - 1);
                assert!(opened.has(last) && !opened.has(Cell::new(table, shape.0, 0)));
                let labels = |axis, count| [0, count].contains(&opened.labels(axis).len());
                let known = lesson.of(table).unwrap();
                assert!(
                    labels(known.rows, shape.0) && labels(known.cols, shape.1),
                    "{key}"
                );
            }
        }
    }
}

/// The lesson at a place where the first number of a table is there.
fn with_number(lesson: &Meta, table: TableId) -> Open {
    let first = Cell::new(table, 0, 0);
    let is_there = |opened: &Open| {
        let value = opened.numbers().unwrap().value(first);
        opened.asks(table) && value.is_some_and(|value| !value.is_nan())
    };
    for link in links(lesson) {
        let mut opened = open(&link);
        for index in 0..=opened.places().len() {
            if is_there(&opened) {
                return opened;
            }
            opened.apply(Command::Scrub(index)).unwrap();
        }
    }
    unreachable!("{}: no {:?} anywhere", lesson.slug, lesson.of(table))
}

#[test]
fn every_table_that_is_asked_can_be_asked_covered_and_graded() {
    for lesson in LESSONS.iter().filter(|lesson| lesson.computes) {
        for table in tables(lesson) {
            let known = lesson.of(table).unwrap();
            let text = format!("ask={}.0.0", known.key);
            let own = format!("lesson={}&{text}", lesson.slug);
            if !known.asked {
                assert!(Setup::of(&own).is_err(), "{own}");
                continue;
            }
            let link = with_number(lesson, table).link() + "&" + &text;
            let opened = open(&link);
            let session = Session::open(Setup::of(&link).unwrap(), &*opened);
            let cell = Cell::new(table, 0, 0);
            assert_eq!(session.ask(&*opened), Some(Ask::Cell(cell)), "{link}");
            let truth = opened.numbers().unwrap();
            let right = truth.value(cell).unwrap();
            let shown = Covered::of(&*opened, session.cover(&*opened), truth);
            assert!(
                shown.value(cell).unwrap().is_nan(),
                "{link}: it can be read"
            );
            let graded = session
                .clone()
                .check(&*opened, Answer::Number(right))
                .unwrap();
            assert!(graded.right(), "{link}: {graded:?}");
            let far = session.clone().check(&*opened, Answer::Number(right + 1e3));
            assert!(right.is_infinite() || !far.unwrap().right(), "{link}");
            let whole = Setup::of(&format!("lesson={}&ask={}.0", lesson.slug, known.key));
            assert_eq!(whole.is_ok(), known.distribution, "{}", known.key);
        }
    }
}

#[test]
fn steps_limit_where_one_walks() {
    for lesson in LESSONS {
        let count = lesson.steps.len();
        let pairs = (0..count).flat_map(|first| (first..count).map(move |last| (first, last)));
        for (first, last) in pairs {
            let steps = Steps::new(lesson.steps, first, last).unwrap();
            let framed = format!("{}&steps={}", links(lesson)[0], steps.key());
            let options = EmbedOptions::parse(&framed).unwrap();
            assert_eq!(options.steps, Some(steps));
            let mut opened = open(&framed);
            let there = opened
                .all_places()
                .iter()
                .any(|place| steps.has(place.step));
            opened.limit(options.limits());
            let stays = |opened: &Open| match there {
                true => steps.has(opened.place().step),
                false => opened.walk_is_one_step(),
            };
            assert!(stays(&opened), "{framed}");
            let ways = [Command::Next, Command::Back, Command::Reset, Command::Play];
            for command in ways.into_iter().chain((0..30).map(Command::Scrub)) {
                opened.host_applies(command.clone()).unwrap();
                opened.tick(9.0);
                assert!(stays(&opened), "{framed}: {command:?}");
            }
            for (step, name) in lesson.steps.iter().enumerate() {
                let allowed = opened.allows(Command::Goto(name)).is_ok();
                assert_eq!(allowed, steps.has(step), "{framed}: {name}");
            }
        }
        if count == 0 {
            let refused = EmbedOptions::parse(&format!("lesson={}&steps=a", lesson.slug));
            assert_eq!(refused, Err(Problem::LinkNoStages(lesson.slug)));
        }
    }
}

trait OneStep {
    fn walk_is_one_step(&self) -> bool;
}

impl OneStep for Open {
    /// Whether there is one step to stand at, and one stands there.
    fn walk_is_one_step(&self) -> bool {
        let here = self.place().step;
        self.places().iter().all(|place| place.step == here)
    }
}

/// A link is changed in one of these ways.
#[derive(Clone, Debug)]
enum Damage {
    /// Text in the place of some of it.
    Cut(usize, usize, String),
    /// Another entry of the lesson, with any value.
    Entry(usize, String),
    /// The entries of another lesson's link.
    Mixed(usize),
}

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let text = prop_oneof!["[0-9a-z.,;:=&%+-]{0,12}", "\\PC{0,8}", "[0-9]{1,25}"];
    let one = prop_oneof![
        (any::<usize>(), 0usize..8, text.clone())
            .prop_map(|(at, long, text)| Damage::Cut(at, long, text)),
        (any::<usize>(), text).prop_map(|(key, text)| Damage::Entry(key, text)),
        any::<usize>().prop_map(Damage::Mixed),
    ];
    prop::collection::vec(one, 1..4)
}

fn damaged(link: &str, lesson: &Meta, damage: &Damage) -> String {
    match damage {
        Damage::Cut(at, long, text) => {
            let signs: Vec<char> = link.chars().collect();
            let at = at % (signs.len() + 1);
            let (before, after) = signs.split_at(at);
            let after = &after[(*long).min(after.len())..];
            before.iter().collect::<String>() + text + &after.iter().collect::<String>()
        }
        Damage::Entry(key, text) => {
            let key = lesson.keys[key % lesson.keys.len()].name;
            format!("{link}&{key}={text}")
        }
        Damage::Mixed(other) => {
            let other = LESSONS[other % LESSONS.len()];
            let slug = format!("&lesson={}", lesson.slug);
            format!("{link}&{}{slug}", open(&links(other)[0]).link())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A stranger's link is refused or opened; and one that is opened is whole.
    #[test]
    fn no_link_does_harm(lesson in 0..LESSONS.len(), which in any::<usize>(), damages in damages()) {
        let lesson = LESSONS[lesson];
        let all = links(lesson);
        let link = open(&all[which % all.len()]).link();
        let link = damages.iter().fold(link, |link, damage| damaged(&link, lesson, damage));
        let _ = (EmbedOptions::of(&link), Setup::of(&link));
        if let Ok(mut opened) = registry::open(&link) {
            let written = opened.link();
            let again = registry::open(&written).map(|again| again.link());
            prop_assert_eq!(again, Ok(written));
            let _ = (opened.numbers(), opened.mistakes(), opened.selected(), opened.focus());
            for command in [Command::Next, Command::Undo, Command::Back, Command::Scrub(usize::MAX)] {
                opened.apply(command).unwrap();
            }
            let place = opened.place();
            prop_assert!(opened.places().is_empty() || opened.places().contains(&place));
        }
    }

    #[test]
    fn no_text_does_harm(text in any::<String>()) {
        for lesson in LESSONS {
            let _ = registry::open(&format!("lesson={}&{text}", lesson.slug));
        }
        let _ = registry::open(&text);
    }
}

/// A sum of the rule runs left to right, some kernels in four lanes; over few terms they differ by rounding.
const TOLERANCE: f32 = 1e-5;

/// How many numbers of the lesson, where it stands, have a rule: each gives the number, and is written.
fn evaluated(lesson: &Meta, opened: &dyn Opened) -> usize {
    let numbers = opened.numbers().unwrap();
    let tables = (0..lesson.tables.len()).map(|index| TableId(index as u8));
    let cells = tables.flat_map(|table| {
        let (rows, cols) = opened.shape(table).unwrap_or_default();
        (0..rows * cols).map(move |at| Cell::new(table, at / cols, at % cols))
    });
    let holds = |cell: &Cell| {
        let Some(rule) = numbers.rule(*cell) else {
            return false;
        };
        let (said, value) = (rule.evaluate(), numbers.value(*cell).unwrap());
        let same = said == value || (said - value).abs() <= TOLERANCE * value.abs().max(1.0);
        let link = opened.link();
        assert!(same, "{link}: {cell:?} is {value}, its rule gives {said}");
        let written = lesson.written(&*numbers, *cell, 2, usize::MAX);
        assert!(!written.is_empty(), "{link}: {cell:?} is not written");
        true
    };
    cells.filter(holds).count()
}

#[test]
fn what_is_said_of_a_number_is_how_it_is_computed() {
    for lesson in LESSONS.iter().filter(|lesson| lesson.computes) {
        let mut count = 0;
        for preset in lesson.presets {
            let mut opened = open(&format!("lesson={}&preset={}", lesson.slug, preset.slug));
            let places = opened.places().len();
            for place in (0..places).step_by(places.div_ceil(12).max(1)) {
                opened.apply(Command::Scrub(place)).unwrap();
                count += evaluated(lesson, &*opened);
            }
        }
        assert!(count > 0, "{}: no number has a rule", lesson.slug);
    }
}
