//! When figures start and end.

use e2e::{Error, Outcome, Page, Policy, on_host, on_host_of, until};

use super::{height, link, page as around};

async fn frames(page: &Page) -> Result<Vec<u64>, Error> {
    let script = "return [...document.querySelectorAll('attention-lab')]
        .map(figure => figure.shadowRoot.querySelectorAll('iframe').length)";
    Ok(serde_json::from_value(page.script(script, vec![]).await?).unwrap_or_default())
}

#[test]
fn figures_start_when_they_come_into_sight() -> Outcome {
    on_host("four.html", Policy::Strict, async |page| {
        link(&page, 0).await?;
        assert_eq!(
            frames(&page).await?.get(2..),
            Some(&[0, 0][..]),
            "far below"
        );
        for figure in 2..4_usize {
            let reserved = height(&page, figure).await?;
            assert_eq!(reserved, 1500, "figure {figure} keeps its place");
            page.script(
                "document.querySelectorAll('attention-lab')[arguments[0]].scrollIntoView()",
                vec![figure.into()],
            )
            .await?;
            until(&format!("figure {figure} to start"), async || {
                Ok(frames(&page).await?.get(figure) == Some(&1))
            })
            .await?;
        }
        for figure in 0..4 {
            link(&page, figure).await?;
        }
        page.console_is_clean().await
    })
}

#[test]
fn a_figure_out_of_sight_starts_when_it_is_asked() -> Outcome {
    on_host("four.html", Policy::Open, async |page| {
        assert!(link(&page, 3).await?.contains("lesson=flash"));
        assert_eq!(frames(&page).await?.get(2), Some(&0));
        Ok(())
    })
}

#[test]
fn a_figure_that_is_taken_away_ends_and_one_that_is_moved_goes_on_where_it_was() -> Outcome {
    let body = "<attention-lab preset=\"worked\"></attention-lab><div id=\"below\"></div>";
    on_host_of(&around(body), Policy::Strict, async |page| {
        page.ask(0, "set", "q=3,0;0,1;1,1").await?;
        let move_it =
            "document.getElementById('below').append(document.querySelector('attention-lab'))";
        page.script(move_it, vec![]).await?;
        assert!(
            link(&page, 0).await?.contains("q=3,0;0,1;1,1"),
            "after a move"
        );
        let remove = "const done = arguments[0], figure = document.querySelector('attention-lab');
            const asked = figure.get().then(() => 'answered', error => error.message);
            figure.remove();
            asked.then(words => done(`${words} ${figure.shadowRoot.querySelectorAll('iframe').length}`));";
        let said = page.script_with_callback(remove).await?;
        assert_eq!(said, "The figure was taken away. 0");
        page.console_is_clean().await
    })
}

#[test]
fn of_two_versions_of_the_script_the_first_stays_in_charge_and_says_so() -> Outcome {
    let body =
        "<script src=\"versions.js\"></script><script src=\"other/attention-lab.js\"></script>
        <attention-lab preset=\"worked\"></attention-lab>";
    on_host_of(&around(body), Policy::Strict, async |page| {
        assert!(link(&page, 0).await?.contains("q=1,0;0,1;1,1"));
        let warned = page.text_of("return warnings.join(' ')").await?;
        assert!(
            warned.contains("version 0.1.0") && warned.contains("0.0.9"),
            "{warned}"
        );
        assert_eq!(frames(&page).await?, [1]);
        page.console_is_clean().await
    })
}
