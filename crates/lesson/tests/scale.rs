//! Why √d_k: draws are what they claim to be, what is measured agrees with theory within its own error, and the same
//! seed gives the same numbers however they are cut.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::cell::Cell as Shared;
use std::sync::Arc;

use attention::{Matrix, Scale as Factor, softmax};
use lesson::core::command::{Command, Edit};
use lesson::core::numbers::Numbers;
use lesson::core::player::{Player, read};
use lesson::core::problem::Problem;
use lesson::core::table::{Axis, Cell, TableId};
use lesson::lessons::scale::engine::Engine;
use lesson::lessons::scale::measured as measured_beside;
use lesson::lessons::scale::messages::{ScaleRequest, State};
use lesson::lessons::scale::summary::{BINS, Summary, bell, bins};
use lesson::lessons::scale::tally::Tally;
use lesson::lessons::scale::*;

/// So many standard errors away would be a wonder: once in 16,000 tries.
const FAR: f64 = 4.0;

fn document(link: &str) -> Document {
    let whole = format!("lesson=scale&{link}");
    read::<Scale>(&whole)
        .unwrap_or_else(|why| unreachable!("{link}: {why:?}"))
        .0
}

fn measured(link: &str, draws: u32) -> Summary {
    let mut tally = Tally::of(document(link));
    (0..draws).for_each(|_| tally.draw());
    tally.summary()
}

#[test]
fn a_draw_is_added_up_as_it_is_shown_and_scaled_by_each_factor() {
    for link in [
        "d_k=4",
        "d_k=64",
        "d_k=1024&n=16&seed=9&draw=7",
        "dist=correlated&d_k=16",
    ] {
        let drawn = Drawn::of(&Arc::new(document(link)));
        let d = &drawn.document;
        for key in 0..d.keys {
            let (q, k) = (drawn.get(Q), drawn.get(K));
            let shown: f32 = (0..d.shown()).fold(0.0, |sum, c| sum + q.at(0, c) * k.at(key, c));
            let score = drawn.get(SCORES).at(0, key);
            assert_eq!(
                score,
                shown + drawn.get(REST).get(key, 0).unwrap_or(0.0),
                "{link}"
            );
            assert_eq!(
                drawn.walk.at(d.width, key),
                score,
                "the walk ends at the score"
            );
            assert_eq!(drawn.walk.at(0, key), 0.0);
            assert_eq!(drawn.walk.at(1, key), q.at(0, 0) * k.at(key, 0));
            for (row, rule) in Rule::ALL.into_iter().enumerate() {
                let scaled = drawn.get(SCALED).at(row, key);
                let wanted = f64::from(score)
                    * match rule {
                        Rule::SqrtWidth => f64::from(Factor::SqrtDk.factor(d.width)),
                        Rule::None => 1.0,
                        Rule::Width => 1.0 / d.width as f64,
                        Rule::SqrtModel => 1.0 / ((d.width * d.heads) as f64).sqrt(),
                    };
                assert!(
                    (f64::from(scaled) - wanted).abs() <= 1e-6 * wanted.abs(),
                    "{link}"
                );
            }
        }
    }
}

/// What is typed over the draw is what is multiplied, and goes with the draw that it was typed over.
#[test]
fn a_typed_query_takes_the_place_of_the_drawn_one() {
    let mut player = Player::<Scale>::open("lesson=scale&d_k=16&n=4").unwrap();
    let before = Drawn::of(player.document());
    player
        .apply(Command::Edit(Edit::Set(Cell::new(Q, 0, 2), 7.5)))
        .unwrap();
    let after = Drawn::of(player.document());
    assert_eq!(after.get(Q).at(0, 2), 7.5);
    assert_eq!(after.get(REST), before.get(REST));
    for key in 0..4 {
        let moved = f64::from(after.get(SCORES).at(0, key) - before.get(SCORES).at(0, key));
        let wanted = f64::from((7.5 - before.get(Q).at(0, 2)) * after.get(K).at(key, 2));
        assert!((moved - wanted).abs() < 1e-5);
        assert_eq!(
            after.walk.at(2, key),
            before.walk.at(2, key),
            "before it nothing moves"
        );
        assert_eq!(after.walk.at(16, key), after.get(SCORES).at(0, key));
    }
    let again = document(player.link().strip_prefix("ver=1&lesson=scale&").unwrap());
    assert_eq!(again, **player.document());
    player.apply(Command::Own(Change::Draw(3))).unwrap();
    assert_eq!(player.document().q, None);
    for wrong in ["q=1,2", "k=1,2,3,4,5,6,7,8"] {
        let found = read::<Scale>(&format!("lesson=scale&d_k=16&n=4&{wrong}"));
        assert!(
            matches!(found, Err(Problem::LinkShape(..))),
            "{wrong}: {found:?}"
        );
    }
}

/// Against the crate's softmax, and the Jacobian written out cell by cell in f64.
#[test]
fn what_softmax_does_is_what_the_kernel_does() {
    for link in ["d_k=64", "d_k=512&n=16", "d_k=1&n=2"] {
        let drawn = Drawn::of(&Arc::new(document(link)));
        let kernel = softmax(&drawn.get(SCALED)).weights;
        let weights = drawn.get(WEIGHTS);
        for row in 0..Rule::ALL.len() {
            let own: Vec<f64> = weights.row(row).iter().map(|w| f64::from(*w)).collect();
            for (a, b) in weights.row(row).iter().zip(kernel.row(row)) {
                assert!((a - b).abs() < 1e-6, "{link}");
            }
            let cell = |i: usize, j: usize| {
                if i == j {
                    own[i] - own[i] * own[i]
                } else {
                    -own[i] * own[j]
                }
            };
            let all = (0..own.len()).flat_map(|i| (0..own.len()).map(move |j| (i, j)));
            let size = all.map(|(i, j)| cell(i, j).powi(2)).sum::<f64>().sqrt();
            assert!(
                (f64::from(drawn.get(JACOBIAN).at(row, 0)) - size).abs() < 1e-4,
                "{link}"
            );
            let bits: f64 = own
                .iter()
                .filter(|p| **p > 0.0)
                .map(|p| -p * p.log2())
                .sum();
            assert!(
                (f64::from(drawn.get(ENTROPY).at(row, 0)) - bits).abs() < 1e-5,
                "{link}"
            );
            let most = own.iter().copied().fold(0.0, f64::max);
            assert_eq!(f64::from(drawn.get(LARGEST).at(row, 0)), most);
        }
    }
}

#[test]
fn mean_and_variance_are_those_of_theory_within_their_errors() {
    for link in [
        "d_k=64",
        "dist=uniform&d_k=64&seed=3",
        "dist=correlated&d_k=64&rho=0.5&n=16",
    ] {
        let (document, summary) = (document(link), measured(link, 4000));
        assert_eq!(summary.scores, 4000 * document.keys as u64);
        for (width, own) in WIDTHS.into_iter().zip(&summary.widths) {
            let theory = document.variance(width);
            let off = |found: f64, wanted: f64, error: f64| (found - wanted).abs() / error;
            assert!(
                off(own.mean.mean, 0.0, own.mean.error) < FAR,
                "{link} {width}: {:?}",
                own.mean
            );
            assert!(
                off(own.variance.mean, theory, own.variance.error) < FAR,
                "{link} {width}: {:?} {theory}",
                own.variance
            );
            // The error is small enough for that to mean something.
            assert!(own.variance.error < 0.2 * theory, "{link} {width}");
            let counted: u64 = own
                .bins
                .iter()
                .chain(&own.outside)
                .map(|n| u64::from(*n))
                .sum();
            assert_eq!(counted, summary.scores);
        }
    }
}

/// The histogram of a wide head is the bell curve; that of d_k = 1 is not.
#[test]
fn many_components_make_a_bell_one_does_not() {
    let link = "d_k=64";
    let (document, summary) = (document(link), measured(link, 5000));
    let worst = |width: usize| {
        let (from, step) = bins(&document, width);
        let own = summary.at(width).unwrap();
        let share = |bin: usize| {
            let wanted = bell(&document, width, from + step * (bin as f64 + 0.5)) * step;
            (f64::from(own.bins[bin]) / summary.scores as f64 - wanted).abs()
        };
        (0..BINS).map(share).fold(0.0, f64::max)
    };
    assert!(worst(256) < 0.006, "{}", worst(256));
    assert!(worst(1) > 0.05, "{}", worst(1));
}

#[test]
fn without_a_factor_softmax_stalls_and_with_it_does_not() {
    let summary = measured("d_k=64", 1000);
    let at = |width: usize, rule: usize| {
        let own = summary.at(width).unwrap();
        (own.largest[rule].mean, own.jacobian[rule].mean)
    };
    let (narrow, wide) = (at(4, 0), at(1024, 0));
    assert!(
        (narrow.1 - wide.1).abs() < 0.05,
        "with 1/√d_k the width does not matter"
    );
    assert!(
        at(1024, 1).0 > 0.95 && at(1024, 1).1 < 0.2 * wide.1,
        "{:?}",
        at(1024, 1)
    );
    assert!(
        at(1024, 2).0 < 0.14,
        "with 1/d_k every key gets the same: {:?}",
        at(1024, 2)
    );
}

thread_local! {
    static NOW: Shared<f64> = const { Shared::new(0.0) };
}

/// A clock that goes on by a millisecond at each look.
fn clock() -> f64 {
    NOW.with(|now| {
        now.set(now.get() + 1.0);
        now.get()
    })
}

/// Runs it in slices of that length, pausing once.
fn run(link: &str, slice: f64) -> Summary {
    let mut engine = Engine::new(clock);
    let first = engine.handle(ScaleRequest::Draw(7, format!("lesson=scale&{link}")));
    assert_eq!((first[0].number, first[0].state), (7, State::Drawing));
    engine.work(slice);
    assert_eq!(
        engine.handle(ScaleRequest::Pause(true))[0].state,
        State::Paused
    );
    assert!(!engine.is_drawing());
    engine.handle(ScaleRequest::Pause(false));
    let mut last = None;
    while engine.is_drawing() {
        last = engine.work(slice).pop().or(last);
    }
    let last = last.unwrap();
    assert_eq!(last.state, State::Done);
    last.summary
}

#[test]
fn the_same_seed_gives_the_same_numbers_however_they_are_cut() {
    let link = "d_k=32&scores=1000&seed=11";
    let whole = measured(link, document(link).draws());
    assert_eq!(run(link, 1.0), whole);
    assert_eq!(run(link, 40.0), whole);
    assert_ne!(run("d_k=32&scores=1000&seed=12", 40.0), whole);
    // Another width looks at the same draws.
    assert_eq!(run("d_k=512&scores=1000&seed=11", 9.0), whole);
}

#[test]
fn a_link_that_cannot_be_read_ends_the_run() {
    let mut engine = Engine::new(clock);
    engine.handle(ScaleRequest::Draw(1, "lesson=scale&d_k=32".into()));
    assert!(
        engine
            .handle(ScaleRequest::Draw(2, "lesson=scale&d_k=33".into()))
            .is_empty()
    );
    assert!(!engine.is_drawing() && engine.work(5.0).is_empty());
}

/// The measured draws begin with the shown one.
#[test]
fn the_first_measured_draw_is_the_shown_one() {
    let link = "d_k=16&n=5";
    let summary = measured(link, 1);
    let drawn = Drawn::of(&Arc::new(document(link)));
    let own = summary.at(16).unwrap();
    let scores = drawn.get(SCORES);
    let mean = scores.data().iter().map(|s| f64::from(*s)).sum::<f64>() / 5.0;
    assert!((own.mean.mean - mean).abs() < 1e-9);
    let largest = drawn.get(LARGEST);
    for rule in 0..Rule::ALL.len() {
        assert_eq!(own.largest[rule].mean as f32, largest.at(rule, 0));
        // By one logarithm there, by one for each key here.
        let bits = f64::from(drawn.get(ENTROPY).at(rule, 0));
        assert!((own.entropy[rule].mean - bits).abs() < 1e-5, "{bits}");
    }
}

#[test]
fn what_cannot_be_is_refused_and_the_last_state_kept() {
    for (link, key) in [
        ("d_k=0", "d_k"),
        ("d_k=2048", "d_k"),
        ("d_k=65", "d_k"),
        ("n=1", "n"),
        ("n=17", "n"),
        ("heads=0", "heads"),
        ("rho=1", "rho"),
        ("rho=-0.1", "rho"),
        ("draw=1000000", "draw"),
        ("scores=5", "scores"),
    ] {
        let found = read::<Scale>(&format!("lesson=scale&{link}"));
        assert!(
            matches!(&found, Err(Problem::LinkRange(own, _, _)) if *own == key),
            "{link}: {found:?}"
        );
    }
    for link in ["d_k=nan", "dist=cauchy", "seed=-1", "rho=x"] {
        let found = read::<Scale>(&format!("lesson=scale&{link}"));
        assert!(
            matches!(found, Err(Problem::LinkEntry(..))),
            "{link}: {found:?}"
        );
    }
    let mut player = Player::<Scale>::open("lesson=scale&preset=head").unwrap();
    let before = player.document().clone();
    assert!(player.apply(Command::Own(Change::Width(63))).is_err());
    assert_eq!(*player.document(), before);
    player.apply(Command::Own(Change::Width(128))).unwrap();
    player.apply(Command::Undo).unwrap();
    assert_eq!(*player.document(), before);
}

#[test]
fn measured_tables_are_those_of_the_summary() {
    let document = Arc::new(document("d_k=8&scores=1000"));
    let drawn = Arc::new(Drawn::of(&document));
    assert!(
        measured_beside(Arc::clone(&drawn), &Summary::default())
            .matrix(SPREAD)
            .is_none()
    );
    let summary = measured("d_k=8&scores=1000", 125);
    let all = measured_beside(Arc::clone(&drawn), &summary);
    let table = |id| all.matrix(id).unwrap().into_owned();
    let (spread, histogram): (Matrix, Matrix) = (table(SPREAD), table(HISTOGRAM));
    assert_eq!(spread.shape(), (11, 6));
    assert_eq!((spread.at(3, 0), spread.at(3, 5)), (8.0, 8.0));
    assert_eq!(spread.at(3, 3), summary.widths[3].variance.mean as f32);
    let counted: f32 = (0..BINS).map(|row| histogram.at(row, 2)).sum();
    assert_eq!(counted as u32, summary.widths[3].bins.iter().sum::<u32>());
    assert_eq!(
        table(MEAN_JACOBIAN).at(10, 1),
        summary.widths[10].jacobian[1].mean as f32
    );
    assert_eq!(table(SCORES), *drawn.get(SCORES));
}

#[test]
fn the_first_picture_is_a_usual_one() {
    let first = Player::<Scale>::open("lesson=scale&preset=head").unwrap();
    let drawn = Drawn::of(first.document());
    let (width, keys) = (drawn.document.width, drawn.document.keys);
    let scores = drawn.get(SCORES).into_owned();
    let square = scores.data().iter().map(|own| own * own).sum::<f32>() / keys as f32;
    assert!((square / width as f32 - 1.0).abs() < 0.1, "{square}");
    let cone = |steps: usize| 2.0 * (steps as f32).sqrt();
    assert!(
        scores.data().iter().all(|own| own.abs() < cone(width)),
        "{scores:?}"
    );
    let sums = (4..=width).flat_map(|steps| (0..keys).map(move |key| (steps, key)));
    let beyond = sums.filter(|(steps, key)| drawn.walk.at(*steps, *key).abs() > cone(*steps));
    let share = beyond.count() as f32 / ((width - 3) * keys) as f32;
    assert!((0.02..0.07).contains(&share), "one in twenty: {share}");
    // The links of before had no seed where it was 1.
    assert_eq!(document("d_k=64").seed, 1);
}

#[test]
fn what_is_written_of_a_factor_gives_what_is_shown() {
    let drawn = Drawn::of(&Arc::new(document("d_k=512")));
    let width = Rule::ALL.iter().position(|rule| *rule == Rule::Width);
    let cell = Cell::new(SCALED, width.unwrap(), 0);
    let written = lesson::core::expr::text(&META.written(&drawn, cell, 2, usize::MAX));
    assert!(written.contains(" / 512.00 = "), "{written}");
    let rule = drawn.rule(cell).unwrap().evaluate();
    assert_eq!(
        rule,
        drawn.get(SCORES).at(0, 0) * (1.0 / 512.0),
        "to the bit"
    );
}

#[test]
fn one_pull_of_the_slider_is_one_step_back() {
    let (document, view) = read::<Scale>("lesson=scale&d_k=64").unwrap();
    let mut player = Player::<Scale>::new(document, view);
    for width in [128, 256, 512] {
        player.apply(Command::Own(Change::Width(width))).unwrap();
    }
    player.apply(Command::Settle).unwrap();
    player.apply(Command::Undo).unwrap();
    assert_eq!(player.document().width, 64);
}

#[test]
fn what_is_measured_has_a_name_for_every_row_and_column() {
    let named = |axis| match axis {
        Axis::Named(names) => names.to_vec(),
        _ => vec![],
    };
    let of = |key: &str| META.tables.iter().find(|table| table.key == key).unwrap();
    let widths = WIDTHS.map(|width| format!("d_k = {width}"));
    for key in ["spread", "mean_largest", "mean_entropy", "mean_jacobian"] {
        assert_eq!(named(of(key).rows), widths, "{key}");
    }
    let drawn = Arc::new(Drawn::of(&Arc::new(document("heads=2"))));
    let all = measured_beside(Arc::clone(&drawn), &measured("heads=2", 3));
    let tables = (0u8..).map(TableId).zip(META.tables);
    for (id, table) in tables.filter(|(_, table)| table.is_measured()) {
        let matrix = all.matrix(id).unwrap();
        assert_eq!(named(table.cols).len(), matrix.cols(), "{}", table.key);
    }
    assert_eq!(named(of("mean_largest").cols).len(), Rule::ALL.len());
}
