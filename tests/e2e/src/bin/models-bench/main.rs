//! A model of GPT-2's size beside ONNX Runtime, in one page, and prints a Markdown section.
//!
//! Run it by `cargo xtask bench models`, which puts the page together. What happens in the page is in
//! `tests/e2e/kernel-bench/page/models.js`.

use std::process::ExitCode;
use std::time::Duration;

use e2e::{Error, Outcome, Page, Sample, Server, Site, on_server, until};
use serde::Deserialize;

/// GPT-2's.
const LAYERS: usize = 12;
/// How often each is timed.
const ROUNDS: usize = 15;
/// Making and opening half a gigabyte of weights takes a while.
const PATIENCE: Duration = Duration::from_secs(600);
/// What is measured: the kind of work, how many tokens, and in words.
const ROWS: [(&str, usize, &str); 4] = [
    ("read", 64, "reading 64 tokens"),
    ("read", 256, "reading 256 tokens"),
    ("next", 64, "the token after 64"),
    ("next", 256, "the token after 256"),
];

#[derive(Deserialize)]
struct Measured {
    farthest: f64,
    times: Vec<Turn>,
}

#[derive(Deserialize)]
struct Turn {
    us: f64,
    them: f64,
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
    on_server(Server::isolated(Site::built()?)?, async |page: Page| {
        let version = open(&page).await?;
        println!("## A model of GPT-2's size, beside ONNX Runtime\n");
        println!(
            "12 layers, d_model 768, 12 heads, vocabulary 50,257, random weights, f32, one thread each, in one page; ours keeps \
             the attention of all heads, and is the exact simd128 of the lesson (the same bits on every machine). Times in \
             turns, {ROUNDS} rounds; medians, and of the ratio median (least–most). ONNX Runtime Web {version}, as one graph with its \
             own Attention and FastGelu. By `cargo xtask bench models`, on the machine named above.\n"
        );
        println!("| | ours, ms | ONNX Runtime, ms | theirs / ours | farthest logit |");
        println!("|---|---|---|---|---|");
        for (kind, n, words) in ROWS {
            eprintln!("{words} …");
            let own: Measured = page
                .promised(&format!("bench.measure('{kind}', {n}, {ROUNDS})"))
                .await?;
            let of = |part: fn(&Turn) -> f64| Sample::new(own.times.iter().map(part).collect());
            println!(
                "| {words} | {:.0} | {:.0} | {} | {:.1e} |",
                of(|own| own.us).median(),
                of(|own| own.them).median(),
                of(|own| own.them / own.us).with_range(),
                own.farthest
            );
        }
        Ok(())
    })
}

/// Opens the page and has it make the model; the version of ONNX Runtime.
async fn open(page: &Page) -> Result<String, Error> {
    page.be_patient(PATIENCE).await?;
    page.visit(&format!("{}models.html", page.server().url()))
        .await?;
    until("the bench's page", async || {
        page.holds("return window.bench !== undefined").await
    })
    .await?;
    page.promised(&format!("bench.start({LAYERS})")).await
}
