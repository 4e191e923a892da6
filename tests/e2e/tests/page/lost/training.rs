//! The worker that trains.

use e2e::{Outcome, Page, on_blank_page, until};

use super::{at_each_kind, die_at, has_died, is_taken_up, mortal};

/// Long enough that something is kept before it is lost.
pub const RUN: &str = "a=copy,layers:2,heads:2,d_model:32,batch:64";
const WORKER: &str = "worker";
const TRAIN: &str = "#training [data-action=train]";
/// A number of a token's way through the model.
const NUMBER: &str =
    r#".station td[data-part="query"][data-layer="0"][data-head="0"][data-col="1"]"#;

/// The kinds of requests (`protocol::Request`, and of questions `protocol::Question`), and what leads to each. That a
/// second run is closed stands in `two_runs`; that a shipped run is trained again, below.
pub const KINDS: [(&str, &str); 9] = [
    (
        "2",
        "document.querySelector('#training [data-action=train]').click()",
    ),
    (
        "3",
        "document.querySelector('#training [data-action=step]').click()",
    ),
    (
        "5.0",
        "const time = document.querySelector('#training [data-control=time]');
             time.value = 10; time.dispatchEvent(new Event('input', { bubbles: true }))",
    ),
    (
        "5.1",
        "document.querySelector('#training [data-action=write-start]').click()",
    ),
    (
        "5.2",
        "document.querySelector('#training [data-action=open-head]').click()",
    ),
    (
        "5.3",
        "document.querySelector('#training [data-panel=block]').click()",
    ),
    (
        "5.4",
        "document.querySelector('.station td[data-part=query][data-layer=\"0\"][data-head=\"0\"][data-col=\"1\"]').click()",
    ),
    (
        "5.5",
        "document.querySelector('#training [data-action=export]').click()",
    ),
    (
        "0",
        "document.querySelector('#training [data-action=reset]').click()",
    ),
];

/// Ends the worker at one kind of request; the run is taken up, and goes on when it is asked to.
async fn survives(page: &Page, kind: &str, act: &str) -> Outcome {
    page.open_training(RUN).await?;
    page.train_to(0, 25).await?;
    page.pause().await?;
    match kind {
        "5.1" => page.click_on("[data-panel=write]").await?,
        "5.4" => {
            page.click_on("[data-panel=block]").await?;
            page.element_is_there(NUMBER).await?;
        }
        _ => {}
    }
    let before = page.standing().await?.step;
    ends_at(page, kind, act).await?;
    comes_to_rest(page, kind).await?;
    let after = page.standing().await?.step;
    // A run that was started over stands at its beginning.
    let least = if kind == "0" { 0 } else { before / 10 * 10 };
    assert!(
        after >= least,
        "{kind}: stood at {before}, is taken up at {after}"
    );
    if kind == "5.4" {
        page.element_is_there(&format!("{NUMBER}.explained"))
            .await?;
    }
    page.one_step().await?;
    assert!(page.standing().await?.step > after, "{kind}");
    Ok(())
}

/// Has the worker asked for what it ends at, and waits until that is said.
pub async fn ends_at(page: &Page, kind: &str, act: &str) -> Outcome {
    die_at(page, WORKER, &[kind], 1).await?;
    page.script(act, vec![]).await?;
    has_died(page, kind).await?;
    page.says(
        "#training [data-problem]",
        "The worker that computes was ended",
    )
    .await
}

/// Nothing trains, the present is shown, and what is said of it is of the worker that took over.
pub async fn comes_to_rest(page: &Page, kind: &str) -> Outcome {
    if page.attribute(TRAIN, "data-on").await?.as_deref() == Some("true") {
        page.pause().await?;
    }
    if kind == "5.0" {
        // What is shown is of another moment; the run is looked at.
        page.press_button("now").await?;
    }
    if kind == "0" {
        until("the run to be started over", async || {
            Ok(page.standing().await?.step == 0)
        })
        .await?;
    }
    is_taken_up(page, WORKER).await?;
    page.settled().await
}

#[test]
fn training_survives_its_worker_s_end_at_every_kind_of_request() -> Outcome {
    on_blank_page(async |page| at_each_kind(&page, KINDS, survives).await)
}

/// The worker ends, and so does the next one while it opens what was kept: nothing of that is lost.
#[test]
fn a_run_is_kept_though_the_next_worker_ends_too() -> Outcome {
    on_blank_page(async |page| {
        mortal(&page).await?;
        page.open_training(RUN).await?;
        page.train_to(0, 25).await?;
        page.pause().await?;
        let before = page.standing().await?.step;
        die_at(&page, WORKER, &["3", "0"], 3).await?;
        page.press_button("step").await?;
        has_died(&page, "a step, and twice when it opens").await?;
        comes_to_rest(&page, "").await?;
        page.one_step().await?;
        let after = page.standing().await?.step;
        assert!(after > before / 10 * 10, "{before} → {after}");
        page.element_is_there("#trap[hidden]").await
    })
}

/// A shipped run is trained again for its moments: the worker ends when it is asked to, and the next one goes there.
#[test]
fn a_moment_of_a_shipped_run_is_had_though_the_worker_ends_on_the_way() -> Outcome {
    const SHOWN: &str = "return document.querySelector('[data-gallery=a] [data-quality=step]')?.dataset.value ?? ''";
    on_blank_page(async |page| {
        mortal(&page).await?;
        page.open_training("model=induction").await?;
        die_at(&page, WORKER, &["4"], 1).await?;
        page.slide("time", 250).await?;
        has_died(&page, "the way to a moment").await?;
        page.says("#training [data-problem]", "was ended").await?;
        page.says("[data-at]", "after step 250").await?;
        until("the heads of step 250", async || {
            Ok(page.text_of(SHOWN).await? == "250")
        })
        .await?;
        // It is the run that was shipped.
        page.says(".timeline-words [role=status]", "bit for bit")
            .await?;
        // All of its moments went with the worker that ends now, and the one that is asked for comes.
        die_at(&page, WORKER, &["5.0"], 1).await?;
        page.slide("time", 100).await?;
        has_died(&page, "a look at another moment").await?;
        page.says("[data-at]", "after step 100").await?;
        until("the heads of step 100", async || {
            Ok(page.text_of(SHOWN).await? == "100")
        })
        .await?;
        page.press_button("now").await?;
        page.settled().await?;
        assert_eq!(page.standing().await?.step, 600);
        page.element_is_there("#trap[hidden]").await
    })
}

/// The draws of √d_k are counted by the same worker.
#[test]
fn what_was_counted_of_draws_stays_and_they_are_drawn_again() -> Outcome {
    on_blank_page(async |page| {
        mortal(&page).await?;
        page.load("lesson=scale").await?;
        page.element_is_there("#scale [data-action=next]").await?;
        die_at(&page, WORKER, &["7"], 1).await?;
        for _ in 0..6 {
            if page.holds("return window.death[2] === 0").await? {
                break;
            }
            page.click("next").await?;
        }
        has_died(&page, "a draw").await?;
        until("that it is said", async || {
            let said = "return document.querySelector('#scale').textContent.includes('The background worker was ended')";
            page.holds(said).await
        })
        .await?;
        page.click_on("#scale [data-action=measure]").await?;
        until("draws", async || {
            page.holds("return !document.querySelector('#scale').textContent.includes('was ended')")
                .await
        })
        .await
    })
}
