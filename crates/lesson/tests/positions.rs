//! Positions: held to PyTorch's waves, turns and slopes, to the kernels, to the shipped model's table, and to what each
//! way is for.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::PathBuf;
use std::sync::Arc;

use attention::model::RopeLayout;
use attention::{Matrix, Scale};
use lesson::core::command::{Command, Edit};
use lesson::core::numbers::Numbers;
use lesson::core::player::{Player, read};
use lesson::core::problem::Problem;
use lesson::core::table::{Cell, TableId};
use lesson::lessons::positions::*;
use proptest::prelude::*;
use serde::Deserialize;

/// How far two orders of summation may be apart.
const NEAR_ENOUGH: f32 = 2e-5;
const SCHEMES: [Scheme; 5] = [
    Scheme::None,
    Scheme::Sinusoidal,
    Scheme::Learned,
    Scheme::Rope,
    Scheme::Alibi,
];

#[derive(Deserialize)]
struct Fixture {
    d: usize,
    n: usize,
    sinusoidal: Vec<Vec<f64>>,
    x: Vec<Vec<f64>>,
    rope_interleaved: Vec<Vec<f64>>,
    rope_half_split: Vec<Vec<f64>>,
    alibi_heads: usize,
    alibi_slopes: Vec<f64>,
}

fn fixture() -> Fixture {
    serde_json::from_str(include_str!("../../../tests/fixtures/positions.json")).unwrap()
}

fn document(link: &str) -> Document {
    let (document, _) =
        read::<Positions>(link).unwrap_or_else(|why| unreachable!("{link}: {why:?}"));
    document
}

fn example(slug: &str) -> Document {
    document(&format!("lesson=positions&preset={slug}"))
}

/// The same, read from its end.
fn backwards(own: Document) -> Document {
    let order = (0..own.n()).rev().collect();
    Document { order, ..own }
}

fn pass(document: &Document, scheme: Scheme) -> Pass {
    Pass::of(&Arc::new(document.clone()), scheme)
}

fn compared(document: &Document, scheme: Scheme) -> Compared {
    let pass = pass(document, scheme);
    Compared::of(&pass.get(O1), &pass.get(OP), &document.order).unwrap()
}

fn player(preset: &str) -> Player<Positions> {
    Player::open(&format!("lesson=positions&preset={preset}")).unwrap()
}

#[track_caller]
fn near(what: &str, a: &Matrix, b: &Matrix) {
    assert_eq!(a.shape(), b.shape(), "{what}");
    for (a, b) in a.data().iter().zip(b.data()) {
        assert!((a - b).abs() <= NEAR_ENOUGH, "{what}: {a} {b}");
    }
}

/// The head again, by the kernels of the crate and its own tables of positions.
fn agrees_with_the_kernels(pass: &Pass) {
    let d = &pass.document;
    let (n, width) = (d.n(), d.d());
    let added = match pass.scheme {
        Scheme::Sinusoidal => attention::positions::sinusoidal_of(f64::from(d.base), n, width),
        Scheme::Learned => Matrix::from_fn(n, width, |i, j| learned::table().at(i, j)),
        _ => Matrix::zeros(n, width),
    };
    let h = Matrix::from_fn(n, width, |i, j| d.x.at(i, j) + added.at(i, j));
    let mut q = attention::project(&h, &d.w_q).unwrap();
    let mut k = attention::project(&h, &d.w_k).unwrap();
    if pass.scheme == Scheme::Rope {
        let rope = attention::positions::Rope::new(d.base, width, d.pairing, n);
        for place in 0..n {
            rope.rotate(q.row_mut(place), place);
            rope.rotate(k.row_mut(place), place);
        }
    }
    near("queries", &pass.get(Q1), &q);
    let scores = attention::scores(&q, &k).unwrap();
    let slope = match pass.scheme {
        Scheme::Alibi => attention::positions::alibi_slopes(d.slopes.heads)[d.slopes.head],
        _ => 0.0,
    };
    let factor = Scale::SqrtDk.factor(width);
    let scores = Matrix::from_fn(n, n, |i, j| {
        scores.at(i, j) * factor - slope * i.abs_diff(j) as f32
    });
    near("scores", &pass.get(S1), &scores);
    let weights = attention::softmax(&scores).weights;
    near("weights", &pass.get(A1), &weights);
    near(
        "output",
        &pass.get(O1),
        &attention::mix(&weights, &h).unwrap(),
    );
}

#[test]
fn every_example_is_what_the_kernels_give() {
    for preset in META.presets {
        for scheme in SCHEMES {
            agrees_with_the_kernels(&pass(&example(preset.slug), scheme));
        }
    }
}

#[test]
fn every_number_is_what_its_rule_says() {
    for scheme in SCHEMES {
        let pass = pass(&example("beyond"), scheme);
        for (index, table) in TABLES.iter().enumerate() {
            let name = TableId(index as u8);
            let matrix = pass.matrix(name).unwrap();
            for (row, values) in matrix.iter_rows().enumerate() {
                for (col, value) in values.iter().enumerate() {
                    match pass.rule(Cell::new(name, row, col)) {
                        Some(rule) => assert_eq!(rule.evaluate(), *value, "{}", table.key),
                        None => assert!(value.is_nan(), "{}", table.key),
                    }
                    assert!(value.to_bits() != (-0.0f32).to_bits(), "{}: −0", table.key);
                }
            }
        }
    }
}

/// Without positions outputs move with their tokens, to the last bit; with any of the four they do not.
#[test]
fn a_shuffle_moves_outputs_to_the_last_bit_only_without_positions() {
    for slug in ["bites", "clocks", "beyond"] {
        let own = example(slug);
        let bare = compared(&own, Scheme::None);
        assert_eq!((bare.all, bare.differ), (own.n() * own.d(), 0), "{slug}");
        // Not the sentence from its end: both sides lose alike by ALiBi, so it does not see that (below).
        let mut order: Vec<usize> = (0..own.n()).collect();
        order.swap(0, 1);
        let own = Document { order, ..own };
        for scheme in Scheme::ALL {
            let told = compared(&own, scheme);
            assert!(told.differ > told.all / 2, "{slug} {scheme:?}: {told:?}");
            assert!(told.most > 1e-3, "{slug} {scheme:?}: {told:?}");
        }
    }
}

#[test]
fn a_penalty_on_both_sides_does_not_see_a_sentence_read_from_its_end() {
    let bites = example("bites");
    assert_eq!(
        bites.order,
        [0, 1, 2],
        "moving a word is left to the reader"
    );
    let own = backwards(bites);
    assert_eq!(compared(&own, Scheme::Alibi).differ, 0);
    assert!(compared(&own, Scheme::Rope).differ > 0, "turns know a side");
}

#[test]
fn sums_from_left_to_right_differ_by_rounding_alone() {
    let mut seen = 0;
    for slug in ["bites", "twice", "clocks"] {
        let own = Document {
            by_words: false,
            ..backwards(example(slug))
        };
        let found = compared(&own, Scheme::None);
        assert!(found.most <= 1e-6, "{slug}: {found:?}");
        seen += found.differ;
    }
    assert!(seen > 0, "the order of a sum is seen in some last bit");
}

#[test]
fn the_same_word_twice_is_told_apart_by_positions_alone() {
    let own = example("twice");
    let rows = |scheme| {
        let output = pass(&own, scheme).get(O1).into_owned();
        (output.row(0).to_vec(), output.row(3).to_vec())
    };
    let (first, second) = rows(Scheme::None);
    assert_eq!(first, second, "to the last bit");
    for scheme in Scheme::ALL {
        let (first, second) = rows(scheme);
        assert_ne!(first, second, "{scheme:?}");
    }
    // Equal tokens alone, RoPE and ALiBi: values know no place, so all outputs are the same again.
    let same = example("same");
    for scheme in [Scheme::Rope, Scheme::Alibi] {
        let output = pass(&same, scheme).get(O1).into_owned();
        near("ha", &output, &same.x);
    }
}

#[track_caller]
fn close(what: &str, found: &[f32], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (found, wanted) in found.iter().zip(wanted) {
        let error = (f64::from(*found) - wanted).abs();
        assert!(error <= 1e-6, "{what}: {found}, PyTorch {wanted}");
    }
}

#[test]
fn waves_and_slopes_are_those_of_pytorch() {
    let wanted = fixture();
    let link = format!(
        "lesson=positions&preset=bites&base=10000&length={}&width={}&heads={}",
        wanted.n, wanted.d, wanted.alibi_heads
    );
    let pass = pass(&document(&link), Scheme::Sinusoidal);
    for (found, wanted) in pass.get(MAP).iter_rows().zip(&wanted.sinusoidal) {
        close("waves", found, wanted);
    }
    close("slopes", pass.get(SLOPES).data(), &wanted.alibi_slopes);
}

/// The fixture's rows are 16 wide, the lesson's at most 8. Pair i of 16 turns by base^(−2i/16); with half as many
/// dimensions and base √base^… the pairs 0, 2, 4, 6 are those of width 8: they are held to PyTorch.
#[test]
fn turned_queries_are_those_of_pytorch() {
    let all = fixture();
    for (pairing, wanted) in [
        (RopeLayout::Interleaved, &all.rope_interleaved),
        (RopeLayout::HalfSplit, &all.rope_half_split),
    ] {
        // Which components of 16 the components of 8 are.
        let component = |c: usize| match pairing {
            RopeLayout::Interleaved => (c / 2) * 4 + c % 2,
            RopeLayout::HalfSplit => (c % 4) * 2 + (c / 4) * 8,
        };
        for place in 0..all.n {
            let mut own = example("clocks");
            let x = |row: usize, c: usize| all.x[row][component(c)] as f32;
            own.x = Matrix::from_fn(4, 8, |_, c| x(place, c));
            (own.base, own.pairing, own.at) = (10_000.0, pairing, (place, 0));
            let pass = pass(&own, Scheme::Rope);
            let wanted: Vec<f64> = (0..8).map(|c| wanted[place][component(c)]).collect();
            close("turned", pass.get(TURNED).row(0), &wanted);
        }
    }
}

#[test]
fn turning_both_leaves_their_score() {
    let mut player = player("clocks");
    let score = |player: &Player<Positions>| {
        Pass::of(player.document(), Scheme::Rope)
            .get(MATCH)
            .at(0, 0)
    };
    let before = score(&player);
    for step in [1, 5, 20, 31] {
        player
            .apply(Command::Own(Change::At(9 + step, 6 + step)))
            .unwrap();
        assert!((score(&player) - before).abs() <= NEAR_ENOUGH, "{step}");
    }
    player.apply(Command::Own(Change::At(9, 2))).unwrap();
    assert!((score(&player) - before).abs() > 0.05, "another distance");
    // All of that was one drag: one step of undo. After its end another begins.
    player.apply(Command::Settle).unwrap();
    player.apply(Command::Own(Change::At(12, 2))).unwrap();
    player.apply(Command::Undo).unwrap();
    assert_eq!(player.document().at, (9, 2));
    player.apply(Command::Undo).unwrap();
    assert_eq!(player.document().at, (9, 6));
    player.apply(Command::Redo).unwrap();
    // And it is the score of that distance in the step that looks far.
    let pass = Pass::of(player.document(), Scheme::Rope);
    let far = pass.get(BEYOND).at(7, 1);
    assert!((far - pass.get(MATCH).at(0, 0)).abs() <= NEAR_ENOUGH);
}

#[test]
fn two_waves_know_their_distance_alone() {
    let own = example("clocks");
    let near = pass(&own, Scheme::Sinusoidal).get(NEAR).into_owned();
    for i in 0..near.rows() {
        for j in 0..near.cols() {
            let wanted = near.at(i.abs_diff(j), 0);
            assert!((near.at(i, j) - wanted).abs() <= NEAR_ENOUGH, "{i} {j}");
        }
    }
    // By the formula, in f64: the sum of cosines of the distance.
    for distance in 0..near.rows() {
        let pair =
            |i: i32| (distance as f64 * f64::from(own.base).powf(-f64::from(2 * i) / 16.0)).cos();
        let wanted: f64 = (0..8).map(pair).sum();
        assert!((f64::from(near.at(distance, 0)) - wanted).abs() < 1e-5);
    }
}

#[test]
fn far_away_alibi_goes_on_and_the_table_ends() {
    let own = example("beyond");
    let far = pass(&own, Scheme::Alibi).get(BEYOND).into_owned();
    let slope = attention::positions::alibi_slopes(8)[2];
    for distance in 1..far.rows() {
        let step = far.at(distance - 1, 0) - far.at(distance, 0);
        assert!((step - slope).abs() < 1e-5, "a straight line");
        let rows = learned::PLACES.min(own.trained);
        assert_eq!(far.at(distance, 3).is_nan(), distance >= rows);
    }
    // The first row is what the head computes of two tokens at the same place.
    let scores = pass(&own, Scheme::None).get(S0).into_owned();
    let at_once = scores.at(own.pair.0, own.pair.1);
    assert!((far.at(0, 0) - at_once).abs() < 1e-6 && (far.at(0, 1) - at_once).abs() < 1e-6);
}

fn shipped() -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read(root.join("../../assets/models/induction.safetensors")).unwrap();
    let (long, rest) = file.split_at(8);
    let long = u64::from_le_bytes(long.try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&rest[..long]).unwrap();
    let own = &header["transformer.wpe.weight"];
    assert_eq!(own["dtype"], "F32");
    assert_eq!(
        own["shape"],
        serde_json::json!([learned::PLACES, learned::WIDTH])
    );
    let at = |end: usize| own["data_offsets"][end].as_u64().unwrap() as usize;
    rest[long + at(0)..long + at(1)].to_vec()
}

/// The table in the lesson is the shipped model's, bit for bit.
#[test]
fn the_learned_table_is_that_of_the_shipped_model() {
    let bytes = shipped();
    let numbers: Vec<u32> = bytes
        .chunks_exact(4)
        .map(|four| u32::from_le_bytes(four.try_into().unwrap()))
        .collect();
    let own: Vec<u32> = learned::table()
        .data()
        .iter()
        .map(|x| x.to_bits())
        .collect();
    assert_eq!(own, numbers);
}

#[test]
#[ignore = "writes learned.bin anew"]
fn write_the_learned_table() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    std::fs::write(root.join("src/lessons/positions/learned.bin"), shipped()).unwrap();
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |link: &str| {
        read::<Positions>(&format!("lesson=positions&preset=bites&{link}")).unwrap_err()
    };
    let range = |link: &str, wanted: &str| match refused(link) {
        Problem::LinkRange(key, ..) => assert_eq!(key, wanted, "{link}"),
        other => unreachable!("{link}: {other:?}"),
    };
    for (link, key) in [
        ("order=0,1", "order"),
        ("order=0,1,1", "order"),
        ("order=0,1,2,3", "order"),
        ("base=1", "base"),
        ("base=2000000", "base"),
        ("at=41,0", "at"),
        ("at=0,41", "at"),
        ("pair=3,0", "pair"),
        ("length=21", "length"),
        ("length=1", "length"),
        ("width=3", "width"),
        ("width=18", "width"),
        ("heads=0", "heads"),
        ("heads=17", "heads"),
        ("head=4", "head"),
        ("trained=1", "trained"),
        ("far=41", "far"),
    ] {
        range(link, key);
    }
    for link in [
        "base=NaN",
        "base=x",
        "order=a",
        "scheme=none",
        "sum=",
        "pairing=x",
        "at=1",
    ] {
        assert!(matches!(refused(link), Problem::LinkEntry(..)), "{link}");
    }
    assert!(matches!(refused("w_q=1,2;3,4"), Problem::LinkShape(key, ..) if key == "w_q"));
    assert_eq!(refused("t=a,b,c,d,e,f,g"), Problem::TooMany(7, 6));
    assert!(matches!(refused("t=a,b"), Problem::LinkShape(key, ..) if key == "x"));
}

#[test]
fn a_refused_change_leaves_the_last_good_state() {
    let mut player = player("bites");
    let before = player.link();
    for change in [
        Change::Order(vec![0, 0, 1]),
        Change::Base(f32::NAN),
        Change::Base(1.0),
        Change::At(50, 0),
        Change::Asks(3),
        Change::Heads(0),
        Change::Head(9),
        Change::Length(99),
        Change::Width(5),
        Change::Far(0),
        Change::Trained(usize::MAX),
    ] {
        assert!(
            player.apply(Command::Own(change.clone())).is_err(),
            "{change:?}"
        );
        assert_eq!(player.link(), before, "{change:?}");
    }
    // Fewer heads than the one looked at: it is the last.
    player.apply(Command::Own(Change::Head(3))).unwrap();
    player.apply(Command::Own(Change::Heads(2))).unwrap();
    assert_eq!(player.document().slopes.head, 1);
    player.apply(Command::Undo).unwrap();
    assert_eq!(
        (
            player.document().slopes.heads,
            player.document().slopes.head
        ),
        (4, 3)
    );
}

proptest! {
    #[test]
    fn any_shuffle_of_any_numbers_moves_outputs_to_the_last_bit(
        numbers in prop::collection::vec(-3.0f32..3.0, 12),
        order in Just(vec![0, 1, 2]).prop_shuffle(),
    ) {
        let mut player = player("bites");
        let rows = numbers.chunks(4).map(<[f32]>::to_vec).collect();
        player.apply(Command::Edit(Edit::Replace(X, rows))).unwrap();
        player.apply(Command::Own(Change::Order(order))).unwrap();
        prop_assert_eq!(compared(player.document(), Scheme::None).differ, 0);
        agrees_with_the_kernels(&Pass::of(player.document(), Scheme::Rope));
        let again = Player::<Positions>::open(&player.link()).unwrap();
        prop_assert_eq!(again.document(), player.document());
        prop_assert_eq!(again.link(), player.link());
    }
}
