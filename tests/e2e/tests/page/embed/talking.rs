//! Events out, commands in.

use e2e::{Error, Input, Outcome, Policy, Site, gzip_size, on_host_of, on_page, oracle, until};
use serde_json::Value;

use super::{LISTEN, hears, height, link, page as around};
use crate::quiz::type_answer;
use crate::{worked_q, worked_v, worked_weights};

const WORKED: &str = "<attention-lab preset=\"worked\" stage=\"scores\"></attention-lab>";

fn rows(state: &Value) -> Option<oracle::Rows> {
    serde_json::from_value(state["rows"].clone()).ok()
}

#[test]
fn numbers_are_given_at_full_precision() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        let weights = worked_weights(&worked_q());
        for (name, expected) in [("v", worked_v()), ("weights", weights)] {
            let state = page.ask(0, "get", name).await?;
            assert_eq!(state["matrix"], name, "{state}");
            let rows = rows(&state).ok_or_else(|| Error::Page(format!("no rows: {state}")))?;
            oracle::assert_close(name, &rows, &expected);
        }
        for (path, words) in [
            (
                "nonsense",
                "refused: The lesson that is open has no table “nonsense”. There are: x, x_kv,",
            ),
            ("weights.0.1", "has no table “weights.0.1”. There are: "),
        ] {
            let refused = page.ask(0, "get", path).await?;
            let refused = refused.as_str().unwrap_or_default();
            assert!(refused.contains(words), "{path}: {refused}");
        }
        page.console_is_clean().await
    })
}

/// The frame may do little, but open this.
#[test]
fn the_way_to_its_own_page_opens_beside_the_page_around() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        page.ask(0, "set", "mask=causal").await?;
        let own = page.tab().await?;
        page.enter_figure(0).await?;
        // By keyboard, as it is for every reader: no driver presses beside it.
        page.send_keys_to(".own-page a", "\u{e007}").await?;
        until("another tab", async || Ok(page.tabs().await?.len() == 2)).await?;
        let opened = page.tabs().await?.into_iter().find(|tab| *tab != own);
        let opened = opened.ok_or_else(|| Error::Page("no other tab".into()))?;
        page.to_tab(&opened).await?;
        page.ready().await?;
        let fragment = page.fragment().await?;
        assert!(fragment.contains("mask=causal"), "{fragment}");
        assert!(!fragment.contains("embed"), "{fragment}");
        page.close_tab(&own).await
    })
}

#[test]
fn commands_act_and_their_promises_say_the_link() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        for (method, argument, part) in [
            ("step", "next", "stage=scaled"),
            ("step", "softmax", "stage=weights"),
            ("step", "back", "stage=sum"),
            ("step", "0", "stage=scores"),
            ("set", "mask=causal", "mask=causal&stage=scores"),
            ("set", "stage=output&q=2,0;0,1;1,1", "q=2,0;0,1;1,1"),
            ("set", "preset=animal", "t=the,animal"),
            // Another lesson says what it stands at once it is there, the first time and when one comes back to it.
            ("set", "lesson=flash&preset=worked", "lesson=flash&t="),
            (
                "set",
                "lesson=stepper&preset=cat",
                "lesson=stepper&t=the,cat",
            ),
            ("set", "lesson=flash&preset=worked", "lesson=flash&t="),
        ] {
            let state = page.ask(0, method, argument).await?;
            let link = state["fragment"].as_str().unwrap_or_default();
            assert!(link.contains(part), "{method}({argument}): {state}");
        }
        page.enter_figure(0).await?;
        page.element_is_there(".flash td[data-part]").await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_is_refused_is_answered_in_words_and_changes_nothing() -> Outcome {
    on_host_of(&around(WORKED), Policy::Open, async |page| {
        let before = link(&page, 0).await?;
        let megabyte = format!("q={}", "1,".repeat(500_000));
        for (method, argument, part) in [
            ("set", "preset=nonsense", "no “preset=nonsense”"),
            ("set", "lesson=nonsense", "no “lesson=nonsense”"),
            ("set", "stage=nonsense", "stage=nonsense"),
            ("set", "q=1,0;0,", "cannot be read"),
            ("set", "ver=99", "newer version"),
            ("set", &megabyte, "1000002 characters"),
            ("step", "project", "no such step"),
            ("step", "99", "no such step"),
            ("step", "sideways", "cannot be “sideways”"),
        ] {
            let answer = page.ask(0, method, argument).await?;
            let answer = answer.as_str().unwrap_or_default().to_owned();
            let start: String = argument.chars().take(30).collect();
            assert!(
                answer.starts_with("refused: ") && answer.contains(part),
                "{start}: {answer}"
            );
            assert_eq!(link(&page, 0).await?, before, "after {start}");
        }
        page.console_is_clean().await
    })
}

#[test]
fn what_a_reader_does_is_told() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        page.script(LISTEN, vec![]).await?;
        page.enter_figure(0).await?;
        page.click_and_wait("next").await?;
        page.enter(Input("q", 0, 1), "0.25").await?;
        page.enter_at_once(Input("q", 1, 1), "abc").await?;
        page.leave_figure().await?;
        hears(&page, "stage", "\"stage\":\"scaled\"").await?;
        hears(&page, "edit", "q=1,0.25;0,1;1,1").await?;
        hears(&page, "error", "abc").await?;
        page.console_is_clean().await
    })
}

/// What the page around set is no news to it: only what the reader does after it is told.
#[test]
fn what_is_set_is_not_told_and_what_is_stepped_is() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        page.script(LISTEN, vec![]).await?;
        page.ask(0, "set", "mask=causal&stage=weights").await?;
        page.ask(0, "set", "preset=cat&stage=scores").await?;
        // Longer than events wait for a change that follows.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        let told = "return heard.filter(event => ['edit', 'stage'].includes(event.type)).length";
        assert_eq!(page.script(told, vec![]).await?, 0);
        page.ask(0, "step", "next").await?;
        hears(&page, "stage", "\"stage\":\"scaled\"").await?;
        page.enter_figure(0).await?;
        page.enter(Input("q", 0, 1), "0.25").await?;
        page.leave_figure().await?;
        hears(&page, "edit", "q=-0.6,0.25").await?;
        page.console_is_clean().await
    })
}

/// A wrong colour is said, and keeps nobody from the lesson.
#[test]
fn a_theme_that_there_is_not_leaves_the_figure() -> Outcome {
    let pink = "<attention-lab preset=\"worked\" theme=\"darkk\"></attention-lab>";
    on_host_of(&around(pink), Policy::Strict, async |page| {
        page.script(LISTEN, vec![]).await?;
        // The figure may have said it before anybody listened.
        let again = "const figure = document.querySelector('attention-lab');
            figure.replaceWith(figure.cloneNode());";
        page.script(again, vec![]).await?;
        assert!(link(&page, 0).await?.contains("q=1,0;0,1;1,1"));
        hears(&page, "error", "auto, light, dark").await?;
        page.enter_figure(0).await?;
        page.says("[data-problem]", "theme=darkk").await
    })
}

#[test]
fn an_answer_is_told_with_what_it_amounts_to() -> Outcome {
    let asking = WORKED.replace(
        "stage=\"scores\"",
        "stage=\"scaled\" fragment=\"ask=scaled.2.2\"",
    );
    on_host_of(&around(&asking), Policy::Strict, async |page| {
        page.script(LISTEN, vec![]).await?;
        page.enter_figure(0).await?;
        // In somebody else's page a script may not take the keyboard; a click may.
        page.click_on("[data-control=answer]").await?;
        type_answer(&page, "2").await?;
        page.element_is_there("[data-quiz-verdict]").await?;
        page.leave_figure().await?;
        hears(&page, "answer", "\"question\":\"scaled.2.2\"").await?;
        let last = "return heard.find(event => event.type === 'answer')";
        let heard = page.script(last, vec![]).await?;
        assert_eq!(heard["right"], Value::Bool(false));
        assert_eq!(heard["mistake"], Value::from("unscaled"));
        assert_eq!(heard["score"].as_f64(), Some(0.0));
        assert_eq!(heard["done"], Value::Bool(true));
        page.console_is_clean().await
    })
}

#[test]
fn the_height_follows_the_content_and_comes_to_rest() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        page.script(LISTEN, vec![]).await?;
        link(&page, 0).await?;
        let fits = async || {
            page.enter_figure(0).await?;
            let content = page
                .script(
                    "return Math.ceil(document.body.getBoundingClientRect().height)",
                    vec![],
                )
                .await?;
            page.leave_figure().await?;
            Ok::<_, Error>(content.as_u64() == Some(height(&page, 0).await?))
        };
        for (width, change) in [
            (1200, "preset=worked"),
            (400, "stage=weights"),
            (1000, "preset=animal"),
        ] {
            page.resize(width, 900).await?;
            page.ask(0, "set", change).await?;
            until(&format!("the height of {change} at {width}"), fits).await?;
        }
        let heights = "return heard.filter(event => event.type === 'height').length";
        until("a height that changes no more", async || {
            let before = page.script(heights, vec![]).await?;
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            Ok(page.script(heights, vec![]).await? == before)
        })
        .await
    })
}

#[test]
fn a_walk_has_its_own_height_in_a_frame_that_was_higher() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        link(&page, 0).await?;
        page.resize(1000, 900).await?;
        page.ask(0, "set", "preset=cat&level=explore").await?;
        until("the height of all", async || {
            Ok(height(&page, 0).await? > 1300)
        })
        .await?;
        page.ask(0, "set", "preset=cat&level=walk&stage=scores")
            .await?;
        until("the height of a walk", async || {
            Ok(height(&page, 0).await? < 900)
        })
        .await
    })
}

#[test]
fn attributes_are_followed_as_they_change() -> Outcome {
    on_host_of(&around(WORKED), Policy::Strict, async |page| {
        link(&page, 0).await?;
        page.enter_figure(0).await?;
        page.enter(Input("q", 0, 1), "0.25").await?;
        page.leave_figure().await?;
        let set = "document.querySelector('attention-lab').setAttribute(...arguments)";
        page.script(set, vec!["stage".into(), "output".into()])
            .await?;
        page.enter_figure(0).await?;
        page.at_stage("output").await?;
        page.leave_figure().await?;
        assert!(
            link(&page, 0).await?.contains("q=1,0.25;"),
            "what was typed stays"
        );
        page.script(set, vec!["preset".into(), "animal".into()])
            .await?;
        until("the other example", async || {
            Ok(link(&page, 0).await?.contains("t=the,animal"))
        })
        .await?;
        page.script(set, vec!["theme".into(), "dark".into()])
            .await?;
        until("a dark figure", async || {
            page.enter_figure(0).await?;
            let dark = page
                .holds("return document.documentElement.dataset.theme === 'dark'")
                .await?;
            page.leave_figure().await?;
            Ok(dark)
        })
        .await
    })
}

#[test]
fn every_lesson_of_the_menu_can_be_embedded() -> Outcome {
    let (sender, receiver) = std::sync::mpsc::channel();
    on_page(async move |page| {
        let slugs =
            "return [...document.querySelectorAll('nav.lessons a')].map(a => a.dataset.lesson)";
        let slugs = page.script(slugs, vec![]).await?;
        sender
            .send(slugs)
            .map_err(|_| Error::Page("nobody waits".into()))
    })?;
    let slugs = receiver
        .recv()
        .map_err(|_| Error::Page("no lessons".into()))?;
    let mut slugs: Vec<String> = serde_json::from_value(slugs).unwrap_or_default();
    assert!(slugs.len() >= 4, "{slugs:?}");
    slugs.retain(|slug| crate::wanted().any(|lesson| lesson.slug == slug));
    assert!(!slugs.is_empty(), "the lesson is in no menu");
    on_host_of(&around(WORKED), Policy::Strict, async move |page| {
        for slug in slugs {
            page.script(
                "document.querySelector('attention-lab').remove();
                 const figure = document.createElement('attention-lab');
                 figure.setAttribute('lesson', arguments[0]);
                 document.body.append(figure);",
                vec![slug.as_str().into()],
            )
            .await?;
            let state = page.ask(0, "get", "").await?;
            assert_eq!(state["lesson"], slug.as_str(), "{state}");
            let anew = format!("lesson={slug}");
            let state = page.ask(0, "set", &anew).await?;
            assert_eq!(state["lesson"], slug.as_str(), "after set: {state}");
            until(&format!("{slug} to have a height of its own"), async || {
                Ok(height(&page, 0).await? != 640)
            })
            .await?;
        }
        page.console_is_clean().await
    })
}

#[test]
fn the_script_is_small() -> Outcome {
    let site = Site::built()?;
    let script = site
        .get("attention-lab.js")
        .map(|file| file.bytes.as_slice());
    let script = script.ok_or_else(|| Error::Page("dist has no attention-lab.js".into()))?;
    let size = gzip_size(script)?;
    assert!(size <= 5000, "{size} bytes");
    Ok(())
}
