//! Real models: the one of the page, folders by `transformers` from the disk, heads taken out, what is refused.

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
        page.click_on("#models [data-action=write-on]").await?;
        let text = "return document.querySelector('#models [data-control=text]').value";
        until("what was written", async || {
            Ok(page.text_of(text).await? == "f k c p a f k c p a f k c p a f k c p a")
        })
        .await?;
        page.click_on("#models [data-action=undo]").await?;
        until("the text before", async || {
            Ok(page.text_of(text).await? == "f k c p a f k c p a f k")
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_key_is_hidden_from_a_query_and_shown_again() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction&head=1.0").await?;
        let first = "return document.querySelector('#models table[data-list=looks] td')?.dataset.place ?? ''";
        until("where it looks", async || {
            Ok(page.text_of(first).await? == "7")
        })
        .await?;
        let before = shares(&page, "c").await?;
        page.click_on("#models button[data-key='7']").await?;
        page.count_becomes("#models .re-blind li", 1).await?;
        until("where it looks instead", async || {
            let now = shares(&page, "c").await?;
            Ok(page.text_of(first).await? == "2" && now.len() == 2 && now[1] == before[0])
        })
        .await?;
        until("the key in the link", async || {
            let link = page.text_of("return location.hash").await?;
            Ok(link.contains("blind=1.0.11.7"))
        })
        .await?;
        page.click_on("#models .re-blind button").await?;
        page.count_becomes("#models .re-blind li", 0).await?;
        until("the first answer", async || {
            Ok(shares(&page, "c").await? == before)
        })
        .await?;
        page.console_is_clean().await
    })
}

/// Moves the slider of a key in the row that is drawn by hand, in several steps as a pointer does.
async fn slide(page: &Page, key: usize, to: &[f64]) -> Outcome {
    page.script(
        "const slider = document.querySelector(`#models .re-slide[data-key='${arguments[0]}'] input`);
         for (const value of arguments[1]) {
             slider.value = value;
             slider.dispatchEvent(new Event('input', { bubbles: true }));
         }
         slider.dispatchEvent(new Event('change', { bubbles: true }));",
        vec![key.into(), to.into()],
    )
    .await?;
    Ok(())
}

#[test]
fn a_row_that_is_drawn_is_what_the_model_goes_on_with() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction&head=1.0&off=1.1").await?;
        let whole = shares(&page, "c").await?;
        page.click_on("#models .re-row summary").await?;
        page.count_becomes("#models .re-slide", 12).await?;
        // k looked at c; now it looks at a.
        slide(&page, 9, &[0.2, 0.6, 1.0]).await?;
        until("another answer", async || {
            let (c, a) = (shares(&page, "c").await?, shares(&page, "a").await?);
            Ok(a.len() == 2 && a[0] > 0.5 && c.len() == 2 && c[0] < 0.1 && c[1] == whole[1])
        })
        .await?;
        until("the row in the link", async || {
            let link = page.text_of("return location.hash").await?;
            Ok(link.contains("drawn=1.0.11:9-10000"))
        })
        .await?;
        let link = page.text_of("return location.hash").await?;
        let sum = "return [...document.querySelectorAll('#models .re-slide input')]
            .reduce((sum, own) => sum + Number(own.dataset.value), 0).toFixed(3)";
        assert_eq!(page.text_of(sum).await?, "1.000");
        // The link alone shows the same.
        let after = shares(&page, "a").await?;
        open(&page, &link.replace("#lesson=models", "")).await?;
        until("the same from the link", async || {
            Ok(shares(&page, "a").await? == after)
        })
        .await?;
        page.click_on("#models .re-row summary").await?;
        page.click_on("#models button[data-control=draw-row]")
            .await?;
        until("the first answer", async || {
            Ok(shares(&page, "c").await?.first() == whole.first())
        })
        .await?;
        // A drag was one step, and giving the row back another.
        page.click_on("#models [data-action=undo]").await?;
        until("the row that was drawn", async || {
            Ok(shares(&page, "a").await? == after)
        })
        .await?;
        page.console_is_clean().await
    })
}

/// A safetensors file of attentions of one layer with two heads over three tokens, as a notebook writes it: one head
/// looks at the token before, the other at the first.
fn notebook() -> Vec<u8> {
    let before: [f32; 9] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.75, 0.25];
    let first: [f32; 9] = [1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.875, 0.125, 0.0];
    let header = r#"{"__metadata__":{"model":"somebody's 70B","tokens":"[\"the\",\" cat\",\" <b>sat\"]"},
        "attentions":{"dtype":"F32","shape":[1,2,3,3],"data_offsets":[0,72]}}"#;
    let numbers = before
        .iter()
        .chain(&first)
        .flat_map(|own| own.to_le_bytes());
    let length = (header.len() as u64).to_le_bytes();
    length
        .into_iter()
        .chain(header.bytes())
        .chain(numbers)
        .collect()
}

#[test]
fn what_a_notebook_has_written_is_seen_and_asked_nothing() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction").await?;
        let file = std::env::temp_dir().join(format!("mine-{}.safetensors", std::process::id()));
        fs::write(&file, notebook()).map_err(Error::io("write"))?;
        page.choose_files("open-files", std::slice::from_ref(&file))
            .await?;
        page.count_becomes("#models .re-thumb[data-head]", 2)
            .await?;
        page.count_becomes("#models [data-token][aria-pressed]", 3)
            .await?;
        page.says("#models .re-card", "somebody's 70B").await?;
        page.says("#models .re-tokens", "␣<b>sat").await?;
        // There is no model that could say, write or change something.
        for gone in [
            ".re-next",
            ".re-lens",
            ".re-swap",
            ".re-row",
            ".re-take",
            "[data-ablate]",
            "[data-control=text]",
            "[data-action=open-head]",
            "[data-control=hide-key]",
            "[data-problem]",
        ] {
            page.count_becomes(&format!("#models {gone}"), 0).await?;
        }
        page.click_on("#models .re-thumb[data-head='0.1']").await?;
        let looks = "return [...document.querySelectorAll('#models table[data-list=looks] td')]
            .map(cell => cell.dataset.place + ':' + cell.dataset.value).join(' ')";
        until("where it looks", async || {
            Ok(page.text_of(looks).await?.starts_with("0:0.875 1:0.125"))
        })
        .await?;
        // One that is broken leaves it there.
        let whole = notebook();
        fs::write(&file, &whole[..whole.len() - 4]).map_err(Error::io("write"))?;
        page.choose_files("open-files", std::slice::from_ref(&file))
            .await?;
        page.element_is_there("#models [data-problem]").await?;
        page.count_becomes("#models .re-thumb[data-head]", 2)
            .await?;
        fs::remove_file(&file).map_err(Error::io("tidy away"))?;
        // And back to a model.
        page.click_on("#models [data-action=own-model]").await?;
        page.count_becomes("#models .re-thumb[data-head]", 16)
            .await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        page.count_becomes("#models [data-problem]", 0).await?;
        page.console_is_clean().await
    })
}

#[test]
fn where_a_head_looks_is_covered_until_it_was_predicted() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction&head=1.0").await?;
        page.element_is_there("#models table[data-list=looks] td")
            .await?;
        page.click_on("#models [data-control=guess]").await?;
        // Causal: all twelve stand before the last.
        page.count_becomes("#models [data-guess]", 12).await?;
        for covered in [
            ".re-map",
            "table[data-list=looks]",
            ".re-why",
            ".re-row",
            "[data-action=open-head]",
        ] {
            page.count_becomes(&format!("#models .re-head {covered}"), 0)
                .await?;
        }
        let told = "return document.querySelector('#models .re-does').textContent
            + (document.querySelector('#models .re-thumb[aria-pressed=true]').dataset.does ?? '')";
        assert_eq!(page.text_of(told).await?, "");
        page.click_on("#models [data-guess='7']").await?;
        page.says("#models [data-guessed]", "Yes: c").await?;
        page.says("#models [data-guessed]", "1 of 1 right").await?;
        page.element_is_there("#models table[data-list=looks] td")
            .await?;
        page.click_on("#models .re-guess button.primary").await?;
        page.count_becomes("#models [data-guess]", 12).await?;
        page.count_becomes("#models .re-thumb[data-head='1.0'][aria-pressed=true]", 0)
            .await?;
        // Another head by hand, and nothing is asked any more.
        page.click_on("#models .re-thumb[data-head='1.0']").await?;
        page.count_becomes("#models [data-guess]", 0).await?;
        page.element_is_there("#models table[data-list=looks] td")
            .await?;
        // The sliders of a row stand where its weights are, also when they come back.
        page.click_on("#models .re-row summary").await?;
        let slider = "return document.querySelector(`#models .re-slide[data-key='7'] input`).value";
        until("the slider at its weight", async || {
            Ok(page
                .text_of(slider)
                .await?
                .parse::<f64>()
                .is_ok_and(|own| own > 0.4 && own != 0.5))
        })
        .await?;
        page.console_is_clean().await
    })
}

/// The share of a cell of the map of two texts; empty while it is not known.
async fn swap_share(page: &Page, at: &str) -> Result<f64, Error> {
    let script = format!(
        "return document.querySelector(`#models td [data-swap='{at}']`)?.dataset.value ?? ''"
    );
    Ok(page.text_of(&script).await?.parse().unwrap_or(f64::NAN))
}

#[test]
fn two_texts_show_where_their_difference_is_carried() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&preset=swap").await?;
        let known = "return document.querySelectorAll('#models table[data-matrix=swaps] [data-value]:not([data-value=\"\"])').length + ''";
        until("the whole map", async || {
            Ok(page.text_of(known).await? == (5 * 21).to_string())
        })
        .await?;
        for (at, least, most) in [
            ("1.6", 0.9, 1.2),
            ("1.26", -0.1, 0.1),
            ("2.6", -0.1, 0.1),
            ("2.26", 0.9, 1.2),
        ] {
            let share = swap_share(&page, at).await?;
            assert!((least..most).contains(&share), "{at}: {share}");
        }
        // A click does what the cell says.
        page.click_on("#models td [data-swap='1.6']").await?;
        page.element_is_there("#models td [data-swap='1.6'][aria-pressed=true]")
            .await?;
        until("the other text's answer", async || {
            let r = shares(&page, "r").await?;
            Ok(r.len() == 2 && r[0] > 0.5 && r[1] < 0.1)
        })
        .await?;
        until("the cell in the link", async || {
            let link = page.text_of("return location.hash").await?;
            Ok(link.contains("swap=1.6"))
        })
        .await?;
        page.click_on("#models .re-swap li [data-control=swap]")
            .await?;
        page.count_becomes("#models .re-swap li", 0).await?;
        // What cannot be compared says why, and the model's reading stays.
        let type_other = async |text: &str| {
            page.script(
                "const field = document.querySelector('#models [data-control=other-text]');
                 field.value = arguments[0];
                 field.dispatchEvent(new Event('input', { bubbles: true }));",
                vec![text.into()],
            )
            .await
        };
        type_other("The D").await?;
        page.says("#models [data-swap-answers]", "need the same number")
            .await?;
        page.count_becomes("#models table[data-matrix=swaps]", 0)
            .await?;
        type_other("").await?;
        until("nothing to be said", async || {
            let said = "return document.querySelector('#models [data-swap-answers]').textContent";
            Ok(page.text_of(said).await?.is_empty())
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
