//! The section for BENCHMARKS.md.

use contender::{BATCH, Work};
use e2e::{Outcome, Page, Sample};

use crate::contenders::{Contenders, Who};
use crate::measure::Times;

/// The first line of the table, and how its columns are aligned.
const HEAD: &str = "\
| | WASM against PyTorch | to reach | native against PyTorch | WASM against native | WASM | native | PyTorch eager | PyTorch sdpa |
|---|---:|---|---:|---:|---:|---:|---:|---:|";

/// What the numbers are.
const LEGEND: &str = "\
“Against” is how many times as fast: above 1 the first is the faster. PyTorch is there the faster of
its two ways to compute attention. The contenders take turns, and every round gives a ratio; what
stands here is their median, and behind it the range without the highest and the lowest tenth.
Nothing is timed before the logits and the losses of ten steps, from the same weights, agree within
1e-4. Milliseconds are medians of this one run. A wide range says that the machine had other work too.";

/// Prints Markdown, without a heading.
pub async fn print(page: &Page, contenders: &mut Contenders, times: &[Times]) -> Outcome {
    let script = "return new Date().toISOString().slice(0, 10)";
    let (date, browser) = (page.text_of(script).await?, page.browser().await?);
    println!(
        "`cargo xtask bench train` on {date}, {}:\n\n\
         - WASM: our transformer with simd128 in headless {browser};\n\
         - native: the same code with the target features that rustc takes by itself;\n\
         - {} on one thread, its GPT-2 and AdamW as they come.\n\n\
         All train the same GPT-2 of 2 layers and 4 heads on batches of {BATCH} sequences of T tokens.\n",
        processor(),
        contenders.versions()?,
    );
    println!("{HEAD}");
    for times in times {
        println!("{}", line(times));
    }
    println!("\n{LEGEND}");
    Ok(())
}

fn line(times: &Times) -> String {
    let torch = times.best_torch();
    let work = match times.work {
        Work::Train => "training step",
        Work::Forward => "forward",
    };
    let mut cells = vec![
        format!(
            "{work}, d_model {}, T {}",
            times.size.d_model, times.size.tokens
        ),
        ratio(&times.ratios(Who::Wasm, torch)),
        to_reach(times).into(),
        ratio(&times.ratios(Who::Native, torch)),
        ratio(&times.ratios(Who::Wasm, Who::Native)),
    ];
    let milliseconds = |who| format!("{:.2} ms", times.median(who));
    cells.extend(Who::ALL.map(milliseconds));
    format!("| {} |", cells.join(" | "))
}

/// What issue 4 asks for.
fn to_reach(times: &Times) -> &'static str {
    match (times.work, times.size.d_model) {
        (Work::Train, 32) => "≥ 2",
        (Work::Train, 64) => "≥ 1",
        _ => "",
    }
}

/// The median, and between which values eight of ten lie.
fn ratio(ratios: &Sample) -> String {
    let part = |part| ratios.quantile(part);
    format!("{:.2} ({:.2}–{:.2})", part(0.5), part(0.1), part(0.9))
}

/// The processor as Linux names it, else its architecture; and how many of it there are.
fn processor() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim())
    });
    format!("{}, {cores} cores", name.unwrap_or(std::env::consts::ARCH))
}
