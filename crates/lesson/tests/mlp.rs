//! Attention against an MLP: both held to plain f64 and to the kernels; what must not move does not, to the last bit; and
//! the toys: their gradient against finite differences, and which of them must fail.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::Arc;

use attention::Scale;
use lesson::core::command::{Command, Edit};
use lesson::core::numbers::Numbers;
use lesson::core::player::{Player, read};
use lesson::core::problem::Problem;
use lesson::core::table::{Cell, TableId};
use lesson::lessons::mlp::toy::{
    EVERY, Kind, PARAMETERS, Runs, Task, Toy, loss, loss_and_gradient, sentences,
};
use lesson::lessons::mlp::*;
use proptest::prelude::*;

/// How far two orders of summation may be apart, of numbers up to about 30.
const NEAR: f64 = 2e-5;

fn pass(link: &str) -> Pass {
    let (document, _) = read::<Mlp>(link).unwrap_or_else(|why| unreachable!("{link}: {why:?}"));
    Pass::of(&Arc::new(document))
}

fn player(preset: &str) -> Player<Mlp> {
    Player::open(&format!("lesson=mlp&preset={preset}")).unwrap()
}

fn now(player: &Player<Mlp>) -> Pass {
    Pass::of(player.document())
}

type Rows = Vec<Vec<f64>>;

fn rows(pass: &Pass, table: TableId) -> Rows {
    let own = pass.get(table);
    let row = |row: &[f32]| row.iter().map(|x| f64::from(*x)).collect();
    own.iter_rows().map(row).collect()
}

fn times(a: &Rows, b: &Rows) -> Rows {
    let row = |a: &Vec<f64>| {
        let column = |j: usize| a.iter().zip(b).map(|(x, b)| x * b[j]).sum();
        (0..b[0].len()).map(column).collect()
    };
    a.iter().map(row).collect()
}

fn near(what: &str, found: &Rows, wanted: &Rows) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (found, wanted) in found.iter().flatten().zip(wanted.iter().flatten()) {
        assert!((found - wanted).abs() <= NEAR, "{what}: {found} {wanted}");
    }
}

/// The weights and the outputs of both, in f64.
fn both(pass: &Pass, x: &Rows) -> (Rows, Rows, Rows) {
    let of = |table| rows(pass, table);
    let (q, k, v) = (times(x, &of(W_Q)), times(x, &of(W_K)), times(x, &of(W_V)));
    let factor = f64::from(Scale::SqrtDk.factor(q[0].len()));
    let weights: Rows = q
        .iter()
        .map(|q| {
            let score = |k: &Vec<f64>| q.iter().zip(k).map(|(a, b)| a * b).sum::<f64>() * factor;
            let exp: Vec<f64> = k.iter().map(|k| score(k).exp()).collect();
            let sum: f64 = exp.iter().sum();
            exp.iter().map(|e| e / sum).collect()
        })
        .collect();
    let add = |rows: Rows, bias: Rows| -> Rows {
        let row = |row: Vec<f64>| row.iter().zip(&bias[0]).map(|(x, b)| x + b).collect();
        rows.into_iter().map(row).collect()
    };
    let bent: Rows = add(times(x, &of(W_1)), of(B_1))
        .into_iter()
        .map(|row| row.into_iter().map(|h| h.max(0.0)).collect())
        .collect();
    let out = times(&weights, &v);
    (weights, out, add(times(&bent, &of(W_2)), of(B_2)))
}

fn agrees_with_f64(pass: &Pass) {
    for (side, input) in [(0, X), (1, OTHER)] {
        let (weights, out, mlp) = both(pass, &rows(pass, input));
        near("weights", &rows(pass, Part::A.of(side)), &weights);
        near("attention", &rows(pass, Part::O.of(side)), &out);
        near("mlp", &rows(pass, Part::M.of(side)), &mlp);
    }
}

#[test]
fn every_example_is_what_f64_gives_and_every_number_has_its_rule() {
    for preset in META.presets {
        let pass = pass(&format!("lesson=mlp&preset={}", preset.slug));
        agrees_with_f64(&pass);
        let computed = TABLES.iter().filter(|table| !table.is_measured());
        for (index, table) in computed.enumerate() {
            let name = TableId(index as u8);
            let matrix = pass.matrix(name).unwrap();
            for (row, values) in matrix.iter_rows().enumerate() {
                for (col, value) in values.iter().enumerate() {
                    let rule = pass.rule(Cell::new(name, row, col)).unwrap();
                    let zero = value.to_bits() == (-0.0f32).to_bits();
                    assert!(!zero, "{} {}: −0", preset.slug, table.key);
                    // Differences that only rounding has left are 0.
                    let off = (rule.evaluate() - value).abs();
                    let rounded = table.key.starts_with("d_") || table.key.starts_with("gap_");
                    let most = if rounded && *value == 0.0 { 2e-6 } else { 0.0 };
                    assert!(off <= most, "{} {}: {off}", preset.slug, table.key);
                }
            }
        }
    }
}

#[test]
fn another_word_moves_one_row_of_the_mlp_and_every_row_of_attention() {
    let pass = pass("lesson=mlp&preset=word");
    let d = &pass.document;
    let moved = |table: TableId, row: usize| pass.get(table).row(row).iter().any(|x| *x != 0.0);
    for row in 0..d.n() {
        assert_eq!(
            moved(D_M, row),
            row == d.at,
            "the MLP, row {row}: to the last bit"
        );
        assert!(moved(D_O, row) && moved(D_A, row), "attention, row {row}");
    }
    assert_eq!(d.other_tokens(), ["the", "river", "bank"]);
    assert_eq!(pass.get(OTHER).row(1), pass.get(NEW).row(0));
}

#[test]
fn the_order_means_nothing_to_either() {
    let pass = pass("lesson=mlp&preset=order");
    assert_eq!(pass.document.other_tokens(), ["man", "bites", "dog"]);
    assert_ne!(pass.get(OTHER), pass.get(X));
    for table in [D_A, D_O, D_M] {
        for x in pass.get(table).data() {
            assert_eq!(*x, 0.0);
        }
    }
    assert!(pass.get(D_M).data().iter().all(|x| *x == 0.0));
}

#[test]
fn a_word_more_leaves_the_mlp_as_it_was_and_takes_weight_from_the_others() {
    let pass = pass("lesson=mlp&preset=longer");
    let (n, d) = (pass.document.n(), &pass.document);
    assert_eq!(d.n_other(), n + 1);
    assert_eq!(pass.get(Part::A.of(1)).shape(), (n + 1, n + 1));
    assert_eq!(pass.get(D_M).shape().0, n);
    assert!(pass.get(D_M).data().iter().all(|x| *x == 0.0));
    // Whoever comes in takes weight from everybody.
    assert!(pass.get(D_A).data().iter().all(|x| *x < 0.0));
    assert_eq!(d.other_tokens().last(), Some(&d.word));
}

#[test]
fn attention_with_its_weights_kept_is_straight_and_the_mlp_bends() {
    for preset in META.presets {
        let mut player = player(preset.slug);
        for t in [0.0, 0.25, 0.5, 1.0] {
            player.apply(Command::Own(Change::Between(t))).unwrap();
            let pass = now(&player);
            for gap in pass.get(GAP_O).data() {
                assert_eq!(*gap, 0.0, "{} at {t}", preset.slug);
            }
            let ends = t == 0.0 || t == 1.0;
            if ends {
                assert!(pass.get(GAP_M).data().iter().all(|gap| gap.abs() < 1e-6));
            }
            // The curves are the tables' numbers.
            let at = along(&pass.document, t).unwrap();
            let close = |a: &[f32], b: &[f32]| {
                assert!(
                    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5),
                    "{a:?} {b:?}"
                );
            };
            close(&at.mlp, pass.get(L_M).row(1));
            close(&at.kept, pass.get(L_O).row(1));
        }
    }
    let absolute = pass("lesson=mlp&preset=absolute");
    assert_eq!(absolute.get(L_M).data(), [1.0, 0.0, 1.0], "|−1|, |0|, |1|");
    assert_eq!(absolute.get(GAP_M).data(), [-1.0]);
    let xor = pass("lesson=mlp&preset=xor");
    assert_eq!(xor.get(Part::M.of(0)).data(), [0.0, 1.0, 1.0], "00, 01, 10");
    assert_eq!(xor.get(L_M).row(2), [0.0], "11");
}

#[test]
fn the_way_made_anew_ends_in_the_other_input() {
    let mut player = player("word");
    player
        .apply(Command::Own(Change::Other(Other::Word)))
        .unwrap();
    let pass = now(&player);
    let end = along(&pass.document, 1.0).unwrap();
    let at = pass.document.at;
    for (found, wanted) in end.anew.iter().zip(pass.get(Part::O.of(1)).row(at)) {
        assert!((found - wanted).abs() < 1e-5);
    }
}

#[test]
fn what_is_counted() {
    let d = read::<Mlp>("lesson=mlp&preset=word").unwrap().0;
    let own = Sizes::of(&d);
    // 3·4 + 4·2 + 4 + 2, and 3·(2·2 + 2); 3 tokens meet 3 keys and values of width 2.
    assert_eq!((own.mlp().parameters, own.mlp().work()), (26, 20));
    let head = own.attention();
    assert_eq!((head.parameters, head.each, head.meeting), (18, 18, 12));
    let learned: usize = [W_1, B_1, W_2, B_2]
        .iter()
        .map(|t| d.input(*t).unwrap().data().len())
        .sum();
    assert_eq!(learned, own.mlp().parameters);
    let learned: usize = [W_Q, W_K, W_V]
        .iter()
        .map(|t| d.input(*t).unwrap().data().len())
        .sum();
    assert_eq!(learned, head.parameters);
    // GPT-2 small, one layer: c_fc, c_proj; c_attn, c_proj.
    assert_eq!(GPT2.mlp().parameters, 4_722_432);
    assert_eq!(GPT2.attention().parameters, 2_362_368);
    assert_eq!(GPT2.mlp().work(), 4_718_592);
    assert_eq!(GPT2.attention().work(), 2_359_296 + 1_572_864);
    assert_eq!(GPT2.even(), Some(1536.0));
    let at = Sizes { n: 1536, ..GPT2 };
    assert_eq!(at.attention().work(), at.mlp().work());
}

#[test]
fn the_other_input_is_kept_and_undo_brings_the_first_back() {
    let mut player = player("longer");
    let before = player.document().clone();
    let other = now(&player).get(OTHER).into_owned();
    player.apply(Command::Own(Change::Keep)).unwrap();
    assert_eq!(player.document().input(X), Some(&other));
    assert_eq!(player.document().tokens, ["the", "tea", "is", "cold"]);
    player.apply(Command::Own(Change::Keep)).unwrap();
    let full = player.apply(Command::Own(Change::Keep));
    assert_eq!(full, Err(Problem::TooMany(6, MOST_TOKENS)));
    assert_eq!(player.document().n(), MOST_TOKENS, "refused, all stays");
    player.apply(Command::Undo).unwrap();
    player.apply(Command::Undo).unwrap();
    assert_eq!(player.document(), &before);
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |link: &str| read::<Mlp>(&format!("lesson=mlp&preset=word&{link}")).unwrap_err();
    let entry = |link: &str, key: &str| {
        let why = refused(link);
        assert!(
            matches!(&why, Problem::LinkEntry(own, _) if own == key),
            "{link}: {why:?}"
        );
    };
    entry("at=3", "at");
    entry("at=-1", "at");
    entry("between=1.5", "between");
    entry("between=NaN", "between");
    entry("n=1000", "n");
    entry("trained=601", "trained");
    entry("trained=99999999999999", "trained");
    entry("other=nothing", "other");
    let shape = |link: &str, key: &str| {
        let why = refused(link);
        assert!(
            matches!(&why, Problem::LinkShape(own, ..) if own == key),
            "{link}: {why:?}"
        );
    };
    shape("w_in=1,2", "w_in");
    shape("b_out=1", "b_out");
    shape("new=1", "new");
    shape("t=a", "x");
    assert_eq!(refused("t=a,b,c,d,e,f"), Problem::TooMany(6, MOST_TOKENS));
}

#[test]
fn the_toys_gradient_is_that_of_finite_differences() {
    for kind in Kind::ALL {
        for task in Task::ALL {
            let toy = Toy::new(kind, 5);
            let batch = sentences(task, 9, 8);
            let (own, gradient) = loss_and_gradient(&toy, task, &batch);
            assert!((own - loss(&toy, task, &batch)).abs() < 1e-6);
            let mut used = 0;
            for (place, found) in gradient.iter().enumerate() {
                let nudged = |by: f32| {
                    let mut toy = toy.clone();
                    toy.parameters[place] += by;
                    f64::from(loss(&toy, task, &batch))
                };
                let step = 4e-4;
                let wanted = (nudged(step) - nudged(-step)) / f64::from(2.0 * step);
                let off = (wanted - f64::from(*found)).abs();
                assert!(
                    off < 3e-3 + 0.02 * wanted.abs(),
                    "{kind:?} {task:?} {place}: {found} {wanted}"
                );
                used += usize::from(*found != 0.0);
            }
            assert!(
                used > 0 && used <= kind.parameters(),
                "{kind:?} {task:?}: {used}"
            );
        }
    }
    assert_eq!(Kind::Mlp.parameters() + Kind::Head.parameters(), PARAMETERS);
}

/// The mean square error of the best a + b·u + c·v over pairs (word, target), by the normal equations in f64.
fn best_linear(pairs: &[([f64; 3], f64)]) -> f64 {
    let mut rows = [[0.0; 4]; 3];
    for (x, t) in pairs {
        for i in 0..3 {
            for j in 0..3 {
                rows[i][j] += x[i] * x[j];
            }
            rows[i][3] += x[i] * t;
        }
    }
    for i in 0..3 {
        for below in 0..3 {
            if below != i {
                let (own, share) = (rows[i], rows[below][i] / rows[i][i]);
                for (at, own) in rows[below].iter_mut().zip(own) {
                    *at -= share * own;
                }
            }
        }
    }
    let fit = |x: &[f64; 3]| (0..3).map(|i| x[i] * rows[i][3] / rows[i][i]).sum::<f64>();
    let off = pairs.iter().map(|(x, t)| (fit(x) - t).powi(2));
    off.sum::<f64>() / pairs.len() as f64
}

#[test]
fn who_must_fail_fails_and_who_can_learns() {
    for seed in 1..=4 {
        let mut runs = Runs::new(seed);
        runs.advance(MOST_TRAINED);
        let explained = |task, kind| runs.of(task, kind).unwrap().explained();
        // Not a hundredth of what differs from word to word, in any seed; a little worse than guessing is no luck either.
        let fails = |task, kind| {
            let own = explained(task, kind);
            assert!(
                (-0.1..0.01).contains(&own),
                "{seed} {task:?} {kind:?}: {own}"
            );
            let of = runs.of(task, kind).unwrap().guessing();
            assert!(
                (of / task.guessing() - 1.0).abs() < 0.1,
                "{seed} {task:?}: {of}"
            );
        };
        let learns = |task, kind| {
            let own = explained(task, kind);
            assert!(own > 0.95, "{seed} {task:?} {kind:?}: {own}");
        };
        fails(Task::Before, Kind::Mlp);
        learns(Task::Before, Kind::Head);
        learns(Task::Bend, Kind::Mlp);
        fails(Task::Bend, Kind::Head);
        fails(Task::Both, Kind::Mlp);
        assert!(
            explained(Task::Both, Kind::Head) < 0.5,
            "weights bend a little"
        );
        Task::ALL
            .into_iter()
            .for_each(|task| learns(task, Kind::Block));
    }
}

#[test]
fn a_head_over_one_word_is_a_matrix_and_no_better_than_the_best_one() {
    let mut runs = Runs::new(3);
    runs.advance(200);
    let toy = &runs.of(Task::Bend, Kind::Head).unwrap().toy;
    let all = sentences(Task::Bend, 77, 500);
    let pair = |s: &toy::Sentence| {
        let [u, v] = [s.words[0][0], s.words[0][1]].map(f64::from);
        ([1.0, u, v], f64::from(s.targets[0]))
    };
    let best = best_linear(&all.iter().map(pair).collect::<Vec<_>>());
    assert!(
        (best - f64::from(Task::Bend.guessing())).abs() < 0.01,
        "{best}"
    );
    assert!(f64::from(loss(toy, Task::Bend, &all)) > best - 1e-5);
    let says = |u: f32| toy.says(&[[u, 0.3, 1.0, 0.0, 0.0, 0.0]])[0];
    let bent = says(0.5) - (says(0.0) + says(1.0)) / 2.0;
    assert!(bent.abs() < 1e-5, "{bent}");
}

#[test]
fn a_toy_cannot_see_what_it_must_not() {
    let toy = |kind| Toy::new(kind, 4);
    let one = &sentences(Task::Before, 1, 1)[0];
    let mut other = one.clone();
    other.words[0][0] += 1.0;
    let rows = |kind| (toy(kind).says(&one.words), toy(kind).says(&other.words));
    let (before, after) = rows(Kind::Mlp);
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1..], after[1..], "the MLP sees its own word only");
    for kind in [Kind::Head, Kind::Block] {
        let (before, after) = rows(kind);
        assert!(before.iter().zip(&after).all(|(a, b)| a != b), "{kind:?}");
    }
}

#[test]
fn training_on_is_training_through_and_a_seed_decides_all() {
    let (mut once, mut twice) = (Runs::new(7), Runs::new(7));
    once.advance(60);
    [20, 33, 60].into_iter().for_each(|to| twice.advance(to));
    assert_eq!(once, twice, "to the last bit");
    assert_eq!(once.step(), 60);
    assert_eq!(once.all[0].curve.len(), 4, "0, 20, 40, 60");
    assert_ne!(Runs::new(8), Runs::new(7));
    let run = &once.all[0];
    let off = run
        .says(usize::MAX)
        .iter()
        .map(|(t, y)| (t - y) * (t - y))
        .sum::<f32>();
    let mean = off / run.says(usize::MAX).len() as f32;
    assert!((mean - run.held_out()).abs() < 1e-5);
}

proptest! {
    #[test]
    fn drawn_matrices_agree_with_f64_and_links_come_back(seed in any::<u64>(), other in 0usize..3, at in 0usize..3, t in 0.0f32..=1.0) {
        let mut player = player("word");
        for change in [Change::Draw(seed), Change::Other(Other::ALL[other]), Change::At(at), Change::Between(t)] {
            player.apply(Command::Own(change)).unwrap();
        }
        player.apply(Command::Edit(Edit::Set(Cell::new(X, 0, 0), t * 4.0))).unwrap();
        agrees_with_f64(&now(&player));
        let again = Player::<Mlp>::open(&player.link()).unwrap();
        prop_assert_eq!(again.document(), player.document());
        prop_assert_eq!(again.link(), player.link());
    }
}

/// What can be taken along of the training is what was drawn.
#[test]
fn the_table_of_losses_is_that_of_the_curves() {
    let mut runs = Runs::new(3);
    runs.advance(2 * EVERY);
    let losses = runs.losses();
    assert_eq!(losses.shape(), (3, 10));
    for (row, step) in [0, EVERY, 2 * EVERY].into_iter().enumerate() {
        assert_eq!(losses.at(row, 0), step as f32);
    }
    let last = runs.of(Task::Both, Kind::Block).unwrap();
    assert_eq!(
        (losses.at(2, 9), losses.at(0, 9)),
        (last.held_out(), last.curve[0].1)
    );
    assert_ne!(losses.at(2, 9), losses.at(0, 9));
}
