//! axe-core finds nothing serious, and the keyboard reaches what it has to.

use e2e::{Outcome, Page, Scheme, on_blank_page, on_page};

async fn no_faults(page: &Page, scheme: Scheme, width: u32) -> Outcome {
    page.prefer(scheme).await?;
    page.resize(width, 900).await?;
    page.click("reset").await?;
    for _ in 0..12 {
        let stage = page.stage().await?;
        let faults = page.accessibility_faults().await?;
        assert!(
            faults.is_empty(),
            "{stage}, {}, {width} px: {faults:#?}",
            scheme.name()
        );
        if stage == "output" {
            break;
        }
        page.click_and_wait("next").await?;
    }
    Ok(())
}

#[test]
fn axe_finds_nothing_serious_in_light() -> Outcome {
    on_page(async |page| no_faults(&page, Scheme::Light, 1440).await)
}

#[test]
fn axe_finds_nothing_serious_in_dark() -> Outcome {
    on_page(async |page| no_faults(&page, Scheme::Dark, 1440).await)
}

#[test]
fn axe_finds_nothing_serious_on_a_phone() -> Outcome {
    on_page(async |page| no_faults(&page, Scheme::Light, 390).await)
}

#[test]
fn tab_reaches_an_input_cell() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        for _ in 0..60 {
            page.press_tab().await?;
            if page
                .holds("return document.activeElement.matches('input[data-matrix]')")
                .await?
            {
                return Ok(());
            }
        }
        Err(e2e::Error::Page(
            "60 times Tab reached no input cell".into(),
        ))
    })
}

#[test]
fn the_skip_link_leads_to_the_figure_and_the_focus_is_seen_there() -> Outcome {
    on_blank_page(async |page| {
        for lesson in ["scale", "heads", "mlp", "positions", "geometry", "backward"] {
            page.load(&format!("lesson={lesson}")).await?;
            let figure = format!("#{lesson} [data-figure]");
            page.element_is_there(&figure).await?;
            page.send_keys_to(".skip", &char::from(e2e::Key::Enter).to_string())
                .await?;
            let seen = format!(
                "const own = document.activeElement;
                return own.matches('{figure}') && getComputedStyle(own).outlineStyle !== 'none'"
            );
            assert!(page.holds(&seen).await?, "{lesson}");
        }
        Ok(())
    })
}

#[test]
fn the_second_skip_link_leads_past_the_figure() -> Outcome {
    on_blank_page(async |page| {
        let places = [
            ("geometry", "[data-action=next]"),
            ("training", "[data-onward]"),
            ("models", "[data-onward]"),
        ];
        for (lesson, place) in places {
            page.load(&format!("lesson={lesson}")).await?;
            let place = format!("#{lesson} {place}");
            page.element_is_there(&place).await?;
            page.send_keys_to(".skip + .skip", &char::from(e2e::Key::Enter).to_string())
                .await?;
            let there = format!("return document.activeElement.matches('{place}')");
            assert!(page.holds(&there).await?, "{lesson}");
        }
        Ok(())
    })
}
