//! A link that cannot be shown says so in the figure's place, and the rest of the page lives.

use e2e::{Outcome, Page, on_blank_page};

use super::{follow, open};

async fn refuses(page: &Page, fragment: &str, part: &str) -> Outcome {
    page.load(fragment).await?;
    page.says("main .refused [data-problem]", part).await?;
    assert_eq!(page.count("#figure").await?, 0, "{part}: no figure");
    page.console_is_clean().await
}

#[test]
fn a_link_that_cannot_be_shown_says_so_in_the_figures_place() -> Outcome {
    on_blank_page(async |page| {
        let megabyte = format!("embed&q={}", "1,".repeat(500_000));
        for (fragment, part) in [
            ("embed&lesson=chess", "“lesson=chess”"),
            ("embed&preset=dog", "“preset=dog”"),
            ("embed&lesson=flash&preset=dog", "“preset=dog”"),
            ("embed&lock=mask,masc", "a control “masc”"),
            ("embed&lesson=cost&hide=mask", "a control “mask”"),
            (
                "lock=%3Cimg%20src=x%20onerror=window.hacked=1%3E",
                "which the lesson “Step through attention”",
            ),
            ("embed&steps=weights..scores", "the steps “weights..scores”"),
            (
                "embed&lesson=training&steps=scores",
                "“Train a transformer” has no stages",
            ),
            ("embed&preset=worked&q=1,0;0,", "“q=1,0;0,”"),
            (&*megabyte, "1000008 bytes long"),
        ] {
            refuses(&page, fragment, part).await?;
            assert!(page.holds("return !('hacked' in window)").await?);
        }
        Ok(())
    })
}

#[test]
fn no_worker_is_begun_for_a_link_that_cannot_be_shown() -> Outcome {
    on_blank_page(async |page| {
        refuses(&page, "embed&lesson=training&lock=mask", "a control “mask”").await?;
        // Its lesson is fetched while the link is read; what the lesson would begin is not.
        let workers = "return performance.getEntriesByType('resource')
            .filter(entry => /worker|models\\//.test(entry.name)).length === 0";
        assert!(page.holds(workers).await?);
        Ok(())
    })
}

#[test]
fn a_good_link_after_a_bad_one_is_shown() -> Outcome {
    on_blank_page(async |page| {
        refuses(&page, "embed&lock=masc", "a control “masc”").await?;
        follow(&page, "embed&lock=mask&preset=worked").await?;
        page.element_is_there("[data-control=mask][data-locked]")
            .await?;
        assert_eq!(page.count(".refused").await?, 0);
        // And on the site, the menu leads to every lesson.
        refuses(&page, "lock=masc", "a control “masc”").await?;
        page.go_to_lesson("flash").await?;
        page.element_is_there("#flash [data-action=next]").await
    })
}

#[test]
fn on_the_site_a_bad_frame_that_is_followed_loses_nothing() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "stepper", "preset=worked").await?;
        page.choose("mask", "causal").await?;
        follow(&page, "preset=cat&lock=masc").await?;
        page.says("[data-problem]", "a control “masc”").await?;
        assert_eq!(page.matrix("q").await?, crate::worked_q());
        assert!(page.settled_fragment().await?.contains("mask=causal"));
        Ok(())
    })
}
