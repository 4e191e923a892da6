//! Figures in somebody else's page: the element, its script and the messages.

mod bad_input;
mod examples;
mod flood;
mod keeping;
mod measured;
mod starting;
mod strangers;
mod talking;

use e2e::{Error, Outcome, Page, until};

/// A page around with this in its body.
pub fn page(body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Around</title>\
         <script src=\"https://lab.example/attention-lab.js\"></script></head><body>{body}</body></html>"
    )
}

/// Keeps every event of the page's figures, and every message it gets, in `heard`.
pub const LISTEN: &str = r#"
    window.heard = [];
    for (const type of ["ready", "height", "stage", "edit", "answer", "error"]) {
        addEventListener(`attention-lab:${type}`, event => heard.push({ type, ...event.detail }));
    }"#;

/// Waits until an event of a type has been heard whose JSON has a part.
pub async fn hears(page: &Page, kind: &str, part: &str) -> Outcome {
    // JSON has no numbers like 10n.
    let script = "const [type, part] = arguments, plain = (_, own) => typeof own === 'bigint' ? `${own}n` : own;
        return heard.some(event => event.type === type && JSON.stringify(event, plain).includes(part));";
    until(&format!("a “{kind}” with “{part}”"), async || {
        Ok(page.script(script, vec![kind.into(), part.into()]).await? == true)
    })
    .await
}

/// The link of a figure.
pub async fn link(page: &Page, figure: usize) -> Result<String, Error> {
    let state = page.ask(figure, "get", "").await?;
    let link = state["fragment"].as_str().map(Into::into);
    link.ok_or_else(|| Error::Page(format!("figure {figure} answered {state}")))
}

/// How high a figure is, in CSS pixels.
async fn height(page: &Page, figure: usize) -> Result<u64, Error> {
    let script = "return document.querySelectorAll('attention-lab')[arguments[0]].offsetHeight";
    let height = page.script(script, vec![figure.into()]).await?;
    height
        .as_u64()
        .ok_or_else(|| Error::Page(format!("a height of {height}")))
}

/// What a figure says in its place.
async fn words(page: &Page, figure: usize) -> Result<String, Error> {
    let script = "return document.querySelectorAll('attention-lab')[arguments[0]].shadowRoot
        .querySelector('[role=alert]').textContent";
    let words = page.script(script, vec![figure.into()]).await?;
    Ok(words.as_str().unwrap_or_default().to_owned())
}
