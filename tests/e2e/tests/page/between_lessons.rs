//! From lesson to lesson, and back by the browser's own button.

use std::time::Duration;

use e2e::{Error, Input, Outcome, Page, on_blank_page, on_page, on_training, oracle, until};

use crate::{expect_weights, worked_q, worked_weights};

/// Waits until only this lesson is shown.
async fn is_shown(page: &Page, slug: &str) -> Outcome {
    until(&format!("{slug} to be shown, alone"), async || {
        let script = "return [...document.querySelectorAll('.lesson-place')]
            .filter(place => place.getClientRects().length > 0).map(place => place.id).join(' ')";
        Ok(page.text_of(script).await? == slug)
    })
    .await
}

/// Waits until the address has a part, and gives it.
async fn address_with(page: &Page, part: &str) -> Result<String, Error> {
    until(&format!("“{part}” in the address"), async || {
        Ok(page.fragment().await?.contains(part))
    })
    .await?;
    page.fragment().await
}

#[test]
fn back_leads_to_the_lesson_before_as_it_stood_and_forward_on_again() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights").await?;
        page.enter(Input("q", 0, 1), "0.5").await?;
        let mut q = worked_q();
        q[0][1] = 0.5;
        expect_weights(&page, &worked_weights(&q)).await?;
        // At once, before the address holds what was typed.
        page.go_to_lesson("cost").await?;
        is_shown(&page, "cost").await?;
        page.element_is_there("#cost [data-action=measure]").await?;
        address_with(&page, "lesson=cost").await?;
        page.choose("to", "512").await?;
        address_with(&page, "to=512").await?;
        page.go_back().await?;
        is_shown(&page, "stepper").await?;
        let link = address_with(&page, "lesson=stepper").await?;
        assert!(link.contains("q=1,0.5;0,1;1,1"), "{link}");
        page.at_stage("weights").await?;
        expect_weights(&page, &worked_weights(&q)).await?;
        page.go_forward().await?;
        is_shown(&page, "cost").await?;
        let link = address_with(&page, "lesson=cost").await?;
        assert!(link.contains("to=512"), "{link}");
        page.console_is_clean().await
    })
}

#[test]
fn every_lesson_of_the_menu_is_left_and_come_back_to() -> Outcome {
    on_page(async |page| {
        let first = lesson::registry::LESSONS[0].slug;
        let others = crate::wanted().map(|own| own.slug);
        let others = others.filter(|slug| *slug != first);
        let slugs: Vec<_> = std::iter::once(first).chain(others).collect();
        for slug in &slugs[1..] {
            // By a hand: WebKit goes back past whatever a page has put into the history without one.
            page.click_on(&format!("nav [data-lesson={slug}]")).await?;
            is_shown(&page, slug).await?;
            page.element_is_there(&format!("#{slug} [data-action=undo]"))
                .await?;
            address_with(&page, &format!("lesson={slug}")).await?;
        }
        for slug in slugs.iter().rev().skip(1) {
            page.go_back().await?;
            is_shown(&page, slug).await?;
        }
        page.console_is_clean().await
    })
}

/// How the parts of the page's first line look, that no lesson's style may change.
const FIRST_LINE: &str = "return [...document.querySelectorAll('header.site :is(summary, button, h1)')]
    .map(own => [own.textContent, own.offsetWidth, own.offsetHeight, getComputedStyle(own).backgroundColor,
        getComputedStyle(own).borderTopWidth].join(' ')).join('\\n')";

#[test]
fn the_style_of_a_lesson_changes_nothing_of_the_first_line() -> Outcome {
    on_page(async |page| {
        let before = page.text_of(FIRST_LINE).await?;
        for lesson in &lesson::registry::LESSONS[1..] {
            let slug = lesson.slug;
            page.click_on(&format!("nav [data-lesson={slug}]")).await?;
            is_shown(&page, slug).await?;
            page.element_is_there(&format!("#{slug} [data-action=undo]"))
                .await?;
            assert_eq!(page.text_of(FIRST_LINE).await?, before, "after {slug}");
        }
        page.console_is_clean().await
    })
}

#[test]
fn from_an_opened_head_a_link_and_the_button_lead_back_to_training() -> Outcome {
    on_training("head=0.1", async |page| {
        let weights = page.seen_weights().await?;
        for by_link in [true, false] {
            page.press_button("open-head").await?;
            is_shown(&page, "stepper").await?;
            page.at_stage("weights").await?;
            oracle::assert_close("weights", &page.matrix("weights").await?, &weights);
            page.element_is_there("#stepper [data-action=came-from]")
                .await?;
            // It stays while one walks, and says from where in the address.
            page.click_and_wait("next").await?;
            address_with(&page, "&from=").await?;
            match by_link {
                true => page.click_on("#stepper [data-action=came-from]").await?,
                false => page.go_back().await?,
            }
            is_shown(&page, "training").await?;
            page.settled().await?;
            assert_eq!(page.seen_weights().await?, weights);
            let link = address_with(&page, "lesson=training").await?;
            assert!(link.contains("head=0.1"), "{link}");
        }
        page.console_is_clean().await
    })
}

/// What plays waits while its lesson is left, and goes on when one comes back, no quicker than before.
#[test]
fn what_plays_waits_until_one_comes_back() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometry").await?;
        page.click_on("#geometry [data-action=play]").await?;
        for _ in 0..2 {
            page.go_to_lesson("scale").await?;
            is_shown(&page, "scale").await?;
            tokio::time::sleep(Duration::from_secs(5)).await;
            page.go_to_lesson("geometry").await?;
            is_shown(&page, "geometry").await?;
        }
        page.element_is_there("#geometry [data-action=play][data-on=true]")
            .await?;
        let steps = "return document.querySelectorAll('#geometry .g-dots i.past').length";
        let passed = page.script(steps, vec![]).await?;
        assert!(passed.as_u64().is_some_and(|passed| passed < 3), "{passed}");
        page.console_is_clean().await
    })
}
