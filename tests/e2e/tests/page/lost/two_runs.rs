//! The worker that trains, with two runs side by side.

use e2e::{Error, Outcome, Page, on_blank_page};

use super::at_each_kind;
use super::training::{KINDS, comes_to_rest, ends_at};

const TWO: &str =
    "a=copy,layers:1,heads:2,d_model:32,batch:64&b=copy,layers:2,heads:2,d_model:32,batch:64";

/// The second run is closed.
const CLOSES: (&str, &str) = (
    "1",
    "document.querySelector('#training [data-action=one-run]').click()",
);

/// Two runs: the end of their worker takes neither, but one that was being closed.
async fn survive(page: &Page, kind: &str, act: &str) -> Outcome {
    page.open_training(TWO).await?;
    page.train_to(1, 25).await?;
    page.pause().await?;
    let before = steps(page, 2).await?;
    ends_at(page, kind, act).await?;
    comes_to_rest(page, kind).await?;
    let runs = if kind == "1" { 1 } else { 2 };
    page.count_becomes("#training [data-standing]", runs)
        .await?;
    let after = steps(page, runs).await?;
    let kept = |(before, after): (&u32, &u32)| *after >= before / 10 * 10;
    assert!(
        before.iter().zip(&after).all(kept),
        "{before:?} → {after:?}"
    );
    page.one_step().await?;
    let later = steps(page, runs).await?;
    let on = |(after, later): (&u32, &u32)| later > after;
    assert!(after.iter().zip(&later).all(on), "{after:?} → {later:?}");
    Ok(())
}

/// How far so many runs are.
async fn steps(page: &Page, runs: usize) -> Result<Vec<u32>, Error> {
    let mut all = Vec::new();
    for side in 0..runs {
        all.push(page.standing_of(side).await?.step);
    }
    Ok(all)
}

#[test]
fn both_of_two_runs_are_taken_up_at_every_kind_of_request() -> Outcome {
    // All that are about both.
    let [train, step, look, ..] = KINDS;
    on_blank_page(async move |page| at_each_kind(&page, [CLOSES, train, step, look], survive).await)
}
