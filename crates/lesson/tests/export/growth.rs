//! The programs that fit slopes, run by whoever runs them, give the figure's.

use std::fs;
use std::path::Path;
use std::process::Command;

use lesson::lessons::cost::fit::Quantity;
use lesson::share::export::chart::Chart;
use lesson::share::export::code::{Language, growth};

use super::charts;
use super::programs::{named, printed};

/// Runs the program of several charts in `language`.
fn all_agree(language: Language, run: impl Fn(&Path) -> Command) {
    let folder = tempfile::tempdir().unwrap();
    let all = charts::measured();
    for count in [0, 1, 2, 5, all.len()] {
        let mut chart = charts::growth(&all[all.len() - count..], Quantity::Time);
        for series in &mut chart.series {
            // As nothing of ours is called: a program has to keep it a text.
            series.key += "\" \\ ${x} \u{202e}__proto__";
        }
        let format = lesson::share::export::Format::Code(language);
        let file = folder.path().join(chart.kind.offer().file(format, "time"));
        let program = growth(language, &chart);
        assert!(!program.contains("\u{202e}"), "{program}");
        fs::write(&file, program).unwrap();
        agrees(&chart, &printed(&mut run(&file), "growth"));
    }
}

/// Every line that is printed is a slope of the figure, in its order, and none is missing.
fn agrees(chart: &Chart, printed: &str) {
    let slopes = chart.slopes();
    assert_eq!(printed.lines().count(), slopes.len(), "{printed}");
    for (line, (series, quantity, slope)) in printed.lines().zip(slopes) {
        let rest = line.strip_prefix(&format!("{}: {quantity} ~ n^", series.key));
        let (power, ends) = rest.unwrap_or_default().split_once(", ").unwrap();
        let near = (power.parse::<f64>().unwrap() - slope.power).abs() < 1e-9;
        assert!(near, "{line}, not {slope:?}");
        let wanted = format!("from n = {} to {}", slope.from, slope.to);
        assert_eq!(ends, wanted);
    }
}

fn python(variable: &str) -> impl Fn(&Path) -> Command {
    let python = named(variable, "python3");
    move |file| {
        let mut command = Command::new(&python);
        command.arg(file);
        command
    }
}

#[test]
#[ignore = "needs NumPy: `cargo xtask test --only exports` gets it"]
fn numpy() {
    all_agree(Language::NumPy, python("ATTENTION_LAB_NUMPY"));
}

#[test]
#[ignore = "needs PyTorch: `cargo xtask verify-exports` gets it"]
fn pytorch() {
    all_agree(Language::PyTorch, python("ATTENTION_LAB_TORCH"));
}

#[test]
#[ignore = "needs Node: `cargo xtask test --only exports` gets it"]
fn javascript() {
    let node = named("ATTENTION_LAB_NODE", "node");
    all_agree(Language::JavaScript, |file| {
        let mut command = Command::new(&node);
        command.arg(file);
        command
    });
}

#[test]
fn rust() {
    let rustc = named("RUSTC", "rustc");
    all_agree(Language::Rust, |file| {
        let program = file.with_extension("run");
        let mut compiler = Command::new(&rustc);
        compiler.args(["--edition", "2021", "-D", "warnings", "-o"]);
        assert_eq!(printed(compiler.arg(&program).arg(file), "rustc"), "");
        Command::new(&program)
    });
}
