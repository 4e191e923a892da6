//! From a key or a drag to the painted frame in the lessons that have a figure of their own.

use std::time::Duration;

use e2e::{Error, Input, Outcome, Page};

use crate::report::{Report, milliseconds};
use crate::spent::{self, Spent};
use crate::typing;

/// Pause between two, milliseconds: somebody who types or draws on.
const PAUSE: u64 = 60;

/// What is done.
enum Act {
    /// A digit is typed over a cell.
    Type(Input),
    /// An arrow key is pressed on what a selector finds, to and fro.
    Arrow(&'static str),
    /// What a selector finds is drawn to and fro.
    Drag(&'static str),
}

/// Links, and what is done there.
const SCENES: [(&str, &str, Act); 10] = [
    (
        "geometry, a digit",
        "lesson=geometry&preset=crowded&stage=dot",
        Act::Type(Input("q", 0, 0)),
    ),
    (
        "geometry, an arrow drawn",
        "lesson=geometry&preset=crowded&stage=mix",
        Act::Drag("#geometry .geo-keys .geo-tip"),
    ),
    (
        "scale, a digit",
        "lesson=scale&stage=sum",
        Act::Type(Input("q", 0, 0)),
    ),
    (
        "scale, the slider of d_k",
        "lesson=scale&stage=spread",
        Act::Arrow("#scale input[data-control=width]"),
    ),
    (
        "positions, a digit",
        "lesson=positions&preset=twice&stage=order",
        Act::Type(Input("x", 0, 0)),
    ),
    (
        "positions, both clocks drawn",
        "lesson=positions&preset=clocks&stage=rope",
        Act::Drag("#positions [data-clock=both]"),
    ),
    (
        "heads, a digit",
        "lesson=heads",
        Act::Type(Input("x", 0, 0)),
    ),
    (
        "backward, a digit",
        "lesson=backward",
        Act::Type(Input("q", 0, 0)),
    ),
    (
        "mlp, a digit",
        "lesson=mlp&stage=token",
        Act::Type(Input("x", 0, 0)),
    ),
    (
        "mlp, the slider between two words",
        "lesson=mlp&stage=linear",
        Act::Arrow("#mlp input[data-control=between]"),
    ),
];

/// Adds a line for each.
pub async fn measure(page: &Page, report: &mut Report) -> Outcome {
    for (name, link, act) in &SCENES {
        page.open(link).await?;
        let selector = act.selector();
        page.element_is_there(&selector).await?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        let spent = act.measured(page, &selector).await?;
        let frames = format!(
            "{} / {}",
            milliseconds(spent.frames.median()),
            milliseconds(spent.frames.quantile(0.95))
        );
        report.add(
            format!("{name}: to the painted frame"),
            frames,
            "≤ 16.7 / 25 ms",
        );
        report.add(format!("{name}: in all"), spent.to_string(), "");
    }
    Ok(())
}

impl Act {
    fn selector(&self) -> String {
        match self {
            Self::Type(cell) => cell.selector(),
            Self::Arrow(selector) | Self::Drag(selector) => (*selector).to_owned(),
        }
    }

    async fn measured(&self, page: &Page, selector: &str) -> Result<Spent, Error> {
        let middle = middle(page, selector).await?;
        match self {
            Self::Type(_) => {
                spent::focus(page, selector).await?;
                let type_over = async |time| spent::over(page, time % 9 + 1).await;
                spent::on(page, "input", PAUSE, type_over).await
            }
            Self::Arrow(_) => {
                spent::focus(page, selector).await?;
                let arrow = async |time| match time / 4 % 2 {
                    0 => spent::press(page, "ArrowLeft", 37).await,
                    _ => spent::press(page, "ArrowRight", 39).await,
                };
                spent::on(page, "input", PAUSE, arrow).await
            }
            Self::Drag(_) => {
                let (x, y) = middle;
                spent::mouse(page, "mouseMoved", (x, y)).await?;
                spent::mouse(page, "mousePressed", (x, y)).await?;
                let there = |time: usize| (time as f64 / 20.0 * std::f64::consts::TAU).sin() * 60.0;
                let draw =
                    async |time| spent::mouse(page, "mouseMoved", (x + there(time + 1), y)).await;
                let spent = spent::on(page, "pointermove", PAUSE, draw).await;
                spent::mouse(page, "mouseReleased", (x, y)).await?;
                spent
            }
        }
    }
}

/// Brings an element into the middle of the window; says where its own middle is then, in pixels.
async fn middle(page: &Page, selector: &str) -> Result<(f64, f64), Error> {
    let middle = "const element = document.querySelector(arguments[0]);
        element.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];";
    let middle = page.script(middle, vec![selector.into()]).await?;
    match typing::numbers(&middle)[..] {
        [x, y] => Ok((x, y)),
        _ => Err(Error::Page(format!("{selector} is nowhere"))),
    }
}
