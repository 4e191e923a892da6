//! Every stage of every case that PyTorch computed in f64 (tests/fixtures/single_head.json).

use attention::{
    Backend, Gradients, Keep, Mask, Matrix, Scale, Stages, backward_with, stages_with,
};
use serde::Deserialize;

for_each_backend!(
    every_stage_is_that_of_pytorch,
    every_gradient_is_that_of_pytorch,
    masks_are_those_of_pytorch,
);

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
    grad_output: Table,
    grad_weights: Table,
    grad_scores: Table,
    grad_q: Table,
    grad_k: Table,
    grad_v: Table,
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
    compare_all(case, &pairs);
    assert!(
        found.softmax.empty_rows.iter().all(|empty| !empty),
        "{}: no row is empty",
        case.name
    );
}

fn compare_all(case: &Case, pairs: &[(&str, &Matrix, &Table)]) {
    for (name, found, wanted) in pairs {
        let what = format!("{} {name}", case.name);
        assert_eq!(found.shape(), (wanted.len(), wanted[0].len()), "{what}");
        for (&found, wanted) in found.data().iter().zip(wanted.iter().flatten()) {
            assert_close(found, *wanted, &what);
        }
    }
}

fn every_gradient_is_that_of_pytorch(backend: Backend) {
    for case in cases() {
        let (q, k, v) = (matrix(&case.q), matrix(&case.k), matrix(&case.v));
        let keep = keep(&case);
        let stages = stages_with(backend, &q, &k, &v, keep.as_ref(), case.scale).unwrap();
        let d_output = matrix(&case.grad_output);
        let found = backward_with(backend, (&q, &k, &v), &stages, case.scale, &d_output).unwrap();
        let pairs = [
            ("d_weights", &found.weights, &case.grad_weights),
            ("d_scores", &found.scores, &case.grad_scores),
            ("d_q", &found.q, &case.grad_q),
            ("d_k", &found.k, &case.grad_k),
            ("d_v", &found.v, &case.grad_v),
        ];
        compare_all(&case, &pairs);
        check_softmax_backward(&case, &found, &stages);
    }
}

/// The two intermediates that PyTorch does not name, from what it does.
fn check_softmax_backward(case: &Case, found: &Gradients, stages: &Stages) {
    for (i, weights) in stages.softmax.weights.iter_rows().enumerate() {
        let (d_weights, d_scores) = (&case.grad_weights[i], &case.grad_scores[i]);
        let terms = weights.iter().zip(d_weights);
        let average = terms.map(|(&w, d)| f64::from(w) * d.unwrap()).sum();
        assert_close(found.average.at(i, 0), Some(average), "average");
        for (j, d_score) in d_scores.iter().enumerate() {
            let d_masked = d_score.unwrap() / f64::from(case.scale);
            assert_close(found.masked.at(i, j), Some(d_masked), "d_masked");
            assert!(stages.masked.at(i, j).is_finite() || found.masked.at(i, j) == 0.0);
        }
    }
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
