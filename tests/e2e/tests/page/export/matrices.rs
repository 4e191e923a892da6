//! The matrices of the stepper and of flash attention.

use e2e::oracle::{self, Rows};
use e2e::{Error, Input, Outcome, on_blank_page, on_page, until};
use serde_json::Value;

use super::{Folder, numbers};

/// Where the stepper's menu is.
const STEPPER: &str = "#stepper";

#[test]
fn numbers_are_saved_as_they_stand_on_the_page() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&mask=causal&stage=weights").await?;
        page.enter(Input("q", 1, 0), "1.25").await?;
        page.matrix_once("q", "the number typed", |q| q[1][0] == 1.25)
            .await?;
        let folder = Folder::of(&page, "numbers", STEPPER).await?;
        let weights = page.matrix("weights").await?;
        let csv = folder.text(&page, "csv", "weights.csv").await?;
        assert_eq!(csv.lines().next(), Some("weights,the,cat,sat"));
        oracle::assert_close("CSV", &numbers(&csv), &weights);
        let json = folder.text(&page, "json", "attention.json").await?;
        let json: Value = serde_json::from_str(&json)
            .map_err(|error| Error::Page(format!("the JSON cannot be read: {error}")))?;
        let named = |name: &str| {
            let all = json["matrices"].as_array().into_iter().flatten();
            let found = all.into_iter().find(|matrix| matrix["name"] == name);
            found
                .map(|matrix| matrix["rows"].clone())
                .unwrap_or_default()
        };
        for name in ["q", "weights", "output"] {
            let rows: Rows = serde_json::from_value(named(name)).unwrap_or_default();
            oracle::assert_close(name, &rows, &page.matrix(name).await?);
        }
        let npy = folder.saved(&page, "npy", "weights.npy").await?;
        assert!(npy.starts_with(b"\x93NUMPY\x01\x00"));
        let (values, _) = npy[npy.len() - 36..].as_chunks::<4>();
        let values: Vec<f64> = values
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes).into())
            .collect();
        let rows: Rows = values.chunks(3).map(<[f64]>::to_vec).collect();
        oracle::assert_close(".npy", &rows, &weights);
        page.choose("export-matrix", "v").await?;
        let csv = folder.text(&page, "csv", "v.csv").await?;
        oracle::assert_close("V as CSV", &numbers(&csv), &page.matrix("v").await?);
        page.console_is_clean().await
    })
}

#[test]
fn pictures_hold_tokens_and_numbers() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights").await?;
        let folder = Folder::of(&page, "pictures", STEPPER).await?;
        let svg = folder.text(&page, "svg", "weights.svg").await?;
        for part in ["<svg", "x₁", "0.4011", "0.1978"] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        let png = folder.saved(&page, "png", "weights.png").await?;
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        // Width and height stand behind the signature and the first chunk's head; twice the SVG's.
        let size = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        let (width, height) = (size(16) / 2, size(20) / 2);
        let head = format!("<svg width=\"{width}\" height=\"{height}\"");
        assert!(svg.contains(&head), "no {head} in {svg}");
        page.console_is_clean().await
    })
}

#[test]
fn programs_and_formulas_are_saved() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&mask=causal&stage=weights").await?;
        let folder = Folder::of(&page, "programs", STEPPER).await?;
        for (slug, name, part) in [
            ("numpy", "attention_numpy.py", "import numpy as np"),
            ("pytorch", "attention_pytorch.py", "import torch"),
            ("javascript", "attention.mjs", "const weights ="),
            ("rust", "attention.rs", "fn main() {"),
        ] {
            let text = folder.text(&page, slug, name).await?;
            assert!(
                text.contains(part) && text.contains("j <= i"),
                "{name}: {text}"
            );
            assert!(
                text.contains("[1.0, 1.0]"),
                "{name} has the typed numbers: {text}"
            );
        }
        let latex = folder.text(&page, "latex", "weights.tex").await?;
        assert!(latex.contains(r"\mathrm{softmax}"), "{latex}");
        let mathml = folder.text(&page, "mathml", "weights.mml").await?;
        assert!(
            mathml.starts_with("<math xmlns=") && !mathml.contains("class"),
            "{mathml}"
        );
        let script = "return performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => name.startsWith('http') && new URL(name).origin !== location.origin).join(' ')";
        assert_eq!(page.text_of(script).await?, "", "requests to other hosts");
        page.console_is_clean().await
    })
}

#[test]
fn what_is_copied_is_what_is_saved_and_a_refusal_is_said() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights").await?;
        let folder = Folder::of(&page, "copies", STEPPER).await?;
        let csv = folder.text(&page, "csv", "weights.csv").await?;
        let take = "navigator.clipboard.writeText = text => { window.taken = text; return Promise.resolve(); }";
        page.script(take, vec![]).await?;
        page.click_on("[data-copy=csv]").await?;
        until("the copy", async || {
            page.holds("return 'taken' in window").await
        })
        .await?;
        assert_eq!(page.text_of("return window.taken").await?, csv);
        page.says("#stepper .export [role=status]", "Copied")
            .await?;
        let refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('no'))";
        page.script(refuse, vec![]).await?;
        page.click_on("[data-copy=numpy]").await?;
        page.says("#stepper .export [role=status]", "did not allow copying")
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_menu_whose_part_cannot_be_had_says_so() -> Outcome {
    on_page(async |page| {
        page.server().refuse(&["part_export"]);
        page.click_on("[data-control=save-figure] > summary")
            .await?;
        page.says("#stepper .export [role=alert]", "could not be fetched")
            .await?;
        assert_eq!(page.count(".export li button").await?, 0);
        assert_eq!(
            page.matrix("output").await?.len(),
            3,
            "the figure is as it was"
        );
        Ok(())
    })
}

#[test]
fn flash_attention_is_exported_as_it_stands_at_a_step() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=flash&preset=cat&at=9999").await?;
        page.element_is_there("#flash table[data-matrix=output] td")
            .await?;
        let folder = Folder::of(&page, "flash", "#flash").await?;
        let csv = folder.text(&page, "csv", "output.csv").await?;
        oracle::assert_close("output", &numbers(&csv), &page.matrix("output").await?);
        let svg = folder.text(&page, "svg", "output.svg").await?;
        assert!(svg.contains("sat"), "{svg}");
        page.console_is_clean().await
    })
}
