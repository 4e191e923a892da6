//! What is wrong in the element is said in the figure's place; the page around stays as it is.

use e2e::{Outcome, Policy, on_host_of, until};

use super::{LISTEN, hears, link, page as around, words};

/// A figure with these attributes, and a good one below it.
fn beside(attributes: &str) -> String {
    around(&format!(
        "<attention-lab {attributes}></attention-lab><p id=\"text\">Text</p>\
         <attention-lab preset=\"worked\"></attention-lab>"
    ))
}

#[test]
fn what_the_lesson_does_not_know_is_said_in_it() -> Outcome {
    for (attributes, part) in [
        ("lesson=\"nonsense\"", "“lesson=nonsense”"),
        ("preset=\"nonsense\"", "“preset=nonsense”"),
        ("stage=\"nonsense\"", "“stage=nonsense”"),
        ("fragment=\"q=1,0;0,\"", "cannot be read at “q="),
        ("lock=\"nonsense\"", "a control “nonsense”"),
        ("fragment=\"ask=scores.0\"", "scores.0"),
        ("lesson=\"flash\" preset=\"nonsense\"", "“preset=nonsense”"),
        ("preset=\"&lt;img src=x onerror=alert(1)&gt;\"", "“preset="),
    ] {
        on_host_of(&beside(attributes), Policy::Strict, async move |page| {
            page.script(LISTEN, vec![]).await?;
            // The figure may have said all it has to say before anybody listened.
            let again = "const figure = document.querySelector('attention-lab');
                figure.replaceWith(figure.cloneNode());";
            page.script(again, vec![]).await?;
            page.enter_frame(0).await?;
            page.says("[data-problem]", part).await?;
            page.leave_figure().await?;
            hears(&page, "error", part).await?;
            // A good link is opened in its place.
            let mend = "document.querySelector('attention-lab').set('preset=cat')";
            page.script(mend, vec![]).await?;
            // A step that is asked of a figure that is just begun anew is refused; a link is asked for again.
            until("the figure to begin anew", async || {
                Ok(link(&page, 0).await.is_ok_and(|link| link.contains("t=")))
            })
            .await?;
            assert!(
                link(&page, 1).await?.contains("q=1,0;0,1;1,1"),
                "{attributes}"
            );
            page.console_is_clean().await
        })?;
    }
    Ok(())
}

#[test]
fn a_question_about_a_number_that_is_not_there_is_told() -> Outcome {
    let attributes = "preset=\"cat\" fragment=\"ask=scores.9.9\"";
    let listens = format!("<script>{LISTEN}</script></head>");
    let around = beside(attributes).replace("</head>", &listens);
    on_host_of(&around, Policy::Open, async |page| {
        hears(&page, "error", "scores.9.9").await?;
        page.enter_figure(0).await?;
        page.says("[data-quiz-none]", "scores.9.9").await?;
        page.leave_figure().await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_figure_that_does_not_answer_says_so_and_keeps_no_other_from_starting() -> Outcome {
    // A file that is there, and says nothing.
    let silent = "src=\"https://lab.example/attention-lab.js\"";
    on_host_of(&beside(silent), Policy::Strict, async |page| {
        until("the words in its place", async || {
            Ok(words(&page, 0).await?.contains("has not answered"))
        })
        .await?;
        let shown = "const root = document.querySelector('attention-lab').shadowRoot;
            const words = root.querySelector('[role=alert]');
            return words.offsetHeight > 0 && words.querySelector('a').href.includes('attention-lab.js')";
        assert!(page.holds(shown).await?, "they are seen, with a link");
        assert!(link(&page, 1).await?.contains("q=1,0;0,1;1,1"));
        page.console_is_clean().await
    })
}

#[test]
fn what_cannot_be_set_is_refused_and_the_figure_stays() -> Outcome {
    let attributes = "lesson=\"training\" fragment=\"a=copy,layers:1,heads:1,d_model:16,batch:8\"";
    on_host_of(&beside(attributes), Policy::Open, async |page| {
        page.enter_frame(0).await?;
        page.element_is_there("#training [data-action=train]")
            .await?;
        page.train_to(0, 2).await?;
        page.pause().await?;
        let stays = "window.stays = document.querySelector('#training')";
        page.script(stays, vec![]).await?;
        page.leave_figure().await?;
        for wrong in ["predict", "ask=nonsense", "head=zzz"] {
            let answer = page.ask(0, "set", wrong).await?;
            let words = answer.as_str().unwrap_or_default();
            assert!(words.starts_with("refused: "), "{wrong}: {answer}");
        }
        let answer = page.ask(1, "set", "ask=nonsense.0").await?;
        let words = answer.as_str().unwrap_or_default();
        assert!(words.starts_with("refused: "), "{answer}");
        page.enter_frame(0).await?;
        assert!(
            page.holds("return window.stays?.isConnected === true")
                .await?
        );
        assert!(page.standing().await?.step >= 2, "the run is still there");
        page.leave_figure().await
    })
}

#[test]
fn what_was_asked_of_a_frame_that_begins_anew_is_asked_again() -> Outcome {
    on_host_of(&beside("preset=\"cat\""), Policy::Strict, async |page| {
        page.enter_figure(0).await?;
        page.leave_figure().await?;
        // "ready" once more before the answer can be there; a step may have been taken already.
        let script = "const done = arguments[0];
            const figure = document.querySelector('attention-lab');
            const asked = [figure.set('stage=weights'), figure.get(), figure.step('next')];
            figure.attentionLab.hear({ 'attention-lab': 1, type: 'ready' });
            Promise.allSettled(asked).then(all => done(all.map(one => one.status)));";
        let answers = page.script_with_callback(script).await?;
        let expected = serde_json::json!(["fulfilled", "fulfilled", "rejected"]);
        assert_eq!(answers, expected);
        page.console_is_clean().await
    })
}

#[test]
fn what_no_frame_can_be_made_of_is_said_by_the_element() -> Outcome {
    let megabyte = format!("fragment=\"q={}\"", "1,".repeat(500_000));
    for (attributes, part) in [
        ("src=\"javascript:alert(1)\"", "'javascript:' is no address"),
        ("src=\"https://[\"", "'src' is no address"),
        (
            megabyte.as_str(),
            "no link of Attention Lab has more than 262144",
        ),
    ] {
        let attributes = attributes.to_owned();
        on_host_of(&beside(&attributes), Policy::Strict, async move |page| {
            until(part, async || Ok(words(&page, 0).await?.contains(part))).await?;
            assert!(link(&page, 1).await?.contains("q=1,0;0,1;1,1"));
            assert_eq!(page.texts("#text").await?, ["Text"]);
            page.console_is_clean().await
        })?;
    }
    Ok(())
}

#[test]
fn a_policy_that_lets_no_frame_in_is_named() -> Outcome {
    on_host_of(
        &beside("preset=\"worked\""),
        Policy::NoFrames,
        async |page| {
            until("the policy to be named", async || {
                Ok(words(&page, 0)
                    .await?
                    .contains("frame-src http://127.0.0.1"))
            })
            .await
        },
    )
}
