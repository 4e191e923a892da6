//! One token's way through the model: every number says how it comes about.

use e2e::{Error, Outcome, Page, on_training, until};

/// A cell's number, what the arithmetic comes to, and what is said in full.
const EXPLAINED: &str = r#"
    const cell = document.querySelector(arguments[0]);
    const words = document.querySelector('#way-arithmetic').textContent;
    const number = text => Number(text.replace("−", "-").replace(/[^-\d.e∞]/g, "").replace("∞", "Infinity"));
    return [+cell.dataset.value, number(words.split(/[=≈]/).at(-1)), words,
        document.querySelector("[data-explained] .state").textContent];"#;

/// Clicks a number, and compares it with the result of its arithmetic.
async fn adds_up(page: &Page, selector: &str) -> Outcome {
    let before = page.texts("#way-arithmetic").await?;
    page.click_on(selector).await?;
    page.element_is_there(&format!("{selector}.explained"))
        .await?;
    until(&format!("the arithmetic of {selector}"), async || {
        let now = page.texts("#way-arithmetic").await?;
        Ok(now != before && !now.concat().is_empty())
    })
    .await?;
    let found = page.script(EXPLAINED, vec![selector.into()]).await?;
    let (Some(value), Some(result)) = (found[0].as_f64(), found[1].as_f64()) else {
        return Err(Error::Page(format!("{selector}: {found}")));
    };
    assert!((value - result).abs() <= 0.0051, "{selector}: {found}");
    let full = page
        .attribute(selector, "data-value")
        .await?
        .unwrap_or_default();
    assert!(
        found[3].as_str().unwrap_or_default().contains(&full),
        "{selector}: {found}"
    );
    Ok(())
}

#[test]
fn the_arithmetic_of_a_number_comes_to_that_number() -> Outcome {
    on_training("", async |page| {
        page.click_on("[data-panel=block]").await?;
        page.click_on("[data-view=block] .queries [data-place=\"5\"]")
            .await?;
        page.element_is_there("[data-view=block] td[data-part=query][data-value]")
            .await?;
        let head = r#"[data-layer="0"][data-head="0"]"#;
        for (part, place, col) in [
            ("norm-before", r#"[data-layer="0"]"#, 2),
            ("query", head, 1),
            ("scores", head, 3),
            ("weights", head, 2),
            ("head-output", head, 4),
            ("after-attention", r#"[data-layer="0"]"#, 7),
            ("logits", "", 2),
            ("probabilities", "", 2),
        ] {
            let cell = format!(r#".station td[data-part="{part}"]{place}[data-col="{col}"]"#);
            adds_up(&page, &cell)
                .await
                .map_err(|error| Error::Page(format!("{part}: {error}")))?;
        }
        page.console_is_clean().await
    })
}

/// The row of weights on the way is the row of the head's table.
#[test]
fn the_way_shows_the_head_s_weights() -> Outcome {
    on_training("head=1.1", async |page| {
        let row = page.seen_weights().await?.remove(6);
        page.click_on("[data-panel=block]").await?;
        page.click_on("[data-view=block] .queries [data-place=\"6\"]")
            .await?;
        page.click_on("[data-fold=layer-1] > summary").await?;
        let script = r#"return [...document.querySelectorAll('.station td[data-part="weights"][data-layer="1"][data-head="1"]')]
            .map(cell => +cell.dataset.value)"#;
        until("the row of weights", async || {
            let found = page.script(script, vec![]).await?;
            let values: Vec<f64> = found
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|v| v.as_f64())
                .collect();
            Ok(values == row)
        })
        .await
    })
}
