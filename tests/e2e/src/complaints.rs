//! What the page says when something is wrong, and what it must not do meanwhile.

use std::time::Duration;

use crate::wait::until;
use crate::{Error, Input, Outcome, Page};

/// Whether the input is marked invalid and an alert with words is to be seen.
const REFUSED: &str = r#"
    const words = element => element.textContent.trim() !== "" && element.getClientRects().length > 0;
    const input = document.querySelector(arguments[0]);
    return input.getAttribute("aria-invalid") === "true"
        && [...document.querySelectorAll("[role=alert]")].some(words);"#;

/// Whether the page tells of a problem.
const PROBLEM: &str = r#"
    return [...document.querySelectorAll("[data-problem]")]
        .some(element => element.textContent.trim() !== "" && element.getClientRects().length > 0);"#;

/// What sticks out to the right, when the page is wider than its window; empty when it is not.
/// What sticks out inside a frame that scrolls by itself is no fault.
const TOO_WIDE: &str = r#"
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return "";
    const framed = element => {
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
            if (getComputedStyle(at).overflowX !== "visible") return true;
        }
        return false;
    };
    return [...document.body.querySelectorAll("*")]
        .filter(element => element.getBoundingClientRect().right > width + 0.5 && !framed(element))
        .slice(0, 5)
        .map(element => element.outerHTML.slice(0, 120))
        .join("\n") || `nothing that can be named, but it is ${document.documentElement.scrollWidth} px wide`;"#;

impl Page {
    /// Waits until an input cell is marked invalid, with a message.
    pub async fn refused(&self, cell: Input, text: &str) -> Outcome {
        let selector = cell.selector();
        until(
            &format!("“{text}” to be refused at {selector}, with a message"),
            async || Ok(self.script(REFUSED, vec![selector.as_str().into()]).await? == true),
        )
        .await
    }

    /// Waits until the page tells of a problem with a link or a paste.
    pub async fn says_a_problem(&self, cause: &str) -> Outcome {
        until(&format!("a [data-problem] about {cause}"), async || {
            self.holds(PROBLEM).await
        })
        .await
    }

    /// Fails, naming what sticks out, if the page scrolls sideways.
    pub async fn fits(&self, what: &str) -> Outcome {
        // A window that was just made narrower is laid out a frame later.
        for _ in 0..20 {
            if self.text_of(TOO_WIDE).await?.is_empty() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let elements = self.text_of(TOO_WIDE).await?;
        Err(Error::Page(format!(
            "{what} scrolls sideways, because of:\n{elements}"
        )))
    }

    /// The fragment, once it has stayed the same for half a second.
    pub async fn settled_fragment(&self) -> Result<String, Error> {
        let mut last = self.fragment().await?;
        loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let now = self.fragment().await?;
            if now == last {
                return Ok(now);
            }
            last = now;
        }
    }
}
