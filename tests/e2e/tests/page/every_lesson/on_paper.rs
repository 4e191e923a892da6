//! A figure on paper.

use e2e::{Error, Outcome};
use lesson::core::lesson::Meta;
use lesson::core::table::TableId;
use lesson::registry;

use super::{ask, computing, ensure, go_to, on_each, open, to_the_end, two_frames};

/// The width of A4 within the margins of `print.css`, in CSS pixels.
const PAPER: u32 = 703;

/// What is wrong with the matrices of a lesson when the rules for paper hold: one over another, or beyond the paper.
/// No driver shows a page as it is printed, so the rules are made to hold on the screen for as long as it is measured.
const WRONG: &str = "
    const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
    const printed = rules.filter(rule => rule.media?.mediaText == 'print');
    const hold = where => printed.forEach(rule => { rule.media.mediaText = where; });
    hold('all');
    const found = [...document.querySelectorAll(`#${arguments[0]} .matrix table`)];
    const tables = found.map(table => [table.getAttribute('aria-label') ?? table.textContent.slice(0, 30), table.getBoundingClientRect()]);
    hold('print');
    const there = tables.filter(([, box]) => box.width > 0);
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    const wrong = there.filter(([, box]) => box.right > innerWidth + 1 || box.left < -1).map(([name]) => `${name} is cut`);
    there.forEach(([name, box], at) => there.slice(at + 1).forEach(([other, its]) => {
        if (over(box, its)) wrong.push(`${name} lies over ${other}`);
    }));
    return printed.length && there.length ? wrong.join('; ') : `${printed.length} rules, ${there.length} matrices`;";

/// How many numbers an example has.
fn size(lesson: &'static Meta, preset: &str) -> usize {
    let opened = registry::open(&format!("lesson={}&preset={preset}", lesson.slug)).ok();
    let numbers = opened.and_then(|opened| opened.numbers());
    let of = |table: u8| Some(numbers.as_ref()?.matrix(TableId(table))?.data().len());
    (0..lesson.tables.len() as u8).filter_map(of).sum()
}

async fn nothing_is_wrong(page: &e2e::Page, lesson: &Meta) -> Outcome {
    two_frames(page).await?;
    let wrong = ask(page, lesson, WRONG).await?;
    let wrong = wrong
        .as_str()
        .ok_or_else(|| Error::Page("no answer".into()))?;
    ensure(wrong.is_empty(), || wrong.to_owned())
}

#[test]
fn on_paper_no_matrix_lies_over_another_or_is_cut() -> Outcome {
    on_each(computing(), async |page, lesson| {
        let largest = lesson
            .presets
            .iter()
            .map(|preset| preset.slug)
            .max_by_key(|slug| size(lesson, slug));
        let entries = largest.map_or(String::new(), |slug| format!("preset={slug}"));
        page.resize(PAPER, 900).await?;
        open(page, lesson, &entries).await?;
        to_the_end(page, lesson).await?;
        nothing_is_wrong(page, lesson).await?;
        go_to(page, lesson, 0).await?;
        nothing_is_wrong(page, lesson).await
    })
}
