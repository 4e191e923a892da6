//! Turns the translations into typed keys and the formulas into MathML, once, at build time.
#![allow(
    missing_docs,
    reason = "a build script has no readers of its documentation"
)]

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use texts::files::Translations;

/// The formulas of the lessons; of the lessons themselves nothing is needed.
#[path = "crates/lesson/src/latex.rs"]
mod latex;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=crates/lesson/src/latex.rs");
    keep_relocations()?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    std::fs::write(out.join("texts.rs"), translations()?)?;
    std::fs::write(out.join("formulas.rs"), formulas()?)?;
    Ok(())
}

/// A release of the page is cut into parts after it was linked, by `cargo xtask seal`, which reads the
/// relocations.
fn keep_relocations() -> Result<(), Box<dyn Error>> {
    let of = |name| std::env::var(name);
    if of("PROFILE")? == "release" && of("CARGO_CFG_TARGET_FAMILY")? == "wasm" {
        println!("cargo::rustc-link-arg-bin=attention-lab=--emit-relocs");
    }
    Ok(())
}

/// Where the translations lie, one file a language.
const LOCALES: &str = "assets/locales";

/// Rust text: the keys, and the table of languages. A file that says what English does not ends the
/// build. So does, in a release, one that says less: while a page is written its new texts may stay
/// English, but nobody gets it so, whichever way a release is built.
fn translations() -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={LOCALES}");
    let release = std::env::var("PROFILE")? == "release";
    let (source, warnings) = Translations::read(Path::new(LOCALES))?.build(release)?;
    for warning in warnings {
        println!("cargo::warning={LOCALES}/{warning}");
    }
    Ok(source)
}

/// Rust text: a table of (key, MathML), the parts of the whole formula, the steps of flash
/// attention, and the charts.
fn formulas() -> Result<String, Box<dyn Error>> {
    let converter = LatexToMathML::new(MathCoreConfig::default()).map_err(|e| format!("{e:?}"))?;
    let mathml = |latex: &str| match converter.convert_with_local_state(latex, MathDisplay::Inline)
    {
        Ok(math) => Ok(coloured(&math.mathml.to_string()).replacen(
            "<math>",
            "<math displaystyle=\"true\">",
            1,
        )),
        Err(error) => Err(format!("{latex}: {error:?}")),
    };
    let mut text = String::from("pub const STAGES: &[(&str, &str)] = &[\n");
    for (key, formula) in latex::STAGES {
        writeln!(text, "({key:?}, {:?}),", mathml(formula)?)?;
    }
    text.push_str("];\npub const WHOLE: &[&str] = &[\n");
    for part in latex::WHOLE {
        let math = mathml(part)?;
        let inside = math
            .trim_start_matches("<math>")
            .trim_end_matches("</math>");
        writeln!(text, "{inside:?},")?;
    }
    text.push_str("];\npub const FLASH: &[&str] = &[\n");
    for step in latex::FLASH {
        writeln!(text, "{:?},", mathml(step)?)?;
    }
    text.push_str("];\npub const CHARTS: &[&str] = &[\n");
    for chart in latex::CHARTS {
        writeln!(text, "{:?},", mathml(chart)?)?;
    }
    text.push_str("];\n");
    Ok(text)
}

/// Symbols take the hue of the matrix they name, as its frame and label do.
fn coloured(mathml: &str) -> String {
    let hues = [
        ("Q", "q"),
        ("K", "k"),
        ("V", "v"),
        ("S", "scores"),
        ("A", "weights"),
        ("O", "output"),
    ];
    hues.into_iter()
        .fold(mathml.to_owned(), |text, (symbol, hue)| {
            text.replace(
                &format!("<mi>{symbol}</mi>"),
                &format!("<mi class=\"hue-{hue}\">{symbol}</mi>"),
            )
        })
}
