//! The plot of the cost lesson, and the curves and a head of the training lesson.

use e2e::oracle;
use e2e::{Error, Outcome, Page, on_cost, on_training};
use serde_json::Value;

use super::{Folder, MENU, numbers};

fn json(text: &str) -> Result<Value, Error> {
    let unread = |error| Error::Page(format!("the JSON cannot be read: {error}"));
    serde_json::from_str(text).map_err(unread)
}

#[test]
fn the_plot_is_saved_with_every_number_of_its_table() -> Outcome {
    on_cost("to=256&methods=textbook.fused", async |page| {
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let folder = Folder::of(&page, "cost", "#cost").await?;
        let csv = folder.text(&page, "csv", "time.csv").await?;
        let measured = page.cost_measured().await?;
        assert_eq!(csv.lines().count(), measured.len() + 1, "{csv}");
        let row = |line: &str| -> Vec<String> { line.split(',').map(Into::into).collect() };
        for row in csv.lines().skip(1).map(row) {
            let place = (row[0].clone(), row[1].parse().unwrap_or(0));
            let cell = measured.get(&place);
            assert_eq!(
                cell.and_then(|cell| cell.ms),
                row[2].parse().ok(),
                "{row:?}"
            );
            assert_eq!(
                cell.and_then(|cell| cell.bytes),
                row[3].parse().ok(),
                "{row:?}"
            );
        }
        let slopes = json(&folder.text(&page, "json", "time.json").await?)?["slopes"].clone();
        let power = page.attribute("[data-slope=fused]", "data-power").await?;
        let power: Option<f64> = power.and_then(|power| power.parse().ok());
        let slopes = slopes.as_array().cloned().unwrap_or_default();
        let own = slopes
            .iter()
            .find(|own| own["series"] == "fused" && own["quantity"] == "milliseconds");
        let near = own.and_then(|own| own["power"].as_f64()).zip(power);
        assert!(
            near.is_some_and(|(own, power)| (own - power).abs() < 1e-12),
            "{slopes:?} {power:?}"
        );
        drawn(&page, &folder, "time", "256").await?;
        for (slug, name) in [
            ("numpy", "growth_numpy.py"),
            ("rust", "growth.rs"),
            ("javascript", "growth.mjs"),
            ("pytorch", "growth_pytorch.py"),
        ] {
            let text = folder.text(&page, slug, name).await?;
            assert!(text.contains("textbook") && text.contains("256"), "{text}");
        }
        assert!(
            folder
                .text(&page, "latex", "time.tex")
                .await?
                .contains(r"\log_2")
        );
        assert!(
            folder
                .text(&page, "mathml", "time.mml")
                .await?
                .starts_with("<math xmlns=")
        );
        page.console_is_clean().await
    })
}

/// In a tab of its own: Chromium writes no more than ten files of one without asking.
#[test]
fn the_plot_of_memory_is_saved_too() -> Outcome {
    on_cost("to=256&methods=textbook.fused", async |page| {
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let folder = Folder::of(&page, "cost-memory", "#cost").await?;
        page.choose("export-matrix", "memory").await?;
        drawn(&page, &folder, "memory", "256").await?;
        page.console_is_clean().await
    })
}

/// Both pictures of a chart, the one twice as large as the other.
async fn drawn(page: &Page, folder: &Folder, key: &str, part: &str) -> Outcome {
    let svg = folder.text(page, "svg", &format!("{key}.svg")).await?;
    assert!(svg.starts_with("<svg") && svg.contains(part), "{svg}");
    let png = folder.saved(page, "png", &format!("{key}.png")).await?;
    let size = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    let head = format!(
        "<svg width=\"{}\" height=\"{}\"",
        size(16) / 2,
        size(20) / 2
    );
    assert!(svg.contains(&head), "no {head} in {svg}");
    Ok(())
}

/// The rows of the table of the curves, as they stand there: step, run, losses, accuracy.
const ROWS: &str = r#"
    return [...document.querySelectorAll("[data-table=curves] tbody tr")]
        .map(row => [...row.cells].map(cell => cell.textContent.trim()).join(" ")).join("|");"#;

#[test]
fn curves_are_saved_with_every_number_of_their_table() -> Outcome {
    on_training("", async |page| {
        page.click_on("#training .curves .numbers > summary")
            .await?;
        page.element_is_there("[data-table=curves] tbody tr")
            .await?;
        let table = page.text_of(ROWS).await?;
        let folder = Folder::of(&page, "curves", "#training .taken").await?;
        let csv = folder.text(&page, "csv", "loss.csv").await?;
        let rows: Vec<_> = table.split('|').collect();
        assert_eq!(csv.lines().count(), rows.len() + 1);
        for (line, row) in csv.lines().skip(1).zip(rows) {
            let fields: Vec<_> = line.split(',').collect();
            let rounded = |text: &str| {
                text.parse()
                    .map_or(String::new(), |own: f32| format!("{own:.4}"))
            };
            let shown = format!(
                "{}  {} {}",
                fields[1],
                rounded(fields[2]),
                rounded(fields[3])
            );
            assert!(row.starts_with(&shown), "{line} is not {row}");
        }
        drawn(&page, &folder, "loss", "held out").await?;
        let json = json(&folder.text(&page, "json", "loss.json").await?)?;
        assert_eq!(json["series"][0]["key"], "a");
        assert!(
            folder
                .text(&page, "latex", "loss.tex")
                .await?
                .contains(r"\ln")
        );
        assert_eq!(
            page.count(&format!("#training .taken {MENU} [data-save=numpy]"))
                .await?,
            0
        );
        page.choose("export-matrix", "accuracy").await?;
        drawn(&page, &folder, "accuracy", "held out").await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_head_is_saved_as_the_stepper_would_open_it() -> Outcome {
    on_training("head=1.0", async |page| {
        let weights = page.seen_weights().await?;
        let folder = Folder::of(&page, "head", "#training .head-panel").await?;
        let csv = folder.text(&page, "csv", "weights.csv").await?;
        oracle::assert_close("weights", &numbers(&csv), &weights);
        let program = folder.text(&page, "numpy", "attention_numpy.py").await?;
        assert!(program.contains("weights = "), "{program}");
        page.choose("export-matrix", "v").await?;
        let values = numbers(&folder.text(&page, "csv", "v.csv").await?);
        assert_eq!(values.len(), weights.len());
        assert_eq!(
            page.count("#training [data-action=open-head]").await?,
            1,
            "nothing was opened"
        );
        page.console_is_clean().await
    })
}

#[test]
fn heads_and_the_residual_stream_are_saved_as_they_are_seen() -> Outcome {
    on_training("head=1.0", async |page| {
        let weights = page.seen_weights().await?;
        let gallery = Folder::of(&page, "gallery", "#training [data-gallery=a]").await?;
        let csv = gallery.text(&page, "csv", "head-2-1.csv").await?;
        oracle::assert_close("the head", &numbers(&csv), &weights);
        page.choose("export-matrix", "layer-2-mean").await?;
        let csv = gallery.text(&page, "csv", "layer-2-mean.csv").await?;
        for row in numbers(&csv) {
            let sum: f64 = row.iter().sum();
            assert!(
                (sum - 1.0).abs() < 1e-4,
                "the mean of weights sums to {sum}"
            );
        }
        page.choose("combine", "max").await?;
        page.choose("export-matrix", "layer-2-max").await?;
        gallery.text(&page, "csv", "layer-2-max.csv").await?;
        page.says(
            "[data-gallery=a] [data-matrix=layer-weights] caption",
            "need not add up to 1",
        )
        .await?;
        page.click_on("#training [data-panel=block]").await?;
        page.element_is_there("[data-stream] td, .stream canvas")
            .await?;
        let stream = Folder::of(&page, "stream", "#training .stream").await?;
        let rows = numbers(&stream.text(&page, "csv", "stream.csv").await?);
        assert_eq!((rows.len(), rows[0].len()), (3, 32));
        let svg = stream.text(&page, "svg", "stream.svg").await?;
        assert!(svg.starts_with("<svg"), "{svg}");
        page.console_is_clean().await
    })
}

#[test]
fn of_two_runs_each_has_files_of_its_own() -> Outcome {
    const RUNS: &str = "a=copy,layers:1,heads:2,d_model:16,batch:8&b=copy,layers:1,heads:2,d_model:16,batch:8,causal:0";
    on_training(RUNS, async |page| {
        for side in ["a", "b"] {
            let place = format!("#training [data-gallery={side}]");
            let folder = Folder::of(&page, &format!("run-{side}"), &place).await?;
            let file = format!("{side}-head-1-1.csv");
            folder.text(&page, "csv", &file).await?;
        }
        page.console_is_clean().await
    })
}
