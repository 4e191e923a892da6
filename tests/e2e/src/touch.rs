//! A finger on the page. Chromium's driver has one: it taps, is drawn, and scrolls. That of Firefox's driver is heard by
//! the page alone, no gesture comes of it: there the browser's own scripts touch its window. WebKitGTK's driver has none.

use std::time::Duration;

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, PointerAction, TouchActions};
use fantoccini::elements::Element;
use serde_json::json;

use crate::pointer::json;
use crate::wait::until;
use crate::{Engine, Error, Outcome, Page};

/// The width and height of a phone.
const PHONE: (u32, u32) = (390, 844);

/// Room for it with the browser's own bars.
const ROOM: (u32, u32) = (800, 1200);

/// In how many steps a finger is drawn, a frame each, so that the browser sees a way and not a leap.
const STEPS: i64 = 10;
const STEP: Duration = Duration::from_millis(16);
/// Then it rests: a page that it scrolls stands still when it is taken away.
const REST: Duration = Duration::from_millis(120);

/// Keeps what comes of a finger, and how far the page was scrolled then, before any handler of the page can stop it.
const HEAR: &str = r#"
    const heard = window.fingerHeard = [];
    const hear = ({ type, pointerType }) => heard.push({ type, pointerType, scrolled: scrollY });
    for (const kind of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(kind, hear, true);"#;

/// Whether the page has heard the end of it.
const ENDED: &str = "return window.fingerHeard.some(({ type }) => type !== 'pointerdown')";

/// Whether it was a finger, the page had it to its end, and stood still.
const KEPT: &str = "
    const heard = window.fingerHeard, last = heard.at(-1);
    return last.pointerType === 'touch' && last.type === 'pointerup' && last.scrolled === heard[0].scrolled";

/// The middle of an element, in pixels of the page's area.
const MIDDLE: &str = "
    const { x, y, width, height } = arguments[0].getBoundingClientRect();
    return [x + width / 2, y + height / 2]";

impl Page {
    /// Makes it a phone: as small, and touched where the driver can say so. What is opened from now on is opened on one.
    pub async fn become_a_phone(&self) -> Outcome {
        if self.engine() == Engine::Chromium {
            let touched = json!({ "enabled": true, "maxTouchPoints": 5 });
            let command = "Emulation.setTouchEmulationEnabled";
            self.devtools(command, touched).await?;
        }
        if self.engine() == Engine::Firefox {
            // What is below the window's edge cannot be touched, and the page would be cut off there.
            self.client.set_window_size(ROOM.0, ROOM.1).await?;
            self.firefox_be_touched().await?;
        }
        self.resize(PHONE.0, PHONE.1).await
    }

    /// Puts a finger on the middle of an element and takes it away.
    pub async fn tap(&self, selector: &str) -> Outcome {
        let element = self.reveal(selector).await?;
        self.draw(element, &[], Duration::ZERO).await
    }

    /// Draws a finger from the middle of an element over so many pixels to the right and down. True where the page had
    /// it to its end and stood still meanwhile; false where the browser took it from the page, to scroll.
    pub async fn swipe(&self, selector: &str, dx: i64, dy: i64) -> Result<bool, Error> {
        let element = self.reveal(selector).await?;
        self.script(HEAR, vec![]).await?;
        let steps: Vec<_> = (0..STEPS)
            .map(|step| (part(dx, step), part(dy, step)))
            .collect();
        self.draw(element, &steps, REST).await?;
        until("a finger that was taken away", async || {
            self.holds(ENDED).await
        })
        .await?;
        self.holds(KEPT).await
    }

    /// A finger comes down on the middle of an element, goes on by so much in each step, rests and leaves.
    async fn draw(&self, element: Element, steps: &[(i64, i64)], rest: Duration) -> Outcome {
        if self.engine() == Engine::Firefox {
            let middle = self.script(MIDDLE, vec![json(&element)?]).await?;
            let at = |axis: usize| middle[axis].as_f64().unwrap_or_default();
            return self
                .firefox_finger((at(0), at(1)), steps, (STEP, rest))
                .await;
        }
        let finger = steps
            .iter()
            .fold(down_on(element), |finger, (x, y)| finger.then(by(*x, *y)));
        let finger = finger.pause(rest).then(up());
        Ok(self.client.perform_actions(finger).await?)
    }

    /// How far down the page has scrolled since the last finger was put on it by [`Page::swipe`].
    pub async fn scrolled(&self) -> Result<f64, Error> {
        self.number_of("return scrollY - window.fingerHeard[0].scrolled")
            .await
    }
}

/// The finger leaves the page.
fn up() -> PointerAction {
    PointerAction::Up {
        button: MOUSE_BUTTON_LEFT,
    }
}

/// A finger that has come down on the middle of an element.
fn down_on(element: Element) -> TouchActions {
    let onto = PointerAction::MoveToElement {
        element,
        duration: None,
        x: 0.0,
        y: 0.0,
    };
    TouchActions::new("finger".into())
        .then(onto)
        .then(PointerAction::Down {
            button: MOUSE_BUTTON_LEFT,
        })
}

/// A step of its way.
fn by(x: i64, y: i64) -> PointerAction {
    PointerAction::MoveBy {
        duration: Some(STEP),
        x: x as f64,
        y: y as f64,
    }
}

/// What one of the steps has of the whole way, in whole pixels.
fn part(whole: i64, step: i64) -> i64 {
    whole * (step + 1) / STEPS - whole * step / STEPS
}

#[cfg(test)]
mod tests {
    use super::{STEPS, part};

    #[test]
    fn the_steps_of_a_way_add_up_to_it() {
        for whole in [0, 7, 60, -250, -3] {
            let sum: i64 = (0..STEPS).map(|step| part(whole, step)).sum();
            assert_eq!(sum, whole);
        }
    }
}
