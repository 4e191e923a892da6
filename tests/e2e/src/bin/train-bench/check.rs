//! Do all contenders compute the same thing? Only then are their times worth comparing.

use contender::{Question, SIZES, Size};
use e2e::{Error, Outcome};
use serde_json::Value;

use crate::contenders::{Contenders, Who};

/// How far two may be apart. Logits and losses are of the order of 1.
const TOLERANCE: f64 = 1e-4;

/// The logits and the first losses of all contenders, compared with those of the first of them.
pub async fn all_agree(contenders: &mut Contenders) -> Outcome {
    let mut apart: f64 = 0.0;
    for size in SIZES {
        let ours = contenders.ask(Who::ALL[0], Question::Check(size)).await?;
        for &who in &Who::ALL[1..] {
            let theirs = contenders.ask(who, Question::Check(size)).await?;
            apart = apart.max(agree(size, who, &ours, &theirs)?);
        }
    }
    eprintln!("All contenders agree: logits and losses are at most {apart:.0e} apart.");
    Ok(())
}

/// How far two answers are apart, unless that is too far.
fn agree(size: Size, who: Who, ours: &Value, theirs: &Value) -> Result<f64, Error> {
    let mut most: f64 = 0.0;
    for what in ["logits", "losses"] {
        let apart = distance(&ours[what], &theirs[what]);
        // Lists that have no distance do not agree either.
        if !apart.is_some_and(|apart| apart <= TOLERANCE) {
            let (d_model, first, other) = (size.d_model, Who::ALL[0].name(), who.name());
            let (ours, theirs) = (&ours[what], &theirs[what]);
            return Err(Error::Setup(format!(
                "at d_model {d_model} the {what} differ, so nothing is timed.\n\
                 {first}: {ours}\n{other}: {theirs}"
            )));
        }
        most = most.max(apart.unwrap_or_default());
    }
    Ok(most)
}

/// The largest difference of two lists; `None` unless they are as long as each other, longer than
/// 0, and all of numbers.
fn distance(a: &Value, b: &Value) -> Option<f64> {
    let (a, b) = (a.as_array()?, b.as_array()?);
    if a.len() != b.len() || a.is_empty() {
        return None;
    }
    let pairs = a.iter().zip(b);
    let mut differences = pairs.map(|(a, b)| Some((a.as_f64()? - b.as_f64()?).abs()));
    differences.try_fold(0.0, |most: f64, next| Some(most.max(next?)))
}

#[cfg(test)]
mod tests {
    use super::distance;
    use serde_json::json;

    #[test]
    fn only_lists_of_as_many_numbers_have_a_distance() {
        assert_eq!(distance(&json!([1.0, 2.0]), &json!([1.0, 2.5])), Some(0.5));
        for (a, b) in [
            (json!([]), json!([])),
            (json!([1.0]), json!([1.0, 2.0])),
            (json!([1.0]), json!([null])),
            (json!(null), json!(null)),
        ] {
            assert_eq!(distance(&a, &b), None, "{a} {b}");
        }
    }
}
