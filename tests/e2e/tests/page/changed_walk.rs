//! The guided walk beside its first example: other words, other numbers, masks, what was typed over. What it says is what
//! stands there.

use e2e::{Input, Outcome, on_moving_page, until};

const DONE: &str = ".g-said strong.done";

#[test]
fn a_word_pressed_at_the_question_is_the_one_that_is_asked_about() -> Outcome {
    on_moving_page(async |page| {
        page.open("level=walk&stage=output").await?;
        page.element_is_there("[data-beat=mix] .g-drawn").await?;
        page.click("next").await?;
        page.click_on("[data-answer=mixture]").await?;
        page.element_is_there(".g-doors:not([hidden])").await?;
        page.click_on("[data-word='1']").await?;
        page.says("h2", "“cat”").await?;
        page.element_is_there("[data-word='1'][aria-pressed=true][tabindex='0']")
            .await?;
        // Nobody has answered that yet.
        page.count_becomes(".g-answer[aria-pressed=true]", 0)
            .await?;
        page.count_becomes(".g-doors:not([hidden])", 0).await?;
        page.click_on("[data-answer=average]").await?;
        page.says(".g-reply", "average").await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_is_said_of_plain_scores_is_what_came_of_them() -> Outcome {
    on_moving_page(async |page| {
        let walk = "scale=none&level=walk&stage=weights&row=0";
        for (numbers, note, done) in [
            // The first numbers themselves need no exp: there are none to be put back.
            ("preset=worked", "none negative", "With a negative score"),
            (
                "t=a,b&q=-1;1&k=1;2&v=1;2",
                "the lowest gets most",
                "the lowest score",
            ),
            (
                "t=a,b&q=1;1&k=1;-3&v=1;2",
                "some are below 0",
                "can be negative",
            ),
        ] {
            page.open(&format!("{numbers}&{walk}")).await?;
            page.click_on("[data-action=exp]").await?;
            page.says(".g-table .g-titles", note).await?;
            page.says(DONE, done).await?;
        }
        // What can be put back does need it.
        page.open("preset=cat&level=walk&stage=scores&row=1")
            .await?;
        page.enter(Input("q", 1, 0), "1").await?;
        page.enter(Input("q", 1, 1), "1").await?;
        page.click("next").await?;
        page.click("next").await?;
        page.click_on("[data-action=exp]").await?;
        page.says(DONE, "Put the first numbers back").await?;
        page.console_is_clean().await
    })
}

#[test]
fn done_is_what_has_been_done() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=cat&level=walk&stage=scores&row=1")
            .await?;
        page.element_is_there("[data-beat=match] .g-drawn").await?;
        page.enter(Input("q", 1, 1), "2").await?;
        page.element_is_there(DONE).await?;
        // Another word's query was turned by nobody.
        page.click_on("[data-word='2']").await?;
        page.says("h2", "“sat”").await?;
        page.count_becomes(DONE, 0).await?;
        page.open("preset=cat&level=walk&stage=output").await?;
        page.click_on("[data-key='0']").await?;
        page.element_is_there(DONE).await?;
        page.click_on("[data-key='0']").await?;
        page.count_becomes(DONE, 0).await
    })
}

#[test]
fn a_mask_and_a_query_that_sees_nothing_are_told_of() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=causal&level=walk&stage=weights&row=0")
            .await?;
        page.says(".g-table .g-titles", "hidden by the mask")
            .await?;
        page.open("t=a,b&q=1;1&k=1;2&v=1;2&mask=painted:00;11&level=walk&stage=weights&row=0")
            .await?;
        page.says(".g-table .g-titles", "may see no key").await
    })
}

#[test]
fn numbers_that_were_typed_over_are_said_to_be() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=cat&o=scores.1.1:7.5&level=walk&stage=scores&row=1")
            .await?;
        page.says(".g-said", "typed over").await?;
        page.open("preset=cat&level=walk&stage=scores&row=1")
            .await?;
        page.element_is_there("[data-beat=match] .g-drawn").await?;
        page.count_becomes(".g-over", 0).await
    })
}

#[test]
fn what_there_is_to_do_can_be_done() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=same_wq_wk&level=walk&stage=scores&row=0")
            .await?;
        page.says(".g-said strong", "q follows from X").await?;
        page.count_becomes(".g-by-mouse:not([hidden]), .g-hold:not([hidden])", 0)
            .await?;
        page.click_on("[data-word='1']").await?;
        page.element_is_there(DONE).await?;
        // With four numbers there is no arrow.
        page.open("preset=animal&level=walk&stage=scores&row=0")
            .await?;
        page.says(".g-said strong", "type other numbers").await?;
        // A sentence of its own for keys: this word is read once.
        page.open("preset=cross&level=walk&stage=project").await?;
        page.element_is_there(".g-ask .g-drawn").await?;
        page.count_becomes(".g-ask .g-word small", 0).await
    })
}

#[test]
fn the_first_numbers_come_back_and_the_word_and_its_digits_stay() -> Outcome {
    on_moving_page(async |page| {
        page.open("preset=cat&level=walk&stage=scores&row=2&digits=3")
            .await?;
        page.element_is_there("[data-beat=match] .g-drawn").await?;
        page.enter(Input("q", 2, 0), "2").await?;
        page.click_on("[data-action=put-back]").await?;
        page.count_becomes("[data-action=put-back]", 0).await?;
        page.element_is_there("[data-word='2'][aria-pressed=true]")
            .await?;
        page.element_is_there("[data-beat=match]").await?;
        until("three digits in the link", async || {
            Ok(page.settled_fragment().await?.contains("digits=3"))
        })
        .await
    })
}

#[test]
fn the_formula_above_it_divides_by_what_is_divided_by() -> Outcome {
    on_moving_page(async |page| {
        for (scale, there) in [
            ("", "softmax(QK⊤/dk)V"),
            ("&scale=none", "softmax(QK⊤)V"),
            ("&scale=0.25", "softmax(QK⊤·c)V"),
        ] {
            page.open(&format!("preset=cat&level=walk&stage=scores{scale}"))
                .await?;
            page.element_is_there("[data-beat=match] .g-drawn").await?;
            page.says(".whole", there).await?;
        }
        page.console_is_clean().await
    })
}
