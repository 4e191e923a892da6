//! The page's Content-Security-Policy: it stops what is not the page's, and nothing that is.

use e2e::{Outcome, Page, Server, Site, on_blank_page, on_page, until};
use lesson::registry::LESSONS;

use super::works;

/// Keeps what the policy stops.
const LISTEN: &str = "
    window.stopped = [];
    document.addEventListener('securitypolicyviolation', event =>
        window.stopped.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));";

const STOPPED: &str = "return window.stopped.join('\\n')";

/// Puts an element of a name into the page, with what `arguments[1]` says of it.
const INJECT: &str = "
    const element = Object.assign(document.createElement(arguments[0]), arguments[1]);
    document.head.append(element);";

#[test]
fn nothing_that_a_lesson_does_is_stopped() -> Outcome {
    on_blank_page(async |page| {
        page.before_load(LISTEN).await?;
        for lesson in LESSONS {
            works(&page, lesson.slug).await?;
            assert_eq!(page.text_of(STOPPED).await?, "", "{}", lesson.slug);
            let entries = format!("lesson={}&embed", lesson.slug);
            page.load(&entries).await?;
            page.element_is_there("main :is(button, table)").await?;
            assert_eq!(page.text_of(STOPPED).await?, "", "{entries}");
        }
        page.open("").await?;
        page.click("share-dialog").await?;
        page.element_is_there("dialog.share[open] input").await?;
        assert_eq!(page.text_of(STOPPED).await?, "", "the Share dialog");
        page.console_is_clean().await
    })
}

#[test]
fn what_is_injected_is_stopped() -> Outcome {
    on_page(async |page| {
        page.script(LISTEN, vec![]).await?;
        let stranger = Server::start(Site::built()?)?;
        let script = format!("{}attention-lab.js", stranger.url());
        let inline = serde_json::json!({ "textContent": "window.injected = true" });
        let foreign = serde_json::json!({ "src": script });
        let style = serde_json::json!({ "textContent": "body { display: none }" });
        let picture = serde_json::json!({ "src": format!("{}icons/icon-192.png", stranger.url()) });
        for (count, (name, what)) in [
            ("script", inline),
            ("script", foreign),
            ("style", style),
            ("img", picture),
        ]
        .into_iter()
        .enumerate()
        {
            page.script(INJECT, vec![name.into(), what.clone()]).await?;
            until(&format!("{name} {what} to be stopped"), async || {
                let stopped = "return window.stopped.length";
                Ok(page.script(stopped, vec![]).await?.as_u64() > Some(count as u64))
            })
            .await?;
        }
        assert!(page.holds("return window.injected === undefined").await?);
        assert!(
            page.holds("return !customElements.get('attention-lab')")
                .await?
        );
        assert_eq!(stranger.requested(), [""; 0], "what was fetched from there");
        is_still_there(&page).await
    })
}

async fn is_still_there(page: &Page) -> Outcome {
    page.click_and_wait("next").await
}
