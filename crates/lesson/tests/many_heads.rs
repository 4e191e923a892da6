//! Many heads: held to the kernel of one head, and to what sharing and cutting must leave as it was.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::Arc;

use attention::{Mask, Matrix, Scale};
use lesson::core::command::{Command, Edit};
use lesson::core::expr;
use lesson::core::numbers::Numbers;
use lesson::core::opened::Opened;
use lesson::core::player::{Player, read};
use lesson::core::problem::Problem;
use lesson::core::table::{Cell, TableId};
use lesson::lessons::heads::*;
use proptest::prelude::*;

/// How far two orders of summation may be apart, of numbers up to about 30.
const NEAR: f32 = 2e-5;

fn pass(link: &str) -> Pass {
    let (document, _) = read::<Heads>(link).unwrap_or_else(|why| unreachable!("{link}: {why:?}"));
    Pass::of(&Arc::new(document))
}

fn player(preset: &str) -> Player<Heads> {
    Player::open(&format!("lesson=heads&preset={preset}")).unwrap()
}

fn columns(matrix: &Matrix, first: usize, count: usize) -> Matrix {
    Matrix::from_fn(matrix.rows(), count, |i, j| matrix.at(i, first + j))
}

fn near(what: &str, a: &Matrix, b: &Matrix) {
    assert_eq!(a.shape(), b.shape(), "{what}");
    for (a, b) in a.data().iter().zip(b.data()) {
        assert!((a - b).abs() <= NEAR || a == b, "{what}: {a} {b}");
    }
}

/// The whole lesson again, by the kernels of the crate.
fn agrees_with_the_kernel(pass: &Pass) {
    let d = &pass.document;
    let project = |w: &Matrix| attention::project(&d.x, w).unwrap();
    let (q, k, v) = (project(&d.w_q), project(&d.w_k), project(&d.w_v));
    let mask = if d.causal { Mask::Causal } else { Mask::None };
    let keep = mask.keep(d.n(), d.n()).unwrap();
    let d_k = d.d_k();
    let factor = Scale::SqrtDk.factor(d_k);
    let mut concat = Matrix::zeros(d.n(), d.d_model());
    for head in 0..d.heads {
        let group = d.group_of(head) * d_k;
        let (k, v) = (columns(&k, group, d_k), columns(&v, group, d_k));
        let one =
            attention::stages(&columns(&q, head * d_k, d_k), &k, &v, Some(&keep), factor).unwrap();
        near("weights", &pass.get(weights(head)), &one.softmax.weights);
        concat = Matrix::from_fn(d.n(), d.d_model(), |i, j| match j / d_k == head {
            true => one.output.at(i, j % d_k),
            false => concat.at(i, j),
        });
    }
    near("concat", &pass.get(CONCAT), &concat);
    let out = attention::project(&concat, &d.w_o).unwrap();
    near("out", &pass.get(OUT), &out);
    let sum = Matrix::from_fn(d.n(), d.d_model(), |i, j| d.x.at(i, j) + out.at(i, j));
    near("sum", &pass.get(SUM), &sum);
}

#[test]
fn every_example_is_what_the_kernels_give() {
    for preset in META.presets {
        let pass = pass(&format!("lesson=heads&preset={}", preset.slug));
        agrees_with_the_kernel(&pass);
        for (index, table) in TABLES.iter().enumerate() {
            let name = TableId(index as u8);
            let Some(matrix) = pass.matrix(name) else {
                continue;
            };
            for (row, values) in matrix.iter_rows().enumerate() {
                for (col, value) in values.iter().enumerate() {
                    let rule = pass.rule(Cell::new(name, row, col)).unwrap();
                    assert_eq!(rule.evaluate(), *value, "{} {}", preset.slug, table.key);
                }
            }
        }
    }
}

#[test]
fn two_heads_look_at_two_words_and_one_has_to_choose() {
    let two = pass("lesson=heads&preset=two");
    let looks = |pass: &Pass, head: usize, row: usize| {
        let own = pass.get(weights(head));
        let row = own.row(row).to_vec();
        let best = (0..row.len())
            .max_by(|a, b| row[*a].total_cmp(&row[*b]))
            .unwrap();
        (best, row[best])
    };
    // “mat”: head 1 looks at the verb, head 2 at the word where the first stands.
    let (first, second) = (looks(&two, 0, 2), looks(&two, 1, 2));
    assert_ne!(first.0, second.0, "{first:?} {second:?}");
    let one = pass("lesson=heads&preset=one");
    let share = one.get(weights(0)).row(2).to_vec();
    assert!(
        share[first.0] < first.1 || share[second.0] < second.1,
        "{share:?}"
    );
}

#[test]
fn what_is_explained_first_tells_something() {
    let at = |step: &str| {
        let link = format!("lesson=heads&preset=two&stage={step}");
        Player::<Heads>::open(&link).unwrap().selected().unwrap()
    };
    assert_eq!(at("project"), Cell::new(Q, 0, 1), "the first that is not 0");
    let cell = at("maps");
    assert_eq!(
        cell,
        Cell::new(weights(0), 1, 0),
        "“sat”, where heads differ"
    );
    let two = pass("lesson=heads&preset=two");
    let written = expr::text(&META.written(&two, cell, 2, usize::MAX));
    let sum = "exp(2.12) + exp(0.00) + exp(2.12)";
    assert_eq!(written, format!("α¹₂₁ = exp(2.12) / ({sum}) = 0.47"));
}

#[test]
fn heads_of_the_same_width_have_the_same_projections() {
    let mut player = player("four");
    let before = Pass::of(player.document());
    for heads in [2, 1, 4] {
        player.apply(Command::Own(Change::Heads(heads))).unwrap();
        let now = Pass::of(player.document());
        agrees_with_the_kernel(&now);
        assert_eq!(now.get(Q), before.get(Q), "only cut otherwise");
        assert_eq!(now.document.parameters(), before.document.parameters());
        assert_eq!(now.document.d_k() * heads, 4);
    }
    assert_eq!(player.document().w_k, before.document.w_k);
    let three = player.apply(Command::Own(Change::Heads(3)));
    assert!(matches!(three, Err(Problem::LinkEntry(key, _)) if key == "heads"));
    assert!(player.apply(Command::Own(Change::Heads(0))).is_err());
    assert_eq!(player.document().heads, 4, "refused, everything stays");
}

#[test]
fn sharing_halves_what_is_learned_of_keys_and_what_is_kept() {
    let mut player = player("four");
    let counts =
        |player: &Player<Heads>| (player.document().parameters(), player.document().cached());
    assert_eq!(counts(&player), (64, 8));
    player.apply(Command::Own(Change::Share(2))).unwrap();
    assert_eq!(counts(&player), (48, 4), "GQA");
    agrees_with_the_kernel(&Pass::of(player.document()));
    // Each group has the mean of the two heads that it serves.
    let before = read::<Heads>("lesson=heads&preset=four").unwrap().0;
    let mean = (before.w_k.at(0, 0) + before.w_k.at(0, 1)) / 2.0;
    assert_eq!(player.document().w_k.at(0, 0), mean);
    player.apply(Command::Own(Change::Share(1))).unwrap();
    assert_eq!(counts(&player), (40, 2), "MQA");
    player.apply(Command::Own(Change::Share(4))).unwrap();
    assert_eq!(counts(&player), (64, 8));
    let repeated = &player.document().w_k;
    assert_eq!(repeated.at(0, 0), repeated.at(0, 3), "one group, repeated");
    for _ in 0..3 {
        player.apply(Command::Undo).unwrap();
    }
    assert_eq!(player.document().w_k, before.w_k, "nothing is lost");
    for wrong in [0, 3] {
        let groups = player.document().groups;
        let _ = player.apply(Command::Own(Change::Share(wrong)));
        assert_eq!(
            player.document().groups,
            groups,
            "{wrong} groups for four heads"
        );
    }
}

#[test]
fn a_causal_mask_hides_what_comes_later_from_every_head() {
    let mut player = player("four");
    player.apply(Command::Own(Change::Causal(true))).unwrap();
    let before = Pass::of(player.document());
    for head in 0..4 {
        assert_eq!(before.get(weights(head)).at(0, 0), 1.0);
        assert_eq!(before.get(weights(head)).at(1, 3), 0.0);
    }
    // The last token changes no row but its own, to the last bit.
    let last = Cell::new(X, 3, 0);
    player.apply(Command::Edit(Edit::Set(last, 9.0))).unwrap();
    let after = Pass::of(player.document());
    for row in 0..3 {
        assert_eq!(before.get(SUM).row(row), after.get(SUM).row(row));
    }
    assert_ne!(before.get(SUM).row(3), after.get(SUM).row(3));
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |link: &str| read::<Heads>(&format!("lesson=heads&{link}")).unwrap_err();
    assert!(matches!(refused("preset=four&heads=3"), Problem::LinkEntry(key, _) if key == "heads"));
    assert!(matches!(refused("preset=four&heads=0"), Problem::LinkEntry(key, _) if key == "heads"));
    assert!(matches!(refused("preset=four&kv=3"), Problem::LinkEntry(key, _) if key == "kv"));
    assert!(matches!(refused("preset=four&kv=2"), Problem::LinkShape(key, ..) if key == "w_k"));
    assert!(matches!(refused("preset=four&w_o=1,2"), Problem::LinkShape(key, ..) if key == "w_o"));
    assert!(
        matches!(refused("preset=four&mask=window"), Problem::LinkEntry(key, _) if key == "mask")
    );
    assert_eq!(
        refused("preset=four&t=a,b,c,d,e,f,g"),
        Problem::TooMany(7, MOST_TOKENS)
    );
    assert!(matches!(refused("preset=four&t=a"), Problem::LinkShape(key, ..) if key == "x"));
}

proptest! {
    #[test]
    fn drawn_projections_agree_with_the_kernels(seed in any::<u64>(), heads in 0usize..3, causal in any::<bool>()) {
        let mut player = player("four");
        player.apply(Command::Own(Change::Draw(seed))).unwrap();
        player.apply(Command::Own(Change::Heads([1, 2, 4][heads]))).unwrap();
        player.apply(Command::Own(Change::Causal(causal))).unwrap();
        agrees_with_the_kernel(&Pass::of(player.document()));
        let again = Player::<Heads>::open(&player.link()).unwrap();
        prop_assert_eq!(again.document(), player.document());
        prop_assert_eq!(again.link(), player.link());
    }
}
