//! Questions with hidden answers, and predict-first.

use e2e::oracle::Rows;
use e2e::{Outcome, Page, Scheme, Trouble, on_page};
use serde_json::Value;

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
async fn type_answer(page: &Page, text: &str) -> Outcome {
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
async fn answered(page: &Page, fragment: &str, text: &str) -> Result<String, Trouble> {
    page.open(fragment).await?;
    type_answer(page, text).await?;
    page.element_is_there("[data-quiz-verdict]").await?;
    Ok(page.texts("[data-quiz-outcome]").await?.join(" "))
}

#[test]
fn hidden_numbers_are_nowhere_in_the_page() -> Outcome {
    on_page(async |page| {
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
fn pictures_give_nothing_away() -> Outcome {
    on_page(async |page| {
        let mut seen = Vec::new();
        for scale in ["sqrt_dk", "0.1", "3"] {
            page.open(&format!(
                "preset=worked&stage=weights&scale={scale}&predict=scores"
            ))
            .await?;
            tokio::time::sleep(SETTLE).await;
            seen.push(page.text_of(PICTURES).await?);
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
    on_page(async |page| {
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

#[test]
fn a_number_is_predicted_by_keyboard() -> Outcome {
    on_page(async |page| {
        let words = answered(
            &page,
            "preset=worked&stage=scores&ask=scores.2.2&q.text=What%20is%20it%3F",
            "2",
        )
        .await?;
        assert!(words.contains("Right."), "{words}");
        assert_eq!(page.texts("[data-quiz-prompt]").await?, ["What is it?"]);
        page.matrix_once("scores", "uncovered", |scores| scores[2][2] == 2.0)
            .await?;
        page.says("[data-quiz-said]", "Right.").await?;
        page.console_is_clean().await
    })
}

#[test]
fn the_page_around_hears_of_an_answer() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked&stage=scaled&ask=scaled.2.2")
            .await?;
        let listen = "addEventListener('attention-lab-tell', event => {
            if (event.detail.type === 'answer') window.heard = event.detail;
        })";
        page.script(listen, vec![]).await?;
        type_answer(&page, "2").await?;
        page.element_is_there("[data-quiz-verdict]").await?;
        let heard = page.script("return window.heard", vec![]).await?;
        assert_eq!(heard["right"], Value::Bool(false));
        assert_eq!(heard["mistake"], Value::from("unscaled"));
        assert_eq!(heard["score"].as_f64(), Some(0.0));
        assert_eq!(heard["question"], Value::from("scaled.2.2"));
        assert_eq!(heard["done"], Value::Bool(true));
        Ok(())
    })
}

#[test]
fn what_is_no_number_is_refused_and_stays() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked&ask=scores.2.2").await?;
        type_answer(&page, "two").await?;
        page.says("[data-quiz-problem]", "“two” is not a number")
            .await?;
        let typed = page
            .text_of("return document.querySelector('[data-control=answer]').value")
            .await?;
        assert_eq!(typed, "two");
        assert_eq!(page.count("[data-quiz-outcome]").await?, 0);
        Ok(())
    })
}

/// What the slider of a key stands at.
async fn bar(page: &Page, key: usize) -> Result<f64, Trouble> {
    let script = format!("return document.querySelector('[data-bar=\"{key}\"]').value");
    let text = page.text_of(&script).await?;
    text.parse()
        .map_err(|_| Trouble::Page(format!("a bar at “{text}”")))
}

#[test]
fn a_row_of_weights_is_dragged() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked&stage=weights&ask=weights.2")
            .await?;
        // The mouse goes to the middle of each bar; keys do the rest.
        page.drag("[data-bar='2']", 2).await?;
        assert!(
            (bar(&page, 2).await? - 0.5).abs() < 0.03,
            "the pointer moves a bar"
        );
        for key in 0..2 {
            let bar = format!("[data-bar='{key}']");
            page.send_keys_to(&bar, "\u{e011}").await?;
            page.send_keys_to(&bar, &"\u{e014}".repeat(25)).await?;
        }
        assert!(
            (bar(&page, 0).await? - 0.25).abs() < 1e-6,
            "keys move a bar"
        );
        let said = page.attribute("[data-bar='0']", "aria-valuetext").await?;
        assert!(said.is_some_and(|said| said.starts_with("0.25; the row sums to")));
        page.click_on("[data-action=check]").await?;
        page.says("[data-quiz-verdict]", "Right.").await?;
        assert_eq!(page.count("[data-quiz-numbers] tr").await?, 3);
        Ok(())
    })
}

#[test]
fn a_row_that_does_not_sum_to_one_can_be_divided() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked&stage=weights&ask=weights.2")
            .await?;
        for key in 0..3 {
            page.send_keys_to(&format!("[data-bar='{key}']"), "\u{e010}")
                .await?;
        }
        page.says("[data-quiz-sum]", "3.00").await?;
        page.click_on("[data-action=divide]").await?;
        page.says("[data-quiz-sum]", "1.00").await
    })
}

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
        (third, by(0.5, [1.0, 1.0, 2.0])[0], "dividing by d_k"),
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
    on_page(async |page| {
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

#[test]
fn predict_first_goes_from_stage_to_stage_and_on_to_new_numbers() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        page.click_on("[data-control=predict]").await?;
        page.says("[data-quiz-prompt]", "scores").await?;
        assert!(page.settled_fragment().await?.contains("&predict"));
        page.click_on("[data-action=reveal]").await?;
        page.matrix_once("scores", "revealed", |scores| scores[2][2] == 2.0)
            .await?;
        page.click_on("[data-action=next-question]").await?;
        page.at_stage("scaled").await?;
        page.says("[data-quiz-prompt]", "scaled").await?;
        type_answer(&page, "1").await?;
        page.says("[data-quiz-mistake]", "without the scale")
            .await?;
        page.click_on("[data-action=new-numbers]").await?;
        page.element_is_there("[data-control=answer]").await?;
        page.count_becomes("table[data-matrix=scaled] td.covered", 9)
            .await?;
        page.matrix_once("scores", "of other queries", |scores| scores[2][2] != 2.0)
            .await?;
        page.click_on("[data-control=predict]").await?;
        page.count_becomes("[data-quiz]", 0).await?;
        assert!(!page.settled_fragment().await?.contains("predict"));
        page.console_is_clean().await
    })
}

#[test]
fn progress_stays_in_the_browser_until_it_is_forgotten() -> Outcome {
    on_page(async |page| {
        let fragment = "preset=worked&ask=scores.2.2";
        answered(&page, fragment, "2").await?;
        page.says("[data-quiz-progress]", "1 of 1 questions answered, 1 right")
            .await?;
        page.open(fragment).await?;
        page.says("[data-quiz-progress]", "1 of 1 questions answered, 1 right")
            .await?;
        page.click_on("[data-action=forget]").await?;
        page.says("[data-quiz-progress]", "0 of 0").await?;
        page.script(
            "localStorage.setItem('attention-lab-quiz', '{\"x\":1}')",
            vec![],
        )
        .await?;
        page.open(fragment).await?;
        page.says("[data-quiz-damaged]", "starts afresh").await?;
        page.says("[data-quiz-progress]", "0 of 1").await
    })
}

#[test]
fn a_question_beside_the_document_or_broken_is_said_to_be() -> Outcome {
    on_page(async |page| {
        page.open("preset=worked&ask=scores.9.9").await?;
        page.says("[data-quiz-none]", "not computed here").await?;
        page.open("preset=worked&ask=nonsense").await?;
        page.says_a_problem("ask=nonsense").await?;
        page.open("preset=worked&ask=weights.2&q.text=%3Cimg%20src%3Dx%20onerror%3D%22window.hacked%3D1%22%3E").await?;
        assert!(page.holds("return !('hacked' in window)").await?);
        assert_eq!(page.count("img[src=x]").await?, 0);
        Ok(())
    })
}

#[test]
fn axe_finds_nothing_serious() -> Outcome {
    on_page(async |page| {
        for scheme in [Scheme::Light, Scheme::Dark] {
            page.prefer(scheme).await?;
            for fragment in [
                "preset=cat&stage=weights&ask=weights.1&predict=scores",
                "preset=cat&ask=scores.1.2",
            ] {
                page.open(fragment).await?;
                page.element_is_there("[data-action=check]").await?;
                let before = page.accessibility_faults().await?;
                assert!(
                    before.is_empty(),
                    "{fragment}, {}: {before:#?}",
                    scheme.name()
                );
                if fragment.contains("scores.1.2") {
                    type_answer(&page, "0.5").await?;
                } else {
                    page.click_on("[data-action=check]").await?;
                }
                page.element_is_there("[data-quiz-verdict]").await?;
                let after = page.accessibility_faults().await?;
                assert!(
                    after.is_empty(),
                    "{fragment} answered, {}: {after:#?}",
                    scheme.name()
                );
            }
        }
        Ok(())
    })
}

#[test]
fn pictures_are_taken() -> Outcome {
    on_page(async |page| {
        page.open("preset=cat&stage=weights&ask=weights.1&predict=scores")
            .await?;
        for scheme in [Scheme::Light, Scheme::Dark] {
            for width in [1440, 390] {
                page.picture("quiz", scheme, width).await?;
                page.fits(&format!("a question at {width} px")).await?;
            }
        }
        Ok(())
    })
}
