//! Walking the stages.

use e2e::{Error, Outcome, Page, on_page};

/// Clicks next until the last stage and gives the names on the way, the first included.
async fn walk(page: &Page) -> Result<Vec<String>, Error> {
    let mut seen = vec![page.stage().await?];
    while seen.last().is_some_and(|stage| stage != "output") {
        page.click_and_wait("next").await?;
        seen.push(page.stage().await?);
    }
    Ok(seen)
}

#[test]
fn next_walks_every_stage_and_back_walks_them_again() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked").await?;
        page.click("reset").await?;
        page.at_stage("scores").await?;
        let seen = walk(&page).await?;
        let order = page.stages().await?;
        let expected: Vec<_> = order
            .into_iter()
            .filter(|stage| seen.contains(stage))
            .collect();
        assert_eq!(seen, expected, "next follows the order of the sections");
        for stage in ["scores", "scaled", "mask", "masked", "weights", "output"] {
            assert!(
                seen.iter().any(|seen| seen == stage),
                "{stage} is walked through"
            );
        }
        for name in seen.iter().rev().skip(1) {
            page.click_and_wait("back").await?;
            assert_eq!(&page.stage().await?, name);
        }
        page.console_is_clean().await
    })
}

/// Whether one stage is current and shown, and no other stage's heading is; matrices of other
/// stages may stand beside it.
const ONE_SPEAKS: &str = r#"
    const shown = element => element.getClientRects().length > 0;
    const current = [...document.querySelectorAll('[data-stage][aria-current="step"]')];
    const headings = [...document.querySelectorAll("[data-stage] h2")].filter(shown);
    return current.length === 1 && headings.length === 1 && current[0].contains(headings[0]);"#;

#[test]
fn one_stage_speaks_at_a_time() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        while page.stage().await? != "output" {
            let stage = page.stage().await?;
            assert!(page.holds(ONE_SPEAKS).await?, "at {stage}");
            page.click_and_wait("next").await?;
        }
        Ok(())
    })
}

#[test]
fn reset_goes_to_the_first_stage_and_touches_nothing_typed() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked").await?;
        page.click("reset").await?;
        page.at_stage("scores").await?;
        page.enter(e2e::Input("q", 0, 1), "0.5").await?;
        let typed = page
            .matrix_once("q", "0.5 typed", |q| q[0][1] == 0.5)
            .await?;
        page.click_and_wait("next").await?;
        page.click("reset").await?;
        page.at_stage("scores").await?;
        assert_eq!(page.matrix("q").await?, typed);
        Ok(())
    })
}

#[test]
fn play_moves_by_itself() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked").await?;
        page.click("reset").await?;
        page.at_stage("scores").await?;
        page.click("play").await?;
        page.leaves_stage("scores").await
    })
}
