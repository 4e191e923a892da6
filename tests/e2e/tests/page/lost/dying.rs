//! Workers that end again and again, as where there is no memory for what they are asked: the page does not start one
//! after the other for ever.

use std::time::Duration;

use e2e::{Outcome, Page, on_blank_page};

use super::{die_at, is_taken_up, mortal, workers};

/// So many may be tried before the page leaves it.
const MOST: f64 = 6.0;

/// It has been given up: no more workers come, and the page says what is the matter and answers.
async fn gives_up(page: &Page, lesson: &str, words: &str) -> Outcome {
    let first = workers(page).await?;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let later = workers(page).await?;
    assert!(
        later <= MOST && later == first,
        "{first}, then {later} workers of {lesson}"
    );
    page.says(&format!("#{lesson} [data-problem]"), words)
        .await?;
    page.go_to_lesson("stepper").await?;
    page.ready().await
}

#[test]
fn a_text_that_ends_every_worker_is_left() -> Outcome {
    on_blank_page(async |page| {
        mortal(&page).await?;
        page.load("lesson=models&model=induction").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        die_at(&page, "inspector", &["1"], 1000).await?;
        let act = "const field = document.querySelector('#models [data-control=text]');
            field.value = 'f k c p a f k c'; field.dispatchEvent(new Event('input', { bubbles: true }))";
        page.script(act, vec![]).await?;
        page.says("#models [data-problem]", "No model is open")
            .await?;
        gives_up(&page, "models", "No model is open").await
    })
}

#[test]
fn a_run_that_ends_every_worker_is_left() -> Outcome {
    on_blank_page(async |page| {
        mortal(&page).await?;
        page.open_training("a=copy,layers:1,heads:2,d_model:16,batch:8")
            .await?;
        die_at(&page, "worker", &["2"], 1000).await?;
        page.press_button("train").await?;
        page.element_is_there("[data-action=train][data-on=false]")
            .await?;
        is_taken_up(&page, "worker").await?;
        gives_up(&page, "training", "was ended").await
    })
}
