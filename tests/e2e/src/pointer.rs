//! Mouse and keyboard, where they are not about an input cell.

use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::key::Key;

use crate::wait::until;
use crate::{Error, Outcome, Page};

/// The words of the explanation that is shown.
const EXPLANATION: &str = r#"
    return [...document.querySelectorAll("[data-arithmetic]")]
        .filter(element => element.getClientRects().length > 0)
        .map(element => element.textContent.trim())
        .join("\n");"#;

/// How long something may lie over what is to be clicked.
const IN_THE_WAY: Duration = Duration::from_secs(15);

/// Whether it could not be pressed at that moment: something lay over it, or it had no place yet.
fn is_in_the_way(status: &ErrorStatus) -> bool {
    matches!(
        status,
        ErrorStatus::ElementClickIntercepted
            | ErrorStatus::ElementNotInteractable
            | ErrorStatus::StaleElementReference
    )
}

impl Page {
    /// Moves the mouse onto an element.
    pub async fn hover(&self, selector: &str) -> Outcome {
        let element = self.reveal(selector).await?;
        let duration = Some(Duration::from_millis(20));
        let onto = PointerAction::MoveToElement {
            element,
            duration,
            x: 0.0,
            y: 0.0,
        };
        Ok(self
            .client
            .perform_actions(MouseActions::new("mouse".into()).then(onto))
            .await?)
    }

    /// Clicks an element with the mouse. Where another came between finding and pressing it, as while a lesson that was
    /// just opened is being laid out, it is tried again, as a hand does; not for long, since what stays in the way is a fault.
    pub async fn click_on(&self, selector: &str) -> Outcome {
        self.pressed(async || self.reveal(selector).await).await
    }

    /// Clicks what is found, and finds it again where it could not be pressed.
    pub(crate) async fn pressed(&self, find: impl AsyncFn() -> Result<Element, Error>) -> Outcome {
        let mut refused = None;
        loop {
            match find().await?.click().await {
                Err(CmdError::Standard(error))
                    if is_in_the_way(&error.error)
                        && refused.get_or_insert_with(Instant::now).elapsed() < IN_THE_WAY =>
                {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                outcome => return Ok(outcome?),
            }
        }
    }

    /// Follows the header's link to a lesson, there at once but at the walk: that shows the next one alone.
    pub async fn go_to_lesson(&self, slug: &str) -> Outcome {
        let link = format!("nav [data-lesson={slug}]");
        self.element(&link).await?;
        let follow = "document.querySelector(arguments[0]).click()";
        self.script(follow, vec![link.into()]).await.map(drop)
    }

    /// Presses an element and draws the mouse sideways over `pixels` small steps, as a hand does.
    pub async fn drag(&self, selector: &str, pixels: i64) -> Outcome {
        let element = self.reveal(selector).await?;
        let duration = Some(Duration::from_millis(5));
        let onto = PointerAction::MoveToElement {
            element,
            duration,
            x: 0.0,
            y: 0.0,
        };
        let mut mouse = MouseActions::new("mouse".into())
            .then(onto)
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            });
        for _ in 0..pixels / 2 {
            mouse = mouse.then(PointerAction::MoveBy {
                duration,
                x: 2.0,
                y: 0.0,
            });
        }
        let mouse = mouse.then(PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        });
        Ok(self.client.perform_actions(mouse).await?)
    }

    /// Presses keys with the focus on an element; a modifier stays pressed until `Key::Null`.
    pub async fn send_keys_to(&self, selector: &str, keys: &str) -> Outcome {
        Ok(self.element(selector).await?.send_keys(keys).await?)
    }

    /// Presses Tab, wherever the focus is.
    pub async fn press_tab(&self) -> Outcome {
        self.press_keys(&char::from(Key::Tab).to_string()).await
    }

    /// Presses keys one after the other, wherever the focus is.
    pub async fn press_keys(&self, keys: &str) -> Outcome {
        let mut actions = KeyActions::new("keyboard".into());
        for value in keys.chars() {
            actions = actions
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        Ok(self.client.perform_actions(actions).await?)
    }

    /// Presses a key while another, such as Ctrl, is held down.
    pub async fn press_with(&self, held: Key, value: char) -> Outcome {
        let held = char::from(held);
        let actions = KeyActions::new("keyboard".into())
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value })
            .then(KeyAction::Up { value: held });
        Ok(self.client.perform_actions(actions).await?)
    }

    /// Waits until a selector finds so many elements.
    pub async fn count_becomes(&self, selector: &str, count: usize) -> Outcome {
        until(&format!("{count} × {selector}"), async || {
            Ok(self.count(selector).await? == count)
        })
        .await
    }

    /// The explanation that is shown, once it contains some text.
    pub async fn explanation(&self, part: &str) -> Result<String, Error> {
        until(&format!("an explanation with “{part}”"), async || {
            Ok(self.text_of(EXPLANATION).await?.contains(part))
        })
        .await?;
        self.text_of(EXPLANATION).await
    }

    /// How many elements a selector finds.
    pub async fn count(&self, selector: &str) -> Result<usize, Error> {
        let count = "return document.querySelectorAll(arguments[0]).length";
        let found = self.script(count, vec![selector.into()]).await?;
        Ok(found.as_u64().unwrap_or_default() as usize)
    }
}

/// An element as the argument of a script.
pub(crate) fn json(element: &Element) -> Result<serde_json::Value, Error> {
    serde_json::to_value(element)
        .map_err(|error| Error::Setup(format!("an element that is no JSON: {error}")))
}
