//! Links that are broken, malicious or from nowhere, and what is typed.

use e2e::{Error, Outcome, on_blank_page};

/// Links that cannot be what they say; each has to be explained.
fn hostile() -> Vec<String> {
    let long = format!("methods={}", "a.".repeat(200_000));
    [
        "d=0",
        "d=65",
        "d=99999999999999999999",
        "to=1048576",
        "to=-1",
        "window=0",
        "window=NaN",
        "budget=0",
        "budget=999999999",
        "methods=<script>window.hacked=1</script>",
        "show=%00",
        "at=fused.63",
        "causal=perhaps",
        "seed=-1",
        &long,
    ]
    .map(str::to_owned)
    .into()
}

#[test]
fn a_hostile_link_is_explained_and_the_lesson_stays_alive() -> Outcome {
    on_blank_page(async |page| {
        for fragment in hostile() {
            let start: String = fragment.chars().take(60).collect();
            let within = |error| Error::Page(format!("#{start}: {error}"));
            page.open_cost(&fragment).await.map_err(within)?;
            page.says_a_problem(&start).await.map_err(within)?;
            assert!(page.holds("return !('hacked' in window)").await?);
            page.choose("to", "64").await.map_err(within)?;
            page.count_becomes("#cost [data-problem]", 0).await?;
            page.press_cost("measure").await?;
            page.measuring_is("done").await.map_err(within)?;
            page.console_is_clean().await.map_err(within)?;
        }
        Ok(())
    })
}

#[test]
fn a_broken_link_pasted_over_measurements_leaves_them() -> Outcome {
    on_blank_page(async |page| {
        page.open_cost("to=64&d=16").await?;
        page.press_cost("measure").await?;
        page.measuring_is("done").await?;
        let before = page.cost_measured().await?;
        page.script("location.hash = 'lesson=cost&d=63'", vec![])
            .await?;
        page.says_a_problem("d=63").await?;
        assert_eq!(page.cost_measured().await?, before);
        page.console_is_clean().await
    })
}

#[test]
fn what_is_typed_and_cannot_be_is_said_and_changes_nothing() -> Outcome {
    on_blank_page(async |page| {
        page.open_cost("to=64").await?;
        for text in ["0", "-3", "99999", "1e9"] {
            page.set_cost("window", text).await?;
            page.says_a_problem(text).await?;
        }
        page.set_cost("window", "32").await?;
        page.count_becomes("#cost [data-problem]", 0).await?;
        assert!(page.settled_fragment().await?.contains("window=32"));
        for method in ["textbook", "staged", "scalar", "fused", "window", "linear"] {
            page.click_on(&format!("#cost input[data-method={method}]"))
                .await?;
        }
        page.says_a_problem("no method").await?;
        page.console_is_clean().await
    })
}
