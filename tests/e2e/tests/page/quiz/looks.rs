//! How the panel looks.

use e2e::{Outcome, Scheme, on_blank_page};

use super::type_answer;

#[test]
fn axe_finds_nothing_serious() -> Outcome {
    on_blank_page(async |page| {
        for scheme in [Scheme::Light, Scheme::Dark] {
            page.prefer(scheme).await?;
            for fragment in [
                "preset=cat&stage=weights&ask=weights.1&predict=scores",
                "preset=cat&ask=scores.1.2",
            ] {
                page.open(fragment).await?;
                page.element_is_there("[data-action=check]").await?;
                let before = page.accessibility_faults().await?;
                assert!(
                    before.is_empty(),
                    "{fragment}, {}: {before:#?}",
                    scheme.name()
                );
                if fragment.contains("scores.1.2") {
                    type_answer(&page, "0.5").await?;
                } else {
                    page.drag("[data-bar='0']", 2).await?;
                    page.click_on("[data-action=divide]").await?;
                    page.click_on("[data-action=check]").await?;
                }
                page.element_is_there("[data-quiz-verdict]").await?;
                let after = page.accessibility_faults().await?;
                assert!(
                    after.is_empty(),
                    "{fragment} answered, {}: {after:#?}",
                    scheme.name()
                );
            }
        }
        Ok(())
    })
}

#[test]
fn pictures_are_taken() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=cat&stage=weights&ask=weights.1&predict=scores")
            .await?;
        for scheme in [Scheme::Light, Scheme::Dark] {
            for width in [1440, 390] {
                page.picture("quiz", scheme, width).await?;
                page.fits(&format!("a question at {width} px")).await?;
            }
        }
        Ok(())
    })
}
