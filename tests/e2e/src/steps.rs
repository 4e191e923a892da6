//! Stages, buttons and selects.

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use serde_json::Value;

use crate::cells::is_gone;
use crate::pointer::json;
use crate::wait::until;
use crate::{Engine, Error, Outcome, Page};

/// More than any number of stages; a walk that takes longer goes in circles.
const MOST_STEPS: usize = 60;

/// -1, 0 or 1: which way from the current stage to the one whose section holds the element.
const DIRECTION: &str = r#"
    const sections = [...document.querySelectorAll("[data-stage]")];
    const current = sections.findIndex(s => s.getAttribute("aria-current") === "step");
    const wanted = sections.indexOf(document.querySelector(arguments[0])?.closest("[data-stage]"));
    return wanted < 0 ? 0 : Math.sign(wanted - current);"#;

/// Chooses an option and tells the page as a browser does.
const CHOOSE: &str = r#"
    const [select, value] = arguments;
    if (![...select.options].some(option => option.value === value)) return false;
    select.value = value;
    select.dispatchEvent(new Event("input", { bubbles: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return true;"#;

impl Page {
    /// The names of all stages, in order.
    pub async fn stages(&self) -> Result<Vec<String>, Error> {
        let script =
            "return [...document.querySelectorAll('[data-stage]')].map(s => s.dataset.stage)";
        let names = self.script(script, vec![]).await?;
        Ok(names
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(Into::into)
            .collect())
    }

    /// The name of the current stage.
    pub async fn stage(&self) -> Result<String, Error> {
        let script = r#"return document.querySelector('[data-stage][aria-current="step"]')?.dataset.stage ?? """#;
        self.text_of(script).await
    }

    /// Waits until a stage is current.
    pub async fn at_stage(&self, name: &str) -> Outcome {
        until(&format!("the stage “{name}”"), async || {
            Ok(self.stage().await? == name)
        })
        .await
    }

    /// The first element of a selector that is shown, or the first where none is: lessons that are not
    /// open have buttons of the same names.
    async fn shown_of(&self, selector: &str) -> Result<Element, Error> {
        let first = self.element(selector).await?;
        for element in self.all_found(selector).await? {
            match element.is_displayed().await {
                Ok(true) => return Ok(element),
                Err(CmdError::Standard(error)) if is_gone(&error.error) => {}
                other => drop(other?),
            }
        }
        Ok(first)
    }

    /// Clicks a button: next, back, play, reset, undo or redo.
    pub async fn click(&self, action: &str) -> Outcome {
        let selector = format!("[data-action=\"{action}\"]");
        let find = async || {
            let button = self.shown_of(&selector).await?;
            if self.engine() != Engine::Chromium {
                // WebKit's driver does not scroll, and Firefox's not the page around a frame.
                self.bring_into_sight(&button).await?;
            }
            Ok(button)
        };
        if self.engine() == Engine::WebKit && self.holds("return window !== top").await? {
            // In a frame of a page that was scrolled its driver presses beside the button.
            let (button, press) = (find().await?, "arguments[0].click()");
            return self.script(press, vec![json(&button)?]).await.map(drop);
        }
        self.pressed(find).await
    }

    /// Clicks next or back and waits until the stage is another.
    pub async fn click_and_wait(&self, action: &str) -> Outcome {
        let before = self.stage().await?;
        self.click(action).await?;
        self.leaves_stage(&before).await
    }

    /// Waits until another stage than this is current.
    pub async fn leaves_stage(&self, name: &str) -> Outcome {
        until(&format!("the stage to leave “{name}”"), async || {
            Ok(self.stage().await? != name)
        })
        .await
    }

    /// Chooses an option of mask, scale, preset, source or mode.
    pub async fn choose(&self, control: &str, value: &str) -> Outcome {
        let selector = format!("[data-control=\"{control}\"]");
        let select = self.reveal(&selector).await?;
        match self
            .script(CHOOSE, vec![json(&select)?, value.into()])
            .await?
        {
            Value::Bool(true) => Ok(()),
            _ => Err(Error::Page(format!("{selector} has no option “{value}”"))),
        }
    }

    /// Clicks next or back until the section that holds an element is the current one.
    pub(crate) async fn walk_to(&self, selector: &str) -> Outcome {
        for _ in 0..MOST_STEPS {
            let before = self.stage().await?;
            match self
                .script(DIRECTION, vec![selector.into()])
                .await?
                .as_i64()
            {
                Some(1) => self.click("next").await?,
                Some(-1) => self.click("back").await?,
                _ => return Ok(()),
            }
            until("the stage to change", async || {
                Ok(self.stage().await? != before)
            })
            .await?;
        }
        Err(Error::Page(format!(
            "no number of steps leads to {selector}"
        )))
    }
}
