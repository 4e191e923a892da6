//! The path: what stands behind the name, the words, and the end of each lesson.

use e2e::{Outcome, Page, on_blank_page, until};
use lesson::registry::LESSONS;
use lesson::share::path::{Path, Taken, after};

/// Opens what stands behind the name.
async fn contents(page: &Page) -> Outcome {
    page.click("contents").await?;
    page.element_is_there("dialog.contents[open] [data-card]")
        .await
}

#[test]
fn behind_the_name_are_all_lessons_and_all_words() -> Outcome {
    on_blank_page(async |page| {
        page.open("").await?;
        contents(&page).await?;
        page.count_becomes("dialog.contents [data-card]", LESSONS.len())
            .await?;
        let words = page.texts("dialog.contents .glossary dt").await?;
        assert!(words.len() >= 40, "{} words", words.len());
        page.fill("find-word", "INDUCTION").await?;
        page.says("dialog.contents .glossary", "induction head")
            .await?;
        let found = page.texts("dialog.contents .glossary dt").await?;
        assert!(found.len() < 8, "{found:?}");
        page.says(
            "dialog.contents [data-told]",
            &format!("{} word", found.len()),
        )
        .await?;
        page.fill("find-word", "<b>zzz").await?;
        page.says("dialog.contents .words-list [role=status]", "<b>zzz")
            .await?;
        page.click_on("[data-card=cost]").await?;
        page.element_is_there("#cost:not([hidden]) [data-action=measure]")
            .await?;
        page.count_becomes("dialog.contents[open]", 0).await?;
        page.console_is_clean().await
    })
}

#[test]
fn every_lesson_says_what_it_is_for_and_ends_with_the_next() -> Outcome {
    on_blank_page(async |page| {
        for lesson in crate::wanted() {
            let slug = lesson.slug;
            let level = if slug == "stepper" {
                "&level=explore"
            } else {
                ""
            };
            page.load(&format!("lesson={slug}{level}")).await?;
            let goal = format!("#{slug} .goal > span");
            page.element_is_there(&goal).await?;
            assert!(
                page.texts(&goal)
                    .await?
                    .iter()
                    .all(|goal| goal.ends_with('.')),
                "{slug}"
            );
            // It may be seen below the figure: Tab may not come to it before.
            page.count_becomes(&format!("#{slug} .goal :is(summary, a, button)"), 0)
                .await?;
            page.element_is_there(&format!("#{slug} .ending")).await?;
            page.script(
                &format!("document.querySelector('#{slug} .ending').scrollIntoView()"),
                vec![],
            )
            .await?;
            page.element_is_there(&format!("#{slug} .ending [data-next={}]", after(slug)))
                .await?;
            let terms = format!("#{slug} > .lesson-body > .terms");
            page.click_on(&format!("{terms} summary")).await?;
            page.count_becomes(&format!("{terms} .glossary dt"), lesson.words.len())
                .await?;
        }
        page.console_is_clean().await
    })
}

/// Waits until the focus is on what a selector finds.
async fn focused(page: &Page, selector: &str) -> Outcome {
    until(&format!("the focus on {selector}"), async || {
        let script = "return document.activeElement.matches(arguments[0])";
        Ok(page.script(script, vec![selector.into()]).await? == true)
    })
    .await
}

#[test]
fn the_focus_goes_along_to_another_lesson_and_to_its_question() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=geometry").await?;
        page.element_is_there("#geometry [data-action=next]")
            .await?;
        focused(&page, "body").await?;
        contents(&page).await?;
        page.click_on("[data-card=heads]").await?;
        focused(&page, "#heads[role=group][aria-label]").await?;
        page.element_is_there("#heads [data-action=next]").await?;
        // At the end the same button leads on, and keeps the focus.
        page.slide("scrub", 9999).await?;
        page.send_keys_to("#heads [data-lead=question]", "\u{e007}")
            .await?;
        focused(&page, "#heads .lesson-end h3").await?;
        page.send_keys_to("#heads [data-next]", "\u{e007}").await?;
        focused(&page, ".lesson-place:not(#heads)").await?;
        // So it is where the walk has its bar.
        page.load("lesson=flash").await?;
        page.element_is_there("#flash [data-action=next]").await?;
        page.slide("scrub", 9999).await?;
        page.send_keys_to("#flash [data-lead=question]", "\u{e007}")
            .await?;
        focused(&page, "#flash .lesson-end h3").await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_wrong_answer_is_told_why_and_the_right_one_is_remembered() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=cost&to=64").await?;
        page.element_is_there("#cost .ending").await?;
        page.script(
            "document.querySelector('#cost .ending').scrollIntoView()",
            vec![],
        )
        .await?;
        page.click_on("#cost [data-recall=a]").await?;
        page.says("#cost .lesson-reply", "the work is not").await?;
        page.click_on("#cost [data-recall=c]").await?;
        page.says("#cost .lesson-reply", "Right.").await?;
        page.load("lesson=flash").await?;
        contents(&page).await?;
        page.element_is_there("[data-card=cost][data-taken=finished]")
            .await?;
        page.element_is_there("[data-card=flash][data-taken=begun]")
            .await?;
        page.element_is_there("[data-card=training][data-taken=new]")
            .await?;
        page.click("forget-path").await?;
        page.element_is_there("[data-card=cost][data-taken=new]")
            .await?;
        page.console_is_clean().await
    })
}

/// A figure in somebody's page is the figure alone.
#[test]
fn an_embed_has_neither_goal_nor_ending() -> Outcome {
    on_blank_page(async |page| {
        page.load("embed&preset=cat&stage=weights").await?;
        page.element_is_there("#stepper [data-matrix=weights]")
            .await?;
        page.count_becomes(".goal, .ending, [data-action=contents]", 0)
            .await
    })
}

/// Another tab has finished a lesson meanwhile.
#[test]
fn two_tabs_note_their_paths_beside_each_other() -> Outcome {
    const KEPT: &str = "return localStorage.getItem('attention-lab-path') ?? ''";
    on_blank_page(async |page| {
        page.open("preset=worked").await?;
        let mut other = Path::default();
        assert!(other.take("geometry", Taken::Finished));
        let keep = "localStorage.setItem('attention-lab-path', arguments[0])";
        page.script(keep, vec![other.to_text().into()]).await?;
        page.go_to_lesson("flash").await?;
        until("what both tabs have noted", async || {
            let kept = Path::read(&page.text_of(KEPT).await?);
            let finished = kept.taken("geometry") == Taken::Finished;
            Ok(finished && kept.taken("flash") == Taken::Begun)
        })
        .await
    })
}
