//! Real models: the one of the page, folders by `transformers` from the disk, heads taken out, what is refused.

mod changing;
mod held;
mod leaving;
mod notebook;
mod shared;
mod slow;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use e2e::{Error, Outcome, Page, on_blank_page, until, until_within};
use serde_json::Value;

/// A driver takes no path with `..` in it.
fn fixtures() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    beside.unwrap_or(Path::new("/")).join("fixtures")
}

/// The folders that hold a model, by their names.
fn folders() -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(fixtures()).map_err(Error::io("list the fixtures"))? {
        let path = entry.map_err(Error::io("list the fixtures"))?.path();
        if path.join("config.json").is_file() {
            found.extend(
                path.file_name()
                    .map(|name| name.to_string_lossy().into_owned()),
            );
        }
    }
    found.sort();
    Ok(found)
}

/// What makes a model in that folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io("list a folder"))? {
        let path = entry.map_err(Error::io("list a folder"))?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let model =
            ["config.json", "tokenizer.json"].contains(&&*name) || name.starts_with("model");
        if model {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The number of the token that is likeliest at the place that is looked at, once the model says so.
const LIKELIEST: &str = "return document.querySelector('#models table[data-matrix=next] tbody tr')?.dataset.token ?? ''";

/// What the model is called, and whether something is under way.
const OPEN: &str = "return document.querySelector('#models [data-source]').textContent + ' '
    + document.querySelector('.models').getAttribute('aria-busy')";

async fn open(page: &Page, link: &str) -> Outcome {
    page.load(&format!("lesson=models{link}")).await?;
    page.element_is_there("#models table[data-matrix=next] tbody tr")
        .await
}

async fn type_text(page: &Page, text: &str) -> Outcome {
    page.script(
        "const field = document.querySelector('#models [data-control=text]');
         field.value = arguments[0];
         field.dispatchEvent(new Event('input', { bubbles: true }));",
        vec![text.into()],
    )
    .await?;
    Ok(())
}

/// The probability of the first token of the table, now and with all heads.
async fn shares(page: &Page, token: &str) -> Result<Vec<f64>, Error> {
    let script = "return [...document.querySelectorAll('#models table[data-matrix=next] tbody tr')]
        .filter(row => row.querySelector('th').textContent.trim() === arguments[0])
        .flatMap(row => [...row.querySelectorAll('td')].map(cell => Number(cell.dataset.value)))";
    let found = page.script(script, vec![token.into()]).await?;
    let all = found.as_array().into_iter().flatten();
    Ok(all.filter_map(Value::as_f64).collect())
}

#[test]
fn heads_that_are_taken_out_change_what_comes_next() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        page.count_becomes("#models .re-thumb[data-head]", 4)
            .await?;
        page.count_becomes("#models .re-thumb[data-head][data-does=induction]", 2)
            .await?;
        let before = shares(&page, "c").await?;
        assert!(before.len() == 1 && before[0] > 0.9, "{before:?}");
        for head in ["1.0", "1.1"] {
            page.click_on(&format!("#models .re-thumb[data-head='{head}']"))
                .await?;
            page.click_on("#models [data-ablate=zero]").await?;
            page.element_is_there(&format!("#models .re-thumb[data-head='{head}'].out"))
                .await?;
        }
        until("another answer", async || {
            let now = shares(&page, "c").await?;
            Ok(now.len() == 2 && now[0] < 0.5 && now[1] == before[0])
        })
        .await?;
        // The answer is said beside the switch, too.
        page.says("#models .re-effect", "instead of").await?;
        // What was done is in the link, and can be taken back.
        until("the heads in the link", async || {
            let link = page.text_of("return location.hash").await?;
            Ok(link.contains("off=1.0,1.1"))
        })
        .await?;
        page.click_on("#models [data-action=all-heads]").await?;
        until("the first answer", async || {
            Ok(shares(&page, "c").await? == before)
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn every_folder_by_transformers_opens_and_says_what_transformers_says() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        let all = folders()?;
        assert!(all.len() >= 3, "{all:?}");
        for name in all {
            let folder = fixtures().join(&name);
            let expected = fs::read(folder.join("expected.json")).map_err(Error::io("read"))?;
            let expected: Value =
                serde_json::from_slice(&expected).map_err(|e| Error::Page(e.to_string()))?;
            let case = &expected["cases"][0];
            page.choose_files("open-files", &files(&folder)?).await?;
            until(&format!("{name} to be open"), async || {
                Ok(page.text_of(OPEN).await? == "model false")
            })
            .await?;
            let layers = case["text"].as_str().unwrap_or_default();
            type_text(&page, layers).await?;
            let ids = case["ids"].as_array().map_or(0, Vec::len);
            page.count_becomes("#models [data-token][aria-pressed]", ids)
                .await?;
            let wanted = case["top5"][0].to_string();
            until(&format!("{name} to say {wanted}"), async || {
                Ok(page.text_of(LIKELIEST).await? == wanted)
            })
            .await?;
            assert_eq!(page.count("#models [data-problem]").await?, 0, "{name}");
        }
        page.console_is_clean().await
    })
}

#[test]
fn what_makes_no_model_is_said_and_the_model_stays() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        let before = shares(&page, "c").await?;
        let folder = fixtures().join("gpt2-tiny");
        let broken =
            std::env::temp_dir().join(format!("attention-lab-model-{}", std::process::id()));
        fs::create_dir_all(&broken).map_err(Error::io("make a folder"))?;
        let whole = fs::read(folder.join("model.safetensors")).map_err(Error::io("read"))?;
        let short = broken.join("model.safetensors");
        fs::write(&short, &whole[..whole.len() - 1]).map_err(Error::io("write"))?;
        let one = |name: &str| folder.join(name);
        for (files, says) in [
            (vec![one("config.json")], "tokenizer.json"),
            (
                vec![one("config.json"), one("tokenizer.json")],
                "model.safetensors",
            ),
            (
                vec![one("config.json"), one("tokenizer.json"), short],
                "cut off",
            ),
            (vec![one("merges.txt")], "no file of a model"),
        ] {
            page.choose_files("open-files", &files).await?;
            page.says("#models [data-problem]", says).await?;
            assert_eq!(shares(&page, "c").await?, before, "{says}");
        }
        fs::remove_dir_all(&broken).map_err(Error::io("tidy away"))?;
        // A text that the model cannot read leaves what it read before.
        type_text(&page, "Paris").await?;
        page.says("#models [data-problem]", "does not know every word")
            .await?;
        assert_eq!(shares(&page, "c").await?, before);
        type_text(&page, "f k c p a f k").await?;
        page.count_becomes("#models [data-token][aria-pressed]", 7)
            .await?;
        page.count_becomes("#models [data-problem]", 0).await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_text_that_is_too_long_is_refused_and_not_written_on() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        let read = page.text_of(slow::TEXT).await?;
        let long = "f k ".repeat(1001);
        type_text(&page, &long).await?;
        page.says("#models [data-problem]", "at most 4000").await?;
        page.count_becomes("#models .re-figure.stale", 1).await?;
        page.click_on("#models [data-action=write-on][aria-disabled=true]")
            .await?;
        assert_eq!(page.text_of(slow::TEXT).await?, long);
        type_text(&page, &read).await?;
        page.count_becomes("#models .re-figure.stale", 0).await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_link_about_a_model_of_somebody_s_disk_asks_for_it() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=models&model=disk:gpt2%20mine&text=the%20cat&off=0.1")
            .await?;
        page.says("#models [data-problem]", "gpt2 mine").await?;
        assert_eq!(page.count("#models .re-thumb[data-head]").await?, 0);
        page.click_on("#models [data-action=own-model]").await?;
        page.count_becomes("#models .re-thumb[data-head]", 16)
            .await?;
        page.count_becomes("#models [data-problem]", 0).await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_head_opens_in_the_stepper_with_the_model_s_weights() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction&head=1.0").await?;
        let row = "return [...document.querySelectorAll('#models table[data-list=looks] td')]
            .map(cell => cell.dataset.place + ':' + Number(cell.dataset.value).toFixed(4)).join(' ')";
        until("the head", async || {
            Ok(!page.text_of(row).await?.is_empty())
        })
        .await?;
        let looks = page.text_of(row).await?;
        page.click_on("#models [data-action=open-head]").await?;
        page.element_is_there("#stepper:not([hidden]) table[data-matrix=weights] td")
            .await?;
        let weights = page.matrix("weights").await?;
        for pair in looks.split(' ') {
            let (place, weight) = pair.split_once(':').unwrap_or_default();
            let place: usize = place.parse().unwrap_or(99);
            assert_eq!(format!("{:.4}", weights[11][place]), weight);
        }
        page.console_is_clean().await
    })
}

/// A model that reads both ways is looked at from what is hidden, so that is where its head opens.
#[test]
fn a_head_of_an_encoder_opens_where_it_is_looked_at_from() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        let folder = fixtures().join("distilbert-tiny");
        page.choose_files("open-files", &files(&folder)?).await?;
        until("the encoder to be open", async || {
            Ok(page.text_of(OPEN).await? == "model false")
        })
        .await?;
        type_text(&page, "the [MASK] sat on the mat").await?;
        page.count_becomes("#models [data-token][aria-pressed]", 8)
            .await?;
        page.click_on("#models .re-thumb[data-head]").await?;
        page.click_on("#models [data-action=open-head]").await?;
        page.element_is_there("#stepper:not([hidden]) table[data-matrix=weights] td")
            .await?;
        let link = page.settled_fragment().await?;
        assert!(link.contains("row=2"), "{link}");
        page.console_is_clean().await
    })
}

#[test]
fn what_is_written_on_stands_behind_the_text() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        page.script(
            "const field = document.querySelector('#models [data-control=temperature]');
             field.value = '0';
             field.dispatchEvent(new Event('change', { bubbles: true }));",
            vec![],
        )
        .await?;
        page.script(
            "document.querySelector('#models .re-token').kept = true",
            vec![],
        )
        .await?;
        page.click_on("#models [data-action=write-on]").await?;
        let text = "return document.querySelector('#models [data-control=text]').value";
        until("what was written", async || {
            Ok(page.text_of(text).await? == "f k c p a f k c p a f k c p a f k c p a")
        })
        .await?;
        // The tokens before it stay what they were, and behind a closed lid nothing is made anew: it would be with each one.
        page.count_becomes("#models .re-token", 20).await?;
        page.count_becomes("#models .re-token.lit[data-token='19']", 1)
            .await?;
        page.count_becomes("#models .re-slide", 0).await?;
        assert!(
            page.holds("return document.querySelector('#models .re-token').kept === true")
                .await?
        );
        page.click_on("#models [data-action=undo]").await?;
        until("the text before", async || {
            Ok(page.text_of(text).await? == "f k c p a f k c p a f k")
        })
        .await?;
        page.console_is_clean().await
    })
}

/// Bytes of weights that were fetched from beside the page.
const WEIGHTS: &str = "return performance.getEntriesByType('resource')
    .filter(entry => /models\\/reader[.-].*(bin|safetensors)/.test(entry.name)).length + ''";

#[test]
fn any_token_can_be_followed() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        let lens = "return document.querySelector('#models table[data-matrix=lens] thead th:last-child').textContent";
        page.element_is_there("#models [data-follow][aria-pressed=true]")
            .await?;
        let before = page.text_of(lens).await?;
        page.click_on("#models table[data-matrix=next] tr:nth-child(2) [data-follow]")
            .await?;
        until("the lens of another token", async || {
            Ok(page.text_of(lens).await? != before)
        })
        .await?;
        until("the token in the link", async || {
            Ok(page.text_of("return location.hash").await?.contains("of="))
        })
        .await?;
        // Once more, and the likeliest is followed again.
        page.click_on("#models [data-follow][aria-pressed=true]")
            .await?;
        until("the lens as before", async || {
            Ok(page.text_of(lens).await? == before)
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn the_training_of_the_reader_can_be_watched() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=models&preset=reader").await?;
        page.count_becomes("#models .re-thumb[data-head]", 16)
            .await?;
        page.element_is_there("#models .re-thumb[data-does=induction]")
            .await?;
        let moments = page.count("#models [data-moment]").await?;
        assert_eq!(moments, 8);
        // None of them is fetched unasked.
        assert_eq!(page.text_of(WEIGHTS).await?, "1");
        let chance = "return document.querySelector('#models table[data-matrix=next] tbody td')?.dataset.value ?? ''";
        page.element_is_there("#models table[data-matrix=next] tbody td")
            .await?;
        let before = page.text_of(chance).await?;
        page.click_on("#models [data-moment='0']").await?;
        until("what it said then", async || {
            let now = page.text_of(chance).await?;
            Ok(!now.is_empty() && now != before)
        })
        .await?;
        until("the moment in the link", async || {
            let link = page.text_of("return location.hash").await?;
            Ok(link.contains("trained=0"))
        })
        .await?;
        assert_eq!(page.text_of(WEIGHTS).await?, "2");
        page.click_on("#models [data-action=undo]").await?;
        until("what it says at the end", async || {
            Ok(page.text_of(chance).await? == before)
        })
        .await?;
        // From the first to the last, each measured when it was there.
        page.click_on("#models [data-action=watch]").await?;
        let measured =
            "return [...document.querySelectorAll('#models .re-trained tr:last-child td')]
            .filter(cell => Number(cell.textContent) >= 0).length + ''";
        until_within(Duration::from_secs(90), "all moments", async || {
            Ok(page.text_of(measured).await? == "8")
        })
        .await?;
        page.element_is_there("#models .re-thumb[data-does=induction]")
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_moment_that_is_none_is_refused() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=models&model=reader&trained=7").await?;
        page.says("[data-problem]", "trained=7").await
    })
}
