//! A choice is answered, shown, set back; and how a question is read from its words to its button.

use e2e::{Outcome, Page, on_blank_page};

use super::answered;

/// The question at the end of `docs/CLASS.md`.
const CHOICE: &str = "preset=cat&level=queries&stage=scores&ask=choice\
    &q.text=What%20is%20added%20up%2C%20share%20by%20share%2C%20in%20the%20output%20of%20a%20word%3F\
    &choices=the%20words,the%20keys,the%20values,the%20scores&right=b8ffc577";
const ROW: &str = "preset=cat&level=queries&stage=weights&ask=weights.1";

/// True where question, field and button follow each other from above or from the side, in the document and to the eye.
const IN_ORDER: &str = "
    const all = ['h2', '.prompt', 'fieldset', '[data-action=check]'].map(own => document.querySelector('.quiz ' + own));
    const follows = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
    const box = own => own.getBoundingClientRect();
    const before = (a, b) => box(a).bottom <= box(b).top + 1 || box(a).right <= box(b).left + 1;
    return all.every((own, at) => at === 0 || (follows(all[at - 1], own) && before(all[at - 1], own)));";

async fn choice(page: &Page) -> Outcome {
    page.load(CHOICE).await?;
    page.element_is_there("[data-option='3']").await
}

/// All options stay, those that say something are marked, and none can be chosen now.
async fn marked(page: &Page, marks: [&str; 4]) -> Outcome {
    page.count_becomes(".quiz fieldset:disabled .option", 4)
        .await?;
    let script = "return [...document.querySelectorAll('.quiz .option')]
        .map(own => own.querySelector('.mark:not([hidden])')?.textContent ?? '').join('|')";
    assert_eq!(page.text_of(script).await?, marks.join("|"));
    Ok(())
}

#[test]
fn a_wrong_choice_shows_the_right_one_beside_it() -> Outcome {
    on_blank_page(async |page| {
        choice(&page).await?;
        page.click_on("[data-option='1']").await?;
        page.click_on("[data-action=check]").await?;
        page.says("[data-quiz-verdict]", "No, that is not it. The answer is: ")
            .await?;
        page.says("[data-quiz-verdict]", "the values").await?;
        marked(&page, ["", "✗ your answer", "✓ right answer", ""]).await?;
        let called = page.attribute("[data-quiz-outcome]", "aria-label").await?;
        assert!(called.is_some_and(|called| called.contains("the values")));
        let faults = page.accessibility_faults().await?;
        assert!(faults.is_empty(), "{faults:#?}");
        page.console_is_clean().await
    })
}

#[test]
fn a_right_choice_and_one_that_is_shown_name_it_too() -> Outcome {
    on_blank_page(async |page| {
        choice(&page).await?;
        page.click_on("[data-action=reveal]").await?;
        page.says("[data-quiz-verdict]", "the values").await?;
        marked(&page, ["", "", "✓ right answer", ""]).await?;
        choice(&page).await?;
        page.click_on("[data-option='2']").await?;
        page.click_on("[data-action=check]").await?;
        page.says("[data-quiz-verdict]", "Right. The answer is: ")
            .await?;
        marked(&page, ["", "", "✓ your answer, right answer", ""]).await
    })
}

/// Two share a device: what the first answered is not there for the second.
#[test]
fn a_question_is_open_again_once_its_answer_is_forgotten() -> Outcome {
    on_blank_page(async |page| {
        choice(&page).await?;
        page.click_on("[data-option='1']").await?;
        page.click_on("[data-action=check]").await?;
        page.element_is_there("[data-quiz-verdict]").await?;
        page.click_on("[data-action=forget]").await?;
        page.count_becomes("[data-quiz-outcome]", 0).await?;
        page.count_becomes(
            ".quiz fieldset:not(:disabled) [data-option]:not(:checked)",
            4,
        )
        .await?;
        page.element_is_there("[data-action=check]").await?;
        answered(&page, "preset=worked&stage=scores&ask=scores.2.2", "2").await?;
        page.click_on("[data-action=forget]").await?;
        page.element_is_there("[data-control=answer]").await?;
        page.count_becomes("table[data-matrix=scores] td.is-asked.covered", 1)
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_question_that_was_changed_by_hand_is_said_to_be() -> Outcome {
    on_blank_page(async |page| {
        page.load(&CHOICE.replace("added%20up", "multiplied"))
            .await?;
        page.says("[data-problem]", "changed after it was made")
            .await?;
        assert_eq!(page.count("[data-quiz]").await?, 0);
        Ok(())
    })
}

#[test]
fn a_question_is_read_before_its_answers_and_these_before_the_button() -> Outcome {
    on_blank_page(async |page| {
        for (width, height) in [(1280, 800), (700, 800), (390, 844)] {
            page.resize(width, height).await?;
            for question in [CHOICE, ROW] {
                page.load(question).await?;
                page.element_is_there("[data-action=check]").await?;
                let message = format!("{question} at {width}×{height}");
                assert!(page.holds(IN_ORDER).await?, "{message}");
            }
        }
        Ok(())
    })
}
