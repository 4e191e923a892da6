//! The built page in a real browser, by its public contract; one file per theme.

mod accessibility;
mod backward;
mod bad_input;
mod between_lessons;
mod building;
mod changed_walk;
mod cost;
mod editing;
mod embed;
mod every_lesson;
mod explaining;
mod export;
mod faults;
mod flash;
mod framing;
mod geometry;
mod heads;
mod history;
mod hostile;
mod hub;
mod in_view;
mod labs;
mod languages;
mod layout;
mod links;
mod little_memory;
mod lost;
mod lying;
mod masks;
mod mlp;
mod models;
mod network;
mod offline;
mod overriding;
mod parts;
mod pasting;
mod path;
mod positions;
mod presets;
mod quiz;
mod scale;
mod share;
mod spreadsheet;
mod stages;
mod tabbing;
mod touch;
mod training;
mod walk;

use e2e::oracle::{self, Rows};
use e2e::{Error, Outcome, Page};
use lesson::core::lesson::Meta;
use lesson::registry::LESSONS;

/// All lessons, or the one that `ATTENTION_LAB_LESSON` names: `cargo xtask test --only probe` has just made it, and asks
/// of no other.
fn wanted() -> impl Iterator<Item = &'static Meta> {
    let only = std::env::var("ATTENTION_LAB_LESSON").ok();
    let there = |slug: &String| LESSONS.iter().any(|lesson| lesson.slug == slug);
    assert!(only.as_ref().is_none_or(there), "there is no {only:?}");
    let is_wanted = move |slug: &str| only.as_ref().is_none_or(|only| only == slug);
    let all = LESSONS.iter().copied();
    all.filter(move |lesson| is_wanted(lesson.slug))
}

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

/// Waits until the page's weights and output are about these, then compares every cell.
async fn expect_weights(page: &Page, expected: &Rows) -> Outcome {
    let output = oracle::mix(expected, &worked_v());
    for (name, expected) in [("weights", expected), ("output", &output)] {
        let what = format!("about {expected:?}");
        let shown = page.matrix_once(name, &what, |rows| about(rows, expected));
        oracle::assert_close(name, &shown.await?, expected);
    }
    Ok(())
}

/// Whether every cell is nearly as expected.
fn about(rows: &[Vec<f64>], expected: &Rows) -> bool {
    let cells = rows.iter().flatten().zip(expected.iter().flatten());
    rows.len() == expected.len() && cells.into_iter().all(|(a, b)| (a - b).abs() < 1e-4)
}

/// Everything that is computed, to be compared with another moment or another browser.
async fn computed(page: &Page) -> Result<Vec<(&'static str, Rows)>, Error> {
    let mut all = Vec::new();
    for name in ["scores", "scaled", "masked", "weights", "output"] {
        all.push((name, page.matrix(name).await?));
    }
    Ok(all)
}
