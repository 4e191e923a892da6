//! Nobody but the page around commands a figure, and nobody but its frame speaks for it.

use e2e::{Error, Outcome, Policy, on_host_of, until};

use super::{LISTEN, hears, link, page as around, words};

/// A figure without the element, beside a frame of a third origin that speaks to both.
const BESIDE: &str = "<iframe src=\"https://lab.example/#preset=worked&amp;embed\"></iframe>
    <iframe src=\"https://stranger.example/stranger.html\"></iframe>
    <attention-lab preset=\"worked\"></attention-lab>";

/// Asks the first frame as the page around may, and gives its answer.
const ASK: &str = r#"
    const done = arguments[0];
    addEventListener("message", function hear(event) {
        if (event.data.id !== "mine") return;
        removeEventListener("message", hear);
        done(event.data);
    });
    frames[0].postMessage({ "attention-lab": 1, type: "get", id: "mine" }, "*");"#;

#[test]
fn a_frame_of_a_third_origin_commands_nothing_and_pretends_in_vain() -> Outcome {
    on_host_of(&around(BESIDE), Policy::Open, async |page| {
        page.script(LISTEN, vec![]).await?;
        page.script(
            "window.all = []; addEventListener('message', event => all.push(event.data))",
            vec![],
        )
        .await?;
        link(&page, 0).await?;
        until("the stranger to have spoken", async || {
            page.holds("return all.filter(data => data.stage === 'hacked').length > 10")
                .await
        })
        .await?;
        let state = page.script_with_callback(ASK).await?;
        let own = state["fragment"].as_str().unwrap_or_default();
        assert!(
            own.contains("q=1,0;0,1;1,1"),
            "commanded by a stranger: {state}"
        );
        assert!(
            page.holds("return !heard.some(event => event.stage === 'hacked')")
                .await?
        );
        assert!(
            page.holds("return !all.some(data => 'stranger' in data)")
                .await?,
            "answered a stranger"
        );
        Ok(())
    })
}

/// Messages that are none, and what is wrong with them where they are nearly ours.
const ODD: [(&str, Option<&str>); 9] = [
    ("null", None),
    ("'attention-lab'", None),
    (
        "{ type: 'set', id: 'odd', fragment: 'preset=animal' }",
        None,
    ),
    ("[1, 2, 3]", None),
    (
        "{ 'attention-lab': 2, type: 'get', id: 'odd' }",
        Some("version 1"),
    ),
    (
        "{ 'attention-lab': 1, type: 'fly', id: 'odd' }",
        Some("“fly”"),
    ),
    (
        "{ 'attention-lab': 1, type: 'set', id: 'odd' }",
        Some("“fragment”"),
    ),
    (
        "{ 'attention-lab': 1, type: 'set', id: 'odd', fragment: { q: 1 } }",
        Some("“fragment”"),
    ),
    (
        "{ 'attention-lab': 1, type: 'set', id: 'odd', fragment: 'x'.repeat(1e6) }",
        Some("1000000"),
    ),
];

#[test]
fn odd_messages_get_no_answer_or_one_in_words() -> Outcome {
    on_host_of(&around(BESIDE), Policy::Open, async |page| {
        link(&page, 0).await?;
        page.script("window.odd = []; addEventListener('message', event => event.data.id === 'odd' && odd.push(event.data))", vec![]).await?;
        until("the plain frame to answer", async || {
            let ask = "frames[0].postMessage({ 'attention-lab': 1, type: 'get', id: 'odd' }, '*'); return odd.length > 0";
            page.holds(ask).await
        })
        .await?;
        for (message, part) in ODD {
            page.script(
                &format!("odd.length = 0; frames[0].postMessage({message}, '*')"),
                vec![],
            )
            .await?;
            let state = page.script_with_callback(ASK).await?;
            assert!(state["fragment"].is_string(), "after {message}: {state}");
            let answer = page
                .text_of("return JSON.stringify(odd.filter(data => data.type === 'error'))")
                .await?;
            match part {
                Some(part) => assert!(answer.contains(part), "{message}: {answer}"),
                None => assert_eq!(answer, "[]", "{message}"),
            }
        }
        let state = page.script_with_callback(ASK).await?;
        let own = state["fragment"]
            .as_str()
            .ok_or(Error::Page("no link".into()))?;
        assert!(own.contains("q=1,0;0,1;1,1"), "{own}");
        page.console_is_clean().await
    })
}

/// Another page in the place of a figure says everything that can be said: nothing of it is an error in the page around,
/// which waits for its answers, and has the figure once it is told where that is.
#[test]
fn a_figure_that_lies_does_no_harm_to_the_page_around() -> Outcome {
    const BESIDE: &str =
        "<attention-lab src=\"https://stranger.example/liar.html\"></attention-lab>
        <attention-lab preset=\"worked\"></attention-lab>";
    const WATCH: &str = "<script>window.failed = [];
        addEventListener('error', event => failed.push(event.message));
        addEventListener('unhandledrejection', event => failed.push(String(event.reason)));
        for (const none of ['fly', 'reply']) addEventListener(`attention-lab:${none}`, () => failed.push(none));
        addEventListener('DOMContentLoaded', () => {
            const asked = [1, 2].map(() => document.querySelector('attention-lab').get());
            window.refused = Promise.all(asked.map(own => own.catch(error => error.message)));
        });";
    let listens = format!("{WATCH}{LISTEN}</script></head>");
    let page = around(BESIDE).replace("</head>", &listens);
    on_host_of(&page, Policy::Open, async |page| {
        hears(&page, "stage", "told all").await?;
        assert_eq!(page.text_of("return failed.join()").await?, "");
        let refused: [String; 2] = page.promised("refused").await?;
        assert_eq!(refused[0], "?", "an answer without words");
        assert!(refused[1].contains("version"), "{refused:?}");
        let words = words(&page, 0).await?;
        assert!(words.contains("q=1q=1") && words.len() < 2000, "{words}");
        let height = "return document.querySelector('attention-lab').offsetHeight";
        assert!(page.number_of(height).await? <= 1000.0, "its height");
        assert!(link(&page, 1).await?.contains("q=1,0;0,1;1,1"));
        let mend = "const liar = document.querySelector('attention-lab');
            liar.setAttribute('fragment', 'preset=cat');
            liar.setAttribute('src', new URL('./', document.querySelector('script[src$=\"attention-lab.js\"]').src).href)";
        page.script(mend, vec![]).await?;
        until("the figure in its place", async || {
            let link = link(&page, 0).await;
            Ok(link.is_ok_and(|link| link.contains("t=")))
        })
        .await?;
        page.console_is_clean().await
    })
}
