//! A large model, which the workers of a device share.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use e2e::{Error, Outcome, Page, on_blank_page, until};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{OPEN, fixtures, open, type_text};

/// Wide enough for 40 million weights in three layers of width 48.
const WIDE: usize = 140_000;

/// What is said of who holds the weights, and the numbers of what comes next.
const HELD: &str = "return document.querySelector('#models [data-held]')?.textContent ?? ''";
const NEXT: &str =
    "return [...document.querySelectorAll('#models table[data-matrix=next] tbody tr')]
        .map(row => [row.dataset.token, ...[...row.querySelectorAll('td')].map(cell => cell.dataset.value)].join(' '))
        .join('\\n')";

/// The tiny GPT-2 of the fixtures with an MLP as wide as makes it large; its files.
fn large(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let small = fixtures().join("gpt2-tiny");
    let bad = |error: &dyn std::fmt::Display| Error::Setup(error.to_string());
    fs::create_dir_all(folder).map_err(Error::io("make a folder"))?;
    let config = fs::read(small.join("config.json")).map_err(Error::io("read"))?;
    let mut config: Value = serde_json::from_slice(&config).map_err(|error| bad(&error))?;
    config["n_inner"] = json!(WIDE);
    let [config_file, tokenizer, weights] =
        ["config.json", "tokenizer.json", "model.safetensors"].map(|name| folder.join(name));
    fs::write(&config_file, config.to_string()).map_err(Error::io("write"))?;
    fs::copy(small.join("tokenizer.json"), &tokenizer).map_err(Error::io("copy"))?;
    let bytes = fs::read(small.join("model.safetensors")).map_err(Error::io("read"))?;
    let tensors = SafeTensors::deserialize(&bytes).map_err(|error| bad(&error))?;
    let mut all = Vec::new();
    for (name, view) in tensors.tensors() {
        let wide = |own: &usize| if *own == 192 { WIDE } else { *own };
        let shape: Vec<usize> = view.shape().iter().map(wide).collect();
        let bytes = match shape == view.shape() {
            true => view.data().to_vec(),
            false => numbers(shape.iter().product()),
        };
        all.push((name, shape, bytes));
    }
    let views: Result<Vec<_>, _> = all
        .iter()
        .map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
            view.map(|view| (name.clone(), view))
        })
        .collect();
    let bytes = serialize(views.map_err(|error| bad(&error))?, None);
    fs::write(&weights, bytes.map_err(|error| bad(&error))?).map_err(Error::io("write"))?;
    Ok(vec![config_file, tokenizer, weights])
}

/// So many small numbers with no order to them.
fn numbers(count: usize) -> Vec<u8> {
    let mut state: u32 = 1;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 8) as f32 / 16_777_216.0 - 0.5) * 0.02
    };
    (0..count).flat_map(|_| next().to_le_bytes()).collect()
}

/// As on a device where so many workers can work at once.
async fn at_once(page: &Page, count: usize) -> Outcome {
    page.before_load(&format!(
        "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {{ get: () => {count}, configurable: true }});"
    ))
    .await
}

/// What comes next, once it is not `before` and nothing changes it any more.
async fn comes_to_rest(page: &Page, before: &str) -> Result<String, Error> {
    let next = RefCell::new(String::new());
    until("what comes next", async || {
        page.nothing_is_busy().await?;
        let now = page.text_of(NEXT).await?;
        let last = next.replace(now.clone());
        sleep(Duration::from_secs(1)).await;
        Ok(!now.is_empty() && now != before && now == last)
    })
    .await?;
    Ok(next.into_inner())
}

/// Opens the files and reads a text; what comes next.
async fn answers(page: &Page, files: &[PathBuf], says: &str) -> Result<String, Error> {
    open(page, "&model=induction").await?;
    page.choose_files("open-files", files).await?;
    until("the model to be open", async || {
        Ok(page.text_of(OPEN).await? == "model false")
    })
    .await?;
    until("who holds it", async || {
        Ok(page.text_of(HELD).await?.contains(says))
    })
    .await?;
    type_text(page, "the cat sat on the mat").await?;
    page.count_becomes("#models [data-token][aria-pressed]", 11)
        .await?;
    let before = comes_to_rest(page, "").await?;
    // What is written on is read with it.
    page.click_on("#models [data-action=write-on]").await?;
    page.element_is_there("#models [data-action=write-on]:not([data-state])")
        .await?;
    comes_to_rest(page, &before).await?;
    let text = "return document.querySelector('#models [data-control=text]').value";
    Ok([before, page.text_of(text).await?].concat())
}

#[test]
fn two_workers_say_what_one_says() -> Outcome {
    on_blank_page(async |page| {
        let folder =
            std::env::temp_dir().join(format!("attention-lab-large-{}", std::process::id()));
        let files = large(&folder)?;
        at_once(&page, 1).await?;
        let one = answers(&page, &files, "As f32 they take").await?;
        assert!(!page.text_of(HELD).await?.contains("workers of the browser"));
        at_once(&page, 2).await?;
        let two = answers(&page, &files, "2 workers of the browser share the model").await?;
        assert_eq!(one, two);
        fs::remove_dir_all(&folder).map_err(Error::io("tidy away"))?;
        page.console_is_clean().await
    })
}
