//! A link that leaves stages out.

use e2e::{Outcome, on_blank_page};

use super::open;

#[test]
fn nothing_leads_out_of_the_steps() -> Outcome {
    on_blank_page(async |page| {
        open(
            &page,
            "stepper",
            "preset=worked&stage=output&steps=scaled..masked",
        )
        .await?;
        page.at_stage("masked").await?;
        let over = async |action: &str| {
            let button = format!("[data-action=\"{action}\"]");
            page.attribute(&button, "aria-disabled").await
        };
        assert_eq!(over("next").await?.as_deref(), Some("true"));
        assert_eq!(over("back").await?, None);
        page.click("next").await?;
        page.at_stage("masked").await?;
        page.click_and_wait("back").await?;
        page.click_and_wait("back").await?;
        page.at_stage("scaled").await?;
        assert_eq!(over("back").await?.as_deref(), Some("true"));
        assert_eq!(over("next").await?, None);
        page.click("back").await?;
        page.at_stage("scaled").await?;
        page.slide("scrub", 9).await?;
        page.at_stage("masked").await?;
        page.click("reset").await?;
        page.at_stage("scaled").await?;
        let chips = "return [...document.querySelectorAll('[data-goto]')].map(e => e.dataset.goto).join(' ')";
        assert_eq!(page.text_of(chips).await?, "scaled mask masked");
        page.choose("preset", "causal").await?;
        page.click_and_wait("next").await?;
        page.console_is_clean().await
    })
}
