//! What follows a finger: arrows, a chosen number, the mask, words, hands of clocks, sliders. The page stands meanwhile.

use e2e::{Error, Input, Outcome, Page, until};

use super::{Q00, on_a_phone, once};
use crate::worked_q;

const Q10: Input = Input("q", 1, 0);

/// Draws a finger over something that follows it: the page has it to its end, and stands still.
async fn draw(page: &Page, selector: &str, dx: i64, dy: i64) -> Outcome {
    match page.swipe(selector, dx, dy).await? {
        true => Ok(()),
        false => Err(Error::Page(format!(
            "{selector} does not hold a finger: the page scrolls"
        ))),
    }
}

/// How wide an element is, in whole pixels.
async fn width(page: &Page, selector: &str) -> Result<i64, Error> {
    let script =
        format!("return document.querySelector('{selector}').getBoundingClientRect().width");
    Ok(page.number_of(&script).await? as i64)
}

#[test]
fn the_query_of_the_walk_is_turned_by_its_ring_while_the_page_stands() -> Outcome {
    on_a_phone(async |page| {
        page.open("level=walk&stage=scores").await?;
        page.element_is_there("[data-beat=match] .g-plane .g-hold")
            .await?;
        // One row of Q is shown.
        let before = page.shown(Q10).await?;
        draw(&page, ".g-hold", 50, 0).await?;
        until("the query to turn", async || {
            Ok(page.shown(Q10).await? != before)
        })
        .await?;
        let link = page.settled_fragment().await?;
        assert!(link.contains("q="), "{link}");
        page.console_is_clean().await
    })
}

#[test]
fn an_arrow_goes_where_a_finger_draws_it_and_the_page_stands() -> Outcome {
    on_a_phone(async |page| {
        page.open("lesson=geometry&preset=dictionary&stage=dot")
            .await?;
        page.element_is_there("#geometry .geo-keys svg").await?;
        let (k, link) = (page.matrix("k").await?, page.settled_fragment().await?);
        // The first tip is that of q, at (1.2, 0.9): to the left and up.
        draw(&page, ".geo-keys .geo-tip", -40, -40).await?;
        let moved = |q: &[Vec<f64>]| q[0][0] < 1.1 && q[0][1] > 1.0;
        let q = page.matrix_once("q", "to the left and up", moved).await?;
        assert_eq!(page.matrix("k").await?, k, "no other arrow moves");
        let now = page.settled_fragment().await?;
        let entry = format!("q={},{}", q[0][0], q[0][1]);
        assert!(now != link && now.contains(&entry), "{now} has no {entry}");
        page.console_is_clean().await
    })
}

#[test]
fn a_typed_number_follows_a_finger_sideways_only_once_its_cell_is_chosen() -> Outcome {
    on_a_phone(async |page| {
        page.open("preset=worked&stage=scores").await?;
        let cell = Q00.selector();
        page.swipe(&cell, 40, 0).await?;
        assert_eq!(page.matrix("q").await?, worked_q(), "not chosen yet");
        page.tap(&cell).await?;
        let chosen = "return document.activeElement.matches('input[data-matrix=q]')";
        once(&page, chosen).await?;
        assert_eq!(page.matrix("q").await?, worked_q(), "chosen");
        draw(&page, &cell, 40, 0).await?;
        let scrubbed = |q: &[Vec<f64>]| (q[0][0] - 2.0).abs() < 0.21;
        page.matrix_once("q", "ten steps more", scrubbed).await?;
        // All of it is one step of undo.
        page.press_with(e2e::Key::Control, 'z').await?;
        page.matrix_once("q", "as before", |q| q == worked_q())
            .await?;
        page.console_is_clean().await
    })
}

/// The browser would send all of a finger's way to the cell where it came down.
#[test]
fn a_finger_paints_every_cell_of_the_mask_that_it_is_drawn_over() -> Outcome {
    on_a_phone(async |page| {
        page.open("preset=worked&mask=causal&stage=mask").await?;
        let cell = "table[data-matrix=mask] td[data-row=\"2\"][data-col=\"0\"]";
        page.element_is_there(cell).await?;
        let two = 2 * width(&page, cell).await?;
        draw(&page, cell, two, 0).await?;
        let hidden = |mask: &[Vec<f64>]| mask[2].iter().all(|own| *own == f64::NEG_INFINITY);
        page.matrix_once("mask", "hidden in the last row", hidden)
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_word_is_drawn_to_another_place_and_a_hand_of_the_clocks_along_its_line() -> Outcome {
    on_a_phone(async |page| {
        page.open("lesson=positions&preset=bites&order=0,1,2")
            .await?;
        page.element_is_there("#pos-chip-2").await?;
        let row = width(&page, "#positions .pos-chips").await?;
        draw(&page, "#pos-chip-0", row * 2 / 3, 0).await?;
        until("the first word to be the last", async || {
            Ok(page.texts("#positions .pos-chip").await? == ["bites", "man", "dog"])
        })
        .await?;
        assert!(page.settled_fragment().await?.contains("order="));
        page.open("lesson=positions&preset=clocks&stage=rope")
            .await?;
        let distance = "#positions [data-distance]";
        page.element_is_there(distance).await?;
        let before = page.texts(distance).await?;
        draw(&page, "#positions .pos-hand.query", 60, 0).await?;
        until("another distance", async || {
            Ok(page.texts(distance).await? != before)
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn sliders_go_where_they_are_tapped_and_follow_a_finger() -> Outcome {
    on_a_phone(async |page| {
        page.open("lesson=scale&stage=spread&scores=1000").await?;
        let slider = "#scale [data-control=width]";
        page.element_is_there(slider).await?;
        // Eleven widths, and the sixth in the middle.
        page.tap(slider).await?;
        page.says("#scale .scale-width b", "32").await?;
        draw(&page, slider, 40, 0).await?;
        let wider = "return +document.querySelector('#scale .scale-width b').textContent > 32";
        once(&page, wider).await?;
        page.load("lesson=flash&preset=cat").await?;
        let bar = "#flash [data-control=scrub]";
        page.element_is_there(bar).await?;
        let place = "return document.querySelector('#flash [data-control=scrub]').value";
        let before = page.text_of(place).await?;
        page.tap(bar).await?;
        until("another place of the walk", async || {
            Ok(page.text_of(place).await? != before)
        })
        .await?;
        page.console_is_clean().await
    })
}
