//! Each mistake made by hand is named.

use e2e::{Outcome, on_blank_page};

use super::answered;

/// softmax of a row, by the formula.
fn softmax(row: &[f64]) -> Vec<f64> {
    let exp: Vec<f64> = row.iter().map(|score| score.exp()).collect();
    let sum: f64 = exp.iter().sum();
    exp.iter().map(|e| e / sum).collect()
}

/// Each mistake made by hand: the question, the answer, and a part of the sentence that names it. The
/// scores of the worked example are 1 0 1, 0 1 1, 1 1 2, its V is 2 0, 0 3, 1 1.
fn made() -> Vec<(&'static str, f64, &'static str)> {
    let root = 2f64.sqrt();
    let by = |factor: f64, row: [f64; 3]| softmax(&row.map(|score| score * factor));
    let unmasked = by(1.0 / root, [1.0, 0.0, 1.0]);
    let third = "preset=worked&digits=4&ask=weights.2.0";
    vec![
        (third, by(1.0, [1.0, 1.0, 2.0])[0], "without the scale"),
        (
            third,
            by(1.0 / root, [1.0, 0.0, 1.0])[2],
            "down the columns",
        ),
        (third, (-1.0 / root).exp(), "the exponentials"),
        (
            third,
            by(1.0, [1.0, 1.0, 2.0])[0] / root,
            "scale comes after softmax",
        ),
        (third, by(0.5, [1.0, 1.0, 2.0])[0], "dividing by dₖ"),
        (
            "preset=worked&digits=4&mask=causal&ask=weights.0.0",
            unmasked[0],
            "without the mask",
        ),
        (
            "preset=worked&digits=4&mask=causal&ask=output.1.1",
            3.0 * by(1.0 / root, [0.0, 1.0, 1.0])[1],
            "set to 0 after softmax",
        ),
        (
            "preset=cat&ask=scores.0.1",
            0.01,
            "Q and K have changed places",
        ),
        (
            "t=a,b&q=0,0;0,0&k=0,0;0,0&v=1,2;3,5&digits=4&ask=output.0.0",
            1.5,
            "rows and columns of V",
        ),
    ]
}

#[test]
fn each_mistake_is_named() -> Outcome {
    on_blank_page(async |page| {
        for (fragment, number, part) in made() {
            let words = answered(&page, fragment, &format!("{number:.4}")).await?;
            assert!(words.contains(part), "{fragment}, {number}: {words}");
        }
        page.open("preset=same_wq_wk&digits=4").await?;
        let score = page.matrix("scores").await?[0][0];
        let words = answered(
            &page,
            "preset=same_wq_wk&digits=4&ask=scaled.0.0",
            &format!("{:.4}", score / 2.0),
        )
        .await?;
        assert!(words.contains("√d_model"), "{words}");
        Ok(())
    })
}
