//! Links that are broken, malicious or from nowhere.

use e2e::{Error, Outcome, Page, on_blank_page, until};

/// Links that cannot be what they say; each has to be explained.
fn hostile() -> Vec<String> {
    let megabyte = format!("text={}", "a".repeat(1_000_000));
    let many = format!("a=copy{}", ",layers:2".repeat(100_000) + ",layers:x");
    [
        "a=garbage",
        "a=",
        "a=copy,layers:abc",
        "a=copy,layers:9",
        "a=copy,heads:5",
        "a=copy,rate:-1",
        "a=copy,rate:1e999",
        "a=copy,batch:18446744073709551615",
        "a=copy,d_model:18446744073709551616",
        "a=copy,seed:99999999999",
        "b=copy,heads:7",
        "model=<script>window.hacked=1</script>",
        "model=..%2F..%2Fetc%2Fpasswd",
        "text=%FF%FE",
        "text=%3Cimg%20src%3Dx%20onerror%3D%22window.hacked%3D1%22%3E",
        "text=",
        "head=1",
        "head=-1.0",
        "pin=-1",
        "pin=99999999999999999999999",
        "least=NaN",
        "panel=%00",
        &megabyte,
        &many,
    ]
    .map(str::to_owned)
    .into()
}

/// Links that name what this model does not have; something else is shown.
const BEYOND: [&str; 4] = [
    "head=99.99",
    "pin=999999",
    "head=1.7&pin=3&panel=block",
    "head=99.99&panel=write",
];

/// The lesson still does what it is for.
async fn is_alive(page: &Page, start: &str) -> Outcome {
    let within = |error| Error::Page(format!("#{start}: {error}"));
    assert!(
        page.holds("return !('hacked' in window)").await?,
        "#{start} ran its script"
    );
    // What is wrong with an own text goes with it.
    page.press_button("another").await?;
    page.choose("task", "copy").await?;
    for (control, value) in [("layers", "1"), ("batch", "4"), ("d_model", "16")] {
        page.set(control, value).await?;
    }
    page.press_button("reset").await?;
    let anew = async || Ok(page.standing().await.is_ok_and(|run| run.step == 0));
    until("the run to begin anew", anew).await.map_err(within)?;
    page.settled().await.map_err(within)?;
    page.one_step().await.map_err(within)?;
    page.console_is_clean().await.map_err(within)
}

#[test]
fn a_hostile_link_is_explained_and_the_lesson_stays_alive() -> Outcome {
    on_blank_page(async |page| {
        for fragment in hostile() {
            let start: String = fragment.chars().take(60).collect();
            let within = |error| Error::Page(format!("#{start}: {error}"));
            page.load_training(&fragment).await.map_err(within)?;
            page.says_a_problem(&start).await?;
            is_alive(&page, &start).await?;
        }
        Ok(())
    })
}

#[test]
fn a_link_beyond_the_model_shows_what_there_is() -> Outcome {
    on_blank_page(async |page| {
        for fragment in BEYOND {
            page.open_training(fragment).await?;
            is_alive(&page, fragment).await?;
        }
        page.open_training("head=99.99").await?;
        assert_eq!(page.seen_weights().await?.len(), 20);
        page.element_is_there("[data-head=\"0.0\"][aria-pressed=true]")
            .await
    })
}

/// A link that is pasted over an open lesson is no load; what cannot be read leaves the run alone.
#[test]
fn a_broken_link_pasted_over_a_run_leaves_it() -> Outcome {
    on_blank_page(async |page| {
        page.open_training(super::SMALL).await?;
        page.train_to(0, 10).await?;
        page.pause().await?;
        let (standing, weights) = (page.standing().await?, page.seen_weights().await?);
        page.script("location.hash = 'lesson=training&a=garbage'", vec![])
            .await?;
        page.says_a_problem("a=garbage").await?;
        page.settled().await?;
        assert_eq!(page.standing().await?, standing);
        assert_eq!(page.seen_weights().await?, weights);
        Ok(())
    })
}
