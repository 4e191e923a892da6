//! The guided walk: what it shows is what the head computes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;

use lesson::core::command::Edit;
use lesson::head::view::Level;
use lesson::lessons::stepper::encode;
use lesson::lessons::stepper::guided::draws::{DRAWS, KEYS, LENGTHS, draw};
use lesson::lessons::stepper::guided::plane::Plane;
use lesson::lessons::stepper::guided::recall::{Answer, Digits, answers, digits};
use lesson::lessons::stepper::guided::{Beat, Plain, leaders, mixed, products, shares, strongest};
use lesson::lessons::stepper::{META, decode};
use lesson::{Cell, Change, Command, Mode, Stage, Stepper};
use lesson::{Name, Trace};

fn trace(link: &str) -> Trace {
    let (document, _) = decode(link).unwrap();
    Trace::of(&document).unwrap()
}

/// All examples, each with its number of queries.
fn examples() -> impl Iterator<Item = (String, Trace)> {
    META.presets.iter().map(|preset| {
        let link = format!("preset={}", preset.slug);
        let trace = trace(&link);
        (link, trace)
    })
}

#[test]
fn products_add_up_to_the_score_to_the_bit() {
    for (link, trace) in examples() {
        let scores = trace.get(Name::Scores);
        for row in 0..scores.rows() {
            for key in 0..scores.cols() {
                let sum: f32 = products(&trace, row, key).into_iter().sum();
                assert_eq!(sum, scores.at(row, key), "{link} {row} {key}");
            }
        }
    }
    assert!(products(&trace(""), 99, 0).is_empty());
}

#[test]
fn exps_over_their_sum_are_the_weights() {
    for (link, trace) in examples() {
        for row in 0..trace.get(Name::Q).rows() {
            let shares = shares(&trace, row);
            for (exp, weight) in shares.exps.iter().zip(&shares.weights) {
                assert!((exp / shares.sum - weight).abs() <= 1e-6, "{link} {row}");
            }
        }
    }
}

#[test]
fn large_scores_are_lowered_before_exp() {
    let large = shares(&trace("q=100;0&k=2;1&v=1;1&t=a,b&scale=none"), 0);
    assert_eq!((large.lowered, large.sum), (200.0, 1.0));
    let masked = shares(&trace("preset=causal"), 0);
    assert_eq!(masked.lowered, 0.0);
    assert_eq!(masked.exps[1], 0.0);
}

#[test]
fn without_exp_shares_can_be_less_than_nothing() {
    let cat = shares(&trace(""), 1).without_exp;
    assert!(cat[1] < 0.0 && cat[2] > 1.0, "{cat:?}");
    // A hidden key has no part in it.
    let first = shares(&trace("preset=causal"), 0).without_exp;
    assert_eq!(first[0], 1.0);
    assert!(first[1..].iter().all(|share| *share == 0.0), "{first:?}");
}

#[test]
fn what_comes_of_doing_without_exp_is_told_apart() {
    let plain = |keys: &str| {
        let link = format!("t=a&kt=a,b,c&q=1&k={keys}&v=1;2;3&scale=none");
        shares(&trace(&link), 0).plain()
    };
    assert_eq!(plain("3;2;-1"), Plain::Below(-0.25));
    assert_eq!(plain("1;1;-2"), Plain::Undivided);
    // The shares are positive, and the lowest gets most.
    assert_eq!(plain("-1;-2;-3"), Plain::Turned);
    assert_eq!(plain("1;2;0"), Plain::Luck);
    assert_eq!(plain("-2;-2;-2"), Plain::Luck);
    // A hidden key has no say in it.
    let masked = trace("t=a,b&q=1;1&k=2;-5&v=1;2&scale=none&mask=causal");
    assert_eq!(shares(&masked, 0).plain(), Plain::Luck);
}

#[test]
fn the_strongest_key_is_the_largest_of_its_row() {
    assert_eq!(strongest(&trace(""), Name::Weights, 1), 2);
    assert_eq!(strongest(&trace(""), Name::Weights, 9), 0);
    assert_eq!(leaders(&trace(""), Name::Weights, 1), [2]);
    assert!(leaders(&trace(""), Name::Weights, 9).is_empty());
}

#[test]
fn of_equal_scores_none_leads_alone() {
    let flat = trace("t=a,b,c&q=0,0;1,0;0,1&k=1,2;3,4;1,2&v=1;2;3&scale=none");
    assert_eq!(leaders(&flat, Name::Scores, 0), [0, 1, 2]);
    assert_eq!(leaders(&flat, Name::Scores, 1), [1]);
    assert_eq!(strongest(&flat, Name::Scores, 0), 0);
}

#[test]
fn the_mixture_is_the_sum_of_what_is_handed_over() {
    let trace = trace("");
    let (own, parts) = mixed(&trace, 1, true);
    assert_eq!(own, Some(vec![1.0, 0.0]));
    for column in 0..2 {
        let sum: f32 = parts.iter_rows().map(|row| row[column]).sum();
        let output = trace.get(Name::Output).at(1, column);
        assert!((sum - output).abs() < 1e-6);
    }
    assert_eq!(mixed(&trace, 1, false).0, None);
}

#[test]
fn longer_vectors_spread_scores_by_the_root_of_their_length() {
    for d_k in LENGTHS {
        let [plain, scaled] = draw(d_k, 7);
        assert_eq!(plain.scores.len(), KEYS);
        let root = (d_k as f32).sqrt();
        assert!(
            (plain.typical / root - 1.0).abs() < 0.15,
            "{d_k}: {}",
            plain.typical
        );
        assert!(
            (scaled.typical - 1.0).abs() < 0.15,
            "{d_k}: {}",
            scaled.typical
        );
        assert!((scaled.shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(plain.largest >= scaled.largest);
    }
    let [plain, scaled] = draw(64, 7);
    assert!(
        plain.largest > 0.8 && scaled.largest < 0.5,
        "{plain:?} {scaled:?}"
    );
    assert_ne!(draw(64, 7)[0].scores, draw(64, 7 + DRAWS as u64)[0].scores);
}

#[test]
fn the_plane_shows_two_numbers_and_no_more() {
    let plane = Plane::of(&trace(""), 1);
    let plane = plane.unwrap();
    assert_eq!((plane.q, plane.keys[2]), ((0.3, -0.5), (2.3, -1.4)));
    let (x, y) = plane.foot(plane.keys[2]).unwrap_or_default();
    // What is left of the key stands at a right angle to the query.
    assert!(((2.3 - x) * 0.3 + (-1.4 - y) * -0.5).abs() < 1e-5);
    assert_eq!(plane.rounded((0.3141, -99.0)), (0.3, -2.9));
    let (zero, _) = plane.rounded((-0.01, 1.0));
    assert!(zero == 0.0 && zero.is_sign_positive(), "no −0");
    // Dragged out at its edge, a plane that is held stays as large as it was.
    let dragged = Plane::of(&trace("preset=cat&q=0,0;2.8,-2.8;0,0"), 1).unwrap();
    assert!(dragged.extent > plane.extent);
    assert_eq!(dragged.held(Some(plane.extent)).extent, plane.extent);
    // In a wide picture 2.3 to the right has room, so −1.4 says how large all is drawn.
    let wide = plane.over((2.0, 1.0));
    assert!((wide.extent - 1.75).abs() < 1e-5, "{}", wide.extent);
    assert_eq!(wide.rounded((9.0, 0.0)), (3.5, 0.0));
    assert_eq!(Plane::of(&trace("preset=animal"), 0), None);
    let flat = Plane::of(&trace("preset=cat&q=0,0;0,0;0,0"), 0);
    assert_eq!(flat.and_then(|plane| plane.foot((1.0, 1.0))), None);
}

#[test]
fn every_beat_has_its_stage() {
    for beat in Beat::ALL {
        assert_eq!(Beat::of(beat.stage()), beat);
    }
}

fn open(link: &str) -> Stepper {
    let (document, view) = decode(link).unwrap();
    Stepper::new(document, view)
}

#[test]
fn whoever_asks_for_nothing_gets_the_walk_and_old_links_open_as_they_did() {
    for plain in [
        "",
        "lesson=stepper",
        "lang=de",
        "ver=1&lesson=stepper&theme=dark",
    ] {
        assert_eq!(
            open(&META.for_newcomers(plain)).view.level,
            Level::Walk,
            "{plain}"
        );
    }
    for own in [
        "preset=cat",
        "embed",
        "stage=weights",
        "lesson=stepper&ask=weights.2",
        "level=queries",
    ] {
        assert_eq!(META.for_newcomers(own), own);
    }
    assert_eq!(open("").view.level, Level::Explore);
    for asking in ["level=walk&ask=weights.2", "level=walk&predict=scores"] {
        assert_eq!(open(asking).view.level, Level::Explore, "{asking}");
    }
    assert!(decode("level=heaven").is_err());
}

/// One mistake takes one entry away, and who has nothing left begins as a newcomer does.
#[test]
fn of_a_faulty_link_the_rest_is_opened() {
    let level = |link: &str| {
        let problem = Stepper::open(link).unwrap_err();
        Stepper::mended(link, &problem).unwrap().view.level
    };
    for (link, wanted) in [
        ("preset=cat&level=queries&stage=wieghts", Level::Queries),
        ("preset=katze&level=queries", Level::Queries),
        ("level=explore&mask=nope", Level::Explore),
        ("preset=katze", Level::Walk),
        ("lesson=geometri", Level::Walk),
        ("level=querys", Level::Walk),
        ("ver=99&preset=worked", Level::Walk),
        ("ver=1&t=the,cat,sat&q=1,0;0,", Level::Walk),
        ("preset=%", Level::Walk),
    ] {
        assert_eq!(level(link), wanted, "{link}");
    }
    // What the link asks for besides is kept.
    let link = "preset=causal&level=queries&stage=wieghts";
    let problem = Stepper::open(link).unwrap_err();
    let mended = Stepper::mended(link, &problem).unwrap();
    assert_eq!(mended.document(), open("preset=causal").document());
}

#[test]
fn a_level_is_kept_in_links_and_by_examples() {
    for level in Level::ALL {
        let mut stepper = open("");
        stepper.apply(Command::Own(Change::Level(level))).unwrap();
        let (_, again) = decode(&encode(stepper.document(), &stepper.view)).unwrap();
        assert_eq!(again.level, level);
        stepper.apply(Command::Preset("worked".into())).unwrap();
        assert_eq!(stepper.view.level, level);
    }
}

#[test]
fn the_walk_has_five_places_and_leads_back_to_the_stages() {
    let mut stepper = open("level=walk&stage=project");
    let mut seen = vec![stepper.view.stage];
    for _ in 0..9 {
        stepper.apply(Command::Next).unwrap();
        seen.push(stepper.view.stage);
    }
    seen.dedup();
    assert_eq!(seen, Beat::ALL.map(Beat::stage));
    stepper.apply(Command::Reset).unwrap();
    assert_eq!(stepper.view.stage, Stage::Project);
    // Q, K and V are typed here: the stages begin with the scores.
    stepper
        .apply(Command::Own(Change::Level(Level::Queries)))
        .unwrap();
    assert_eq!(stepper.view.stage, Stage::Scores);
}

#[test]
fn after_the_walk_the_best_match_is_explained_and_softmax_is_one_step_until_everything_is_open() {
    let mut stepper = open("preset=cat&level=walk");
    let mut rise = |level| {
        stepper.apply(Command::Own(Change::Level(level))).unwrap();
        (stepper.view.softmax_open, stepper.selected())
    };
    // “cat” looks most at “sat”.
    let best = Cell::new(Name::Scores, 1, 2);
    assert_eq!(rise(Level::Queries), (false, best));
    assert_eq!(rise(Level::Explore), (true, best));
    // Who opens everything at once has it open.
    rise(Level::Walk);
    assert!(rise(Level::Explore).0);
}

#[test]
fn a_level_opens_on_the_key_that_the_query_looks_at_most_unless_the_link_says_otherwise() {
    let shown = |link: &str| {
        let cell = open(link).selected();
        (cell.name, cell.row, cell.col)
    };
    for level in ["level=queries", "level=explore", "preset=cat&level=queries"] {
        assert_eq!(shown(level), (Name::Scores, 1, 2), "{level}");
    }
    assert_eq!(shown("level=queries&row=0"), (Name::Scores, 0, 1));
    assert_eq!(shown("level=queries&col=0"), (Name::Scores, 1, 0));
    assert_eq!(shown("level=queries&pin=scores.0.0"), (Name::Scores, 0, 0));
    // One query is walked from its first cell, and what the page wrote stands where it stood.
    assert_eq!(shown("level=queries&mode=one"), (Name::Scores, 1, 0));
    assert_eq!(shown("ver=1&level=queries"), (Name::Scores, 1, 0));
    let mut stepper = open("level=queries");
    stepper.apply(Command::Next).unwrap();
    stepper.apply(Command::Reset).unwrap();
    assert_eq!(stepper.selected().col, 2);
    let one = Command::Own(Change::Mode(Mode::One));
    stepper.apply(one).unwrap();
    assert_eq!(stepper.selected().col, 0);
}

#[test]
fn a_dragged_query_is_one_step_of_undo() {
    let mut stepper = open("level=walk");
    let before = stepper.document().q.clone();
    for x in [0.4, 0.5, 0.6] {
        let drag = Edit::Drag(Cell::new(Name::Q, 1, 0), vec![x, -x]);
        stepper.apply(Command::Edit(drag)).unwrap();
    }
    assert_eq!(stepper.document().q.row(1), [0.6, -0.6]);
    stepper.apply(Command::Undo).unwrap();
    assert_eq!(stepper.document().q, before);
}

/// Who multiplies and adds what stands in the question finds the right answer among the others.
#[test]
fn computing_by_hand_from_what_is_shown_gives_the_answer_that_is_shown() {
    let places = |weights, answers| Digits { weights, answers };
    assert_eq!(digits(&trace(""), 2, 2, true), places(2, 1));
    for (link, trace) in examples() {
        for row in 0..trace.get(Name::Q).rows() {
            let Digits { weights, answers } = digits(&trace, row, 2, true);
            let read = |value: f32, places: u8| -> f64 {
                format!("{value:.*}", usize::from(places)).parse().unwrap()
            };
            let (v, output) = (trace.get(Name::V), trace.get(Name::Output));
            for col in 0..v.cols() {
                let part = |key| {
                    read(trace.get(Name::Weights).at(row, key), weights) * f64::from(v.at(key, col))
                };
                let sum: f64 = (0..v.rows()).map(part).sum();
                let shown = read(output.at(row, col), answers);
                let half = 0.5 * 10f64.powi(-i32::from(answers));
                assert!(
                    (sum - shown).abs() < half,
                    "{link} {row} {col}: {sum}, {shown}"
                );
            }
        }
    }
    assert_eq!(digits(&trace(""), 99, 2, true), places(2, 2));
    // However few places are wanted, no two answers look the same.
    for usual in 0..2 {
        let places = usize::from(digits(&trace(""), 2, usual, true).answers);
        let written = |own: &(Answer, Vec<f32>)| {
            own.1
                .iter()
                .map(|x| format!("{x:.places$}"))
                .collect::<Vec<_>>()
        };
        let all: BTreeSet<_> = answers(&trace(""), 2).iter().map(written).collect();
        assert_eq!(all.len(), answers(&trace(""), 2).len(), "{usual}");
    }
}

#[test]
fn the_question_offers_the_mixture_once_and_mistakes_that_differ_from_it() {
    for (link, trace) in examples() {
        for row in 0..trace.get(Name::Q).rows() {
            let offered = answers(&trace, row);
            let right: Vec<_> = offered
                .iter()
                .filter(|own| own.0 == Answer::Mixture)
                .collect();
            assert_eq!(right.len(), 1, "{link} {row}");
            assert_eq!(right[0].1, trace.get(Name::Output).row(row));
            for (index, own) in offered.iter().enumerate() {
                assert!(offered[index + 1..].iter().all(|other| other.1 != own.1));
            }
        }
    }
    let cat = answers(&trace(""), 1);
    let average = cat.iter().find(|own| own.0 == Answer::Average).unwrap();
    assert!((average.1[0] - 1.1 / 3.0).abs() < 1e-6);
    assert_eq!(cat.len(), 4);
}
