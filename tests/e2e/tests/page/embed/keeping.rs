//! What whoever made a figure locked and hid stays so, wherever the figure is put and whatever is opened in it; and what is
//! asked of it is answered, or refused.

use e2e::{Outcome, Policy, on_host_of};
use serde_json::json;

use super::page as around;

#[test]
fn what_a_fragment_locks_stays_locked_when_the_figure_is_moved() -> Outcome {
    let body = "<attention-lab fragment=\"preset=cat&amp;level=explore&amp;lock=mask\"></attention-lab><div id=\"there\"></div>";
    on_host_of(&around(body), Policy::Strict, async |page| {
        page.ask(0, "step", "next").await?;
        page.script(
            "there.append(document.querySelector('attention-lab'))",
            vec![],
        )
        .await?;
        page.ask(0, "get", "").await?;
        page.enter_figure(0).await?;
        page.element_is_there("[data-control=mask][aria-disabled=true]")
            .await?;
        page.leave_figure().await?;
        // Other locks in the fragment are another frame.
        let other = "document.querySelector('attention-lab').setAttribute('fragment', 'preset=cat&level=explore&lock=scale')";
        page.script(other, vec![]).await?;
        page.ask(0, "get", "").await?;
        page.enter_figure(0).await?;
        page.element_is_there("[data-control=scale][aria-disabled=true]")
            .await?;
        page.count_becomes("[data-control=mask][aria-disabled=true]", 0)
            .await?;
        page.leave_figure().await
    })
}

#[test]
fn another_lesson_is_opened_in_a_figure_that_hides_what_it_has_not() -> Outcome {
    let body = "<attention-lab preset=\"cat\" hide=\"level,mask\"></attention-lab>";
    on_host_of(&around(body), Policy::Strict, async |page| {
        page.ask(0, "get", "").await?;
        let answer = page.ask(0, "set", "lesson=flash").await?;
        assert_eq!(answer["lesson"], "flash", "{answer}");
        let name = "return document.querySelector('attention-lab').shadowRoot.querySelector('iframe').title";
        assert_eq!(page.text_of(name).await?, "Attention Lab: flash");
        let answer = page
            .ask(0, "set", "lesson=stepper&preset=cat&level=explore")
            .await?;
        assert_eq!(answer["lesson"], "stepper", "{answer}");
        page.enter_figure(0).await?;
        page.element_is_there("[data-figure]").await?;
        let hidden = "return [...document.querySelectorAll('[data-control=level]')].every(own => own.offsetHeight === 0)";
        assert!(page.holds(hidden).await?, "it is still hidden");
        page.leave_figure().await
    })
}

/// A lesson with more tables than messages are kept.
#[test]
fn every_question_of_many_asked_early_is_answered() -> Outcome {
    let body = "<attention-lab lesson=\"backward\"></attention-lab>";
    on_host_of(&around(body), Policy::Strict, async |page| {
        let script = "const done = arguments[0], figure = document.querySelector('attention-lab');
            Promise.allSettled(Array.from({ length: 40 }, () => figure.get('scores')))
                .then(all => done(all.filter(one => one.value?.rows?.length > 0).length));";
        assert_eq!(page.script_with_callback(script).await?, json!(40));
        page.console_is_clean().await
    })
}

#[test]
fn what_is_asked_of_a_figure_that_cannot_be_is_refused() -> Outcome {
    let body = "<attention-lab preset=\"worked\"></attention-lab>";
    on_host_of(&around(body), Policy::NoFrames, async |page| {
        // What was asked before it was known, and after.
        let script = "const done = arguments[0], figure = document.querySelector('attention-lab');
            figure.get().then(() => '', error => error.message)
                .then(first => figure.get().then(() => '', error => error.message).then(second => done([first, second])))";
        let words = page.script_with_callback(script).await?;
        for one in [&words[0], &words[1]] {
            assert!(
                one.as_str()
                    .is_some_and(|words| words.contains("frame-src")),
                "{words}"
            );
        }
        let wrong = "const done = arguments[0], figure = document.querySelector('attention-lab');
            Promise.allSettled([undefined, null, 5].map(own => figure.set(own)))
                .then(all => done(all.map(one => one.status)))";
        let refused = json!(["rejected", "rejected", "rejected"]);
        assert_eq!(page.script_with_callback(wrong).await?, refused);
        Ok(())
    })
}
