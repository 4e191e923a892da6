//! Every stage of every case that PyTorch computed in f64 (tests/fixtures/single_head.json).
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

mod common;

use attention::{Backend, Keep, Mask, Matrix, Scale, Stages, stages_with};
use serde::Deserialize;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

for_each_backend!(every_stage_is_that_of_pytorch, masks_are_those_of_pytorch);

/// The largest error allowed, relative for cells above 1 and absolute below.
const TOLERANCE: f64 = 1e-5;

/// How many cases the file holds; fewer would mean that some went untested.
const CASES: usize = 31;

#[derive(Deserialize)]
struct Fixture {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    mask: String,
    scale: f32,
    q: Table,
    k: Table,
    v: Table,
    keep: Option<Vec<Vec<u8>>>,
    scores: Table,
    scaled: Table,
    masked: Table,
    weights: Table,
    output: Table,
}

/// JSON has no infinity: `null` stands for −∞.
type Table = Vec<Vec<Option<f64>>>;

fn cases() -> Vec<Case> {
    let text = include_str!("../../../tests/fixtures/single_head.json");
    let cases = serde_json::from_str::<Fixture>(text).unwrap().cases;
    assert_eq!(cases.len(), CASES);
    cases
}

fn matrix(table: &Table) -> Matrix {
    let number = |x: &Option<f64>| x.map_or(f32::NEG_INFINITY, |x| x as f32);
    let rows: Vec<Vec<f32>> = table
        .iter()
        .map(|row| row.iter().map(number).collect())
        .collect();
    Matrix::from_rows(&rows).unwrap()
}

fn keep(case: &Case) -> Option<Keep> {
    let rows = case.keep.as_ref()?;
    let rows: Vec<Vec<bool>> = rows
        .iter()
        .map(|row| row.iter().map(|&x| x == 1).collect())
        .collect();
    Some(Keep::from_rows(&rows).unwrap())
}

fn every_stage_is_that_of_pytorch(backend: Backend) {
    for case in cases() {
        let (q, k, v) = (matrix(&case.q), matrix(&case.k), matrix(&case.v));
        let found = stages_with(backend, &q, &k, &v, keep(&case).as_ref(), case.scale).unwrap();
        compare(&case, &found);
    }
}

fn compare(case: &Case, found: &Stages) {
    let pairs = [
        ("scores", &found.scores, &case.scores),
        ("scaled", &found.scaled, &case.scaled),
        ("masked", &found.masked, &case.masked),
        ("weights", &found.softmax.weights, &case.weights),
        ("output", &found.output, &case.output),
    ];
    for (stage, found, wanted) in pairs {
        let what = format!("{} {stage}", case.name);
        assert_eq!(found.shape(), (wanted.len(), wanted[0].len()), "{what}");
        for (&found, wanted) in found.data().iter().zip(wanted.iter().flatten()) {
            assert_close(found, *wanted, &what);
        }
    }
    assert!(
        found.softmax.empty_rows.iter().all(|empty| !empty),
        "{}: no row is empty",
        case.name
    );
}

#[track_caller]
fn assert_close(found: f32, wanted: Option<f64>, what: &str) {
    let Some(wanted) = wanted else {
        assert_eq!(found, f32::NEG_INFINITY, "{what}");
        return;
    };
    let error = (f64::from(found) - wanted).abs() / wanted.abs().max(1.0);
    assert!(error <= TOLERANCE, "{what}: {found}, PyTorch {wanted}");
}

/// The named rules spell out the tables of the file, and √d_k the factors.
fn masks_are_those_of_pytorch(backend: Backend) {
    for case in cases() {
        let (n, m) = (case.q.len(), case.k.len());
        let rule = match case.mask.as_str() {
            "none" => Mask::None,
            "causal" => Mask::Causal,
            "window3" => Mask::Window(3),
            "prefix2" => Mask::Prefix(2),
            "padding" => Mask::Padding(2),
            other => {
                assert_eq!(other, "random");
                Mask::Painted(keep(&case).unwrap())
            }
        };
        let wanted = keep(&case).unwrap_or_else(|| Keep::all(n, m));
        assert_eq!(rule.keep(n, m).unwrap(), wanted, "{}", case.name);
        let scores = matrix(&case.scores);
        let masked = attention::masked_with(backend, &scores, &wanted.additive()).unwrap();
        let hidden = masked.data().iter().map(|x| *x == f32::NEG_INFINITY);
        assert!(
            hidden.eq(case.masked.iter().flatten().map(Option::is_none)),
            "{}",
            case.name
        );
        let unscaled = case.name == "unscaled-16";
        let scale = if unscaled { Scale::None } else { Scale::SqrtDk };
        assert!(
            (scale.factor(case.q[0].len()) - case.scale).abs() < 1e-7,
            "{}",
            case.name
        );
    }
}
