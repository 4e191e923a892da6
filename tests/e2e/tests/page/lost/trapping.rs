//! A trap in a worker's own WebAssembly, as the browser tells of it: whoever trapped is used no more, and another is.

use e2e::{Outcome, Page, Server, Site, most_pages, on_server, until};

use super::training::{RUN, comes_to_rest};

/// The module of the newest worker is asked for more memory than it can count, behind the back of its own checks.
const TRAP: &str = "const worker = window.workers.at(-1);
    worker.addEventListener('error', event => window.trapped = event.message);
    window.trapped = '';
    worker.postMessage('trap')";
/// Whether it was WebAssembly that failed, and no script.
const TRAPPED: &str = "return window.trapped.includes('RuntimeError')";

/// A page whose workers can be made to trap.
fn that_traps() -> Result<Server, e2e::Error> {
    Server::start(Site::built()?.with_limited_workers(None)?)
}

/// On a busy machine it may take its time.
async fn one_answers(page: &Page) -> Outcome {
    until("one worker that answers", async || {
        Ok(page.memory(500).await?.answered == 1.0)
    })
    .await
}

/// It is said, and the worker that trapped is gone: one answers, as before.
async fn traps(page: &Page, lesson: &str) -> Outcome {
    one_answers(page).await?;
    let started = super::workers(page).await?;
    page.script(TRAP, vec![]).await?;
    page.says(&format!("#{lesson} [data-problem]"), "was ended")
        .await?;
    assert!(page.holds(TRAPPED).await?, "it was no trap");
    assert_eq!(super::workers(page).await?, started + 1.0, "workers");
    one_answers(page).await
}

async fn mortal(page: &Page) -> Outcome {
    super::mortal(page).await?;
    page.before_load(&most_pages(None)).await
}

#[test]
fn a_run_goes_on_in_another_worker() -> Outcome {
    on_server(that_traps()?, async |page: Page| {
        mortal(&page).await?;
        // Of a smaller one thousands of steps are taken before it is paused, and of these not every tenth is kept.
        page.open_training(RUN).await?;
        page.train_to(0, 25).await?;
        page.pause().await?;
        let before = page.standing().await?.step;
        traps(&page, "training").await?;
        comes_to_rest(&page, "").await?;
        let after = page.standing().await?.step;
        assert!(after >= before / 10 * 10, "{before} → {after}");
        page.one_step().await?;
        assert_eq!(page.standing().await?.step, after + 1);
        page.element_is_there("#trap[hidden]").await
    })
}

#[test]
fn a_model_is_opened_again_in_another_worker() -> Outcome {
    const ANSWER: &str = "#models table[data-matrix=next] tbody tr";
    const TEXT: &str = "return document.querySelector('#models [data-control=text]').value";
    on_server(that_traps()?, async |page: Page| {
        mortal(&page).await?;
        page.load("lesson=models&model=induction&head=1.0").await?;
        page.element_is_there(ANSWER).await?;
        page.nothing_is_busy().await?;
        let text = page.text_of(TEXT).await?;
        traps(&page, "models").await?;
        page.nothing_is_busy().await?;
        page.element_is_there(ANSWER).await?;
        assert_eq!(page.text_of(TEXT).await?, text, "what was typed");
        page.click_on("#models .re-thumb[data-head='0.1']").await?;
        page.element_is_there("#models .re-thumb[data-head='0.1'][aria-pressed=true]")
            .await?;
        page.element_is_there("#trap[hidden]").await
    })
}
