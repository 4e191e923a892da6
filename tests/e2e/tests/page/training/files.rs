//! Trained weights to the disk and back.

use std::fs;
use std::path::{Path, PathBuf};

use e2e::{Error, Outcome, Page, on_training, until};

use super::{SMALL, predictions, quality};

/// A folder of this test alone.
fn folder(name: &str) -> Result<PathBuf, Error> {
    let path =
        std::env::temp_dir().join(format!("attention-lab-files-{}-{name}", std::process::id()));
    fs::create_dir_all(&path).map_err(Error::io("make a folder for downloads"))?;
    Ok(path)
}

/// Lets the page save into a folder, and clicks “export”.
async fn export(page: &Page, folder: &Path) -> Outcome {
    page.save_into(folder).await?;
    page.press_button("export").await?;
    until("the files on the disk", async || {
        let names = [
            "model.safetensors",
            "config.json",
            "tokenizer.json",
            "tokenizer_config.json",
        ];
        Ok(names.iter().all(|name| folder.join(name).is_file()))
    })
    .await
}

#[test]
fn what_was_exported_is_imported_again() -> Outcome {
    on_training(SMALL, async |page| {
        let folder = folder("round")?;
        page.train_to(0, 30).await?;
        page.pause().await?;
        let trained = (
            page.standing().await?.step,
            quality(&page).await?,
            predictions(&page).await?,
            page.seen_weights().await?,
        );
        export(&page, &folder).await?;
        page.press_button("reset").await?;
        until("step 0", async || Ok(page.standing().await?.step == 0)).await?;
        page.settled().await?;
        assert_ne!(page.seen_weights().await?, trained.3);
        page.choose_file("import", &folder.join("model.safetensors"))
            .await?;
        until("the steps of the file", async || {
            Ok(page.standing().await?.step == trained.0)
        })
        .await?;
        page.settled().await?;
        let again = (
            page.standing().await?.step,
            quality(&page).await?,
            predictions(&page).await?,
            page.seen_weights().await?,
        );
        assert_eq!(again, trained);
        page.one_step().await?;
        fs::remove_dir_all(&folder).map_err(Error::io("tidy away"))?;
        page.console_is_clean().await
    })
}

#[test]
fn a_file_that_is_no_run_is_refused_and_the_run_stays() -> Outcome {
    on_training(SMALL, async |page| {
        let folder = folder("broken")?;
        page.one_step().await?;
        export(&page, &folder).await?;
        let good =
            fs::read(folder.join("model.safetensors")).map_err(Error::io("read the export"))?;
        let (standing, weights) = (page.standing().await?, page.seen_weights().await?);
        let huge = [&u64::MAX.to_le_bytes()[..], b"{}"].concat();
        let broken = [
            ("empty", Vec::new()),
            ("text", b"this is no model".to_vec()),
            ("cut", good[..good.len() / 2].to_vec()),
            ("huge", huge),
            ("foreign", [&2_u64.to_le_bytes()[..], b"{}"].concat()),
        ];
        for (name, bytes) in broken {
            let file = folder.join(format!("{name}.safetensors"));
            fs::write(&file, bytes).map_err(Error::io("write a broken file"))?;
            page.choose_file("import", &file).await?;
            page.says("#training [data-problem]", "This file cannot be opened")
                .await
                .map_err(|error| Error::Page(format!("{name}: {error}")))?;
            page.settled().await?;
            assert_eq!(page.standing().await?, standing, "{name}");
            assert_eq!(page.seen_weights().await?, weights, "{name}");
            page.click_on("#training .notice button").await?;
            page.count_becomes("#training [data-problem]", 0).await?;
        }
        page.one_step().await?;
        fs::remove_dir_all(&folder).map_err(Error::io("tidy away"))?;
        page.console_is_clean().await
    })
}
