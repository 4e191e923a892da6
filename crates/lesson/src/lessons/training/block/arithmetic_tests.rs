//! What a reader of the arithmetic sees.

use super::*;
use attention::Activation;

/// The line of a formula, as a number of `part` in column 4 (from 0).
fn line(part: Part, head: Option<usize>, formula: Formula) -> String {
    let cell = BlockCell {
        layer: Some(0),
        part,
        head,
        col: 4,
    };
    let source = BlockCell {
        part: Part::Scaled,
        ..cell
    };
    let value = formula.evaluate();
    let explanation = Explanation {
        cell,
        value,
        formula,
        sources: vec![source],
    };
    written(&explanation, 2, TERMS)
}

#[test]
fn a_projection_begins_with_its_bias() {
    let formula = Formula::Dot {
        left: vec![0.5, -2.0],
        right: vec![0.25, 1.0],
        bias: Some(0.125),
    };
    let text = line(Part::Query, Some(1), formula);
    assert_eq!(text, "q⁽²⁾₅ = 0.12 + 0.50·0.25 + (−2.00)·1.00 = −1.75");
}

#[test]
fn long_sums_are_cut_short_and_say_so() {
    let long = Formula::Sum(vec![0.25; 7]);
    assert!(is_long(&long) && !is_long(&Formula::Sum(vec![0.25; 6])));
    let text = line(Part::Sum, Some(0), long);
    assert_eq!(
        text,
        "Σ⁽¹⁾ = 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + 0.25 + … = 1.75"
    );
    let text = line(Part::Max, None, Formula::Largest(vec![1.0, -2.0]));
    assert_eq!(text, "μ = max(1.00, −2.00) = 1.00");
}

#[test]
fn a_norm_shows_mean_and_variance() {
    let layer = Formula::Norm {
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
    let rms = Formula::Norm {
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
    assert_eq!(
        line(Part::Scaled, Some(0), Formula::Times(2.0, 0.25)),
        "s′⁽¹⁾₅ = 2.00 / √16 = 0.50"
    );
    let eighth = Formula::Times(2.0, 1.0 / 8.0_f32.sqrt());
    assert_eq!(
        line(Part::Scaled, Some(0), eighth),
        "s′⁽¹⁾₅ = 2.00 / √8 = 0.71"
    );
    assert_eq!(
        line(Part::Scaled, Some(0), Formula::Times(2.0, 1.0)),
        "s′⁽¹⁾₅ = 2.00·1 = 2.00"
    );
}

#[test]
fn masks_and_penalties() {
    let hidden = Formula::Masked {
        score: 1.0,
        visible: false,
    };
    assert_eq!(line(Part::Masked, Some(0), hidden), "z⁽¹⁾₅ = −∞");
    let seen = Formula::Masked {
        score: 1.0,
        visible: true,
    };
    assert_eq!(line(Part::Masked, Some(0), seen), "z⁽¹⁾₅ = s′⁽¹⁾₅ = 1.00");
    let penalised = Formula::Penalised {
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
    let row = Formula::LookedUp { row: 3, value: 0.5 };
    assert_eq!(line(Part::Position, None, row.clone()), "p₅ = P(3)₅ = 0.50");
    assert_eq!(line(Part::Token, None, row), "t₅ = E(3)₅ = 0.50");
    let wave = Formula::Wave {
        position: 0,
        component: 5,
        width: 64,
    };
    assert_eq!(
        line(Part::Position, None, wave),
        "p₅ = cos(0 / 10000^(4/64)) = 1.00"
    );
}

#[test]
fn the_rest_in_one_line_each() {
    let turned = |first| Formula::Turned {
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
            Formula::Product(-0.5, 2.0),
            "h′₅ = (−0.50)·2.00 = −1.00",
        ),
        (Part::Exp, Formula::Exp(0.0), "e₅ = exp(0.00) = 1.00"),
        (Part::Concat, Formula::Same(1.0), "c₅ = s′₅ = 1.00"),
    ];
    for (part, formula, text) in cases {
        assert_eq!(line(part, None, formula), text);
    }
    let share = Formula::Share { exp: 1.0, sum: 4.0 };
    assert_eq!(line(Part::Weights, None, share), "α₅ = 1.00 / 4.00 = 0.25");
    let (x, largest) = (1.0, 3.0);
    assert_eq!(
        line(Part::Shifted, None, Formula::Shifted { x, largest }),
        "z′₅ = 1.00 − 3.00 = −2.00"
    );
    let kind = Activation::Relu;
    assert_eq!(
        line(Part::Activated, None, Formula::Activation { kind, x: 2.0 }),
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
