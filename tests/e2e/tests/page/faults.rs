//! The browser itself at fault: what it keeps is denied, full or wiped, its tab is put to sleep, its clock jumps, and
//! somebody cannot decide on a lesson.

use std::time::Duration;

use e2e::{Input, Outcome, Page, on_blank_page, until};
use lesson::registry::LESSONS;
use serde_json::json;
use tokio::time::sleep;

use crate::offline::works;
use crate::wanted;

/// Opens every lesson one after the other; in the first something is typed.
async fn every_lesson_is_used(page: &Page) -> Outcome {
    page.open("preset=worked&stage=scores").await?;
    page.enter(Input("q", 0, 1), "0.5").await?;
    until("what was typed to stand in the link", async || {
        Ok(page.fragment().await?.contains("q=1,0.5"))
    })
    .await?;
    for lesson in wanted().filter(|lesson| lesson.slug != LESSONS[0].slug) {
        page.go_to_lesson(lesson.slug).await?;
        page.element_is_there(&format!("#{} [data-action=undo]", lesson.slug))
            .await?;
    }
    page.console_is_clean().await
}

/// Opens every lesson by its link and has it compute: one trains, one measures, one opens a model.
async fn every_lesson_computes(page: &Page) -> Outcome {
    for lesson in wanted() {
        works(page, lesson.slug).await?;
    }
    page.console_is_clean().await
}

/// Before anything is lost.
async fn that_nothing_is_kept_is_said(page: &Page) -> Outcome {
    page.open("").await?;
    page.click("contents").await?;
    page.says("dialog.contents[open] .note", "keeps nothing")
        .await
}

#[test]
fn where_nothing_may_be_kept_every_lesson_is_used_all_the_same() -> Outcome {
    const DENIED: &str = "for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
        navigator.storage.getDirectory = () => Promise.reject(new DOMException('denied', 'SecurityError'));";
    on_blank_page(async |page| {
        page.before_load(DENIED).await?;
        every_lesson_is_used(&page).await?;
        every_lesson_computes(&page).await?;
        that_nothing_is_kept_is_said(&page).await
    })
}

#[test]
fn where_there_is_no_room_every_lesson_is_used_all_the_same() -> Outcome {
    const FULL: &str = "const full = () => { throw new DOMException('full', 'QuotaExceededError'); };
        Storage.prototype.setItem = full;
        Cache.prototype.put = Cache.prototype.addAll = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));";
    on_blank_page(async |page| {
        page.before_load(FULL).await?;
        every_lesson_is_used(&page).await?;
        every_lesson_computes(&page).await?;
        that_nothing_is_kept_is_said(&page).await
    })
}

#[test]
fn what_the_browser_kept_may_be_wiped_at_any_time() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        page.script(
            "localStorage.clear(); sessionStorage.clear();
             caches.keys().then(names => names.forEach(name => caches.delete(name)))",
            vec![],
        )
        .await?;
        every_lesson_is_used(&page).await
    })
}

#[test]
fn a_tab_that_was_put_to_sleep_goes_on_where_it_was() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        page.nap().await?;
        page.enter(Input("q", 0, 1), "0.5").await?;
        page.click("next").await?;
        page.leaves_stage("scores").await?;
        every_lesson_is_used(&page).await?;
        page.open_training("").await?;
        page.train_to(0, 3).await?;
        page.nap().await?;
        let woken = page.standing().await?.step;
        page.train_to(0, woken + 3).await?;
        page.pause().await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_clock_that_jumps_stops_nothing() -> Outcome {
    // The clock on the wall, and the other, which never goes back.
    const CLOCKS: &str = "window.jump = [0, 0];
        const now = performance.now.bind(performance), date = Date.now.bind(Date);
        performance.now = () => now() + jump[1];
        Date.now = () => date() + jump[0];";
    // An hour forward, as after sleep; then the one on the wall two back.
    const JUMPS: [&str; 2] = ["jump = [3600e3, 3600e3]", "jump[0] = -3600e3"];
    on_blank_page(async |page| {
        page.before_load(CLOCKS).await?;
        page.open("preset=worked&stage=scores").await?;
        page.click("play").await?;
        page.leaves_stage("scores").await?;
        for jump in JUMPS {
            assert_ne!(page.stage().await?, "output", "it has stopped playing");
            page.script(jump, vec![]).await?;
            sleep(Duration::from_millis(300)).await;
        }
        page.at_stage("output").await?;
        every_lesson_is_used(&page).await
    })
}

/// Goes through all lessons so often, a frame or two for each.
async fn switches(page: &Page, rounds: usize) -> Outcome {
    let slugs: Vec<_> = LESSONS.iter().map(|lesson| lesson.slug).collect();
    let slugs = json!(slugs);
    page.promised::<bool>(&format!(
        "(async () => {{
            const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
            for (let round = 0; round < {rounds}; round++) for (const slug of {slugs}) {{
                location.hash = '#lesson=' + slug;
                await frame(); await frame();
            }}
            return true;
        }})()"
    ))
    .await?;
    Ok(())
}

/// Bytes of objects that are in use, and of the module's memory.
async fn memory(page: &Page) -> Result<[f64; 2], e2e::Error> {
    let heap = page.heap().await?;
    let module =
        "return String(wasmBindings.initSync(undefined, undefined).memory.buffer.byteLength)";
    let module = page.text_of(module).await?;
    Ok([heap, module.parse().unwrap_or(f64::NAN)])
}

/// By how many bytes objects and the module's memory grow with each switch.
async fn growth(page: &Page, rounds: usize) -> Result<[f64; 2], e2e::Error> {
    let before = memory(page).await?;
    switches(page, rounds).await?;
    let after = memory(page).await?;
    let count = rounds * LESSONS.len();
    let grown = [0, 1].map(|at| (after[at] - before[at]) / count as f64);
    println!("{before:?} → {after:?} bytes: {grown:?} for each of {count} switches");
    Ok(grown)
}

/// Half a KB of objects, and nothing that would be seen of the module's memory: it grows by pages of 64 KB.
fn is_little([objects, module]: [f64; 2]) -> bool {
    objects < 4096.0 && module < 4096.0
}

/// 1000 by `SWITCHES=91`; a tenth of it in the tests of every day.
#[test]
fn a_thousand_switches_between_lessons_leave_nothing_behind() -> Outcome {
    let rounds = std::env::var("SWITCHES")
        .ok()
        .and_then(|own| own.parse().ok());
    let rounds: usize = rounds.unwrap_or(9);
    on_blank_page(async move |page| {
        page.open("lesson=stepper").await?;
        page.be_patient(Duration::from_secs(600)).await?;
        switches(&page, 4).await?;
        // What is built and compiled once is so at some time of the first hundreds, later on a slow machine: whoever
        // leaves something behind does it each time.
        let mut grown = growth(&page, rounds).await?;
        for _ in 0..2 {
            if is_little(grown) {
                break;
            }
            grown = growth(&page, rounds).await?;
        }
        assert!(is_little(grown), "{grown:?}");
        every_lesson_is_used(&page).await
    })
}
