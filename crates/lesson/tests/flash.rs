//! Flash attention by hand ends in the digits of the plain softmax, for every preset, mask and size
//! of a tile, and each number on the way is what an online softmax written out plainly gives.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use attention::{Matrix, Scale};
use lesson::flash::{At, Held, Kind, Part, Rule, Source, State, Tile, Walk, Walker, link, text};
use lesson::number::shown;
use lesson::{Cell, Command, Document, MaskKind, Name, Stepper, Trace, View, presets};

/// The walk adds in another order than the plain softmax and rescales on the way: it may differ by
/// rounding, a few units in the last place of numbers of this size.
const TOLERANCE: f32 = 1e-6;

fn masks(n: usize, m: usize) -> Vec<MaskKind> {
    let checkers = attention::Keep::from_fn(n, m, |i, j| (i + j) % 2 == 1);
    // Nobody sees anything but the last query; then rows and tiles with nothing.
    let mostly_blind = attention::Keep::from_fn(n, m, |i, j| i + 1 == n && j + 1 == m);
    vec![
        MaskKind::None,
        MaskKind::Causal,
        MaskKind::Window(2),
        MaskKind::Prefix(2),
        MaskKind::Padding(1),
        MaskKind::Padding(m),
        MaskKind::Painted(checkers),
        MaskKind::Painted(mostly_blind),
    ]
}

/// Every preset under every mask, as typed and as projected.
fn documents() -> Vec<Document> {
    let mut all = vec![];
    for preset in presets::PRESETS {
        let document = presets::open(preset.slug).unwrap().0;
        for mask in masks(document.n(), document.m()) {
            all.push(Document {
                mask,
                ..document.clone()
            });
        }
        all.push(document);
    }
    all
}

fn sizes(document: &Document) -> impl Iterator<Item = Tile> + use<> {
    let (n, m) = (document.n(), document.m());
    let tile = move |queries| (1..=m).map(move |keys| Tile { queries, keys });
    (1..=n).flat_map(tile)
}

fn cat() -> Document {
    presets::open("cat").unwrap().0
}

#[test]
fn it_ends_in_the_plain_softmax() {
    for document in documents() {
        let plain = Trace::of(&document).unwrap();
        let plain = plain.get(Name::Output);
        for tile in sizes(&document) {
            let walk = Walk::of(&document, tile).unwrap();
            let output = walk.output();
            assert_eq!(output.shape(), plain.shape());
            let largest = plain
                .data()
                .iter()
                .fold(1.0_f32, |most, v| most.max(v.abs()));
            for (own, plain) in output.data().iter().zip(plain.data()) {
                let close = (own - plain).abs() <= TOLERANCE * largest;
                assert!(close, "{tile:?} {:?}: {own} for {plain}", document.mask);
                assert_eq!(
                    shown(*own, 2),
                    shown(*plain, 2),
                    "{tile:?} {:?}",
                    document.mask
                );
            }
            assert!(walk.difference() <= TOLERANCE * largest);
        }
    }
}

/// m, l and O of one query after some tiles.
struct Running {
    m: f32,
    l: f32,
    o: Vec<f32>,
}

/// The online softmax of one row over one tile, written down as in the paper and from the plain
/// trace's masked scores, by nothing of what is tested.
fn online(row: &mut Running, scores: &[f32], values: &[&[f32]]) {
    let m = scores.iter().copied().fold(row.m, f32::max);
    let shrink = if row.m == f32::NEG_INFINITY {
        0.0
    } else {
        attention::exp(row.m - m)
    };
    let p: Vec<f32> = scores
        .iter()
        .map(|s| {
            if *s == f32::NEG_INFINITY {
                0.0
            } else {
                attention::exp(s - m)
            }
        })
        .collect();
    row.l = p.iter().fold(shrink * row.l, |sum, p| sum + p);
    for (c, o) in row.o.iter_mut().enumerate() {
        *o = p
            .iter()
            .zip(values)
            .fold(shrink * *o, |sum, (p, v)| sum + p * v[c]);
    }
    row.m = m;
}

#[test]
fn every_running_number_is_the_online_softmax() {
    for document in documents() {
        let plain = Trace::of(&document).unwrap();
        let (masked, v) = (plain.get(Name::Masked), plain.get(Name::V));
        for tile in [
            Tile::default(),
            Tile {
                queries: 1,
                keys: 3,
            },
            Tile {
                queries: 3,
                keys: 1,
            },
        ] {
            let walk = Walk::of(&document, tile).unwrap();
            for row in 0..document.n() {
                let mut own = Running {
                    m: f32::NEG_INFINITY,
                    l: 0.0,
                    o: vec![0.0; v.cols()],
                };
                let of_row = |(_, step): &(usize, &lesson::flash::Step)| {
                    step.kind == Kind::Accumulate && step.queries.contains(&row)
                };
                for (at, step) in walk.steps.iter().enumerate().filter(of_row) {
                    let values: Vec<&[f32]> = step.keys.clone().map(|key| v.row(key)).collect();
                    online(&mut own, &masked.row(row)[step.keys.clone()], &values);
                    let number = |part, col| {
                        let source = walk.shown(at, part, row, col).source.unwrap();
                        walk.value(source)
                    };
                    assert_eq!(number(Part::Max, 0).to_bits(), own.m.to_bits());
                    assert_eq!(number(Part::Sum, 0).to_bits(), own.l.to_bits());
                    for (col, o) in own.o.iter().enumerate() {
                        assert_eq!(number(Part::Accumulated, col).to_bits(), o.to_bits());
                    }
                }
            }
        }
    }
}

#[test]
fn every_number_has_a_rule_that_reads_only_what_was_there() {
    for document in documents() {
        let walk = Walk::of(&document, Tile::default()).unwrap();
        for (index, step) in walk.steps.iter().enumerate() {
            for row in step.queries.clone() {
                for col in step.columns() {
                    let at = At {
                        step: index,
                        row,
                        col,
                    };
                    let rule = walk.rule(at).unwrap();
                    let value = rule.evaluate(|source| walk.value(source), walk.plain.factor);
                    assert_eq!(value.to_bits(), walk.number(at).unwrap().to_bits());
                    assert!(!value.is_nan(), "{:?} {at:?}", document.mask);
                    for source in rule.sources() {
                        match source {
                            Source::Step(from) => assert!(
                                from.step < index && from.row == row && walk.number(from).is_some()
                            ),
                            Source::Input(cell) => assert!(document.has(cell)),
                            Source::Start(value) => {
                                assert!(value == 0.0 || value == f32::NEG_INFINITY)
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn scores_are_the_plain_scores() {
    for document in documents() {
        let walk = Walk::of(
            &document,
            Tile {
                queries: 3,
                keys: 2,
            },
        )
        .unwrap();
        let masked = walk.plain.get(Name::Masked);
        for step in walk.steps.iter().filter(|step| step.kind == Kind::Scores) {
            for (row, col) in step
                .queries
                .clone()
                .flat_map(|i| step.keys.clone().map(move |j| (i, j)))
            {
                assert_eq!(step.number(row, col), masked.get(row, col));
            }
        }
    }
}

#[test]
fn tiles_that_the_mask_empties_are_skipped_and_no_others() {
    let document = presets::open("causal").unwrap().0;
    let walk = Walk::of(&document, Tile::default()).unwrap();
    let skipped: Vec<_> = walk
        .steps
        .iter()
        .filter(|step| step.kind == Kind::Skip)
        .map(|step| (step.queries.start, step.keys.start))
        .collect();
    assert_eq!(skipped, [(0, 2), (0, 4), (2, 4)]);
    for (row, col, state) in [
        (0, 2, State::Skipped),
        (1, 5, State::Skipped),
        (0, 1, State::Ahead),
    ] {
        assert_eq!(walk.shown(0, Part::Tile, row, col).state, state);
    }
    let computed = walk
        .steps
        .iter()
        .filter(|step| step.kind == Kind::Scores)
        .count();
    assert_eq!(computed, 6);
}

#[test]
fn a_query_that_sees_nothing_gets_zeros() {
    let mut document = cat();
    document.mask = MaskKind::Painted(attention::Keep::from_fn(3, 3, |i, _| i != 1));
    for tile in sizes(&document) {
        let walk = Walk::of(&document, tile).unwrap();
        assert_eq!(walk.output().row(1), [0.0, 0.0], "{tile:?}");
        assert!(walk.plain.rows[1].sees_nothing);
    }
}

#[test]
fn cross_attention_and_widths_of_their_own() {
    let walk = |fragment: &str| {
        let (document, _) = lesson::url::decode(fragment).unwrap();
        let walk = Walk::of(
            &document,
            Tile {
                queries: 2,
                keys: 3,
            },
        )
        .unwrap();
        assert!(walk.difference() <= TOLERANCE);
        walk
    };
    let one = walk("q=0.5,1,2&k=1,0,1;0,2,1;-1,1,0;2,2,-2;0,0,0&v=1;2;3;4;-5");
    assert_eq!((one.n(), one.m(), one.d_v()), (1, 5, 1));
    assert_eq!(
        one.tile,
        Tile {
            queries: 1,
            keys: 3
        }
    );
}

/// Where scores overflow to ∞, the largest share their row equally, as in the plain softmax.
#[test]
fn overflow_ends_as_in_the_plain_softmax() {
    let (document, _) = lesson::url::decode("q=1e30;1&k=1e30;1;1e30&v=1;2;4&scale=none").unwrap();
    for tile in sizes(&document) {
        let walk = Walk::of(&document, tile).unwrap();
        assert_eq!(walk.output(), *walk.plain.get(Name::Output), "{tile:?}");
        assert_eq!(walk.output().at(0, 0), 2.5);
    }
}

#[test]
fn overrides_of_what_is_never_held_are_left_out() {
    let (document, view) = presets::open("cat").unwrap();
    let mut stepper = Stepper::new(document.clone(), view);
    for (name, value) in [
        (Name::Scores, 9.0),
        (Name::Scaled, 9.0),
        (Name::Weights, 0.5),
    ] {
        stepper
            .apply(Command::Edit(Cell::new(name, 1, 1), value))
            .unwrap();
    }
    let walk = Walk::of(stepper.document(), Tile::default()).unwrap();
    assert_eq!(walk.left_out, 3);
    assert_eq!(
        walk.output(),
        Walk::of(&document, Tile::default()).unwrap().output()
    );
    // A painted cell of the mask is no override of a number: it counts.
    stepper
        .apply(Command::Edit(Cell::new(Name::Mask, 1, 2), 1.0))
        .unwrap();
    let painted = Walk::of(stepper.document(), Tile::default()).unwrap();
    assert_eq!(painted.left_out, 3);
    assert_ne!(painted.output(), walk.output());
}

#[test]
fn the_worked_example_is_the_one_in_the_books() {
    let document = presets::open("worked").unwrap().0;
    let output = Walk::of(&document, Tile::default()).unwrap().output();
    assert_eq!(
        (shown(output.at(2, 0), 3), shown(output.at(2, 1), 3)),
        ("1.000".into(), "1.248".into())
    );
}

#[test]
fn arithmetic_is_written_with_the_actual_numbers() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let last = |kind| {
        walk.steps[..18]
            .iter()
            .rposition(|step| step.kind == kind)
            .unwrap()
    };
    let line = |kind, col| {
        text(
            &walk,
            At {
                step: last(kind),
                row: 1,
                col,
            },
            2,
        )
    };
    assert_eq!(
        line(Kind::Scores, 2),
        "s₂₃ = (0.30·2.30 + (−0.50)·(−1.40)) / √2 = 0.98"
    );
    assert_eq!(line(Kind::TileMax, 0), "m̃₂ = max(0.98) = 0.98");
    assert_eq!(line(Kind::Max, 0), "m₂ = max(0.01, 0.98) = 0.98");
    assert_eq!(line(Kind::Factor, 0), "c₂ = exp(0.01 − 0.98) = 0.38");
    assert_eq!(line(Kind::Exp, 2), "p₂₃ = exp(0.98 − 0.98) = 1.00");
    assert_eq!(line(Kind::Sum, 0), "l₂ = 0.38·1.69 + 1.00 = 1.64");
    assert_eq!(
        line(Kind::Accumulate, 1),
        "O₂₂ = 0.38·0.20 + 1.00·1.00 = 1.08"
    );
    assert_eq!(line(Kind::Divide, 1), "o₂₂ = 1.08 / 1.64 = 0.66");
    let hidden = Walk::of(
        &Document {
            mask: MaskKind::Causal,
            ..cat()
        },
        Tile::default(),
    )
    .unwrap();
    assert_eq!(
        text(
            &hidden,
            At {
                step: 2,
                row: 0,
                col: 1
            },
            2
        ),
        "s₁₂ = −∞"
    );
    assert!(matches!(
        hidden.rule(At {
            step: 2,
            row: 0,
            col: 1
        }),
        Some(Rule::Score { hidden: true, .. })
    ));
}

#[test]
fn what_stands_in_the_figure() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let value = |at, part, row, col| {
        walk.shown(at, part, row, col)
            .source
            .map(|source| walk.value(source))
    };
    // A query begins with nothing; others wait.
    assert_eq!(value(0, Part::Max, 0, 0), Some(f32::NEG_INFINITY));
    assert_eq!(value(0, Part::Sum, 1, 0), Some(0.0));
    assert_eq!(value(0, Part::Accumulated, 2, 0), None);
    // Scores, then exponentials in their place; gone with the next tile.
    let find = |kind, nth| {
        walk.steps
            .iter()
            .enumerate()
            .filter(|(_, step)| step.kind == kind)
            .nth(nth)
            .unwrap()
            .0
    };
    let (scores, exp, second) = (
        find(Kind::Scores, 0),
        find(Kind::Exp, 0),
        find(Kind::Load, 1),
    );
    assert_eq!(
        value(scores, Part::Tile, 1, 0),
        walk.plain.get(Name::Masked).get(1, 0)
    );
    assert_eq!(value(exp, Part::Tile, 1, 0), Some(1.0));
    assert_eq!(walk.shown(second, Part::Tile, 1, 0).state, State::Gone);
    assert_eq!(walk.shown(second, Part::Tile, 1, 2).state, State::Held);
    assert_eq!(walk.shown(second, Part::Tile, 2, 0).state, State::Ahead);
    // The old value beside the new one.
    let sum = walk.shown(find(Kind::Sum, 1), Part::Sum, 1, 0);
    assert!(sum.changed && sum.old == value(second, Part::Sum, 1, 0));
    // The output stays when its queries are finished.
    let end = walk.steps.len() - 1;
    assert_eq!(walk.shown(end, Part::Output, 0, 1).state, State::Written);
    assert_eq!(walk.shown(end, Part::Max, 0, 0).state, State::Gone);
    let all = Matrix::from_fn(3, 2, |i, c| value(end, Part::Output, i, c).unwrap());
    assert_eq!(all, walk.output());
}

#[test]
fn memory_is_a_tile_and_a_few_numbers_a_query() {
    for document in documents() {
        let tile = Tile::default().within(document.n(), document.m());
        let walk = Walk::of(&document, tile).unwrap();
        let most = Held::most(tile, document.d_v());
        let held: Vec<Held> = (0..walk.steps.len()).map(|at| walk.held(at)).collect();
        assert!(held.iter().all(|one| one.total() <= most.total()));
        let rows = walk.steps.last().unwrap().queries.len();
        assert_eq!(
            held.last().unwrap().total(),
            rows * (2 + document.d_v()),
            "what is divided"
        );
    }
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    assert_eq!(
        walk.held(6),
        Held {
            tile: 4,
            running: 8,
            aside: 2
        }
    );
    let long = Held::most(
        Tile {
            queries: 64,
            keys: 64,
        },
        64,
    );
    assert_eq!(long.total(), 64 * 64 + 64 * 66 + 64);
}

#[test]
fn it_is_walked_by_the_stepper_s_commands_and_clock() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let steps = walk.steps.len();
    assert_eq!(steps, 2 * (2 + 2 * 8));
    let mut walker = Walker::default();
    assert!(walker.apply(&Command::Back, steps) && walker.at == 0);
    assert!(walker.apply(&Command::Next, steps) && walker.at == 1);
    assert!(walker.apply(&Command::Scrub(usize::MAX), steps) && walker.at == steps - 1);
    assert!(walker.apply(&Command::Next, steps) && walker.at == steps - 1);
    // Play at the end starts over, and ends by itself.
    walker.apply(&Command::Play, steps);
    assert!(walker.at == 0 && walker.playback.playing);
    let mut moved = 0;
    while walker.playback.playing {
        assert!(!walker.tick(0.1, 1.0, steps));
        moved += usize::from(walker.tick(2.0, 1.0, steps));
        assert!(moved < 1000);
    }
    assert_eq!((moved, walker.at), (steps - 1, steps - 1));
    walker.apply(&Command::Reset, steps);
    assert_eq!(walker.at, 0);
    assert!(
        !walker.apply(&Command::Digits(3), steps),
        "the document's and the view's"
    );
}

#[test]
fn a_chip_leads_to_its_step_of_the_same_tile() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let (first, second) = (2, 10);
    assert_eq!(walk.steps[first].kind, Kind::Scores);
    assert_eq!(walk.steps[second].kind, Kind::Scores);
    // From the end of the first tile its own beginning, though the second tile's is nearer.
    assert_eq!(walk.steps[8].kind, Kind::Accumulate);
    assert_eq!(walk.near(Kind::Scores, 8), Some(first));
    assert_eq!(walk.near(Kind::Begin, 12), Some(0));
    assert_eq!(walk.near(Kind::Divide, 0), Some(17));
    assert_eq!(walk.near(Kind::Skip, 0), None, "nothing is masked");
    assert_eq!(walk.tile_at(1, 2), Some(9));
    assert_eq!(walk.tile_at(3, 0), None);
}

/// The example is shown with the digits it opens with.
#[test]
fn every_example_shows_the_same_digits() {
    for preset in presets::PRESETS {
        let (document, view) = presets::open(preset.slug).unwrap();
        let walk = Walk::of(&document, Tile::default()).unwrap();
        let (own, plain) = (walk.output(), walk.plain.get(Name::Output));
        for (own, plain) in own.data().iter().zip(plain.data()) {
            let texts = [own, plain].map(|value| shown(*value, view.digits));
            assert_eq!(texts[0], texts[1], "{}", preset.slug);
        }
    }
}

#[test]
fn what_is_explained_is_what_the_step_computed() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let mut walker = Walker::default();
    assert_eq!(walker.explained(&walk), None, "nothing is computed yet");
    walker.go(2, walk.steps.len());
    walker.pin((Part::Tile, 1, 1));
    assert_eq!(
        walker.explained(&walk),
        Some(At {
            step: 2,
            row: 1,
            col: 1
        })
    );
    walker.apply(&Command::Next, walk.steps.len());
    assert_eq!(
        walker.explained(&walk),
        Some(At {
            step: 3,
            row: 1,
            col: 0
        }),
        "the row stays in focus"
    );
    for _ in 0..walk.steps.len() {
        walker.apply(&Command::Next, walk.steps.len());
        let at = walker.explained(&walk);
        assert!(at.is_none_or(|at| walk.number(at).is_some()));
    }
}

#[test]
fn links_keep_document_tile_and_step() {
    for preset in presets::PRESETS {
        let (document, view) = presets::open(preset.slug).unwrap();
        let walker = Walker {
            tile: Tile {
                queries: 1,
                keys: 3,
            },
            at: 17,
            focus: (1, 2),
            ..Walker::default()
        };
        let fragment = link::encode(&document, &view, &walker);
        assert!(
            fragment.contains("lesson=flash&") && fragment.contains("&tile=1x3&at=17&cell=1.2")
        );
        assert_eq!(lesson::registry::lesson_of(&fragment), "flash");
        assert_eq!(link::decode(&fragment).unwrap(), (document, view, walker));
    }
    // The stepper's own link opens as well, at the beginning.
    let (document, view) = presets::open("causal").unwrap();
    let opened = link::decode(&lesson::url::encode(&document, &view)).unwrap();
    assert_eq!(opened, (document, view, Walker::default()));
    let (document, view) = presets::open(presets::OPENING).unwrap();
    assert_eq!(
        link::decode("lesson=flash").unwrap(),
        (document, view, Walker::default())
    );
}

#[test]
fn hostile_links_are_refused_or_bounded() {
    for text in [
        "tile=",
        "tile=2",
        "tile=2x",
        "tile=x2",
        "tile=-1x2",
        "tile=axb",
        "tile=2x2x2",
        "at=-1",
        "at=a",
        "at=1e9",
        "cell=1",
        "cell=a.b",
        "q=1&k=x&v=1",
        "lesson=none",
    ] {
        assert!(link::decode(text).is_err(), "{text}");
    }
    for text in [
        "tile=0x0",
        "tile=4000000000x4000000000",
        "at=18446744073709551615",
        "cell=18446744073709551615.0",
        "&&&===&tile=2x2",
    ] {
        let (document, _, mut walker) = link::decode(text).unwrap();
        let walk = Walk::of(&document, walker.tile).unwrap();
        walker.go(walker.at, walk.steps.len());
        assert!(walker.at < walk.steps.len());
        assert!(
            walker
                .explained(&walk)
                .is_none_or(|at| walk.number(at).is_some())
        );
        assert!(walk.difference() <= TOLERANCE);
    }
}

#[test]
fn own_scale_is_the_plain_one() {
    for scale in [Scale::None, Scale::By(0.0), Scale::By(-3.0), Scale::By(1e4)] {
        let document = Document { scale, ..cat() };
        let walk = Walk::of(
            &document,
            Tile {
                queries: 1,
                keys: 1,
            },
        )
        .unwrap();
        assert!(walk.difference() <= TOLERANCE, "{scale:?}");
    }
    let (document, _): (Document, View) = presets::open("unscaled").unwrap();
    assert!(Walk::of(&document, Tile::default()).unwrap().difference() <= TOLERANCE);
}
