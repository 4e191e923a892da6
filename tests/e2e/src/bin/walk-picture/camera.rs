//! The page before the camera: its movements held, put to any moment, and photographed.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use e2e::{Error, Outcome, Page, until};
use serde_json::{Value, json};

use crate::delta::Size;
use crate::file;

/// Runs before the page's own scripts: each movement is held as it begins, so that none is missed.
const HOLD: &str = r#"
    window.filmed = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const movement = animate.apply(this, how);
        movement.pause();
        window.filmed.push(movement);
        return movement;
    };"#;

/// Goes on by the page's own button. The movements of the beat before are over.
const NEXT: &str = r#"
    window.filmed = [];
    document.querySelector("[data-action=next]").click();"#;

/// Milliseconds from the first moment of a beat to the end of its last movement.
const END: &str =
    "return Math.max(0, ...window.filmed.map(own => own.effect.getComputedTiming().endTime))";

/// Puts all movements to one moment. What style sheets move (a button that changes its colour) is no part of the walk.
const STEP: &str = r#"
    for (const own of document.getAnimations()) if (own instanceof CSSTransition) own.finish();
    for (const own of window.filmed) own.currentTime = arguments[0];"#;

/// The page, and what its pictures are.
pub struct Camera {
    page: Page,
    size: Size,
}

impl Camera {
    /// Opens the plain address in light colours, with movement.
    pub async fn set_up(page: Page, size: Size) -> Result<Self, Error> {
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": "light" },
            { "name": "prefers-reduced-motion", "value": "no-preference" },
        ] });
        page.devtools("Emulation.setEmulatedMedia", features)
            .await?;
        page.resize(size.width, size.height).await?;
        let hidden = json!({ "hidden": true });
        page.devtools("Emulation.setScrollbarsHidden", hidden)
            .await?;
        page.before_load(HOLD).await?;
        page.open("").await?;
        Ok(Self { page, size })
    }

    /// Goes to a beat, which is the first or the next one, and waits until its picture is about to move. Gives the
    /// milliseconds that it moves for.
    pub async fn begin(&self, beat: &str) -> Result<u32, Error> {
        let here = format!("return !!document.querySelector('.guided[data-beat={beat}]')");
        if !self.page.holds(&here).await? {
            self.page.script(NEXT, vec![]).await?;
        }
        // All movements of a beat begin in one task: where there is one there are all.
        let moves = format!(
            "return !!document.querySelector('.guided[data-beat={beat}] .g-{beat}') && window.filmed.length > 0"
        );
        let what = format!("the beat “{beat}” to move");
        until(&what, async || self.page.holds(&moves).await).await?;
        let end = self.page.script(END, vec![]).await?;
        let end = end.as_f64().filter(|end| *end > 0.0);
        end.map(|end| end.round() as u32)
            .ok_or_else(|| Error::Page(format!("the beat “{beat}” does not say how long it moves")))
    }

    /// Puts the beat to a moment, in milliseconds after its first.
    pub async fn step_to(&self, moment: u32) -> Outcome {
        let moment = Value::from(moment);
        self.page.script(STEP, vec![moment]).await.map(drop)
    }

    /// What is seen, three bytes a pixel, row by row.
    pub async fn shot(&self) -> Result<Vec<u8>, Error> {
        let png = json!({ "format": "png", "optimizeForSpeed": true });
        let shot = self.page.devtools("Page.captureScreenshot", png).await?;
        let data = shot["data"].as_str().unwrap_or_default();
        let png = STANDARD
            .decode(data)
            .map_err(|error| Error::Page(format!("the screenshot is not base64: {error}")))?;
        file::read(&png, self.size)
    }
}
