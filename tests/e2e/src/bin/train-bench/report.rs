//! The section for BENCHMARKS.md.

use contender::{BATCH, Work};
use e2e::{Outcome, Page, processor};

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
        times.ratios(Who::Wasm, torch).with_range(),
        to_reach(times).into(),
        times.ratios(Who::Native, torch).with_range(),
        times.ratios(Who::Wasm, Who::Native).with_range(),
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
