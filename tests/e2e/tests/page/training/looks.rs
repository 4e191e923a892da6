//! The lesson in light and dark, on a desk and in a hand.

use e2e::{Error, Outcome, Page, Scheme, on_training};

/// A state of the lesson.
async fn show(page: &Page, panel: &str) -> Outcome {
    page.click_on(&format!("[data-panel={panel}]")).await?;
    match panel {
        "write" => {
            page.press_button("write-start").await?;
            page.element_is_there("[data-candidates] tr[data-rank]")
                .await
        }
        "block" => {
            page.element_is_there("[data-view=block] td[data-part][data-value]")
                .await
        }
        _ => page.element_is_there("[data-token]").await,
    }
}

/// What is wrong with the page as it stands: serious faults, and what sticks out.
async fn faults(page: &Page, what: &str) -> Result<Vec<String>, Error> {
    let mut found = page.accessibility_faults().await?;
    found.extend(page.fits(what).await.err().map(|error| error.to_string()));
    Ok(found
        .into_iter()
        .map(|fault| format!("{what}: {fault}"))
        .collect())
}

/// No serious fault, and nothing sticks out, in any panel.
async fn is_fit(page: &Page, scheme: Scheme, width: u32) -> Outcome {
    page.prefer(scheme).await?;
    page.resize(width, 900).await?;
    page.click_on("#training .settings > summary").await?;
    let mut found = Vec::new();
    for panel in ["head", "write", "block"] {
        show(page, panel).await?;
        let what = format!("{panel}, {}, {width} px", scheme.name());
        found.extend(faults(page, &what).await?);
        page.picture(&format!("training-{panel}"), scheme, width)
            .await?;
    }
    assert!(found.is_empty(), "{found:#?}");
    Ok(())
}

#[test]
fn the_lesson_is_fit_in_light() -> Outcome {
    on_training("", async |page| is_fit(&page, Scheme::Light, 1440).await)
}

#[test]
fn the_lesson_is_fit_in_dark() -> Outcome {
    on_training("", async |page| is_fit(&page, Scheme::Dark, 1440).await)
}

#[test]
fn the_lesson_is_fit_on_a_phone_in_light() -> Outcome {
    on_training("", async |page| is_fit(&page, Scheme::Light, 390).await)
}

#[test]
fn the_lesson_is_fit_on_a_phone_in_dark() -> Outcome {
    on_training("model=pronoun", async |page| {
        page.prefer(Scheme::Dark).await?;
        page.resize(390, 844).await?;
        let mut found = Vec::new();
        for panel in ["head", "block"] {
            page.click_on(&format!("[data-panel={panel}]")).await?;
            found.extend(faults(&page, panel).await?);
        }
        assert!(found.is_empty(), "{found:#?}");
        Ok(())
    })
}

#[test]
fn two_runs_and_a_refusal_are_fit() -> Outcome {
    on_training("", async |page| {
        page.click_on("[data-experiment=unmasked]").await?;
        page.count_becomes("[data-standing]", 2).await?;
        page.fill("text", "a 7up").await?;
        page.says_a_problem("7").await?;
        let mut found = Vec::new();
        for width in [360, 390, 768, 1440] {
            page.resize(width, 900).await?;
            found.extend(faults(&page, &format!("two runs, {width} px")).await?);
        }
        assert!(found.is_empty(), "{found:#?}");
        Ok(())
    })
}
