//! From prediction to prediction, and what the browser keeps.

use e2e::{Outcome, on_blank_page, until};

use super::{answered, type_answer};

#[test]
fn predict_first_goes_from_stage_to_stage_and_on_to_new_numbers() -> Outcome {
    on_blank_page(async |page| {
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
fn predict_first_is_heard_when_it_is_turned_on_and_off_and_the_focus_goes_to_the_question()
-> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        page.send_keys_to("[data-control=predict]", " ").await?;
        page.says("#said", "hidden").await?;
        let asked = "const own = document.activeElement;
            const prompt = document.getElementById(own.getAttribute('aria-describedby'));
            return own.matches('[data-quiz] h2') && prompt !== null && prompt.textContent.includes('scores')";
        until("the focus on what is asked", async || {
            page.holds(asked).await
        })
        .await?;
        page.send_keys_to("[data-control=predict]", " ").await?;
        page.says("#said", "shown again").await?;
        page.console_is_clean().await
    })
}

#[test]
fn progress_stays_in_the_browser_until_it_is_forgotten() -> Outcome {
    on_blank_page(async |page| {
        let fragment = "preset=worked&ask=scores.2.2";
        answered(&page, fragment, "2").await?;
        page.says("[data-quiz-progress]", "1 of 1 question answered, 1 right")
            .await?;
        page.open(fragment).await?;
        page.says("[data-quiz-progress]", "1 of 1 question answered, 1 right")
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

/// A browser remembers the questions of all figures; each counts its own.
#[test]
fn a_figure_counts_its_own_questions() -> Outcome {
    on_blank_page(async |page| {
        answered(&page, "preset=worked&ask=scores.2.2", "2").await?;
        page.says("[data-quiz-progress]", "1 of 1 question answered")
            .await?;
        page.open("preset=cat&ask=scores.1.2").await?;
        page.says("[data-quiz-progress]", "0 of 1 question answered")
            .await?;
        page.open("preset=worked&ask=scores.2.2").await?;
        page.says("[data-quiz-progress]", "1 of 1 question answered")
            .await?;
        // The field is empty again: it is said that there was an answer.
        page.says("[data-quiz-before]", "your best answer was right")
            .await
    })
}

#[test]
fn a_question_beside_the_document_or_broken_is_said_to_be() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&ask=scores.9.9").await?;
        page.says("[data-quiz-none]", "“scores.9.9”").await?;
        page.says("[data-quiz-none]", "3 rows and 3 columns")
            .await?;
        // What is wrong with an entry is said, and what it can be.
        for (wrong, said) in [
            ("ask=nonsense", "scores, scaled"),
            ("predict=nonsense", "scores, scaled"),
            ("stage=nonsense", "scores, scaled"),
            ("theme=nonsense", "auto, light, dark"),
        ] {
            page.load(&format!("preset=worked&{wrong}")).await?;
            page.says("[data-problem]", "nonsense").await?;
            page.says("[data-problem]", said).await?;
        }
        page.open("preset=worked&ask=weights.2&q.text=%3Cimg%20src%3Dx%20onerror%3D%22window.hacked%3D1%22%3E").await?;
        assert!(page.holds("return !('hacked' in window)").await?);
        assert_eq!(page.count("img[src=x]").await?, 0);
        Ok(())
    })
}

/// In flash attention numbers are there at their step alone: before it nothing is asked, and the way to it is offered.
#[test]
fn a_step_without_anything_to_predict_leads_to_the_next_that_has() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=flash&preset=tiles&predict").await?;
        page.says("#flash [data-quiz-none]", "nothing to predict")
            .await?;
        page.click_on("#flash [data-action=next-question]").await?;
        page.says("#flash [data-quiz-prompt]", "s₁₁").await?;
        type_answer(&page, "0.18").await?;
        page.says("#flash [data-quiz-verdict]", "Right").await?;
        page.click_on("#flash [data-action=next-question]").await?;
        page.says("#flash [data-quiz-prompt]", "m̃₁").await
    })
}
