//! What stands on the page before anybody trains.

use e2e::{Error, Outcome, Page, on_page, on_training, plain};

/// Requests to other hosts, and what was not found.
const STRANGE: &str = r#"
    return performance.getEntriesByType("resource")
        .filter(entry => new URL(entry.name).origin !== location.origin || (entry.responseStatus ?? 200) !== 200)
        .map(entry => `${entry.responseStatus} ${entry.name}`)
        .join(" ");"#;

/// Right and wrong predictions, where the task says what is right.
async fn verdicts(page: &Page) -> Result<(usize, usize), Error> {
    let cells = "[data-table=predictions] td";
    Ok((
        page.count(&format!("{cells}.right")).await?,
        page.count(&format!("{cells}.wrong")).await?,
    ))
}

/// Every head of a model of that size has a name, and the names hold what is to be seen.
async fn named_heads(page: &Page, count: usize, telling: &[&str]) -> Outcome {
    let names = page.texts("[data-gallery=a] [data-head] .does").await?;
    assert_eq!(names.len(), count, "{names:?}");
    assert!(names.iter().all(|name| name.len() > 1), "{names:?}");
    for part in telling {
        assert!(
            names.iter().any(|name| name.contains(part)),
            "no {part} in {names:?}"
        );
    }
    Ok(())
}

#[test]
fn the_lesson_opens_on_a_trained_model() -> Outcome {
    on_training("", async |page| {
        named_heads(&page, 4, &["induction"]).await?;
        let standing = page.standing().await?;
        assert_eq!(standing.step, 600);
        assert!(standing.accuracy > 95.0, "{standing:?}");
        let mut judged = (0, 0);
        for _ in 0..4 {
            let (right, wrong) = verdicts(&page).await?;
            judged = (judged.0 + right, judged.1 + wrong);
            let before = super::predictions(&page).await?;
            page.press_button("another").await?;
            e2e::until("another sequence", async || {
                let judged = verdicts(&page).await? != (0, 0);
                Ok(judged && super::predictions(&page).await? != before)
            })
            .await?;
        }
        let (right, wrong) = judged;
        assert!(right >= 10 && wrong <= 1, "{right} right, {wrong} wrong");
        let weights = page.seen_weights().await?;
        assert_eq!((weights.len(), weights[0].len()), (20, 20));
        for (query, row) in weights.iter().enumerate() {
            let sum: f64 = row.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "row {query} sums to {sum}");
            assert!(
                row[query + 1..].iter().all(|weight| *weight == 0.0),
                "row {query} looks ahead"
            );
        }
        page.console_is_clean().await
    })
}

#[test]
fn only_the_page_s_own_host_is_asked_and_everything_is_found() -> Outcome {
    on_training("", async |page| {
        assert_eq!(page.text_of(STRANGE).await?, "");
        assert_eq!(page.server().missing(), [""; 0]);
        let requested = page.server().requested();
        let requested: Vec<_> = requested.iter().map(|path| plain(path)).collect();
        for file in [
            "part_training.wasm",
            "worker_bg.wasm",
            "models/induction.safetensors",
        ] {
            let times = requested.iter().filter(|path| *path == file).count();
            assert_eq!(times, 1, "{file} among {requested:?}");
        }
        Ok(())
    })
}

#[test]
fn the_stepper_opens_without_the_lesson_s_files() -> Outcome {
    on_page(async |page| {
        page.click_and_wait("next").await?;
        let requested = page.server().requested();
        let own = |path: &&String| {
            ["training", "worker", "models/"]
                .iter()
                .any(|start| path.starts_with(start))
                && !path.ends_with(".css")
        };
        let early: Vec<_> = requested.iter().filter(own).collect();
        assert!(
            early.is_empty(),
            "fetched before the lesson was opened: {early:?}"
        );
        page.go_to_lesson("training").await?;
        page.settled().await?;
        named_heads(&page, 4, &["induction"]).await
    })
}

#[test]
fn a_shipped_model_opens_by_link() -> Outcome {
    on_training("model=pronoun", async |page| {
        named_heads(&page, 6, &["pronoun"]).await?;
        let (right, wrong) = verdicts(&page).await?;
        assert!(right >= 1 && wrong == 0, "{right} right, {wrong} wrong");
        let chosen = "return document.querySelector('[data-control=model]').value";
        assert_eq!(page.text_of(chosen).await?, "pronoun");
        page.choose("model", "induction").await?;
        page.says("[data-gallery=a] .does", "induction").await?;
        page.settled().await?;
        named_heads(&page, 4, &["induction"]).await?;
        page.console_is_clean().await
    })
}
