//! A model of GPT-2's size in the lesson's own worker, alone and shared with a second one, and prints a Markdown section.
//!
//! Run it by `cargo xtask bench workers`, which builds the release first. What is timed is what the page waits for: from
//! the question to the answer, pictures and measures of all heads included.

mod folder;

use std::process::ExitCode;
use std::time::Duration;

use e2e::{Error, Outcome, Page, Sample, Server, Site, on_server, plain};
use lesson::lessons::models::messages::{Ask, Card, Drawing, How, Reply};
use lesson::protocol::{from_bytes, to_bytes};
use serde::Deserialize;

/// How often each is timed.
const ROUNDS: usize = 9;
/// So many rounds come before, and are not counted.
const WARM: usize = 4;
/// So many tokens are written beyond the first.
const WRITTEN: usize = 32;
const PATIENCE: Duration = Duration::from_secs(600);

/// Workers by name, and questions to them; only the last answer counts.
const BENCH: &str = r#"
    const workers = {};
    window.bench = {
        start: (name, loader) => new Promise((resolve, reject) => {
            workers[name] = new Worker(loader);
            workers[name].onmessage = () => resolve(true);
            workers[name].onerror = event => reject(event.message);
        }),
        ask: (name, bytes, whole) => new Promise(resolve => {
            const files = [...document.querySelector("[data-control=bench]").files].map(file => [file.name, file]);
            const begun = performance.now();
            workers[name].onmessage = ({ data }) => {
                const PROGRESS = 1;
                if (data[0] === PROGRESS) return;
                resolve({ ms: performance.now() - begun, bytes: whole ? [...data] : [], kind: data[0] });
            };
            workers[name].postMessage([Uint8Array.from(bytes), ...files]);
        }),
    };
    const field = document.createElement("input");
    Object.assign(field, { type: "file", multiple: true });
    field.dataset.control = "bench";
    document.body.prepend(field);"#;

#[derive(Deserialize)]
struct Answer {
    ms: f64,
    bytes: Vec<u8>,
    kind: u8,
}

fn main() -> ExitCode {
    match measured() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measured() -> Outcome {
    let site = Site::built()?;
    let loader = site
        .names()
        .find(|name| plain(name) == "inspector_loader.js");
    let loader = loader
        .ok_or_else(|| Error::Setup("the release has no inspector".to_owned()))?
        .to_owned();
    let files = folder::Folder::new()?;
    on_server(Server::start(site)?, async move |page: Page| {
        page.open("level=explore").await?;
        page.be_patient(PATIENCE).await?;
        page.script(BENCH, vec![]).await?;
        page.choose_files("bench", &files.files).await?;
        println!(
            "12 layers, d_model 768, 12 heads, vocabulary 50,257, random weights as f32, in the lesson's own worker of the release: \
             from the question to the answer, with pictures and measures of all heads. One worker and two in turns, {ROUNDS} \
             rounds; medians, and of the ratio median (eight of ten between). Both say the same, bit for bit, which tests hold \
             (`attention/tests/load/team.rs`). By `cargo xtask bench workers`, on the machine named above.\n"
        );
        println!("| | one worker, ms | two, ms | one / two |");
        println!("|---|---|---|---|");
        compared(&page, &loader).await
    })
}

async fn compared(page: &Page, loader: &str) -> Outcome {
    let mut cards = Vec::new();
    for (name, at_once) in [("one", 1), ("two", 2)] {
        page.promised::<bool>(&format!("bench.start('{name}', '{loader}')"))
            .await?;
        let how = How {
            int8: false,
            again: false,
            at_once,
        };
        cards.push(opened(page, name, how).await?);
    }
    for n in [64, 256] {
        let times = turns(page, async |page, name, round| {
            Ok(ask(page, name, &read(n, round), false).await?.ms)
        });
        row(&format!("reading {n} tokens"), times.await?);
        // What was read is not read again, so this is what is left without it.
        let times = turns(page, async |page, name, round| {
            let all = ask(page, name, &read(n, round), false).await?.ms;
            Ok(all - ask(page, name, &read(n, round), false).await?.ms)
        });
        row(
            "the pass alone, without pictures and measures",
            times.await?,
        );
    }
    for n in [64, 256] {
        let times = turns(page, async |page, name, _| {
            ask(page, name, &read(n, 0), false).await?;
            let first = ask(page, name, &write(1), false).await?.ms;
            let all = ask(page, name, &write(1 + WRITTEN), false).await?.ms;
            Ok((all - first) / WRITTEN as f64)
        });
        row(&format!("a token after {n}"), times.await?);
    }
    let bytes = |at: usize| cards[at].bytes as f64 / 1e6;
    println!(
        "| weights in memory, MB | {:.0} | {:.0} | |",
        bytes(0),
        bytes(1)
    );
    Ok(())
}

/// Milliseconds of one worker and of two, round by round.
async fn turns(
    page: &Page,
    time: impl AsyncFn(&Page, &str, usize) -> Result<f64, Error>,
) -> Result<Vec<[f64; 2]>, Error> {
    let mut all = Vec::new();
    for round in 0..WARM + ROUNDS {
        let mut turn = [0.0; 2];
        for at in [round % 2, (round + 1) % 2] {
            turn[at] = time(page, ["one", "two"][at], round).await?;
        }
        all.push(turn);
    }
    // The engine compiles what is used often once more, while it runs.
    Ok(all.split_off(WARM))
}

fn row(what: &str, times: Vec<[f64; 2]>) {
    let of = |part: fn(&[f64; 2]) -> f64| Sample::new(times.iter().map(part).collect());
    let (one, two) = (of(|own| own[0]).median(), of(|own| own[1]).median());
    let ratio = of(|own| own[0] / own[1]).with_range();
    println!("| {what} | {one:.1} | {two:.1} | {ratio} |");
}

/// A text of `n` tokens, another in each round: the same would not be read again.
fn read(n: usize, round: usize) -> Ask {
    let word = |at: usize| ["a", "b", "c"][(at + round) % 3];
    let words: Vec<_> = (0..n).map(word).collect();
    Ask::Read(2, words.join(" "), Box::default())
}

fn write(count: usize) -> Ask {
    let drawing = Drawing {
        count,
        temperature: 0.0,
        ..Drawing::default()
    };
    Ask::Write(3, drawing)
}

async fn opened(page: &Page, name: &str, how: How) -> Result<Card, Error> {
    let answer = ask(page, name, &Ask::Open(1, how), true).await?;
    match from_bytes(&answer.bytes) {
        Ok(Reply::Opened(_, card)) if card.workers == how.at_once => Ok(*card),
        other => Err(Error::Page(format!("the model was not opened: {other:?}"))),
    }
}

async fn ask(page: &Page, name: &str, ask: &Ask, whole: bool) -> Result<Answer, Error> {
    const REFUSED: u8 = 3;
    let bytes = to_bytes(ask).map_err(|error| Error::Setup(error.to_string()))?;
    let answer: Answer = page
        .promised(&format!("bench.ask('{name}', {bytes:?}, {whole})"))
        .await?;
    match answer.kind {
        REFUSED => Err(Error::Page(format!("{name} refused {ask:?}"))),
        _ => Ok(answer),
    }
}
