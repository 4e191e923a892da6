//! Questions with hidden answers, and predict-first.

mod answering;
mod choosing;
mod elsewhere;
mod going_on;
mod in_view;
mod looks;
mod mistakes;
mod staying;

use std::cell::RefCell;

use e2e::oracle::Rows;
use e2e::{Error, Outcome, Page, on_blank_page, until};

/// The whole page as markup, fields' values included.
const EVERYTHING: &str = r#"
    const values = [...document.querySelectorAll("input")].map(input => input.value);
    return document.documentElement.outerHTML + values.join(" ");"#;

/// What a selector's pictures show, and the thumbnails.
const PICTURES: &str = r#"
    const pictures = "canvas.map, canvas.bars, canvas.thumb, [data-frame=weights] canvas, [data-frame=output] canvas";
    return [...document.querySelectorAll(pictures)].map(canvas => canvas.toDataURL()).join("\n");"#;

const SETTLE: std::time::Duration = std::time::Duration::from_millis(900);

/// Computed numbers as the page would write them, such as no typed number is.
fn telling(rows: &Rows) -> Vec<String> {
    let finite = rows.iter().flatten().filter(|value| value.is_finite());
    let texts = finite.map(|value| format!("{value:.4}"));
    texts.filter(|text| !text.ends_with("00")).collect()
}

/// Answers with a number, by keyboard alone.
pub async fn type_answer(page: &Page, text: &str) -> Outcome {
    page.element_is_there("[data-control=answer]").await?;
    page.script(
        "document.querySelector('[data-control=answer]').focus()",
        vec![],
    )
    .await?;
    page.press_keys(text).await?;
    page.press_keys("\u{e007}").await
}

/// The fragment's question, answered.
async fn answered(page: &Page, fragment: &str, text: &str) -> Result<String, Error> {
    page.open(fragment).await?;
    type_answer(page, text).await?;
    page.element_is_there("[data-quiz-verdict]").await?;
    Ok(page.texts("[data-quiz-outcome]").await?.join(" "))
}

#[test]
fn hidden_numbers_are_nowhere_in_the_page() -> Outcome {
    on_blank_page(async |page| {
        let fragment = "preset=worked&digits=4&stage=scaled";
        page.open(fragment).await?;
        let mut hidden = Vec::new();
        for name in ["scaled", "masked", "exp", "sum", "weights", "output"] {
            hidden.extend(telling(&page.matrix(name).await?));
        }
        assert!(hidden.iter().any(|text| text == "0.5035"), "{hidden:?}");
        page.open(&format!("{fragment}&predict")).await?;
        loop {
            tokio::time::sleep(SETTLE).await;
            let (stage, all) = (page.stage().await?, page.text_of(EVERYTHING).await?);
            for text in &hidden {
                assert!(!all.contains(text.as_str()), "{text} at {stage}");
            }
            if stage == "output" {
                break;
            }
            page.click_and_wait("next").await?;
        }
        page.choose("mode", "one").await?;
        let all = page.text_of(EVERYTHING).await?;
        assert!(
            hidden.iter().all(|text| !all.contains(text.as_str())),
            "one query"
        );
        page.console_is_clean().await
    })
}

#[test]
fn the_card_that_compares_gives_nothing_away() -> Outcome {
    on_blank_page(async |page| {
        let fragment = "lesson=flash&preset=tiles&digits=4&at=9999";
        page.load(fragment).await?;
        page.element_is_there("#flash [data-way=plain]").await?;
        let mut hidden = page.texts("#flash [data-way=plain]").await?;
        hidden.retain(|text| !text.ends_with("00"));
        assert!(hidden.len() > 8, "{hidden:?}");
        for asked in ["predict", "predict=written", "ask=written.0.0&predict"] {
            page.load(&format!("{fragment}&{asked}")).await?;
            page.element_is_there("#flash [data-quiz-prompt]").await?;
            page.says("#flash [data-same]", "hidden here as well")
                .await?;
            let all = page.text_of(EVERYTHING).await?;
            for text in &hidden {
                assert!(!all.contains(text.as_str()), "{text} with {asked}");
            }
        }
        page.console_is_clean().await
    })
}

#[test]
fn pictures_give_nothing_away() -> Outcome {
    on_blank_page(async |page| {
        let mut seen = Vec::new();
        for scale in ["sqrt_dk", "0.1", "3"] {
            page.open(&format!(
                "preset=worked&stage=weights&scale={scale}&predict=scores"
            ))
            .await?;
            page.nothing_is_busy().await?;
            let drawn = RefCell::new(String::new());
            until("pictures that are drawn", async || {
                let now = page.text_of(PICTURES).await?;
                tokio::time::sleep(SETTLE).await;
                Ok(drawn.replace(now.clone()) == now && !now.is_empty())
            })
            .await?;
            seen.push(drawn.into_inner());
        }
        assert!(seen[0].contains("data:image/png"));
        assert!(
            seen[0] == seen[1] && seen[1] == seen[2],
            "the pictures differ"
        );
        Ok(())
    })
}

#[test]
fn a_covered_cell_explains_nothing_and_cannot_be_overridden() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores&ask=scores.2.2")
            .await?;
        let cell = "table[data-matrix=scores] td[data-row='2'][data-col='2']";
        page.hover(cell).await?;
        let words = page.explanation("hidden until you predict").await?;
        assert!(!words.contains('2'), "{words}");
        page.send_keys_to(cell, "7").await?;
        page.says_a_problem("an override of a covered cell").await?;
        assert_eq!(page.count("[data-override]").await?, 0);
        Ok(())
    })
}
