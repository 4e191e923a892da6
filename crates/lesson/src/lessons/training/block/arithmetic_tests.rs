//! What a reader of the arithmetic sees.

use super::*;
use crate::core::expr::{Addend, Factor};

/// Column 4 (from 0) of `part`.
fn cell(part: Part, head: Option<usize>) -> BlockCell {
    BlockCell {
        layer: Some(0),
        part,
        head,
        col: 4,
    }
}

/// The line of a formula, as a number of `part`.
fn line(part: Part, head: Option<usize>, formula: Expr) -> String {
    let cell = cell(part, head);
    let value = formula.evaluate();
    let explanation = Explanation {
        cell,
        value,
        formula,
        sources: vec![],
    };
    written(&explanation, 2, TERMS)
}

#[test]
fn a_projection_begins_with_its_bias() {
    let formula = Expr::Dot {
        bias: Some(0.125.into()),
        pairs: vec![(0.5.into(), 0.25.into()), ((-2.0).into(), 1.0.into())],
    };
    let text = line(Part::Query, Some(1), formula);
    assert_eq!(text, "q⁽²⁾₅ = 0.12 + 0.50·0.25 + (−2.00)·1.00 = −1.75");
}

#[test]
fn long_sums_are_cut_short_and_say_so() {
    let long = Expr::sum([0.25; 7]);
    assert_eq!(long.length(), 7);
    let text = line(Part::Sum, Some(0), long);
    assert_eq!(
        text,
        "Σ⁽¹⁾ = 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + … = 1.75"
    );
    let text = line(Part::Max, None, Expr::Max(vec![1.0.into(), (-2.0).into()]));
    assert_eq!(text, "μ = max(1.00, −2.00) = 1.00");
}

#[test]
fn a_norm_shows_mean_and_variance() {
    let layer = Expr::Norm {
        x: 3.0,
        mean: Some(-1.0),
        variance: 4.0,
        eps: 1e-5,
        gain: 1.0,
        bias: Some(0.5),
    };
    let text = line(Part::NormBefore, None, layer);
    assert_eq!(
        text,
        "n₅ = (3.00 − (−1.00)) / √(4.00 + 0.00001) · 1.00 + 0.50 = 2.50"
    );
    let rms = Expr::Norm {
        x: 3.0,
        mean: None,
        variance: 9.0,
        eps: 1e-5,
        gain: 2.0,
        bias: None,
    };
    let text = line(Part::FinalNorm, None, rms);
    assert_eq!(text, "n₅ = 3.00 / √(9.00 + 0.00001) · 2.00 = 2.00");
}

#[test]
fn scaling_is_written_as_a_root() {
    let scaled = |factor| {
        let score = Addend::One(2.0.into());
        let formula = Expr::Scaled(vec![score], Factor::of_model(factor));
        line(Part::Scaled, Some(0), formula)
    };
    assert_eq!(scaled(0.25), "s′⁽¹⁾₅ = 2.00 / √16 = 0.50");
    assert_eq!(scaled(1.0 / 8.0_f32.sqrt()), "s′⁽¹⁾₅ = 2.00 / √8 = 0.71");
    assert_eq!(scaled(1.0), "s′⁽¹⁾₅ = 2.00·1 = 2.00");
    assert_eq!(scaled(0.75), "s′⁽¹⁾₅ = 2.00·0.7500 = 1.50");
}

#[test]
fn masks_and_penalties() {
    let hidden = Expr::Hidden(vec![1.0.into()]);
    assert_eq!(line(Part::Masked, Some(0), hidden), "z⁽¹⁾₅ = −∞");
    let seen = Expr::Same(1.0.into(), symbol(cell(Part::Scaled, Some(0))));
    assert_eq!(line(Part::Masked, Some(0), seen), "z⁽¹⁾₅ = s′⁽¹⁾₅ = 1.00");
    let penalised = Expr::Penalised {
        score: 1.0,
        slope: 0.25,
        distance: 3,
    };
    assert_eq!(
        line(Part::Masked, Some(0), penalised),
        "z⁽¹⁾₅ = 1.00 − 0.2500·3 = 0.25"
    );
}

#[test]
fn positions_are_looked_up_or_waves() {
    let row = |part| line(part, None, looked_up(cell(part, None), 3, 0.5));
    assert_eq!(row(Part::Position), "p₅ = P(3)₅ = 0.50");
    assert_eq!(row(Part::Token), "t₅ = E(3)₅ = 0.50");
    assert_eq!(
        line(Part::Position, None, wave(0, 5, 64)),
        "p₅ = cos(0 / 10000^(4/64)) = 1.00"
    );
}

#[test]
fn the_rest_in_one_line_each() {
    let turned = |first| Expr::Turned {
        pair: (1.0, 2.0),
        cos: 0.5,
        sin: 0.25,
        first,
    };
    let cases = [
        (
            Part::Query,
            turned(true),
            "q₅ = 1.00·0.50 − 2.00·0.25 = 0.00",
        ),
        (
            Part::Query,
            turned(false),
            "q₅ = 2.00·0.50 + 1.00·0.25 = 1.25",
        ),
        (
            Part::Gated,
            Expr::product(-0.5, 2.0),
            "h′₅ = (−0.50)·2.00 = −1.00",
        ),
        (
            Part::Exp,
            Expr::Exp(0.0.into(), None),
            "e₅ = exp(0.00) = 1.00",
        ),
        (
            Part::Concat,
            Expr::Same(1.0.into(), symbol(cell(Part::HeadOutput, None))),
            "c₅ = o₅ = 1.00",
        ),
    ];
    for (part, formula, text) in cases {
        assert_eq!(line(part, None, formula), text);
    }
    let share = Expr::Over(1.0.into(), 4.0.into());
    assert_eq!(line(Part::Weights, None, share), "α₅ = 1.00 / 4.00 = 0.25");
    assert_eq!(
        line(Part::Shifted, None, Expr::Minus(1.0.into(), 3.0.into())),
        "z′₅ = 1.00 − 3.00 = −2.00"
    );
    let function = Expr::Function {
        name: "ReLU".to_owned(),
        x: 2.0,
        value: 2.0,
    };
    assert_eq!(
        line(Part::Activated, None, function),
        "h₅ = ReLU(2.00) = 2.00"
    );
}

#[test]
fn symbols_count_from_one() {
    let cell = BlockCell {
        layer: None,
        part: Part::Logits,
        head: None,
        col: 11,
    };
    assert_eq!(symbol(cell), "ℓ₁₂");
    let of_head = BlockCell {
        part: Part::Value,
        head: Some(9),
        ..cell
    };
    assert_eq!(symbol(of_head), "v⁽¹⁰⁾₁₂");
}
