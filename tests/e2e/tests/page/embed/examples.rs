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
fn a_slide_starts_its_figure_when_it_is_shown_and_its_fragments_lead_it() -> Outcome {
    on_host("deck.html", Policy::Open, async |page| {
        let frames = "return document.querySelector('attention-lab').shadowRoot.querySelectorAll('iframe').length";
        assert_eq!(
            page.script(frames, vec![]).await?,
            0,
            "before the slide is shown"
        );
        page.script("Reveal.next()", vec![]).await?;
        page.enter_figure(0).await?;
        page.at_stage("scores").await?;
        for stage in ["scaled", "weights"] {
            page.leave_figure().await?;
            page.script("Reveal.next()", vec![]).await?;
            page.enter_figure(0).await?;
            page.at_stage(stage).await?;
        }
        page.leave_figure().await?;
        page.script("Reveal.prev()", vec![]).await?;
        page.enter_figure(0).await?;
        page.at_stage("scaled").await?;
        page.console_is_clean().await
    })
}
