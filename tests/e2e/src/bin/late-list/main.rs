//! Opens the page as newcomers do and writes which of its functions have run, as JSON: a list of their numbers, into the
//! file that `ATTENTION_LAB_RAN` names. Run by `cargo xtask late`, which builds a page that notes it.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use e2e::{Error, Outcome, Page, Scheme, on_blank_page};
use serde_json::{Value, json};

/// Scheme and size of a screen, and what the browser has kept of an earlier visit, as a script.
const STARTS: [(Scheme, u32, u32, &str); 4] = [
    (Scheme::Dark, 390, 844, ""),
    (Scheme::Light, 1440, 900, ""),
    (
        Scheme::Light,
        1280,
        720,
        "localStorage.setItem('attention-lab-language', 'de')",
    ),
    (
        Scheme::Dark,
        1440,
        900,
        "localStorage.setItem('attention-lab-language', 'ar')",
    ),
];
/// So long the page is left alone once its first figure stands.
const REST: Duration = Duration::from_secs(4);
/// The module's notes (`splitter/src/counted.rs`).
const RAN: &str = "const own = wasmBindings.initSync(undefined, undefined);
    return Object.keys(own).filter(name => name.startsWith('ran_') && own[name].value)
        .map(name => Number(name.slice(4)));";

fn main() -> ExitCode {
    match on_blank_page(note) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn note(page: Page) -> Outcome {
    let mut ran = BTreeSet::new();
    for (scheme, width, height, kept) in STARTS {
        page.prefer(scheme).await?;
        page.resize(width, height).await?;
        if width > 1000 {
            // `prefer` asks for less movement; most readers do not.
            page.let_move().await?;
        }
        page.open("").await?;
        if !kept.is_empty() {
            page.script(kept, vec![]).await?;
            page.open("").await?;
        }
        page.element_is_there("[data-beat=ask] .g-drawn").await?;
        tokio::time::sleep(REST).await;
        let numbers = page.script(RAN, vec![]).await?;
        let numbers = numbers.as_array().into_iter().flatten();
        ran.extend(numbers.filter_map(Value::as_u64));
    }
    if ran.is_empty() {
        return Err(Error::Page("it notes nothing of what runs".into()));
    }
    let file = env::var_os("ATTENTION_LAB_RAN")
        .ok_or_else(|| Error::Setup("ATTENTION_LAB_RAN names no file".into()))?;
    let text = json!(ran).to_string();
    fs::write(file, text).map_err(Error::io("write what has run"))
}
