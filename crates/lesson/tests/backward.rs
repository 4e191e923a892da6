//! The way back: held to PyTorch's gradients, to its own rules, and to the loss itself.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::Arc;

use lesson::Name;
use lesson::core::command::Command;
use lesson::core::numbers::Numbers;
use lesson::core::player::{Player, read};
use lesson::core::table::{Cell, TableId};
use lesson::lessons::backward::{self, Backward, Change, GRADIENTS, Loss, META, TABLES, Way};
use proptest::prelude::*;
use serde_json::Value;

/// How far from PyTorch's double precision a gradient may be, as a share of the largest of its table.
const TORCH: f32 = 1e-5;
/// How far from finite differences: a saturated row keeps few digits of 1 − α in f32.
const NUDGED: f64 = 1e-3;

fn way(link: &str) -> Way {
    let (document, _) =
        read::<Backward>(link).unwrap_or_else(|why| unreachable!("{link}: {why:?}"));
    Way::of(&Arc::new(document)).unwrap()
}

fn rows(value: &Value) -> Vec<Vec<f32>> {
    let row = |row: &Value| {
        row.as_array()
            .unwrap()
            .iter()
            .map(|x| x.as_f64().unwrap() as f32)
            .collect()
    };
    value.as_array().unwrap().iter().map(row).collect()
}

fn in_link(value: &Value) -> String {
    let row = |row: &Vec<f32>| row.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
    rows(value).iter().map(row).collect::<Vec<_>>().join(";")
}

fn link_of(case: &Value) -> String {
    let bit = |bit: &Value| {
        if bit.as_bool() == Some(true) || bit.as_f64() == Some(1.0) {
            '1'
        } else {
            '0'
        }
    };
    let mask = match case["keep"].as_array() {
        None => "none".to_owned(),
        Some(rows) => {
            let row = |row: &Value| row.as_array().unwrap().iter().map(bit).collect::<String>();
            format!(
                "painted:{}",
                rows.iter().map(row).collect::<Vec<_>>().join(";")
            )
        }
    };
    let [q, k, v, g] = ["q", "k", "v", "grad_output"].map(|key| in_link(&case[key]));
    let scale = case["scale"].as_f64().unwrap();
    format!("lesson=backward&q={q}&k={k}&v={v}&g={g}&mask={mask}&scale={scale}")
}

#[test]
fn gradients_are_those_of_pytorch() {
    let text = std::fs::read_to_string("../../tests/fixtures/single_head.json").unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    for case in all["cases"].as_array().unwrap() {
        let way = way(&link_of(case));
        assert_eq!(way.document.loss, Loss::Given);
        for key in [
            "output",
            "grad_output",
            "grad_weights",
            "grad_scores",
            "grad_q",
            "grad_k",
            "grad_v",
        ] {
            let wanted = rows(&case[key]);
            let own = way.get(META.table(key).unwrap());
            let largest = wanted
                .iter()
                .flatten()
                .fold(1e-3_f32, |most, x| most.max(x.abs()));
            assert_eq!(
                own.shape(),
                (wanted.len(), wanted[0].len()),
                "{key} of {}",
                case["name"]
            );
            for (own, wanted) in own.iter_rows().flatten().zip(wanted.iter().flatten()) {
                let apart = (own - wanted).abs() / largest;
                assert!(
                    apart < TORCH,
                    "{key} of {}: {own} is not {wanted}",
                    case["name"]
                );
            }
        }
    }
}

/// Links with every loss, by hand and projected, with and without a mask, self and cross.
fn links() -> Vec<String> {
    let presets = META
        .presets
        .iter()
        .map(|own| format!("lesson=backward&preset={}", own.slug));
    let cross = "t=a,b&kt=c,d,e&src=projected&x=1,2;0.5,-1&x_kv=0.3,1;-1,0.2;2,1&w_q=1,0.5;-0.3,1&w_k=0.2,1;1,-0.4&w_v=1,2,0.5;0,1,-1";
    let losses = [
        "loss=cell&aim=1.2",
        "loss=target&target=1,2,3;0,-1,1",
        "g=1,-1,0.5;2,0.3,0",
    ];
    let crossed =
        losses.map(|loss| format!("lesson=backward&{cross}&{loss}&mask=padding:1&scale=0.3"));
    presets.chain(crossed).collect()
}

/// An aim that nothing can be learned of: hidden, without a share, with one of which f32 has no 1/α.
fn hopeless() -> [String; 3] {
    ["mask=causal&k=1;1", "k=1;-200", "k=1;-88.5"].map(|keys| {
        let head = "lesson=backward&t=a,b&q=1;0&v=1;2&scale=1";
        format!("{head}&{keys}&loss=cell&aim=0.1")
    })
}

#[test]
fn an_aim_without_a_share_has_numbers_all_the_same() {
    for link in hopeless() {
        let way = way(&link);
        for table in (backward::GRAD_V.0..TABLES.len() as u8).map(TableId) {
            let all_finite = way.get(table).data().iter().all(|x| x.is_finite());
            assert!(all_finite, "{link}: {}", TABLES[usize::from(table.0)].key);
        }
    }
    let nearly = &way(&hopeless()[2]).forward;
    let share = nearly.get(Name::Weights).at(0, 1);
    assert!(share > 0.0 && !(1.0 / share).is_finite(), "{share}");
}

#[test]
fn every_gradient_is_what_its_rule_says_to_the_last_bit() {
    for link in links().into_iter().chain(hopeless()) {
        let way = way(&link);
        for table in (0..TABLES.len()).map(|index| TableId(index as u8)) {
            let Some(matrix) = way.matrix(table) else {
                continue;
            };
            let (rows, cols) = matrix.shape();
            for cell in (0..rows).flat_map(|i| (0..cols).map(move |j| Cell::new(table, i, j))) {
                let rule = way.rule(cell).unwrap();
                let (own, by_rule) = (matrix.at(cell.row, cell.col), rule.evaluate());
                let same = own.to_bits() == by_rule.to_bits() || (own == 0.0 && by_rule == 0.0);
                assert!(
                    same,
                    "{link}: {} {cell:?}: {own} is not {by_rule}, {rule:?}",
                    META.tables[usize::from(table.0)].key
                );
            }
        }
    }
}

#[test]
fn nudging_the_loss_gives_the_same_gradients() {
    for link in links() {
        let (there, checked, worst) = backward::check_all(&way(&link));
        let worst = worst.unwrap();
        assert!(checked > 0 && checked == there, "{link}");
        assert!(worst.error < NUDGED, "{link}: {worst:?}");
    }
}

#[test]
fn a_masked_cell_gets_no_gradient_and_a_blind_row_none_at_all() {
    let way = way("lesson=backward&preset=causal");
    let keep = way.document.head.keep();
    for table in [backward::GRAD_SCALED, backward::GRAD_SCORES] {
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let gradient = way.get(table).at(i, j);
            assert!(keep.get(i, j) == Some(true) || gradient == 0.0);
        }
    }
    let blind = self::way("lesson=backward&q=1,2&k=1,0;2,1&v=1;2&mask=painted:00&g=3");
    for table in [
        backward::GRAD_Q,
        backward::GRAD_K,
        backward::GRAD_V,
        backward::GRAD_SCORES,
    ] {
        assert!(blind.get(table).data().iter().all(|x| *x == 0.0));
    }
}

#[test]
fn rows_of_scores_gradients_add_up_to_nothing() {
    for link in links() {
        let way = way(&link);
        for row in way.get(backward::GRAD_SCALED).iter_rows() {
            let sum: f32 = row.iter().sum();
            let size = row.iter().fold(1.0_f32, |most, x| most.max(x.abs()));
            assert!(sum.abs() / size < 1e-5, "{link}: {row:?}");
        }
    }
}

/// Without the scale a wide head saturates, and nearly nothing comes back through softmax.
#[test]
fn saturation_stops_the_gradient() {
    let without = way("lesson=backward&preset=saturated");
    let with = way("lesson=backward&preset=saturated&scale=0.1");
    let ratio = with.length(backward::GRAD_SCORES)
        / with.forward.factor
        / without.length(backward::GRAD_SCORES);
    assert!(ratio > 1000.0, "{ratio}");
    let same = without.length(backward::GRAD_OUTPUT) > 1.0;
    assert!(same, "something is asked for");
}

#[test]
fn descent_lowers_the_loss_and_can_be_taken_back() {
    for slug in ["aim", "target", "projected", "causal"] {
        let link = format!("lesson=backward&preset={slug}");
        let mut player = Player::<Backward>::open(&link).unwrap();
        let loss = |player: &Player<Backward>| {
            Way::of(&Arc::new(player.history.document().as_ref().clone()))
                .unwrap()
                .loss()
        };
        let before = loss(&player);
        player.apply(Command::Own(Change::Rate(0.1))).unwrap();
        let start = player.link();
        let mut last = before;
        for _ in 0..10 {
            player.apply(Command::Own(Change::Descend(1))).unwrap();
            let now = loss(&player);
            assert!(now < last, "{slug}: {now} after {last}");
            last = now;
        }
        for _ in 0..10 {
            player.apply(Command::Undo).unwrap();
        }
        assert_eq!(player.link(), start);
    }
}

#[test]
fn a_link_of_wrong_shapes_is_refused_in_words() {
    for wrong in [
        "g=1,2",
        "target=1;2;3;4;5",
        "aim=x",
        "loss=nothing",
        "rate=ten",
    ] {
        let link = format!("lesson=backward&preset=aim&{wrong}");
        assert!(Player::<Backward>::open(&link).is_err(), "{link}");
    }
    let aim = way("lesson=backward&preset=aim&aim=77.99&rate=1e9").document;
    assert_eq!(
        (aim.aim, aim.rate),
        ((2, 2), 100.0),
        "what is out of range is the nearest there is"
    );
}

#[test]
fn tokens_take_their_targets_along() {
    let mut player = Player::<Backward>::open("lesson=backward&preset=target").unwrap();
    let head = |change| Command::Own(Change::Head(change));
    let side = lesson::head::tokens::Side::Queries;
    player
        .apply(head(lesson::head::change::Change::MoveToken(side, 2, 0)))
        .unwrap();
    assert_eq!(player.history.document().target.row(0), [0.0, 2.0]);
    player
        .apply(head(lesson::head::change::Change::RemoveToken(side, 1)))
        .unwrap();
    assert_eq!(player.history.document().target.row(1), [1.0, 1.0]);
    assert_eq!(player.history.document().target.rows(), 2);
}

proptest! {
    /// Whatever the numbers: the way back agrees with the loss itself.
    #[test]
    fn gradients_agree_with_the_loss(numbers in prop::collection::vec(-2.0_f32..2.0, 24)) {
        let rows = |part: &[f32]| part.chunks(2).map(|r| format!("{},{}", r[0], r[1])).collect::<Vec<_>>().join(";");
        let [q, k, v, g] = [0, 6, 12, 18].map(|at| rows(&numbers[at..at + 6]));
        let way = way(&format!("lesson=backward&q={q}&k={k}&v={v}&g={g}&mask=causal"));
        for table in GRADIENTS.into_iter().filter(|table| way.document.has_table(*table)) {
            let size = way.get(table).data().iter().fold(0.0_f32, |most, x| most.max(x.abs()));
            let (rows, cols) = way.get(table).shape();
            for cell in (0..rows).flat_map(|i| (0..cols).map(move |j| Cell::new(table, i, j))) {
                let check = backward::check_cell(&way, cell).unwrap();
                let apart = (check.nudged - f64::from(check.gradient)).abs();
                prop_assert!(apart < 1e-4 * f64::from(size.max(1.0)), "{check:?}");
            }
        }
        prop_assert!(way.get(Name::Weights).data().iter().all(|w| (0.0..=1.0).contains(w)));
    }
}

#[test]
fn losses_ahead_are_those_that_come() {
    let link = "lesson=backward&preset=aim";
    let mut player = Player::<Backward>::open(link).unwrap();
    let ahead = backward::losses(player.document(), 5);
    assert_eq!(ahead.len(), 6);
    for loss in &ahead {
        assert_eq!(Way::of(player.document()).unwrap().loss(), *loss);
        player.apply(Command::Own(Change::Descend(1))).unwrap();
    }
    let mut at_once = Player::<Backward>::open(link).unwrap();
    at_once.apply(Command::Own(Change::Descend(5))).unwrap();
    assert_eq!(Way::of(at_once.document()).unwrap().loss(), ahead[5]);
    at_once.apply(Command::Undo).unwrap();
    assert_eq!(
        Way::of(at_once.document()).unwrap().loss(),
        ahead[0],
        "one step of undo"
    );
}

#[test]
fn what_is_aimed_at_follows_its_tokens() {
    use lesson::head::change::Change as Head;
    use lesson::head::tokens::Side;
    let changed = |change| {
        let mut player = Player::<Backward>::open("lesson=backward&preset=aim").unwrap();
        let before = player.document().aim;
        player.apply(Command::Own(Change::Head(change))).unwrap();
        (before, player.document().aim)
    };
    // “cat” is to look at “the”, who changes places with it.
    let (before, moved) = changed(Head::MoveToken(Side::Queries, 0, 1));
    assert_eq!((before, moved), ((1, 0), (0, 1)));
    let (_, back) = changed(Head::MoveToken(Side::Queries, 2, 0));
    assert_eq!(back, (2, 1));
    let (_, removed) = changed(Head::RemoveToken(Side::Queries, 0));
    assert_eq!(removed, (0, 0), "“the” is gone, and “cat” is the first");
}

#[test]
fn a_weight_that_is_nearly_none_is_nudged_by_a_share_of_itself() {
    // e⁻¹⁵: any fixed nudge would be more than the weight.
    let way = way("lesson=backward&t=a,b&q=1;0&k=1;-14&v=1;2&scale=1&loss=cell&aim=0.1");
    let worst = backward::check_all(&way).2.unwrap();
    assert!(worst.error < NUDGED, "{worst:?}");
}

#[test]
fn an_aim_that_is_not_looked_at_now_stays_in_the_link() {
    let player = Player::<Backward>::open("lesson=backward&preset=aim&loss=target").unwrap();
    let again = Player::<Backward>::open(&player.link()).unwrap();
    assert_eq!(
        (player.document().aim, again.document().aim),
        ((1, 0), (1, 0))
    );
}

#[test]
fn a_gradient_that_is_to_be_given_begins_with_something() {
    let mut player = Player::<Backward>::open("lesson=backward&preset=aim").unwrap();
    let given = Command::Own(Change::Loss(Loss::Given));
    player.apply(given.clone()).unwrap();
    let begun = player.document().g.clone();
    assert!(begun.data().iter().any(|own| *own != 0.0), "{begun:?}");
    let near = Way::of(&Arc::new(backward::Document {
        loss: Loss::Target,
        ..(**player.document()).clone()
    }));
    assert_eq!(&begun, near.unwrap().get(backward::GRAD_OUTPUT));
    // What somebody gave stays.
    let mut own =
        Player::<Backward>::open("lesson=backward&preset=target&g=1,0;0,1;1,-1&loss=target")
            .unwrap();
    let before = own.document().g.clone();
    own.apply(given).unwrap();
    assert_eq!(
        (own.document().loss, &own.document().g),
        (Loss::Given, &before)
    );
}
