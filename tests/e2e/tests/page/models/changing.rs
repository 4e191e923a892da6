//! What is changed in a model: keys hidden, rows drawn by hand, streams of a second text; and what is predicted before it is
//! seen.

use e2e::{Error, Outcome, Page, on_blank_page, until};

use super::{open, shares};

/// What is said of how the stepper opens the head.
const OPENS: &str = "#models [data-action=open-head] + .caption-line";

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
        page.says(OPENS, "no key is hidden").await?;
        page.click_on("#models .re-blind button").await?;
        page.count_becomes("#models .re-blind li", 0).await?;
        until("nothing to be said of the stepper", async || {
            Ok(page.texts(OPENS).await?.concat().is_empty())
        })
        .await?;
        until("the first answer", async || {
            Ok(shares(&page, "c").await? == before)
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_head_that_was_taken_out_is_put_back_by_the_keys_of_undo() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction&head=1.0").await?;
        let before = shares(&page, "c").await?;
        // All ten that could come next are one stop for Tab, with arrows and End between them.
        page.send_keys_to("#models tr:first-child [data-follow]", "\u{e010}")
            .await?;
        page.element_is_there("#models tr:last-child [data-follow][tabindex='0']:focus")
            .await?;
        page.count_becomes("#models [data-follow][tabindex='0']", 1)
            .await?;
        page.click_on("#models .re-out [data-ablate=zero]").await?;
        page.element_is_there("#models .re-out [data-ablate=zero][aria-pressed=true]")
            .await?;
        page.press_with(e2e::Key::Control, 'z').await?;
        page.element_is_there("#models .re-out [data-ablate=none][aria-pressed=true]")
            .await?;
        until("the first answer", async || {
            Ok(shares(&page, "c").await? == before)
        })
        .await?;
        page.press_with(e2e::Key::Control, 'y').await?;
        page.element_is_there("#models .re-out [data-ablate=zero][aria-pressed=true]")
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
        page.says("#models .re-why", "drawn by hand").await?;
        page.says(OPENS, "no row is drawn").await?;
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
        until("one to go on from there", async || {
            page.holds("return document.activeElement.matches('[data-guessed]')")
                .await
        })
        .await?;
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
        // What an answer was worth is said of its token alone.
        page.click_on("#models [data-control=guess]").await?;
        page.click_on("#models [data-guess='7']").await?;
        page.says("#models [data-guessed]", "2 of ").await?;
        page.click_on("#models [data-token='5']").await?;
        page.count_becomes("#models [data-guessed]", 0).await?;
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
