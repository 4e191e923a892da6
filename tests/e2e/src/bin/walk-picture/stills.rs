//! The pictures of README that stand still, of pages as links open them.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use e2e::{Error, Outcome, Page, until, workspace};
use serde_json::json;

use crate::delta::Size;

/// One picture: its file, the link, the size of the page, what is there once it can be taken, and what is done first.
struct Still {
    file: &'static str,
    link: &'static str,
    size: Size,
    shows: &'static str,
    first: &'static str,
}

/// Bars put where the weights are without the mask, and judged.
const ANSWER: &str = r#"
    [0.23, 0.16, 0.61].forEach((value, key) => {
        const bar = document.querySelector(`[data-bar="${key}"]`);
        bar.value = value;
        bar.dispatchEvent(new Event("input", { bubbles: true }));
    });
    document.querySelector("[data-action=check]").click();"#;

const STILLS: [Still; 4] = [
    Still {
        file: "stepper",
        link: "level=explore&preset=cat&pin=scores.1.2",
        size: size(1440, 900),
        shows: "[data-arithmetic] *",
        first: "",
    },
    Still {
        file: "geometry",
        link: "lesson=geometry&preset=dictionary",
        size: size(1320, 820),
        shows: ".geo-keys .geo-reach",
        first: "",
    },
    Still {
        file: "training",
        link: "lesson=training",
        size: size(1440, 900),
        shows: "[data-picked]",
        first: "",
    },
    Still {
        file: "question",
        link: "preset=cat&mask=causal&stage=weights&ask=weights.1&hide=level,examples,mask,elsewhere",
        size: size(1000, 620),
        shows: "[data-quiz-outcome]",
        first: ANSWER,
    },
];

const fn size(width: u32, height: u32) -> Size {
    Size { width, height }
}

/// Takes all of them.
pub async fn take(page: &Page) -> Outcome {
    page.devtools("Emulation.setScrollbarsHidden", json!({ "hidden": true }))
        .await?;
    for still in &STILLS {
        eprintln!("Taking “{}” …", still.file);
        taken(page, still).await?;
    }
    Ok(())
}

async fn taken(page: &Page, still: &Still) -> Outcome {
    page.resize(still.size.width, still.size.height).await?;
    match still.file {
        "training" => page.open_training("").await?,
        _ => page.open(still.link).await?,
    }
    if !still.first.is_empty() {
        page.element_is_there("[data-action=check]").await?;
        page.script(still.first, vec![]).await?;
    }
    page.element_is_there(still.shows).await?;
    // What comes a moment later moves what is there.
    let still_there = "return document.getAnimations().every(own => !(own.timeline instanceof DocumentTimeline)) && document.fonts.status === 'loaded'";
    until("the page to rest", async || page.holds(still_there).await).await?;
    // What is not looked at first is drawn when the browser has the time.
    let idle = "return new Promise(done => setTimeout(done, 1500))";
    page.script(idle, vec![]).await?;
    let png = json!({ "format": "png" });
    let shot = page.devtools("Page.captureScreenshot", png).await?;
    let png = STANDARD
        .decode(shot["data"].as_str().unwrap_or_default())
        .map_err(|error| Error::Page(format!("the screenshot is not base64: {error}")))?;
    let file = workspace().join(format!("assets/readme/{}.png", still.file));
    fs::write(file, png).map_err(Error::io("write the picture"))
}
