//! Drawing tokens: what must hold for any logits, and what is refused.
#![cfg(not(target_arch = "wasm32"))]

use attention::sample::{Choice, Sampling, distribution, draw, most_likely};
use attention::{Matrix, softmax};
use proptest::prelude::*;

/// How far chances or probabilities of at most 40 tokens may be from summing to 1: as many
/// divisions and additions, each rounded by half an epsilon.
const SUM_TOLERANCE: f64 = 40.0 * f32::EPSILON as f64;
/// The smallest chance that a u of 24 bits is sure to hit.
const RESOLVED: f32 = 1e-6;

fn logits(cell: BoxedStrategy<f32>) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(cell, 1..40)
}

/// Some of them equal.
fn ordinary() -> BoxedStrategy<f32> {
    prop_oneof![-20.0f32..20.0, Just(1.5f32)].boxed()
}

fn any_number() -> BoxedStrategy<f32> {
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0];
    prop_oneof![prop::sample::select(special.to_vec()), any::<f32>()].boxed()
}

fn sampling() -> impl Strategy<Value = Sampling> {
    let top_k = prop::option::of(1..50usize);
    let top_p = prop::option::of(prop_oneof![0.001f32..=1.0, Just(1.0f32)]);
    (0.05f32..20.0, top_k, top_p).prop_map(|(temperature, top_k, top_p)| Sampling {
        temperature,
        top_k,
        top_p,
    })
}

fn sum(numbers: impl Iterator<Item = f32>) -> f64 {
    numbers.map(f64::from).sum()
}

proptest! {
    #[test]
    fn chances_sum_to_one_most_probable_first(x in logits(ordinary()), how in sampling()) {
        let choices = distribution(&x, &how).unwrap();
        prop_assert_eq!(choices.len(), x.len());
        for total in [sum(choices.iter().map(|c| c.chance)), sum(choices.iter().map(|c| c.probability))] {
            prop_assert!((total - 1.0).abs() <= SUM_TOLERANCE, "{}", total);
        }
        for pair in choices.windows(2) {
            prop_assert!(pair[0].probability >= pair[1].probability);
            prop_assert!(pair[0].chance >= pair[1].chance);
            prop_assert!(pair[0].logit > pair[1].logit || (pair[0].logit == pair[1].logit && pair[0].token < pair[1].token));
        }
        for choice in &choices {
            prop_assert_eq!(choice.logit.to_bits(), x[choice.token as usize].to_bits());
        }
    }

    #[test]
    fn probabilities_are_those_of_softmax(x in logits(any_number())) {
        let clean: Vec<_> = x.iter().map(|x| if x.is_nan() { f32::NEG_INFINITY } else { *x }).collect();
        let wanted = softmax(&Matrix::from_rows(&[clean]).unwrap()).weights;
        for choice in distribution(&x, &Sampling::default()).unwrap() {
            prop_assert_eq!(choice.probability.to_bits(), wanted.at(0, choice.token as usize).to_bits());
            prop_assert!((choice.chance - choice.probability).abs() <= 1e-5);
        }
    }

    #[test]
    fn top_k_keeps_k(x in logits(ordinary()), k in 1..50usize) {
        let how = Sampling { top_k: Some(k), ..Sampling::default() };
        let choices = distribution(&x, &how).unwrap();
        let kept = choices.iter().take_while(|c| c.chance > 0.0).count();
        prop_assert_eq!(kept, k.min(x.len()));
        prop_assert!(choices[kept..].iter().all(|c| c.chance == 0.0));
    }

    #[test]
    fn top_1_and_a_small_temperature_are_greedy(x in logits(ordinary()), u in 0.0f32..1.0) {
        let best = most_likely(&x);
        let top_1 = Sampling { top_k: Some(1), ..Sampling::default() };
        let choices = distribution(&x, &top_1).unwrap();
        prop_assert_eq!(draw(&choices, u), best);
        prop_assert_eq!(choices[0].chance, 1.0);
        let first = x[best.unwrap() as usize];
        if x.iter().filter(|x| **x == first).count() == 1 {
            for temperature in [f32::MIN_POSITIVE, 1e-45] {
                let cold = Sampling { temperature, ..Sampling::default() };
                prop_assert_eq!(draw(&distribution(&x, &cold).unwrap(), u), best);
            }
        }
    }

    /// The fewest tokens whose probability together reaches p.
    #[test]
    fn top_p_keeps_the_fewest_that_reach_p(x in logits(ordinary()), p in 0.001f32..0.999) {
        let how = Sampling { top_p: Some(p), ..Sampling::default() };
        let choices = distribution(&x, &how).unwrap();
        let kept: Vec<_> = choices.iter().filter(|c| c.chance > 0.0).collect();
        let reached = sum(kept.iter().map(|c| c.probability));
        prop_assert!(reached >= f64::from(p) - SUM_TOLERANCE);
        let without = reached - f64::from(kept[kept.len() - 1].probability);
        prop_assert!(without < f64::from(p) + SUM_TOLERANCE);
    }

    #[test]
    fn every_token_with_a_chance_is_drawn_by_some_u(x in logits(ordinary()), how in sampling()) {
        let choices = distribution(&x, &how).unwrap();
        let mut before = 0.0f64;
        for choice in &choices {
            let middle = before + f64::from(choice.chance) / 2.0;
            before += f64::from(choice.chance);
            if choice.chance > RESOLVED {
                prop_assert_eq!(draw(&choices, middle as f32), Some(choice.token));
            }
        }
        let allowed = |token| choices.iter().any(|c| c.token == token && c.chance > 0.0);
        for u in [0.0, 1.0 - f32::EPSILON / 2.0] {
            prop_assert!(draw(&choices, u).is_some_and(allowed));
        }
    }

    #[test]
    fn no_number_gives_nan(x in logits(any_number()), how in sampling(), u in 0.0f32..1.0) {
        let choices = distribution(&x, &how).unwrap();
        for choice in &choices {
            prop_assert!(!choice.logit.is_nan());
            prop_assert!((0.0..=1.0).contains(&choice.probability));
            prop_assert!((0.0..=1.0).contains(&choice.chance));
        }
        let some = x.iter().any(|x| *x > f32::NEG_INFINITY);
        prop_assert_eq!(draw(&choices, u).is_some(), some);
        let total = sum(choices.iter().map(|c| c.chance));
        prop_assert!((total - f64::from(u8::from(some))).abs() <= SUM_TOLERANCE, "{}", total);
    }
}

#[test]
fn an_example_by_hand() {
    // ln 1, ln 2, ln 4, ln 1: probabilities 1/8, 1/4, 1/2, 1/8
    let x = [0.0, 2f32.ln(), 4f32.ln(), 0.0];
    let how = Sampling {
        temperature: 1.0,
        top_k: Some(3),
        top_p: Some(0.8),
    };
    let choices = distribution(&x, &how).unwrap();
    // Top-k leaves 4/7, 2/7, 1/7; the first two of them reach 0.8.
    let wanted = [
        (2, 0.5, 2.0 / 3.0),
        (1, 0.25, 1.0 / 3.0),
        (0, 0.125, 0.0),
        (3, 0.125, 0.0),
    ];
    for (found, (token, probability, chance)) in choices.iter().zip(wanted) {
        assert_eq!(found.token, token);
        assert!((found.probability - probability).abs() <= 1e-7);
        assert!((found.chance - chance).abs() <= 1e-7);
    }
    assert_eq!(
        [0.0, 0.66, 0.67, 0.99].map(|u| draw(&choices, u)),
        [2, 2, 1, 1].map(Some)
    );
    let warm = Sampling {
        temperature: 2.0,
        ..Sampling::default()
    };
    // √4 : √2 : 1 : 1
    let most = distribution(&x, &warm).unwrap()[0].probability;
    assert!((most - 2.0 / (4.0 + 2f32.sqrt())).abs() <= 1e-7);
}

#[test]
fn nothing_can_be_drawn_from_nothing() {
    for logits in [&[][..], &[f32::NEG_INFINITY; 3], &[f32::NAN; 2]] {
        let choices = distribution(logits, &Sampling::default()).unwrap();
        assert_eq!(choices.len(), logits.len());
        assert_eq!(draw(&choices, 0.5), None);
    }
    let one: Vec<Choice> = distribution(&[1.0], &Sampling::default()).unwrap();
    assert_eq!(draw(&one, f32::NAN), None);
    assert_eq!(
        [-1.0, 0.0, 1.0, f32::INFINITY].map(|u| draw(&one, u)),
        [Some(0); 4]
    );
}

#[test]
fn settings_that_draw_nothing_are_refused() {
    let check = |change: fn(&mut Sampling), words: [&str; 2]| {
        let mut how = Sampling::default();
        change(&mut how);
        let said = distribution(&[0.0], &how).unwrap_err().to_string();
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    };
    check(|s| s.temperature = 0.0, ["temperature is 0", "above 0"]);
    check(|s| s.temperature = -1.0, ["temperature is -1", "above 0"]);
    check(|s| s.temperature = f32::NAN, ["temperature", "finite"]);
    check(|s| s.temperature = f32::INFINITY, ["temperature", "finite"]);
    check(|s| s.top_k = Some(0), ["top_k is 0", "at least 1"]);
    check(|s| s.top_p = Some(0.0), ["top_p is 0", "above 0"]);
    check(|s| s.top_p = Some(1.5), ["top_p is 1.5", "at most 1"]);
    check(|s| s.top_p = Some(f32::NAN), ["top_p is NaN", "at most 1"]);
}
