//! Texts, sliders and fields of the training lesson.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::key::Key;
use serde_json::Value;

use crate::{Error, Outcome, Page, until, until_within};

/// How long a text may take: up to a run that is trained again from its first step, while other tests train beside it.
const PATIENCE: Duration = Duration::from_secs(120);

/// The texts of all elements that a selector finds.
const TEXTS: &str =
    "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent.trim())";

/// Moves a slider as a hand does.
const SLIDE: &str = r#"
    const [selector, value] = arguments, slider = document.querySelector(selector);
    slider.value = value;
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));"#;

/// Puts a value into a field.
const SET: &str = r#"
    const [selector, value] = arguments, field = document.querySelector(selector);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));"#;

impl Page {
    /// The texts of all elements that a selector finds.
    pub async fn texts(&self, selector: &str) -> Result<Vec<String>, Error> {
        let found = self.script(TEXTS, vec![selector.into()]).await?;
        let texts = found.as_array().into_iter().flatten();
        Ok(texts.filter_map(Value::as_str).map(Into::into).collect())
    }

    /// Waits until some element of a selector has a part in its text; what it has instead is told.
    pub async fn says(&self, selector: &str, part: &str) -> Outcome {
        let there = RefCell::new(Vec::new());
        let ask = async || {
            let texts = self.texts(selector).await?;
            let says = texts.iter().any(|text| text.contains(part));
            there.replace(texts);
            Ok(says)
        };
        let outcome = until_within(PATIENCE, &format!("“{part}” in {selector}"), ask).await;
        outcome.map_err(|error| match error {
            Error::Page(error) => Error::Page(format!("{error}, but there is {:?}", there.take())),
            other => other,
        })
    }

    /// Moves a slider.
    pub async fn slide(&self, control: &str, value: usize) -> Outcome {
        let selector = format!("[data-control=\"{control}\"]");
        self.element_is_there(&selector).await?;
        let arguments = vec![selector.into(), value.to_string().into()];
        self.script(SLIDE, arguments).await.map(drop)
    }

    /// Types over what a field of the lesson holds, and leaves it.
    pub async fn fill(&self, control: &str, text: &str) -> Outcome {
        let field = self
            .reveal(&format!("[data-control=\"{control}\"]"))
            .await?;
        field.click().await?;
        let (all, end) = (char::from(Key::Control), char::from(Key::Null));
        field
            .send_keys(&format!("{all}a{end}{}", char::from(Key::Delete)))
            .await?;
        if !text.is_empty() {
            field.send_keys(text).await?;
        }
        self.press_tab().await
    }

    /// Goes back in the history, as the browser's button does.
    pub async fn go_back(&self) -> Outcome {
        Ok(self.client.back().await?)
    }

    /// Goes forward in the history, as the browser's button does.
    pub async fn go_forward(&self) -> Outcome {
        Ok(self.client.forward().await?)
    }

    /// Waits until a selector finds something.
    pub async fn element_is_there(&self, selector: &str) -> Outcome {
        until(selector, async || self.is_whole(selector).await).await
    }

    /// Waits until nothing in the page says that it is busy.
    pub async fn nothing_is_busy(&self) -> Outcome {
        until("the page to be done", async || {
            Ok(self.count("[aria-busy=true]").await? == 0)
        })
        .await
    }

    /// Puts a value into a field, shown or folded away, and tells the page as a browser does.
    pub async fn set(&self, control: &str, value: &str) -> Outcome {
        let selector = format!("#training [data-control=\"{control}\"]");
        self.element_is_there(&selector).await?;
        self.script(SET, vec![selector.into(), value.into()])
            .await
            .map(drop)
    }

    /// Chooses a file of this machine.
    pub async fn choose_file(&self, control: &str, file: &Path) -> Outcome {
        let field = self
            .element(&format!("[data-control=\"{control}\"]"))
            .await?;
        Ok(field.send_keys(&file.to_string_lossy()).await?)
    }

    /// Chooses several files at once.
    pub async fn choose_files(&self, control: &str, files: &[PathBuf]) -> Outcome {
        let field = self
            .element(&format!("[data-control=\"{control}\"]"))
            .await?;
        // A driver takes them line by line.
        let paths: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
        Ok(field.send_keys(&paths.join("\n")).await?)
    }
}
