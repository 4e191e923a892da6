//! Lighthouse's scores, for a desktop and for a phone.

use std::env;
use std::process::{Command, Stdio};

use e2e::{Error, Outcome};
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

/// The scores, joined by slashes.
fn scores(url: &str, options: &[&str]) -> Result<String, Error> {
    let script = env::var_os("LIGHTHOUSE").ok_or_else(|| {
        Error::Setup("LIGHTHOUSE is not set; use `cargo xtask bench page`".into())
    })?;
    let output = Command::new("node")
        .arg(script)
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
    let score = |category: &&str| match results["categories"][*category]["score"].as_f64() {
        Some(score) => format!("{:.0}", score * 100.0),
        None => "–".to_owned(),
    };
    Ok(CATEGORIES.iter().map(score).collect::<Vec<_>>().join(" / "))
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
