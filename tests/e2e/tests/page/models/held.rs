//! Weights as whole numbers of eight bits.

use e2e::{Outcome, on_blank_page, until};

use super::{LIKELIEST, open, shares};

const HELD: &str = "return document.querySelector('#models [data-lid=weights]')?.textContent ?? ''";

#[test]
fn weights_are_held_as_whole_numbers_and_what_that_loses_is_said() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=induction&head=1.0").await?;
        let before = shares(&page, "c").await?;
        let likeliest = page.text_of(LIKELIEST).await?;
        assert!(page.text_of(HELD).await?.contains("f32"));
        page.click_on("#models [data-lid=weights] > summary")
            .await?;
        page.click_on("#models [data-control=int8]").await?;
        until("what was lost", async || {
            let said = page.text_of(HELD).await?;
            let link = page.text_of("return location.hash").await?;
            Ok(said.contains("int8,")
                && said.contains("KL divergence")
                && link.contains("weights=int8"))
        })
        .await?;
        until("another answer", async || {
            Ok(shares(&page, "c").await? != before)
        })
        .await?;
        assert_eq!(page.text_of(LIKELIEST).await?, likeliest);
        // One step back.
        page.click_on("#models [data-action=undo]").await?;
        until("the first answer", async || {
            Ok(shares(&page, "c").await? == before && page.text_of(HELD).await?.contains("f32,"))
        })
        .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_link_says_how_weights_are_held() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "&model=reader&weights=int8").await?;
        let said = page.text_of(HELD).await?;
        assert!(said.contains("int8,") && !said.contains("KL"), "{said}");
        page.console_is_clean().await
    })
}
