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

/// Of three ways, our f32, our int8 and their int8, how far the last two are off, and the milliseconds of each round.
#[derive(Deserialize)]
struct MeasuredInt8 {
    farthest: [f64; 2],
    times: Vec<[f64; 3]>,
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
        int8(&page).await
    })
}

/// Whole numbers of eight bits: ours beside our f32 and beside theirs.
async fn int8(page: &Page) -> Outcome {
    println!(
        "\nThe same with weights as whole numbers of eight bits. Ours: a scale for each 32 numbers of a column and of what is \
         multiplied by them. ONNX Runtime: DynamicQuantizeMatMul, a scale for each column and one for a token.\n"
    );
    println!(
        "| | our f32, ms | our int8, ms | their int8, ms | our f32 / int8 | theirs / ours | logits off by, ours | theirs |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for n in [64, 256] {
        eprintln!("int8, the token after {n} …");
        let own: MeasuredInt8 = page
            .promised(&format!("bench.measureInt8({n}, {ROUNDS})"))
            .await?;
        let of = |part: fn(&[f64; 3]) -> f64| Sample::new(own.times.iter().map(part).collect());
        println!(
            "| the token after {n} | {:.1} | {:.1} | {:.1} | {} | {} | {:.1e} | {:.1e} |",
            of(|own| own[0]).median(),
            of(|own| own[1]).median(),
            of(|own| own[2]).median(),
            of(|own| own[0] / own[1]).with_range(),
            of(|own| own[2] / own[1]).with_range(),
            own.farthest[0],
            own.farthest[1]
        );
    }
    Ok(())
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
