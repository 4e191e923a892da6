//! Turns the translations into typed keys and the formulas into MathML, once, at build time.
#![allow(
    missing_docs,
    reason = "a build script has no readers of its documentation"
)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use lesson::lessons::flash;
use lesson::lessons::stepper::formula::{FORMULAS, WHOLE};
use lesson::share::export::CHARTS;
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use texts::files::{self, Texts};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    std::fs::write(out.join("texts.rs"), translations()?)?;
    std::fs::write(out.join("formulas.rs"), formulas()?)?;
    Ok(())
}

/// Where the translations lie, one file a language.
const LOCALES: &str = "assets/locales";

/// Rust text: the keys, and the table of languages with English first. A file that says more or less
/// than English ends the build with all that is wrong in all files.
fn translations() -> Result<String, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={LOCALES}");
    let mut others = BTreeMap::new();
    for entry in std::fs::read_dir(LOCALES)? {
        let path = entry?.path();
        let code = path.file_stem().unwrap_or_default().to_string_lossy();
        let texts = files::read(&std::fs::read_to_string(&path)?);
        let texts = texts.map_err(|why| format!("{}: {why}", path.display()))?;
        others.insert(code.into_owned(), texts);
    }
    let english = others
        .remove("en")
        .ok_or("assets/locales/en.json is missing")?;
    let wrong: Vec<String> = others
        .iter()
        .flat_map(|(code, texts)| wrong(code, texts, &english))
        .collect();
    if !wrong.is_empty() {
        return Err(format!("translations do not fit English:\n{}", wrong.join("\n")).into());
    }
    let mut table = files::language("en", &english)?;
    for (code, texts) in &others {
        table.push_str(&files::language(code, texts)?);
    }
    let keys = files::source(&english);
    Ok(format!(
        "{keys}\npub const LANGUAGES: &[texts::Language] = &[{table}];\n"
    ))
}

fn wrong(code: &str, texts: &Texts, english: &Texts) -> Vec<String> {
    let found = files::differences(english, texts);
    found
        .iter()
        .map(|what| format!("{LOCALES}/{code}.json: {what}"))
        .collect()
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
    for formula in FORMULAS {
        writeln!(text, "({:?}, {:?}),", formula.key, mathml(formula.latex)?)?;
    }
    text.push_str("];\npub const WHOLE: &[&str] = &[\n");
    for (latex, _) in WHOLE {
        let math = mathml(latex)?;
        let inside = math
            .trim_start_matches("<math>")
            .trim_end_matches("</math>");
        writeln!(text, "{inside:?},")?;
    }
    text.push_str("];\npub const FLASH: &[&str] = &[\n");
    for latex in flash::formula::FORMULAS {
        writeln!(text, "{:?},", mathml(latex)?)?;
    }
    text.push_str("];\npub const CHARTS: &[&str] = &[\n");
    for latex in CHARTS {
        writeln!(text, "{:?},", mathml(latex)?)?;
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
