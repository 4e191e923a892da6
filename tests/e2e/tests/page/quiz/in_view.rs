//! What a link asks is the first that its reader sees, and what it is about is marked.

use std::time::Duration;

use e2e::{Error, Outcome, on_blank_page, until_within};
use lesson::registry::{self, LESSONS};
use lesson::share::snippet::askable;

use crate::in_view::holds_or_says;

/// How long a question may take to come into view, on a machine that loads the page meanwhile.
const PATIENCE: Duration = Duration::from_secs(45);
/// A laptop and a phone.
const SCREENS: [(u32, u32); 2] = [(1280, 720), (390, 844)];
/// Questions of lessons of every kind, at the step they are about.
const QUESTIONS: [&str; 9] = [
    "preset=cat&stage=weights&ask=weights.1",
    "preset=cat&stage=weights&ask=weights.1&embed",
    "preset=animal&stage=scores&ask=scores.3.2",
    "lesson=geometry&stage=weights&ask=weights.0",
    "lesson=flash&preset=tiles&at=9999&ask=written.1.0",
    // At another step, where what is asked is not seen.
    "preset=cat&level=walk&stage=project&ask=weights.1",
    "lesson=flash&preset=tiles&ask=tile.0.0",
    "lesson=geometry&stage=dot&ask=weights.0",
    "lesson=heads&stage=project&ask=weights_2.1",
];

/// True where the question stands in the window, with its cells if there is room for both; else what is out of view.
const SEEN: &str = "
    const sized = own => own.getBoundingClientRect().height > 0;
    const span = all => all.map(own => own.getBoundingClientRect())
        .reduce(([t, b], own) => [Math.min(t, own.top), Math.max(b, own.bottom)], [Infinity, -Infinity]);
    const panel = [...document.querySelectorAll('[data-quiz]')].filter(sized);
    const asked = [...document.querySelectorAll('.is-asked')].filter(sized);
    if (!panel.length) return 'no question';
    if (!asked.length) return 'no cell is marked';
    const stuck = [...document.querySelectorAll('.walk, .inspector, .g-actions')].filter(sized)
        .filter(own => getComputedStyle(own).position === 'sticky')
        .map(own => own.getBoundingClientRect().top).filter(top => top > innerHeight / 2 && top < innerHeight);
    const foot = Math.min(innerHeight, ...stuck);
    const [top, bottom] = span(panel), [first, last] = span([...panel, ...asked]);
    const inside = (top, bottom) => top > -1 && bottom < foot + 1;
    if (last - first + 16 <= foot) return inside(first, last) || `both stand from ${first} to ${last} of ${foot}`;
    const begins = top > -1 && top < foot / 2;
    return inside(top, bottom) || begins || `the question stands from ${top} to ${bottom} of ${foot}`;";

#[test]
fn a_question_of_a_link_is_in_view_with_its_cells() -> Outcome {
    on_blank_page(async |page| {
        for (width, height) in SCREENS {
            page.resize(width, height).await?;
            for question in QUESTIONS {
                page.load(question).await?;
                page.element_is_there("[data-quiz-prompt]").await?;
                // It stays there while what is late comes in.
                tokio::time::sleep(super::SETTLE).await;
                let what = format!("{question} at {width}×{height}");
                holds_or_says(&page, PATIENCE, SEEN, &what).await?;
            }
        }
        page.console_is_clean().await
    })
}

/// The row that is asked is marked, its first cell is the one explained, and once it is answered neither is.
#[test]
fn what_is_asked_is_marked_and_explained() -> Outcome {
    on_blank_page(async |page| {
        page.load("preset=worked&stage=weights&ask=weights.2")
            .await?;
        let row = "table[data-matrix=weights] td[data-row='2']";
        page.count_becomes(&format!("{row}.is-asked.covered"), 3)
            .await?;
        page.count_becomes(".is-asked", 3).await?;
        page.count_becomes(&format!("{row}[data-col='0'][data-explained]"), 1)
            .await?;
        page.explanation("hidden until you predict").await?;
        // At another step that step's number is explained, and what is asked stays marked.
        page.click("back").await?;
        page.count_becomes("table[data-matrix=weights] [data-explained]", 0)
            .await?;
        page.click("next").await?;
        page.click_on("[data-action=reveal]").await?;
        page.element_is_there("[data-quiz-verdict]").await?;
        page.count_becomes(".is-asked", 0).await?;
        page.load("lesson=flash&preset=tiles&at=9999&ask=written.1.0")
            .await?;
        page.count_becomes(
            "#flash td[data-part=output][data-row='1'][data-col='0'].is-asked",
            1,
        )
        .await?;
        page.console_is_clean().await
    })
}

/// Whatever the dialog offers to ask is seen and marked where its link opens, in every lesson.
#[test]
fn whatever_can_be_asked_is_marked_where_its_link_opens() -> Outcome {
    on_blank_page(async |page| {
        page.resize(1280, 720).await?;
        for lesson in LESSONS.iter().filter(|lesson| lesson.computes) {
            let link = format!("lesson={}", lesson.slug);
            let opened = registry::open(&link).map_err(|why| Error::Page(format!("{why:?}")))?;
            let tables = askable(&*opened);
            page.load(&link).await?;
            for table in tables {
                let key = lesson.of(table).map_or("", |table| table.key);
                let asked = format!("{link}&ask={key}.0.0");
                page.script(&format!("location.hash = '{asked}'"), vec![])
                    .await?;
                let marked = format!(
                    "return [...document.querySelectorAll('#{} .is-asked')]
                        .some(own => own.getBoundingClientRect().height > 0)
                        && location.hash.includes('ask={key}.0.0')",
                    lesson.slug
                );
                until_within(PATIENCE, &asked, async || page.holds(&marked).await).await?;
            }
        }
        page.console_is_clean().await
    })
}

/// Bars that stand for what is asked are outlined, too.
#[test]
fn bars_in_a_picture_are_marked_as_cells_are() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=geometry&stage=dot&ask=weights.0").await?;
        page.count_becomes("#geometry .geo-shares p[data-asked]", 3)
            .await?;
        page.click_on("[data-action=reveal]").await?;
        page.count_becomes("#geometry [data-asked]", 0).await
    })
}
