//! The page fits every width.

use e2e::{Outcome, Scheme, on_blank_page, on_page};

/// Phones, tablet, desktop.
const WIDTHS: [u32; 4] = [360, 390, 768, 1440];

#[test]
fn nothing_makes_the_page_scroll_sideways() -> Outcome {
    on_blank_page(async |page| {
        for preset in ["worked", "animal", "cross"] {
            page.open(&format!("preset={preset}")).await?;
            for width in WIDTHS {
                page.resize(width, 800).await?;
                page.fits(&format!("{preset} at {width} px")).await?;
            }
        }
        Ok(())
    })
}

#[test]
fn no_stage_makes_a_phone_scroll_sideways() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=animal").await?;
        page.resize(360, 800).await?;
        page.click("reset").await?;
        for _ in 0..12 {
            let stage = page.stage().await?;
            page.fits(&format!("{stage} at 360 px")).await?;
            if stage == "output" {
                break;
            }
            page.click_and_wait("next").await?;
        }
        Ok(())
    })
}

#[test]
fn what_is_set_on_a_phone_is_behind_a_button() -> Outcome {
    on_blank_page(async |page| {
        page.resize(390, 844).await?;
        page.open("level=explore").await?;
        page.element_is_there(".set-fold").await?;
        let shown = "return [...document.querySelectorAll('.stepper .choosers select')]
            .filter(own => own.checkVisibility()).map(own => own.dataset.control).join()";
        assert_eq!(page.text_of(shown).await?, "preset");
        page.click_on(".set-fold > button").await?;
        let all = "preset,source,kind,mask,scale,mode,digits";
        assert_eq!(page.text_of(shown).await?, all);
        page.fits("all that can be set at 390 px").await
    })
}

#[test]
fn pictures_are_taken() -> Outcome {
    on_page(async |page| {
        for scheme in [Scheme::Light, Scheme::Dark] {
            for width in [1440, 390] {
                page.picture("opening", scheme, width).await?;
            }
        }
        page.open("preset=worked&stage=weights").await?;
        for scheme in [Scheme::Light, Scheme::Dark] {
            for width in [1440, 390] {
                page.picture("weights", scheme, width).await?;
            }
        }
        Ok(())
    })
}
