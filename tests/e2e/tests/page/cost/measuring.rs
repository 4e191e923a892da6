//! Measure, pause, go on, cancel; the numbers in table and plot.

use std::collections::BTreeMap;
use std::time::Duration;

use e2e::{Error, Outcome, Page, on_blank_page, on_cost, on_page, until};

use super::{LONG, SMALL};

/// What is plotted, exactly.
async fn plotted(page: &Page) -> Result<BTreeMap<(String, usize), f64>, Error> {
    let text = page.text_of("return document.querySelector('[data-plotted]').dataset.plotted");
    let text = text.await?;
    let point = |entry: &str| {
        let mut parts = entry.split(' ');
        let place = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
        Some((place, parts.next()?.parse().ok()?))
    };
    let points: Option<_> = text.split('|').map(point).collect();
    points.ok_or_else(|| Error::Page(format!("plotted is “{text}”")))
}

#[test]
fn every_point_is_measured_and_the_table_holds_what_is_plotted() -> Outcome {
    on_cost(SMALL, async |page| {
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let cells = page.cost_measured().await?;
        assert_eq!(cells.len(), 6 * 3);
        let drawn = plotted(&page).await?;
        assert_eq!(drawn.len(), cells.len());
        for (place, cell) in &cells {
            assert_eq!(drawn.get(place), cell.ms.as_ref(), "{place:?}");
            assert!(cell.ms.is_some_and(|ms| ms > 0.0), "{place:?}");
        }
        page.click_on("#cost [data-show=memory]").await?;
        page.element_is_there("#cost [data-plot=memory]").await?;
        let drawn = plotted(&page).await?;
        for (place, cell) in &cells {
            assert_eq!(drawn.get(place), cell.bytes.as_ref(), "{place:?}");
        }
        // 4·n·d numbers, and n×n weights of the loops, at four bytes each.
        let bytes = cells[&("textbook".to_owned(), 256)].bytes;
        assert_eq!(bytes, Some(f64::from(4 * (4 * 256 * 16 + 256 * 256))));
        page.console_is_clean().await
    })
}

#[test]
fn slopes_ratios_and_the_arithmetic_of_a_point_follow() -> Outcome {
    on_cost(SMALL, async |page| {
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let power = page
            .attribute("[data-slope=textbook]", "data-power")
            .await?;
        let power: f64 = power.and_then(|text| text.parse().ok()).unwrap_or(0.0);
        let cells = page.cost_measured().await?;
        let ms = |n| cells[&("textbook".to_owned(), n)].ms.unwrap_or(f64::NAN);
        // Of three points at equal distances least squares is the line between the outer two.
        let by_hand = (ms(256) / ms(64)).log2() / 2.0;
        assert!((power - by_hand).abs() < 1e-9, "{power}, by hand {by_hand}");
        page.count_becomes("[data-line=ratio]", 5).await?;
        page.click_on("td[data-method=staged][data-n=\"128\"] button")
            .await?;
        page.says("[data-chosen]", "n²·(dₖ + dᵥ) = 128²·(16 + 16) = 524")
            .await?;
        page.says("[data-chosen]", "From n = 64 to 128").await?;
        page.says("[data-chosen]", "plain loops").await?;
        assert!(page.settled_fragment().await?.contains("at=staged.128"));
        page.console_is_clean().await
    })
}

#[test]
fn pause_stands_and_cancel_keeps_what_was_measured() -> Outcome {
    on_cost(LONG, async |page| {
        page.press_cost("measure").await?;
        page.measured_at_least(4).await?;
        page.press_cost("measure").await?;
        page.measuring_is("paused").await?;
        let paused = page.cost_measured().await?;
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert_eq!(page.cost_measured().await?, paused, "paused");
        page.press_cost("measure").await?;
        page.measured_at_least(paused.len() + 2).await?;
        page.press_cost("cancel").await?;
        page.measuring_is("cancelled").await?;
        let kept = page.cost_measured().await?;
        for (place, cell) in &paused {
            assert_eq!(kept.get(place), Some(cell), "{place:?} is kept");
        }
        // A quick worker may have got further by then: there must be something left to measure.
        let up_to = |to: usize| kept.iter().filter(move |((_, n), _)| *n <= to);
        let mut sizes = [(256, 3), (512, 4), (1024, 5), (2048, 6)].into_iter();
        let left = sizes.find(|(to, sizes)| up_to(*to).count() < 6 * sizes);
        let (to, sizes) = left.ok_or_else(|| Error::Page(format!("all is measured: {kept:?}")))?;
        page.choose("to", &to.to_string()).await?;
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let rest = page.cost_measured().await?;
        assert_eq!(rest.len(), 6 * sizes);
        for (place, cell) in up_to(to) {
            assert_eq!(
                rest.get(place),
                Some(cell),
                "{place:?} is not measured again"
            );
        }
        page.console_is_clean().await
    })
}

/// Frames go on, and a click is answered, while the worker measures.
#[test]
fn the_page_answers_while_it_measures() -> Outcome {
    on_cost(LONG, async |page| {
        page.press_cost("measure").await?;
        page.measured_at_least(20).await?;
        page.click_on("#cost [data-show=memory]").await?;
        page.element_is_there("#cost [data-plot=memory]").await?;
        page.count_becomes("#cost [data-state=measuring]", 1)
            .await?;
        page.press_cost("cancel").await?;
        page.measuring_is("cancelled").await?;
        page.console_is_clean().await
    })
}

#[test]
fn another_lesson_pauses_it_and_coming_back_finds_everything() -> Outcome {
    on_cost(LONG, async |page| {
        page.press_cost("measure").await?;
        page.measured_at_least(4).await?;
        page.go_to_lesson("stepper").await?;
        page.ready().await?;
        page.measuring_is("paused").await?;
        let before = page.cost_measured().await?;
        page.go_to_lesson("cost").await?;
        page.says("#cost [data-state]", "another lesson").await?;
        assert_eq!(page.cost_measured().await?, before);
        page.press_cost("measure").await?;
        page.measured_at_least(before.len() + 1).await?;
        page.press_cost("cancel").await?;
        page.measuring_is("cancelled").await
    })
}

#[test]
fn another_width_begins_another_series_and_says_so() -> Outcome {
    on_cost("to=64&d=16&methods=fused.linear", async |page| {
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let first = page.cost_measured().await?;
        page.count_becomes("[data-other-series]", 0).await?;
        page.choose("d", "32").await?;
        page.says("[data-other-series]", "d = 16").await?;
        assert_eq!(page.cost_measured().await?, first, "nothing is lost yet");
        page.press_cost("measure").await?;
        until("twice as wide", async || {
            let second = page.cost_measured().await?;
            let bytes = |cells: &e2e::Cells| cells.get(&("fused".to_owned(), 64))?.bytes;
            Ok(bytes(&second) > bytes(&first))
        })
        .await?;
        page.count_becomes("[data-other-series]", 0).await
    })
}

/// Where there are no workers the page measures in slices, and answers between them.
#[test]
fn without_workers_the_page_measures_in_slices() -> Outcome {
    on_page(async |page| {
        page.before_load("delete window.Worker;").await?;
        page.open_cost(SMALL).await?;
        page.press_cost("measure").await?;
        page.measured_at_least(2).await?;
        page.press_cost("measure").await?;
        page.measuring_is("paused").await?;
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        assert_eq!(page.cost_measured().await?.len(), 6 * 3);
        page.console_is_clean().await
    })
}

/// The worker ends in the middle: what was measured stays, and the rest can be had.
#[test]
fn a_lost_worker_loses_nothing() -> Outcome {
    const WATCH: &str = r#"
        const Own = Worker;
        window.Worker = class extends Own {
            constructor(...options) { super(...options); window.last = this; }
        };"#;
    const END: &str = r#"
        const worker = window.last;
        // In one task; WebKit tells nobody of what happens to a worker that was ended before.
        worker.dispatchEvent(new Event("error", { cancelable: true }));
        worker.terminate();"#;
    on_blank_page(async |page| {
        page.before_load(WATCH).await?;
        page.open_cost(LONG).await?;
        page.press_cost("measure").await?;
        page.measured_at_least(4).await?;
        page.script(END, vec![]).await?;
        page.says_a_problem("the lost worker").await?;
        let kept = page.cost_measured().await?;
        assert!(kept.len() >= 4);
        page.choose("to", "128").await?;
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        assert_eq!(page.cost_measured().await?.len(), 6 * 2);
        Ok(())
    })
}
