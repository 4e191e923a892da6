//! Every preset of every lesson opens, and shows the numbers it promises.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use lesson::core::lesson::Preset;
use lesson::head::presets::PRESETS;
use lesson::lessons::stepper;
use lesson::{Document, Name, Trace, View, registry};

fn weights_of(slug: &str, row: usize) -> Vec<f32> {
    let (document, _) = stepper::preset(slug).unwrap();
    Trace::of(&document)
        .unwrap()
        .get(Name::Weights)
        .row(row)
        .to_vec()
}

fn near(got: &[f32], want: &[f32], tolerance: f32) {
    assert_eq!(got.len(), want.len());
    for (a, b) in got.iter().zip(want) {
        assert!(
            (a - b).abs() <= tolerance,
            "{got:?} is not {want:?} within {tolerance}"
        );
    }
}

fn all() -> impl Iterator<Item = (Document, View)> {
    let open = |preset: &Preset| stepper::preset(preset.slug).unwrap();
    PRESETS.iter().map(open)
}

#[test]
fn every_preset_opens_and_survives_a_link() {
    for (document, view) in all() {
        assert!(Trace::of(&document).is_ok());
        assert_eq!(
            stepper::decode(&stepper::encode(&document, &view)),
            Ok((document, view))
        );
    }
}

#[test]
fn slugs_are_unique_in_each_lesson() {
    for lesson in registry::LESSONS {
        let mut slugs: Vec<_> = lesson.presets.iter().map(|preset| preset.slug).collect();
        slugs.sort_unstable();
        let count = slugs.len();
        slugs.dedup();
        assert_eq!(slugs.len(), count, "{}", lesson.slug);
    }
}

#[test]
fn worked_by_hand() {
    near(&weights_of("worked", 2), &[0.2483, 0.2483, 0.5035], 5e-5);
    let (document, _) = stepper::preset("worked").unwrap();
    near(
        Trace::of(&document).unwrap().get(Name::Output).row(2),
        &[1.0, 1.248],
        5e-4,
    );
}

#[test]
fn cat_looks_for_its_verb() {
    near(&weights_of("cat", 1), &[0.230, 0.158, 0.611], 1e-3);
}

#[test]
fn it_is_the_animal() {
    let it = weights_of("animal", 7);
    near(&[it[1], it[5], it[10]], &[0.45, 0.10, 0.08], 5e-3);
}

#[test]
fn a_grown_query_makes_the_lookup_hard() {
    near(
        &weights_of("lookup", 0),
        &[0.215, 0.355, 0.215, 0.215],
        1e-3,
    );
    near(&weights_of("lookup", 2), &[0.0, 1.0, 0.0, 0.0], 1e-4);
}

#[test]
fn with_equal_projections_everyone_looks_at_itself() {
    let (document, _) = stepper::preset("same_wq_wk").unwrap();
    assert_eq!(document.w_q, document.w_k);
    let trace = Trace::of(&document).unwrap();
    for (i, row) in trace.rows.iter().enumerate() {
        assert!(row.argmax == i && row.max > 0.7, "row {i}: {row:?}");
    }
}

#[test]
fn without_the_scale_softmax_saturates() {
    let (mut document, _) = stepper::preset("unscaled").unwrap();
    assert_eq!(document.d_k(), 16);
    let mean_entropy = |d: &Document| {
        let trace = Trace::of(d).unwrap();
        trace.rows.iter().map(|row| row.entropy).sum::<f32>() / trace.rows.len() as f32
    };
    let unscaled = mean_entropy(&document);
    document.scale = attention::Scale::SqrtDk;
    let scaled = mean_entropy(&document);
    assert!(
        unscaled < 1.0 && scaled > 1.7,
        "{unscaled} bits, {scaled} bits"
    );
}

#[test]
fn causal_looks_only_back() {
    let (document, _) = stepper::preset("causal").unwrap();
    let trace = Trace::of(&document).unwrap();
    for (i, row) in trace.get(Name::Weights).iter_rows().enumerate() {
        assert!(row[i + 1..].iter().all(|w| *w == 0.0) && row[..=i].iter().all(|w| *w > 0.0));
    }
}

#[test]
fn cross_aligns_two_languages() {
    let (document, _) = stepper::preset("cross").unwrap();
    assert_eq!((document.n(), document.m()), (5, 9));
    let trace = Trace::of(&document).unwrap();
    let looks_at: Vec<_> = trace
        .rows
        .iter()
        .map(|row| document.key_tokens()[row.argmax].as_str())
        .collect();
    assert_eq!(looks_at, ["le", "noir", "chat", "dort", "dort"]);
}

#[test]
fn aligned_beats_orthogonal_beats_opposed() {
    near(&weights_of("angles", 0), &[0.941, 0.056, 0.003], 1e-3);
}
