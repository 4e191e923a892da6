//! The worked examples, each as the page it becomes, with and without a strict policy.

use e2e::{Outcome, Policy, on_host};

use super::link;

/// Each example, and what the link of its figure holds.
const EXAMPLES: [(&str, &str); 4] = [
    ("plain.html", "q=1,0;0,1;1,1"),
    ("chapter.md", "scale=none"),
    ("figure.mdx", "mask=causal"),
    ("notebook.ipynb", "kt=le,chat"),
];

#[test]
fn every_example_shows_its_figure_under_every_policy() -> Outcome {
    for (name, part) in EXAMPLES {
        for policy in [Policy::Open, Policy::Strict] {
            on_host(name, policy, async move |page| {
                let link = link(&page, 0).await?;
                assert!(link.contains(part), "{name}, {policy:?}: {link}");
                page.enter_figure(0).await?;
                assert_eq!(
                    page.count("header.site").await?,
                    0,
                    "{name}: the site's frame"
                );
                page.leave_figure().await?;
                page.console_is_clean().await
            })?;
        }
    }
    Ok(())
}

#[test]
fn the_plain_page_hears_of_its_figure_and_steps_it() -> Outcome {
    on_host("plain.html", Policy::Strict, async |page| {
        page.enter_figure(0).await?;
        page.at_stage("weights").await?;
        page.leave_figure().await?;
        page.script("document.getElementById('next').click()", vec![])
            .await?;
        page.says("#stage", "output").await?;
        page.enter_figure(0).await?;
        page.at_stage("output").await?;
        page.enter(e2e::Input("q", 0, 1), "0.5").await?;
        page.leave_figure().await?;
        page.says("#edits", "q=1,0.5;0,1;1,1").await
    })
}

#[test]
fn the_fragments_of_a_slide_lead_its_figure() -> Outcome {
    for policy in [Policy::Open, Policy::Strict] {
        on_host("deck.html", policy, async |page| {
            page.script("Reveal.next()", vec![]).await?;
            page.enter_figure(0).await?;
            page.at_stage("scores").await?;
            for (way, stage) in [("next", "scaled"), ("next", "weights"), ("prev", "scaled")] {
                page.leave_figure().await?;
                page.script(&format!("Reveal.{way}()"), vec![]).await?;
                page.enter_figure(0).await?;
                page.at_stage(stage).await?;
            }
            page.console_is_clean().await
        })?;
    }
    Ok(())
}
