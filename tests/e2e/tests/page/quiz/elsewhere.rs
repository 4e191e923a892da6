//! What is asked in one lesson, and the other lessons: what is covered stays so, and who comes back finds the question.

use e2e::{Outcome, on_blank_page};

const ELSEWHERE: &str = ".elsewhere a[href*='lesson=flash']";

#[test]
fn numbers_to_be_predicted_are_shown_in_no_other_lesson_and_the_answer_stays() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights&level=explore&ask=weights.0.0")
            .await?;
        page.element_is_there(".elsewhere").await?;
        let hidden = "return document.querySelector('.elsewhere').offsetHeight === 0";
        assert!(page.holds(hidden).await?, "they would be seen there");
        page.fill("answer", "0.5").await?;
        page.click("check").await?;
        page.element_is_there("[data-quiz-verdict]").await?;
        let before = page.texts("[data-quiz-verdict]").await?;
        page.click_on(ELSEWHERE).await?;
        page.click_on("#flash [data-action=came-from]").await?;
        page.says("#stepper [data-quiz-verdict]", &before[0])
            .await?;
        assert!(page.settled_fragment().await?.contains("ask=weights.0.0"));
        page.console_is_clean().await
    })
}

/// Lessons that are hidden stay in the page, with what was asked there.
#[test]
fn after_a_question_elsewhere_the_focus_goes_to_what_came_of_this_one() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores&level=explore&ask=scores.0.0")
            .await?;
        page.fill("answer", "1").await?;
        page.click("check").await?;
        page.element_is_there("[data-quiz-verdict]").await?;
        page.go_to_lesson("flash").await?;
        page.click_on("#flash [data-control=predict]").await?;
        page.click_on("#flash [data-action=reveal]").await?;
        page.element_is_there("#flash [data-quiz-outcome]:focus")
            .await?;
        let twice = "const ids = [...document.querySelectorAll('[id]')].map(own => own.id);
            return ids.filter((own, at) => ids.indexOf(own) !== at).join()";
        assert_eq!(page.text_of(twice).await?, "", "an id stands for one");
        page.console_is_clean().await
    })
}
