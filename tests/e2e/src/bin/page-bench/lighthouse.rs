//! Lighthouse's scores, for a desktop and for a phone; of every lesson, the median of several runs on a phone.

use std::env;
use std::process::{Command, Stdio};

use e2e::{Error, Outcome, Server, Site};
use lesson::registry::LESSONS;
use serde_json::Value;

use crate::report::Report;

/// What headless Chromium needs in a container.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                     --disable-background-networking --disable-component-update --disable-sync";
/// The categories that are asked for.
const CATEGORIES: [&str; 3] = ["performance", "accessibility", "best-practices"];

/// Adds one line for each kind of device.
pub fn measure(url: &str, report: &mut Report) -> Outcome {
    for (device, options) in [("desktop", vec!["--preset=desktop"]), ("mobile", vec![])] {
        let scores = scores(url, &options)?;
        report.add(
            format!("Lighthouse, {device}: {}", CATEGORIES.join(" / ")),
            scores,
            "≥ 95 / 100 / 100",
        );
    }
    Ok(())
}

/// Prints a table of what a phone's user gets of each lesson, opened by its link: the median of `rounds` runs.
pub fn lessons(rounds: usize) -> Outcome {
    let server = Server::hosted(Site::built()?)?;
    println!("Lighthouse {}, mobile, median of {rounds}:\n", version()?);
    println!(
        "| lesson | {} | worst performance | layout shift |",
        CATEGORIES.join(" | ")
    );
    println!("|---|---|---|---|---|---|");
    let plain = std::iter::once(("plain address", String::new()));
    let each = LESSONS
        .iter()
        .map(|own| (own.slug, format!("#lesson={}", own.slug)));
    for (name, fragment) in plain.chain(each) {
        let url = format!("{}{fragment}", server.url());
        let runs = (0..rounds).map(|_| results(&url, &[]));
        let runs: Vec<Value> = runs.collect::<Result<_, _>>()?;
        let median = |of: &dyn Fn(&Value) -> f64| {
            let mut all: Vec<f64> = runs.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let scores = CATEGORIES.map(|category| {
            let score = median(&|run: &Value| score(run, category).unwrap_or(f64::NAN));
            format!("{score:.0}")
        });
        let performance = |run: &Value| score(run, CATEGORIES[0]).unwrap_or(f64::NAN);
        let worst = runs.iter().map(performance).fold(f64::INFINITY, f64::min);
        let shift = median(&|run: &Value| {
            let shift = &run["audits"]["cumulative-layout-shift"]["numericValue"];
            shift.as_f64().unwrap_or(f64::NAN)
        });
        println!(
            "| {name} | {} | {worst:.0} | {shift:.3} |",
            scores.join(" | ")
        );
    }
    Ok(())
}

/// The scores, joined by slashes.
fn scores(url: &str, options: &[&str]) -> Result<String, Error> {
    let results = results(url, options)?;
    let score = |category: &&str| match score(&results, category) {
        Some(score) => format!("{score:.0}"),
        None => "–".to_owned(),
    };
    Ok(CATEGORIES.iter().map(score).collect::<Vec<_>>().join(" / "))
}

/// A category's score, of 100.
fn score(results: &Value, category: &str) -> Option<f64> {
    let score = results["categories"][category]["score"].as_f64();
    score.map(|score| score * 100.0)
}

/// The version of Lighthouse that is asked.
fn version() -> Result<String, Error> {
    let said = lighthouse()?.arg("--version").output();
    let said = said.map_err(Error::io("start Lighthouse by node"))?;
    Ok(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

fn lighthouse() -> Result<Command, Error> {
    let script = env::var_os("LIGHTHOUSE").ok_or_else(|| {
        Error::Setup("LIGHTHOUSE is not set; use `cargo xtask bench page`".into())
    })?;
    let mut node = Command::new("node");
    node.arg(script);
    Ok(node)
}

/// What Lighthouse says of the page.
fn results(url: &str, options: &[&str]) -> Result<Value, Error> {
    let output = lighthouse()?
        .args([url, "--quiet", "--output=json", "--output-path=stdout"])
        .arg(format!("--only-categories={}", CATEGORIES.join(",")))
        .arg(format!("--chrome-flags={FLAGS}"))
        .args(options)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(Error::io("start Lighthouse by node"))?;
    let results: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| Error::Setup(format!("Lighthouse gave no results ({error})")))?;
    complain(&results);
    Ok(results)
}

/// Names on standard error the audits of accessibility and best practices that cost points.
fn complain(results: &Value) {
    for category in &CATEGORIES[1..] {
        let audits = results["categories"][*category]["auditRefs"].as_array();
        let counts = |audit: &&Value| audit["weight"].as_f64() > Some(0.0);
        let ids = audits
            .into_iter()
            .flatten()
            .filter(counts)
            .filter_map(|audit| audit["id"].as_str());
        for audit in ids.map(|id| &results["audits"][id]) {
            if audit["score"].as_f64() == Some(0.0) {
                eprintln!(
                    "  {category}: {}",
                    audit["title"].as_str().unwrap_or_default()
                );
            }
        }
    }
}
