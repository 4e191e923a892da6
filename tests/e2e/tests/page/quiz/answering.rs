//! A number typed, a row dragged, and what is no answer.

use e2e::{Error, Outcome, Page, on_blank_page, until};

use super::{answered, type_answer};

#[test]
fn a_number_is_predicted_by_keyboard() -> Outcome {
    on_blank_page(async |page| {
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
        // The focus is at what came of it, and that is what it is called: heard once.
        until("the focus at the outcome", async || {
            page.holds("return document.activeElement.matches('[data-quiz-outcome]')")
                .await
        })
        .await?;
        let called = page.attribute("[data-quiz-outcome]", "aria-label").await?;
        assert!(called.is_some_and(|called| called.starts_with("Right.")));
        page.console_is_clean().await
    })
}

#[test]
fn what_is_no_number_is_refused_and_stays() -> Outcome {
    on_blank_page(async |page| {
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

/// Bars as they are put there are nobody's answer.
#[test]
fn bars_that_nobody_moved_are_not_judged() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights&ask=weights.2")
            .await?;
        page.element_is_there("[data-action=check][aria-disabled=true]")
            .await?;
        page.says("[id^=quiz-untouched]", "Move a bar").await?;
        page.click_on("[data-action=check]").await?;
        page.says("[data-quiz-problem]", "Move a bar").await?;
        assert_eq!(page.count("[data-quiz-outcome]").await?, 0);
        page.send_keys_to("[data-bar='0']", "\u{e014}").await?;
        page.count_becomes("[data-action=check][aria-disabled]", 0)
            .await?;
        page.click_on("[data-action=check]").await?;
        page.element_is_there("[data-quiz-verdict]").await
    })
}

/// What the slider of a key stands at.
async fn bar(page: &Page, key: usize) -> Result<f64, Error> {
    let script = format!("return document.querySelector('[data-bar=\"{key}\"]').value");
    let text = page.text_of(&script).await?;
    text.parse()
        .map_err(|_| Error::Page(format!("a bar at “{text}”")))
}

#[test]
fn a_row_of_weights_is_dragged() -> Outcome {
    on_blank_page(async |page| {
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
        page.says("[data-quiz-verdict]", "Right").await?;
        assert_eq!(page.count("[data-quiz-numbers] tr").await?, 3);
        Ok(())
    })
}

/// A sum that is not 1 is said before anything is judged; who checks again means it.
#[test]
fn bars_that_do_not_sum_to_one_are_not_judged_at_once() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights&ask=weights.2")
            .await?;
        page.send_keys_to("[data-bar='0']", "\u{e010}").await?;
        page.click_on("[data-action=check]").await?;
        page.says("[data-quiz-problem]", "Your bars add up to 1.67")
            .await?;
        assert_eq!(page.count("[data-quiz-outcome]").await?, 0);
        page.click_on("[data-action=check]").await?;
        page.element_is_there("[data-quiz-verdict]").await?;
        page.says("[data-quiz-mistake]", "1.67").await
    })
}

#[test]
fn a_row_that_does_not_sum_to_one_can_be_divided() -> Outcome {
    on_blank_page(async |page| {
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
