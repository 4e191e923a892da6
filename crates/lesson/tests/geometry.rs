//! Geometry: what the plane says of the head's numbers, and what a reader does to the arrows.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::Arc;

use lesson::core::command::{Command, Edit};
use lesson::core::numbers::Numbers;
use lesson::core::player::{Player, read};
use lesson::core::problem::Problem;
use lesson::core::table::{Cell, TableId};
use lesson::head::change;
use lesson::head::tokens::Side;
use lesson::lessons::geometry::plane::{self, Point};
use lesson::lessons::geometry::{
    ALONG, ANGLE, Arrows, Change, Geometry, LENGTH, META, MOST_KEYS, TABLES,
};
use lesson::{Name, Source, Trace};
use proptest::prelude::*;

/// How far two ways to one number may be apart, of numbers up to about 30.
const NEAR: f32 = 1e-4;

fn arrows(link: &str) -> Arrows {
    let (document, _) =
        read::<Geometry>(link).unwrap_or_else(|why| unreachable!("{link}: {why:?}"));
    Arrows::of(&Arc::new(document)).unwrap()
}

fn player(preset: &str) -> Player<Geometry> {
    Player::open(&format!("lesson=geometry&preset={preset}")).unwrap()
}

fn now(player: &Player<Geometry>) -> Arrows {
    Arrows::of(player.document()).unwrap()
}

fn link(q: Point, keys: &[Point], values: &[Point]) -> String {
    let text = |all: &[Point]| {
        let one = |(x, y): &Point| format!("{x},{y}");
        all.iter().map(one).collect::<Vec<_>>().join(";")
    };
    let tokens: Vec<String> = (1..=keys.len()).map(|i| format!("k{i}")).collect();
    format!(
        "lesson=geometry&t=q&kt={}&q={}&k={}&v={}",
        tokens.join(","),
        text(&[q]),
        text(keys),
        text(values)
    )
}

#[test]
fn every_number_is_what_its_rule_gives() {
    for preset in META.presets {
        let own = arrows(&format!("lesson=geometry&preset={}", preset.slug));
        for (index, table) in TABLES.iter().enumerate() {
            let name = TableId(index as u8);
            let Some(matrix) = own.matrix(name) else {
                continue;
            };
            for row in 0..matrix.rows() {
                for col in 0..matrix.cols() {
                    let rule = own.rule(Cell::new(name, row, col));
                    let value = rule.map(|rule| rule.evaluate());
                    assert_eq!(value, matrix.get(row, col), "{} {}", preset.slug, table.key);
                }
            }
        }
    }
}

#[test]
fn examples_show_what_they_are_called_after() {
    let aligned = arrows("lesson=geometry&preset=aligned");
    assert_eq!(aligned.get(ANGLE).at(0, 0), 0.0, "in one direction");
    let across = arrows("lesson=geometry&preset=orthogonal");
    assert_eq!(across.get(Name::Scores).at(0, 1), 0.0, "at a right angle");
    assert_eq!(across.get(ANGLE).at(0, 1), 90.0);
    let opposed = arrows("lesson=geometry&preset=opposed");
    assert!(opposed.get(Name::Scores).at(0, 1) < 0.0, "the other way");
    assert_eq!(opposed.get(ANGLE).at(0, 1), 180.0);
    let two = arrows("lesson=geometry&preset=two");
    let shares = two.get(Name::Weights).row(0).to_vec();
    assert!(
        (shares[0] - shares[1]).abs() < 0.1 && shares[0] + shares[1] > 0.9,
        "{shares:?}"
    );
    let dictionary = arrows("lesson=geometry&preset=dictionary");
    let largest = dictionary
        .get(Name::Weights)
        .row(0)
        .iter()
        .copied()
        .fold(0.0, f32::max);
    assert!(
        (0.4..0.9).contains(&largest),
        "soft, so that lengthening hardens it: {largest}"
    );
}

#[test]
fn a_longer_query_looks_harder() {
    let mut player = player("dictionary");
    let entropy = |own: &Arrows| {
        let shares = own.get(Name::Weights).row(0).to_vec();
        shares.iter().map(|p| -p * p.ln()).sum::<f32>()
    };
    let mut before = f32::INFINITY;
    for length in [0.0, 0.5, 1.0, 2.0, 4.0, 8.0] {
        player
            .apply(Command::Own(Change::Lengthen(length)))
            .unwrap();
        let now = entropy(&now(&player));
        assert!(now < before, "length {length}: {now} after {before}");
        before = now;
    }
    player.apply(Command::Own(Change::Lengthen(0.0))).unwrap();
    let shares = now(&player).get(Name::Weights).row(0).to_vec();
    assert!(
        shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-6),
        "an even mixture"
    );
    assert_eq!(
        now(&player).get(ALONG).row(0),
        [0.0; 3],
        "no direction to reach along"
    );
    assert_eq!(now(&player).get(ANGLE).row(0), [90.0; 3]);
}

#[test]
fn turning_keeps_the_length_and_lengthening_the_direction() {
    let mut player = player("dictionary");
    player.apply(Command::Own(Change::Lengthen(2.0))).unwrap();
    for direction in [-3.0f32, -1.0, 0.0, 0.5, 2.5] {
        player.apply(Command::Own(Change::Turn(direction))).unwrap();
        let q = now(&player).q();
        assert!((plane::length(q) - 2.0).abs() < 0.02, "{q:?}");
        assert!((plane::direction(q) - direction).abs() < 0.01, "{q:?}");
    }
    for degrees in -180i16..=180 {
        let turn = Change::Turn(f32::from(degrees).to_radians());
        player.apply(Command::Own(turn)).unwrap();
    }
    let q = now(&player).q();
    assert!((plane::length(q) - 2.0).abs() < 0.01, "{q:?} after a round");
    let before = plane::direction(now(&player).q());
    player.apply(Command::Own(Change::Lengthen(5.0))).unwrap();
    assert!((plane::direction(now(&player).q()) - before).abs() < 0.01);
    for wrong in [f32::NAN, f32::INFINITY] {
        let link = player.link();
        player.apply(Command::Own(Change::Turn(wrong))).unwrap();
        player.apply(Command::Own(Change::Lengthen(wrong))).unwrap();
        assert_eq!(player.link(), link, "no number, no change");
    }
}

#[test]
fn keys_that_repel_end_evenly_spread_and_keep_their_lengths() {
    let mut player = player("crowded");
    let keys = |player: &Player<Geometry>| now(player).keys();
    let lengths: Vec<f32> = keys(&player).into_iter().map(plane::length).collect();
    let mut before = plane::smallest_angle(&keys(&player)).unwrap();
    assert!(before < 30.0);
    for _ in 0..12 {
        player.apply(Command::Own(Change::Repel(1))).unwrap();
        let now = plane::smallest_angle(&keys(&player)).unwrap();
        assert!(now > before - 1.0, "{now} after {before}");
        before = now;
    }
    assert!((before - 72.0).abs() < 2.0, "five keys, {before} degrees");
    for (now, then) in keys(&player).into_iter().map(plane::length).zip(lengths) {
        assert!((now - then).abs() < 0.03, "{now} {then}");
    }
}

/// The last step asks its reader to choose the example of keys in a crowd.
#[test]
fn another_example_opens_at_the_same_step() {
    let link = "lesson=geometry&preset=dictionary&stage=repel";
    let mut player = Player::<Geometry>::open(link).unwrap();
    player.apply(Command::Preset("crowded".into())).unwrap();
    assert!(player.link().contains("stage=repel"), "{}", player.link());
    assert_eq!(now(&player).keys().len(), 5);
}

#[test]
fn keys_that_stand_on_each_other_part() {
    let pushed = plane::repelled(&[(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0)]);
    assert!(
        plane::smallest_angle(&pushed[..3]).unwrap() > 5.0,
        "{pushed:?}"
    );
    assert_eq!(pushed[3], (0.0, 0.0), "what has no direction stays");
    assert_eq!(plane::repelled(&[]), []);
    assert_eq!(plane::smallest_angle(&[(1.0, 0.0)]), None);
}

#[test]
fn a_key_comes_where_there_is_room_and_only_six_fit() {
    let mut player = player("crowded");
    player
        .apply(Command::Own(Change::AddKey("new".into())))
        .unwrap();
    let own = now(&player);
    let keys = own.keys();
    let others = &keys[..5];
    assert!(
        others.iter().all(|key| plane::angle(*key, keys[5]) > 90.0),
        "{keys:?}"
    );
    assert_eq!(player.document().head.key_tokens()[5], "new");
    // Its numbers are those that its projection gives, too.
    let head = player.document().head.clone();
    let mut projected = head.clone();
    projected.source = Source::Projected;
    let (typed, projected) = (Trace::of(&head).unwrap(), Trace::of(&projected).unwrap());
    for name in [Name::Q, Name::K, Name::V] {
        let (typed, projected) = (typed.get(name), projected.get(name));
        for (a, b) in typed.data().iter().zip(projected.data()) {
            assert!((a - b).abs() < 1e-4, "{name:?}: {typed:?} {projected:?}");
        }
    }
    let full = player.apply(Command::Own(Change::AddKey("seventh".into())));
    assert_eq!(full.unwrap_err(), Problem::TooMany(7, MOST_KEYS));
    assert_eq!(now(&player).keys().len(), 6, "refused, everything stays");
    let remove = |at| Command::Own(Change::Head(change::Change::RemoveToken(Side::Keys, at)));
    for _ in 0..5 {
        player.apply(remove(0)).unwrap();
    }
    assert_eq!(player.apply(remove(0)).unwrap_err(), Problem::TooFew);
}

#[test]
fn what_the_plane_does_not_show_is_refused() {
    let refused = |link: &str| read::<Geometry>(&format!("lesson=geometry&{link}")).unwrap_err();
    assert!(matches!(refused("q=1,2,3&k=1,2,3&v=1,2"), Problem::LinkShape(key, ..) if key == "q"));
    assert!(matches!(
        refused("q=1,2;3,4&k=1,2;3,4&v=1,2;3,4"),
        Problem::LinkShape(..)
    ));
    assert!(matches!(refused("q=1,2&k=1,2&v=1,2,3"), Problem::LinkShape(key, ..) if key == "v"));
    let seven = ["1,2"; 7].join(";");
    assert_eq!(
        refused(&format!("q=1,2&k={seven}&v={seven}")),
        Problem::TooMany(7, 6)
    );
    let mut player = player("dictionary");
    for change in [
        change::Change::Cross(false),
        change::Change::AddToken(Side::Queries, "two".into()),
        change::Change::Mask("causal".into(), 0),
    ] {
        let before = player.link();
        assert!(player.apply(Command::Own(Change::Head(change))).is_err());
        assert_eq!(player.link(), before);
    }
    let wide = Edit::Replace(Name::K, vec![vec![1.0, 2.0, 3.0]; 3]);
    assert!(player.apply(Command::Edit(wide)).is_err());
    assert_eq!(now(&player).keys().len(), 3);
}

fn point() -> impl Strategy<Value = Point> {
    (-30..=30, -30..=30).prop_map(|(x, y)| (x as f32 / 10.0, y as f32 / 10.0))
}

/// Within the hull, by the side of each edge on which the point is.
fn inside(point: Point, hull: &[Point]) -> bool {
    let mut edges = (0..hull.len()).map(|i| (hull[i], hull[(i + 1) % hull.len()]));
    let left = |((ax, ay), (bx, by)): (Point, Point)| {
        (bx - ax) * (point.1 - ay) - (by - ay) * (point.0 - ax) >= -NEAR * 10.0
    };
    edges.all(left)
}

#[test]
fn a_slider_that_is_pulled_is_one_step_of_undo() {
    let mut player = player("two");
    let q = |player: &Player<Geometry>| player.document().head.q.data().to_vec();
    let first = q(&player);
    for length in [1.5, 1.0, 0.5] {
        player
            .apply(Command::Own(Change::Lengthen(length)))
            .unwrap();
    }
    player.apply(Command::Settle).unwrap();
    let short = q(&player);
    for direction in [0.5, 1.0] {
        player.apply(Command::Own(Change::Turn(direction))).unwrap();
    }
    player.apply(Command::Undo).unwrap();
    assert_eq!(q(&player), short);
    player.apply(Command::Undo).unwrap();
    assert_eq!(q(&player), first);
}

proptest! {
    #[test]
    fn score_is_length_times_reach_and_the_angle_agrees(
        q in point(), pairs in prop::collection::vec((point(), point()), 1..=6),
    ) {
        let (keys, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let own = arrows(&link(q, &keys, &values));
        let length = own.get(LENGTH).at(0, 0);
        for (j, key) in keys.iter().enumerate() {
            let score = own.get(Name::Scores).at(0, j);
            prop_assert!((length * own.get(ALONG).at(0, j) - score).abs() < NEAR);
            let by_angle = length * plane::length(*key) * own.get(ANGLE).at(0, j).to_radians().cos();
            prop_assert!((by_angle - score).abs() < NEAR, "{} {}", by_angle, score);
        }
    }

    #[test]
    fn the_output_is_inside_the_hull_of_the_values(
        q in point(), pairs in prop::collection::vec((point(), point()), 3..=6),
    ) {
        let (keys, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let own = arrows(&link(q, &keys, &values));
        let hull = plane::hull(&own.values());
        prop_assert!(hull.len() < 3 || inside(own.output(), &hull), "{:?} {:?}", own.output(), hull);
        prop_assert!(hull.len() < 3 || values.iter().all(|value| inside(*value, &hull)));
    }

    #[test]
    fn pushes_only_turn(keys in prop::collection::vec(point(), 0..=6)) {
        let pushed = plane::repelled(&keys);
        for (now, then) in pushed.iter().zip(&keys) {
            prop_assert!((plane::length(*now) - plane::length(*then)).abs() < 0.02);
            prop_assert!(now.0.is_finite() && now.1.is_finite());
        }
    }

    #[test]
    fn links_come_back(q in point(), pairs in prop::collection::vec((point(), point()), 1..=6)) {
        let (keys, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let player = Player::<Geometry>::open(&link(q, &keys, &values)).unwrap();
        let again = Player::<Geometry>::open(&player.link()).unwrap();
        prop_assert_eq!(again.document(), player.document());
        prop_assert_eq!(again.link(), player.link());
    }
}
