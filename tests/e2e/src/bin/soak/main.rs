//! Half an hour of training with two runs, of a model that writes and of play in the walk, each in a tab of its own way:
//! whether memory stays level, and how long the longest frame was.
//!
//! Run it by `cargo xtask soak [--minutes N] [<work> …]`, which says where the tools are. Slopes are of the samples after
//! the first two minutes, by least squares, with their standard errors. It fails where memory goes on growing.

mod line;
mod work;

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use e2e::{Error, Memory, Outcome, Page, Server, Site, most_pages, on_server};
use line::Line;
use work::Work;

/// Between two samples.
const PAUSE: Duration = Duration::from_secs(5);
/// What happens before is the beginning.
const BEGINNING: f64 = 120.0;

/// Notes the longest time between two frames.
const FRAMES: &str = "window.longest = 0; window.late = 0;
    let last = 0;
    const next = now => {
        if (last && document.visibilityState === 'visible') { longest = Math.max(longest, now - last); late += now - last > 100; }
        last = now;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);";

fn main() -> ExitCode {
    let minutes = env::args().nth(1).and_then(|own| own.parse().ok());
    let minutes: f64 = minutes.unwrap_or(30.0);
    let named: Vec<String> = env::args().skip(2).collect();
    let wanted =
        |work: &Work| named.is_empty() || named.contains(&format!("{work:?}").to_lowercase());
    for work in Work::ALL.into_iter().filter(wanted) {
        let server = Site::built().and_then(|site| site.with_limited_workers(None));
        let soaked = server.and_then(Server::start).and_then(|server| {
            on_server(server, async move |page: Page| {
                soak(&page, work, minutes).await
            })
        });
        if let Err(error) = soaked {
            eprintln!("{work:?}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Works for so long, and prints what memory and frames did meanwhile.
async fn soak(page: &Page, work: Work, minutes: f64) -> Outcome {
    page.before_load(&most_pages(None)).await?;
    // As most readers have it: what moves is work.
    page.let_move().await?;
    work.begin(page).await?;
    page.script(FRAMES, vec![]).await?;
    let (start, mut samples) = (Instant::now(), Vec::new());
    while start.elapsed().as_secs_f64() < minutes * 60.0 {
        tokio::time::sleep(PAUSE).await;
        work.go_on(page).await?;
        let longest = (
            page.number_of("return longest").await?,
            page.number_of("return late").await?,
        );
        samples.push((start.elapsed().as_secs_f64(), page.memory(1500).await?));
        // Taking the garbage away is no frame of the page's.
        page.script(
            "window.longest = arguments[0]; window.late = arguments[1]",
            vec![longest.0.into(), longest.1.into()],
        )
        .await?;
    }
    print(work, &samples, page).await
}

async fn print(work: Work, samples: &[(f64, Memory)], page: &Page) -> Outcome {
    let after: Vec<_> = samples.iter().filter(|(at, _)| *at > BEGINNING).collect();
    println!(
        "{work:?}: {} samples, {} of them after the first two minutes",
        samples.len(),
        after.len()
    );
    let of = |what: fn(&Memory) -> f64| {
        after
            .iter()
            .map(|(at, memory)| (at / 60.0, what(memory)))
            .collect()
    };
    let parts: [(&str, Vec<(f64, f64)>); 3] = [
        ("objects", of(|own| own.heap)),
        ("the page's module", of(|own| own.page)),
        ("the workers' modules", of(|own| own.workers)),
    ];
    let mut growing = vec![];
    let minutes = samples.last().map_or(0.0, |(at, _)| at / 60.0);
    for (name, points) in parts {
        let line = Line::through(&points);
        match &line {
            Some(line) => println!("  {name}: {line}"),
            None => println!("  {name}: too few samples for a slope"),
        }
        if line.is_some_and(|line| line.grows(minutes)) {
            growing.push(name);
        }
    }
    let [longest, late] = ["return longest", "return late"];
    let (longest, late) = (page.number_of(longest).await?, page.number_of(late).await?);
    println!("  longest frame {longest:.0} ms, {late:.0} over 100 ms");
    let done = match work {
        Work::Training => format!("step {}", page.standing_of(1).await?.step),
        Work::Writing | Work::Playing => format!(
            "{} texts or walks",
            page.number_of("return window.done ?? 0").await?
        ),
    };
    println!("  came to {done}");
    match page.console_errors().await? {
        errors if !errors.is_empty() => Err(Error::Page(format!("{errors:?}"))),
        _ if !growing.is_empty() => Err(Error::Page(format!("{growing:?} go on growing"))),
        _ => Ok(()),
    }
}
