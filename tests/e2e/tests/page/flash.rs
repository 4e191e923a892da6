//! Flash attention by hand: the student's own numbers, tile by tile, to the stepper's digits.

use std::time::Duration;

use e2e::{Error, Input, Outcome, Page, Scheme, on_blank_page, oracle, until};
use fantoccini::key::Key;

use super::in_view::holds_or_says;

/// More steps than any walk of these tests has.
const PAST_THE_END: usize = 9999;

/// The numbers of the output as they are read.
const OUTPUT: &str = "table[data-matrix=output] td > span";

async fn step(page: &Page) -> Result<usize, Error> {
    let text = page
        .text_of("return document.querySelector('#flash [data-step]')?.dataset.step ?? ''")
        .await?;
    text.parse()
        .map_err(|_| Error::Page(format!("the step reads “{text}”")))
}

async fn kind(page: &Page) -> Result<String, Error> {
    page.text_of("return document.querySelector('#flash [data-kind]')?.dataset.kind ?? ''")
        .await
}

async fn at_step(page: &Page, wanted: usize) -> Outcome {
    until(&format!("step {wanted}"), async || {
        Ok(step(page).await? == wanted)
    })
    .await
}

/// How many steps there are.
async fn last(page: &Page) -> Result<usize, Error> {
    let most = page.attribute("[data-control=scrub]", "max").await?;
    let last = most.and_then(|most| most.parse().ok());
    last.ok_or_else(|| Error::Page("the scrub bar has no end".into()))
}

/// Opens the lesson by a link of its own.
async fn open(page: &Page, fragment: &str) -> Outcome {
    page.load(&format!("lesson=flash&{fragment}")).await?;
    page.element_is_there("#flash table[data-matrix=output] td")
        .await
}

async fn to_the_end(page: &Page) -> Outcome {
    page.slide("scrub", PAST_THE_END).await?;
    at_step(page, last(page).await?).await
}

#[test]
fn the_menu_takes_the_numbers_along_and_they_end_in_the_same_digits() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&mask=causal&stage=output").await?;
        page.enter(Input("q", 1, 0), "1.25").await?;
        page.matrix_once("q", "the number typed", |q| q[1][0] == 1.25)
            .await?;
        page.matrix_once("output", "follows", |output| output.len() == 3)
            .await?;
        let expected = (page.matrix("output").await?, page.texts(OUTPUT).await?);
        // At once, before the address holds what was typed.
        page.go_to_lesson("flash").await?;
        page.element_is_there("#flash table[data-matrix=output] td")
            .await?;
        assert_eq!(page.shown(Input("q", 1, 0)).await?, "1.25");
        for wanted in 0..=last(&page).await? {
            at_step(&page, wanted).await?;
            page.click("next").await?;
        }
        assert_eq!(kind(&page).await?, "divide");
        assert_eq!(page.texts(OUTPUT).await?, expected.1, "the same digits");
        oracle::assert_close("output", &page.matrix("output").await?, &expected.0);
        page.says("[data-same]", "6 of 6 finished numbers").await?;
        // And back, with the numbers.
        page.click_on("[data-action=to-stepper]").await?;
        page.at_stage("output").await?;
        assert_eq!(page.shown(Input("q", 1, 0)).await?, "1.25");
        page.console_is_clean().await
    })
}

#[test]
fn no_rounding_is_blamed_for_a_difference_of_0() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "preset=cat&tile=3x3&at=99").await?;
        page.says("[data-same]", "there is no difference").await?;
        page.console_is_clean().await
    })
}

#[test]
fn keys_walk_as_in_the_stepper() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "preset=worked&digits=2").await?;
        let alt = |key: Key| {
            [Key::Alt, key, Key::Null]
                .map(char::from)
                .iter()
                .collect::<String>()
        };
        let cell = "#flash td[data-part=tile][data-row='0'][data-col='0']";
        page.send_keys_to(cell, &alt(Key::Right)).await?;
        page.send_keys_to(cell, &alt(Key::Right)).await?;
        at_step(&page, 2).await?;
        assert_eq!(kind(&page).await?, "scores");
        // The focused cell explains itself, and arrows move on from it.
        page.explanation("s₁₁ = (1.00·1.00 + 0.00·0.00) / √2 = 0.71")
            .await?;
        page.send_keys_to(cell, &char::from(Key::Right).to_string())
            .await?;
        page.explanation("s₁₂ = ").await?;
        page.send_keys_to(cell, &alt(Key::Left)).await?;
        at_step(&page, 1).await?;
        page.console_is_clean().await
    })
}

#[test]
fn an_edited_number_is_walked_anew() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "preset=worked").await?;
        to_the_end(&page).await?;
        page.enter(Input("q", 0, 1), "2").await?;
        let q = vec![vec![1.0, 2.0], vec![0.0, 1.0], vec![1.0, 1.0]];
        let expected = oracle::mix(&crate::worked_weights(&q), &crate::worked_v());
        let first = expected[0][0];
        let output = page
            .matrix_once("output", "follows", |rows| {
                (rows[0][0] - first).abs() < 1e-4
            })
            .await?;
        oracle::assert_close("output", &output, &expected);
        page.click("undo").await?;
        page.matrix_once("output", "as before", |rows| {
            (rows[0][0] - first).abs() > 1e-3
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn tiles_of_any_size_give_the_same_output() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "preset=cross").await?;
        let mut lengths = vec![];
        let mut outputs = vec![];
        for (queries, keys) in [("1", "1"), ("2", "4"), ("5", "9")] {
            page.choose("tile-queries", queries).await?;
            page.choose("tile-keys", keys).await?;
            at_step(&page, 0).await?;
            to_the_end(&page).await?;
            lengths.push(last(&page).await? + 1);
            outputs.push(page.texts(OUTPUT).await?);
            page.says("[data-same]", "15 of 15 finished numbers")
                .await?;
        }
        assert_eq!(lengths, [5 * (2 + 9 * 8), 3 * (2 + 3 * 8), 2 + 8]);
        assert_eq!(outputs[0], outputs[1]);
        assert_eq!(outputs[0], outputs[2]);
        page.console_is_clean().await
    })
}

#[test]
fn a_link_reopens_the_step() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "preset=causal&tile=3x2").await?;
        page.slide("scrub", 14).await?;
        at_step(&page, 14).await?;
        let fragment = page.settled_fragment().await?;
        let said = page.texts("#flash .step-title, #flash .where").await?;
        page.load(&fragment).await?;
        page.element_is_there("#flash table[data-matrix=output] td")
            .await?;
        at_step(&page, 14).await?;
        assert_eq!(page.texts("#flash .step-title, #flash .where").await?, said);
        // What the mask empties is skipped, and says so.
        let skipped = "#flash td[data-part=tile][data-state=skipped]";
        assert_eq!(page.count(skipped).await?, 6);
        page.console_is_clean().await
    })
}

#[test]
fn a_hostile_link_is_explained() -> Outcome {
    on_blank_page(async |page| {
        for bad in ["tile=<b>", "at=-1", "q=1&k=oops&v=1", "preset=none"] {
            open(&page, bad).await?;
            page.says_a_problem(bad).await?;
            page.click("next").await?;
            at_step(&page, 1).await?;
        }
        page.console_is_clean().await
    })
}

#[test]
fn it_fits_and_axe_finds_nothing_serious() -> Outcome {
    on_blank_page(async |page| {
        for (preset, scheme, width) in [
            ("cat&mask=causal", Scheme::Light, 1440),
            ("animal", Scheme::Dark, 1440),
            ("cross", Scheme::Dark, 390),
            ("cat&src=projected", Scheme::Light, 390),
        ] {
            open(&page, &format!("preset={preset}")).await?;
            page.prefer(scheme).await?;
            page.resize(width, 900).await?;
            for wanted in [0, 2, 6, 9] {
                page.slide("scrub", wanted).await?;
                at_step(&page, wanted).await?;
                page.fits(&format!("{preset}, step {wanted}, {width} px"))
                    .await?;
                let faults = page.accessibility_faults().await?;
                assert!(
                    faults.is_empty(),
                    "{preset}, step {wanted}, {width} px: {faults:#?}"
                );
            }
        }
        page.console_is_clean().await
    })
}

#[test]
fn the_row_that_the_example_speaks_of_is_in_view() -> Outcome {
    on_blank_page(async |page| {
        page.resize(1280, 720).await?;
        page.open("lesson=flash&preset=tiles").await?;
        let above = "const row = document.querySelector('#flash [data-matrix=tile] tbody tr:nth-child(ROW)').getBoundingClientRect();
            return row.top >= 0 && row.bottom <= document.querySelector('#flash .walk').getBoundingClientRect().top";
        until("“chased” in view", async || {
            page.holds(&above.replace("ROW", "4")).await
        })
        .await?;
        page.click("next").await?;
        until("the whole tile in view", async || {
            page.holds(&above.replace("ROW", "8")).await
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_a_step_loads_is_marked_from_the_first() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=flash&preset=tiles").await?;
        // Four rows of two numbers.
        page.count_becomes("#flash input[data-matrix=q].loaded", 8)
            .await?;
        page.click("next").await?;
        page.count_becomes("#flash input[data-matrix=k].loaded", 8)
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_a_kind_of_step_does_is_said_once() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=flash&preset=tiles").await?;
        let status = "#flash .walk [role=status]";
        let sentence = "make room";
        page.click("next").await?;
        page.says(status, sentence).await?;
        page.slide("scrub", 9).await?;
        at_step(&page, 9).await?;
        assert_eq!(kind(&page).await?, "load");
        page.says(status, "10 of").await?;
        let said = page.texts(status).await?.join("");
        assert!(!said.contains(sentence), "{said}");
        page.console_is_clean().await
    })
}

#[test]
fn only_a_cell_that_a_step_has_computed_is_described_by_arithmetic() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "preset=worked").await?;
        let described = async |selector: &str| {
            let script = format!(
                "const own = document.querySelector('#flash {selector}'); own.focus();
                return own.getAttribute('aria-describedby') ?? ''"
            );
            page.text_of(&script).await
        };
        // A running sum begins at 0, and nothing has been added yet.
        assert_eq!(described("table[data-matrix=sum] td[tabindex]").await?, "");
        assert_eq!(described("input[data-matrix=q]").await?, "");
        while kind(&page).await? != "scores" {
            page.click("next").await?;
        }
        let tile = described("table[data-matrix=tile] td[tabindex]").await?;
        assert_eq!(tile, "arithmetic");
        assert_eq!(described("input[data-matrix=q]").await?, "");
        Ok(())
    })
}

/// The words of a step stand above its tile: a page that must scroll to show the tile hides what it is about.
#[test]
fn a_step_and_its_words_are_in_view_together_on_a_desk() -> Outcome {
    on_blank_page(async |page| {
        page.resize(1440, 900).await?;
        page.open("lesson=flash").await?;
        for step in 0..12 {
            // Who drives a pointer scrolls to what it presses.
            let press = "document.querySelector('#flash [data-action=next]').click()";
            page.script(press, vec![]).await?;
            tokio::time::sleep(Duration::from_millis(300)).await;
            let at = page.script("return [scrollY, innerHeight]", vec![]).await?;
            assert_eq!(at[0], 0, "step {step}: {at}");
        }
        Ok(())
    })
}

/// True where the table of the step is in view from side to side, and the arithmetic of a number that is explained is
/// read without scrolling; else which is not.
const SEEN: &str = "
    const active = [...document.querySelectorAll('#flash [data-active]')].find(own => own.getBoundingClientRect().height);
    if (!active) return 'no active matrix';
    const own = active.getBoundingClientRect(), line = document.querySelector('#flash .inspector .arithmetic').getBoundingClientRect();
    if (own.left < -1 || own.right > innerWidth + 1) return `the table stands from ${own.left} to ${own.right}`;
    if (!document.querySelector('#flash td.told')) return true;
    const bar = document.querySelector('#flash .walk').getBoundingClientRect();
    return line.top >= 0 && line.bottom <= bar.top + 1 || `the arithmetic ends at ${line.bottom}, the bar begins at ${bar.top}`;";

#[test]
fn what_a_step_computes_is_seen_with_its_arithmetic() -> Outcome {
    on_blank_page(async |page| {
        for (width, height) in [(1440, 900), (1280, 720), (768, 1024), (390, 844)] {
            page.resize(width, height).await?;
            open(&page, "preset=tiles").await?;
            for wanted in 0..18 {
                // Not by a click: a driver scrolls to what it clicks on.
                page.slide("scrub", wanted).await?;
                at_step(&page, wanted).await?;
                let what = format!("step {wanted} at {width}×{height}");
                holds_or_says(&page, Duration::from_secs(10), SEEN, &what).await?;
            }
        }
        page.console_is_clean().await
    })
}
