//! The fragment restores what it was made from, and survives everything else.

use e2e::{Error, Input, Outcome, on_blank_page};

use crate::computed;

#[test]
fn a_link_restores_the_numbers_in_another_browser() -> Outcome {
    let (sender, receiver) = std::sync::mpsc::channel();
    on_blank_page(async move |page| {
        page.open("preset=worked").await?;
        page.choose("mask", "causal").await?;
        page.enter(Input("q", 2, 1), "0.3333333").await?;
        page.matrix_once("q", "the number typed", |q| {
            (q[2][1] - 0.333_333_3).abs() < 1e-6
        })
        .await?;
        page.click_and_wait("next").await?;
        let fragment = page.settled_fragment().await?;
        let sent = sender.send((fragment, computed(&page).await?, page.stage().await?));
        sent.map_err(|_| Error::Page("nobody waits for the link".into()))
    })?;
    let nothing = |_| Error::Page("the first browser left no link".into());
    let (fragment, numbers, stage) = receiver.recv().map_err(nothing)?;
    on_blank_page(async move |page| {
        page.open(&fragment).await?;
        assert_eq!(computed(&page).await?, numbers, "opened from #{fragment}");
        assert_eq!(page.stage().await?, stage);
        page.console_is_clean().await
    })
}

/// Links that are broken, cut off, from the future, too big or malicious.
fn hostile() -> Vec<String> {
    let many_tokens = format!("t={}", vec!["a"; 50_000].join(","));
    let megabyte = format!("q={}", "1,".repeat(500_000));
    [
        "preset=<script>window.hacked=1</script>",
        "preset=%3Cimg%20src=x%20onerror=window.hacked=1%3E",
        "ver=99&preset=worked",
        "ver=1&t=the,cat,sat&q=1,0;0,",
        "ver=1&t=a,b&q=1,0;0,1&k=1,0;0,1&v=NaN,0;0,1",
        "t=1000000000&q=1000000000",
        "preset=worked&q=1e999,0;0,1;1,1",
        "preset=worked&stage=%FF%FE",
        "preset=%",
        &many_tokens,
        &megabyte,
    ]
    .map(str::to_owned)
    .into()
}

#[test]
fn a_hostile_link_is_explained_and_the_page_stays_alive() -> Outcome {
    on_blank_page(async |page| {
        for fragment in hostile() {
            let start: String = fragment.chars().take(60).collect();
            page.open(&fragment)
                .await
                .map_err(|error| Error::Page(format!("#{start}: {error}")))?;
            page.says_a_problem(&start).await?;
            assert!(
                page.holds("return !('hacked' in window)").await?,
                "#{start} ran its script"
            );
            // Who has nothing left of the link begins as a newcomer does, at the walk.
            page.click("next").await?;
            page.element_is_there(
                "[data-beat=match], #stepper table[data-matrix=weights] td[data-value]",
            )
            .await?;
            page.console_is_clean().await?;
        }
        Ok(())
    })
}

/// On a phone and in a low window the step would be brought into view.
#[test]
fn what_is_wrong_with_a_link_is_in_view() -> Outcome {
    on_blank_page(async |page| {
        for (width, height) in [(390, 844), (1366, 600)] {
            page.resize(width, height).await?;
            for link in [
                "preset=cat&level=queries&stage=wieghts",
                "preset=katze&level=queries",
            ] {
                page.open(link).await?;
                page.element_is_there(":root[data-level=queries] .notice [data-problem]")
                    .await?;
                // Longer than anything comes late.
                tokio::time::sleep(std::time::Duration::from_secs(2)).await;
                let seen = "const own = document.querySelector('.notice [data-problem]').getBoundingClientRect();
                    return own.top >= 0 && own.bottom <= innerHeight";
                assert!(page.holds(seen).await?, "{link} at {width}x{height}");
            }
        }
        page.console_is_clean().await
    })
}

#[test]
fn a_lesson_that_there_is_not_is_told_from_all_that_there_are() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometri").await?;
        page.says(".notice [data-problem]", "Did you mean “geometry”?")
            .await?;
        page.says(".notice [data-problem]", "positions").await?;
        page.open("level=querys").await?;
        page.says(".notice [data-problem]", "Did you mean “queries”?")
            .await
    })
}

#[test]
fn markup_in_a_token_is_shown_as_text() -> Outcome {
    on_blank_page(async |page| {
        let token = "%3Cimg%20src%3Dx%20onerror%3D%22window.hacked%3D1%22%3E";
        page.open(&format!("preset=worked&t={token},b,c")).await?;
        assert!(page.holds("return !('hacked' in window)").await?);
        assert_eq!(page.count("img[src=x]").await?, 0);
        page.console_is_clean().await
    })
}
