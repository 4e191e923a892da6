//! Walking the stages.

use e2e::{Error, Outcome, Page, on_blank_page, until};
use lesson::Stage;
use serde_json::json;

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
    on_blank_page(async |page| {
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

/// True where the frames of the tables named by the arguments stand beside each other from the first one on, row beside
/// row; else where they stand.
const BESIDE: &str = r#"
    const place = key => document.querySelector(`#figure [data-stage] [data-frame="${key}"]`).getBoundingClientRect();
    const all = arguments[0].map(place);
    const fits = all.every((own, index) => own.width > 0 && Math.abs(own.top - all[0].top) < 2
        && (index === 0 || own.left > all[index - 1].right - 1));
    return fits || JSON.stringify(all);"#;

/// Every step of softmax, and those before it.
#[test]
fn what_a_step_is_computed_from_stands_beside_it() -> Outcome {
    on_blank_page(async |page| {
        page.resize(1280, 720).await?;
        for level in ["queries", "explore"] {
            for stage in Stage::ALL
                .into_iter()
                .filter(|own| !own.sources().is_empty())
            {
                page.load(&format!("level={level}&stage={}", stage.key()))
                    .await?;
                let mut keys: Vec<&str> = stage.sources().iter().map(|own| own.key()).collect();
                // A number a row stands behind the row.
                let at = if stage.one_a_row() { keys.len() } else { 0 };
                keys.insert(at, stage.matrix().key());
                let what = format!("{} at {level}", stage.key());
                until(&what, async || {
                    let said = page.script(BESIDE, vec![json!(keys)]).await;
                    Ok(said.is_ok_and(|said| said == true))
                })
                .await?;
            }
        }
        page.console_is_clean().await
    })
}

/// What is asked is not given away by what it is computed from.
#[test]
fn what_a_covered_number_is_computed_from_does_not_stand_beside_it() -> Outcome {
    on_blank_page(async |page| {
        page.load("level=queries&stage=weights&predict").await?;
        until("the weights stand in the figure, and not what they are computed from", async || {
            let seen = r#"
                const seen = key => document.querySelector(`#figure [data-stage] [data-frame="${key}"]`)?.getClientRects().length > 0;
                return seen('weights') && !seen('exp') && !seen('sum');"#;
            page.holds(seen).await
        })
        .await
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
    on_blank_page(async |page| {
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
    on_blank_page(async |page| {
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
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        page.click("reset").await?;
        page.at_stage("scores").await?;
        page.click("play").await?;
        page.leaves_stage("scores").await
    })
}

/// The place of the scrub bar and the cell that is explained.
const CELL: &str = r#"
    const { matrix, row, col } = { ...document.querySelector("td.explained")?.dataset,
        matrix: document.querySelector("td.explained")?.closest("table").dataset.matrix };
    return `${document.querySelector("[data-control=scrub]").value} ${matrix}.${row}.${col}`;"#;

#[test]
fn along_one_query_next_goes_cell_by_cell() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores&mode=one&row=1")
            .await?;
        page.click("reset").await?;
        page.element_is_there("[data-action=back][aria-disabled=true]")
            .await?;
        for (place, cell) in ["scores.1.0", "scores.1.1", "scores.1.2", "scaled.1.0"]
            .into_iter()
            .enumerate()
        {
            until(cell, async || {
                Ok(page.text_of(CELL).await? == format!("{place} {cell}"))
            })
            .await?;
            page.click("next").await?;
        }
        page.click("back").await?;
        page.click("back").await?;
        until("the cell before", async || {
            Ok(page.text_of(CELL).await? == "2 scores.1.2")
        })
        .await?;
        assert_eq!(page.stage().await?, "scores");
        page.slide("scrub", 9999).await?;
        page.element_is_there("[data-action=next][aria-disabled=true]")
            .await?;
        assert!(page.text_of(CELL).await?.ends_with("output.1.1"));
        page.console_is_clean().await
    })
}
