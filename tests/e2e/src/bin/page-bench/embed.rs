//! Figures in another page: until the first click is answered, with one figure and with four.

use e2e::{Error, Outcome, Policy, Sample, on_host_of};

use crate::report::milliseconds;

/// How often each page is loaded.
const LOADS: usize = 7;

/// Steps the first figure as soon as there is one, and again once all are there: milliseconds from the
/// start of the load to the first answer, and from the last step to its answer.
const CLICKS: &str = r#"
    const done = arguments[0], figures = [...document.querySelectorAll("attention-lab")];
    (async () => {
        await figures[0].step("next");
        const first = performance.now();
        for (const figure of figures) await figure.get();
        const before = performance.now();
        await figures[0].step("next");
        return [first, performance.now() - before];
    })().then(done, error => done(error.message));"#;

/// Prints a line each for one figure and for four, all of them in sight, and what four take of one.
pub fn measure() -> Outcome {
    println!("| figures | first answer after the load began | a later answer |\n|---|---:|---:|");
    let (one, four) = (line(1)?, line(4)?);
    let ratio = |index: usize| four[index] / one[index];
    println!("| 4 beside 1 | {:.2} × | {:.2} × |", ratio(0), ratio(1));
    Ok(())
}

/// Prints the line of a page with so many figures; the medians of both times.
fn line(count: usize) -> Result<[f64; 2], Error> {
    let figures = "<attention-lab preset=\"worked\" height=\"200\"></attention-lab>".repeat(count);
    let index = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Figures</title>\
         <script src=\"https://lab.example/attention-lab.js\"></script></head><body>{figures}</body></html>"
    );
    let (send, receive) = std::sync::mpsc::channel();
    on_host_of(&index, Policy::Open, async move |page| {
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for _ in 0..LOADS {
            page.load("").await?;
            let times = page.script_with_callback(CLICKS).await?;
            let time = |index: usize| {
                let silent = || Error::Page(format!("no answer to a click: {times}"));
                times[index].as_f64().ok_or_else(silent)
            };
            first.push(time(0)?);
            later.push(time(1)?);
        }
        let medians = [first, later].map(|times| Sample::new(times).median());
        println!(
            "| {count} | {} | {} |",
            milliseconds(medians[0]),
            milliseconds(medians[1])
        );
        // The receiver waits for it below.
        let _ = send.send(medians);
        Ok(())
    })?;
    receive
        .recv()
        .map_err(|_| Error::Page("nothing was measured".into()))
}
