//! What is no number is refused at its cell; the numbers stay as they were.

use e2e::{Input, Outcome, on_blank_page};

use crate::{computed, expect_weights, worked_q, worked_weights};

/// What people type that is no finite number.
const NO_NUMBERS: [&str; 6] = ["abc", "NaN", "1e999", "−∞", "", "1,2,3"];

#[test]
fn what_is_no_number_is_refused_at_the_cell() -> Outcome {
    on_blank_page(async |page| {
        let cell = Input("q", 0, 1);
        for text in NO_NUMBERS {
            page.open("preset=worked").await?;
            let before = computed(&page).await?;
            page.enter_at_once(cell, text).await?;
            page.refused(cell, text).await?;
            assert_eq!(computed(&page).await?, before, "after “{text}”");
            page.console_is_clean().await?;
        }
        Ok(())
    })
}

#[test]
fn a_refused_field_is_described_by_what_is_wrong_and_that_is_said_once() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        let cell = Input("q", 0, 1);
        page.enter(cell, "abc").await?;
        page.refused(cell, "abc").await?;
        let named = |attribute: &str| {
            format!(
                "return document.getElementById(document.querySelector('{}').getAttribute('{attribute}'))?.textContent ?? ''",
                cell.selector()
            )
        };
        for attribute in ["aria-describedby", "aria-errormessage"] {
            let text = page.text_of(&named(attribute)).await?;
            assert!(text.contains("abc"), "{attribute}: {text}");
            assert_eq!(text.matches("abc").count(), 1, "{attribute}: {text}");
            assert!(!text.contains('×'), "the button is no part of it: {text}");
        }
        // What is seen at once is read once the typing has paused, and nothing else is.
        page.says(".notice > .only-read[role=alert]", "abc").await?;
        page.element_is_there(".notice > [data-problem][aria-hidden=true]")
            .await?;
        page.enter(cell, "0.5").await?;
        page.element_is_there(&format!(
            "{}:not([aria-invalid], [aria-errormessage])",
            cell.selector()
        ))
        .await
    })
}

#[test]
fn a_good_number_after_a_bad_one_is_taken() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        let cell = Input("q", 0, 1);
        page.enter(cell, "abc").await?;
        page.refused(cell, "abc").await?;
        page.enter(cell, "0.5").await?;
        let mut q = worked_q();
        q[0][1] = 0.5;
        expect_weights(&page, &worked_weights(&q)).await?;
        let invalid = page.attribute(&cell.selector(), "aria-invalid").await?;
        assert_ne!(invalid.as_deref(), Some("true"));
        Ok(())
    })
}
