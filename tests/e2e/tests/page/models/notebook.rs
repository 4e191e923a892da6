//! What a notebook has written down.

use std::fs;

use e2e::{Error, Outcome, on_blank_page, until};

use super::open;

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
