//! The built page in a real browser, by its public contract; one file per theme.

mod accessibility;
mod bad_input;
mod cost;
mod editing;
mod embed;
mod explaining;
mod export;
mod flash;
mod framing;
mod history;
mod hostile;
mod languages;
mod layout;
mod links;
mod masks;
mod network;
mod offline;
mod overriding;
mod pasting;
mod presets;
mod quiz;
mod share;
mod spreadsheet;
mod stages;
mod training;

use e2e::oracle::{self, Rows};
use e2e::{Outcome, Page, Trouble};

/// Q and K of the preset “worked”.
fn worked_q() -> Rows {
    vec![vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]]
}

/// V of the preset “worked”.
fn worked_v() -> Rows {
    vec![vec![2.0, 0.0], vec![0.0, 3.0], vec![1.0, 1.0]]
}

/// What the preset “worked” gives with another Q.
fn worked_weights(q: &Rows) -> Rows {
    oracle::weights(q, &worked_q(), |_, _| true)
}

/// Waits until the page's weights and output are these, then compares every cell.
async fn expect_weights(page: &Page, expected: &Rows) -> Outcome {
    let first = expected[0][0];
    let near = |rows: &[Vec<f64>]| {
        rows.first()
            .is_some_and(|row| (row[0] - first).abs() < 1e-4)
    };
    let weights = page
        .matrix_once("weights", &format!("first cell {first}"), near)
        .await?;
    oracle::assert_close("weights", &weights, expected);
    oracle::assert_close(
        "output",
        &page.matrix("output").await?,
        &oracle::mix(expected, &worked_v()),
    );
    Ok(())
}

/// Everything that is computed, to be compared with another moment or another browser.
async fn computed(page: &Page) -> Result<Vec<(&'static str, Rows)>, Trouble> {
    let mut all = Vec::new();
    for name in ["scores", "scaled", "masked", "weights", "output"] {
        all.push((name, page.matrix(name).await?));
    }
    Ok(all)
}
