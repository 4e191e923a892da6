//! What a step is about is in view: at every step of every example, on a desk, on a laptop and in a hand.

use e2e::{Error, Outcome, Page, on_moving_page, until_within};
use lesson::head::presets::PRESETS;
use std::time::Duration;

/// How long a step may take to come into view, with other tests beside it.
const PATIENCE: Duration = Duration::from_secs(20);
/// And a page that has just been asked for.
const LOADED: Duration = Duration::from_secs(45);
/// The sizes of a screen.
const SCREENS: [(u32, u32); 3] = [(1440, 900), (1280, 720), (390, 844)];

/// True where the active matrix is in view from its caption to its last row, above what is stuck at the foot, and the
/// explained cell with its row's label beside it, where the step explains one; else what is out of view.
const SEEN: &str = "
    const sized = own => own.getBoundingClientRect().height > 0;
    const active = [...document.querySelectorAll('[data-active]')].find(sized);
    if (!active) return 'no active matrix';
    const place = active.getBoundingClientRect();
    const stuck = [...document.querySelectorAll('.walk, .inspector')].filter(sized)
        .filter(own => getComputedStyle(own).position === 'sticky')
        .map(own => own.getBoundingClientRect().top).filter(top => top > innerHeight / 2);
    const foot = Math.min(innerHeight, ...stuck);
    if (place.top < -1 || place.bottom > foot + 1)
        return `the matrix stands from ${place.top} to ${place.bottom}, in view is 0 to ${foot}`;
    const cell = active.querySelector('[data-explained]');
    if (!cell) return true;
    const own = cell.getBoundingClientRect(), field = cell.closest('.field').getBoundingClientRect();
    if (own.left < field.left - 1 || own.right > Math.min(field.right, innerWidth) + 1)
        return `the cell stands from ${own.left} to ${own.right}, its field from ${field.left} to ${field.right}`;
    return true;";

/// True where the window begins at the head of the page or at an edge of the lesson, and cuts through nothing.
const BEGINS: &str = "
    const edges = [...document.querySelectorAll('.levels, .stage-bar, .words, [data-active]')]
        .map(own => own.getBoundingClientRect()).filter(own => own.height > 0).map(own => own.top);
    return scrollY === 0 || edges.some(top => Math.abs(top) < 2) || `the edges stand at ${edges}`;";

/// True where the window stands no further down than the active matrix needs; else how much further.
const NO_FURTHER: &str = "
    const sized = own => own.getBoundingClientRect().height > 0;
    const place = own => [...document.querySelectorAll(own)].find(sized).getBoundingClientRect();
    const room = place('.walk').top - place('[data-active]').bottom;
    return scrollY === 0 || room < 24 || `${scrollY} down, with ${room} left above the walk`;";

/// True where the arithmetic of the explained cell stands right above the way on, in few lines; else where it stands.
const READ: &str = "
    const sized = own => own.getBoundingClientRect().height > 0;
    const place = own => [...document.querySelectorAll(own)].find(sized)?.getBoundingClientRect();
    const line = place('.plain .inspector'), bar = place('.plain .g-actions');
    if (!line || !bar) return 'the lab is not there';
    return (Math.abs(line.bottom - bar.top) < 2 && bar.bottom < innerHeight + 1 && line.height < 70)
        || `it stands from ${line.top} to ${line.bottom}, the way on from ${bar.top} to ${bar.bottom}`;";

/// A step of each lab at which a cell is explained.
const LABS: [&str; 6] = [
    "heads&stage=maps",
    "positions&stage=learned",
    "mlp&stage=two",
    "backward&stage=loss",
    "geometry&stage=dot",
    "scale&stage=weights",
];

/// Waits until what a script looks at is true; else says what the script says instead.
pub async fn holds_or_says(page: &Page, patience: Duration, script: &str, what: &str) -> Outcome {
    let waited = until_within(patience, what, async || {
        page.holds(&format!("return (() => {{{script}}})() === true"))
            .await
    });
    match waited.await {
        Ok(()) => Ok(()),
        Err(_) => Err(Error::Page(format!(
            "{what}: {}",
            page.script(script, vec![]).await?
        ))),
    }
}

async fn every_step(page: &Page, (width, height): (u32, u32)) -> Outcome {
    page.resize(width, height).await?;
    for preset in PRESETS {
        let stage = if preset.slug == "same_wq_wk" {
            "project"
        } else {
            "scores"
        };
        page.open(&format!(
            "level=explore&preset={}&stage={stage}",
            preset.slug
        ))
        .await?;
        loop {
            let here = page.stage().await?;
            holds_or_says(
                page,
                PATIENCE,
                SEEN,
                &format!("{} at {here}, {width}×{height}", preset.slug),
            )
            .await?;
            if here == "output" {
                break;
            }
            page.click_and_wait("next").await?;
        }
    }
    page.console_is_clean().await
}

#[test]
fn the_step_is_in_view_on_a_desk() -> Outcome {
    on_moving_page(async |page| every_step(&page, SCREENS[0]).await)
}

#[test]
fn the_step_is_in_view_on_a_laptop() -> Outcome {
    on_moving_page(async |page| every_step(&page, SCREENS[1]).await)
}

#[test]
fn the_step_is_in_view_in_a_hand() -> Outcome {
    on_moving_page(async |page| every_step(&page, SCREENS[2]).await)
}

#[test]
fn a_laptop_opens_no_further_down_than_the_step_needs() -> Outcome {
    on_moving_page(async |page| {
        let (width, height) = SCREENS[1];
        page.resize(width, height).await?;
        let opened = format!(
            "const seen = (() => {{{SEEN}}})(); if (seen !== true) return seen; {NO_FURTHER}"
        );
        for link in [
            "preset=same_wq_wk&level=queries&stage=scaled",
            "preset=unscaled&level=explore",
            "preset=animal&level=queries&pin=weights.7.0",
        ] {
            page.load(link).await?;
            holds_or_says(&page, LOADED, &opened, link).await?;
        }
        page.console_is_clean().await
    })
}

#[test]
fn a_phone_opens_with_nothing_cut_at_its_head() -> Outcome {
    on_moving_page(async |page| {
        let (width, height) = SCREENS[2];
        page.resize(width, height).await?;
        let opened =
            format!("const seen = (() => {{{SEEN}}})(); if (seen !== true) return seen; {BEGINS}");
        for level in ["queries", "explore"] {
            for preset in PRESETS {
                let link = format!("level={level}&preset={}", preset.slug);
                page.load(&link).await?;
                holds_or_says(&page, LOADED, &opened, &link).await?;
            }
        }
        page.console_is_clean().await
    })
}

#[test]
fn a_phone_shows_the_arithmetic_of_a_lab_above_its_way_on() -> Outcome {
    on_moving_page(async |page| {
        let (width, height) = SCREENS[2];
        page.resize(width, height).await?;
        for lab in LABS {
            page.load(&format!("lesson={lab}")).await?;
            // The lab is fetched first.
            holds_or_says(&page, LOADED, READ, lab).await?;
        }
        page.console_is_clean().await
    })
}
