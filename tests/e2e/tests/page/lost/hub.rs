//! The worker that looks models of the hub up, fetches them and keeps them.

use e2e::hub::Mood;
use e2e::{Error, Outcome, Page, until};

use super::{die_at, has_died, mortal};
use crate::hub::{ID, KEPT, fetch, is_fetched_to, is_open, look_up, open, with_hub};

const OWN: &str = "&model=induction&text=f%20k%20c%20p";
const ANSWER: &str = "#models table[data-matrix=next] tbody tr";

/// Opens the lesson with a model of the page; `before` comes first, and then `act` has the worker asked for what it ends
/// at. Of the model that is open nothing is lost, and it is said.
async fn survives(
    page: &Page,
    kind: &str,
    before: impl AsyncFnOnce() -> Outcome,
    act: impl AsyncFnOnce() -> Outcome,
) -> Outcome {
    let tried = async || {
        open(page, OWN).await?;
        page.element_is_there(ANSWER).await?;
        before().await?;
        die_at(page, "inspector", &[kind], 1).await?;
        act().await?;
        has_died(page, kind).await?;
        page.says("#models [data-problem]", "was ended").await?;
        answers(page).await
    };
    let named = |error| Error::Page(format!("request {kind}: {error}"));
    tried().await.map_err(named)
}

/// The model of the page is open, reads what stood there, and answers what it is asked next.
async fn answers(page: &Page) -> Outcome {
    until("an answer", async || {
        Ok(page.count(ANSWER).await? > 0
            && page.attribute(".models", "aria-busy").await?.as_deref() != Some("true"))
    })
    .await?;
    let text = "return document.querySelector('#models [data-control=text]').value";
    assert_eq!(page.text_of(text).await?, "f k c p", "what was typed");
    page.click_on("#models .re-thumb[data-head='0.1']").await?;
    page.element_is_there("#models .re-thumb[data-head='0.1'][aria-pressed=true]")
        .await?;
    page.element_is_there("#models table[data-list=looks] td")
        .await
}

async fn nothing() -> Outcome {
    Ok(())
}

/// The kinds are those of `models::messages::Ask`.
#[test]
fn what_the_hub_is_asked_for_is_had_when_it_is_asked_again() -> Outcome {
    with_hub(async |page, hub| {
        mortal(&page).await?;
        survives(&page, "8", nothing, async || look_up(&page, ID).await).await?;
        look_up(&page, ID).await?;
        page.says("#models [data-offer]", "6 files").await?;
        survives(&page, "9", nothing, async || fetch(&page).await).await?;
        hub.behave(Mood::Slow);
        let under_way = async || {
            fetch(&page).await?;
            is_fetched_to(&page, 0.15).await
        };
        let pause = "#models [data-action=pause-fetching]";
        survives(&page, "10", under_way, async || page.click_on(pause).await).await?;
        // What was there when it ended is kept, and the rest is fetched.
        page.says(KEPT, "of").await?;
        hub.behave(Mood::Well);
        page.click_on("#models [data-open-kept]").await?;
        is_open(&page).await
    })
}

#[test]
fn what_is_kept_of_the_hub_is_still_there() -> Outcome {
    with_hub(async |page, _hub| {
        mortal(&page).await?;
        open(&page, OWN).await?;
        fetch(&page).await?;
        is_open(&page).await?;
        let lid = "document.querySelector('#models [data-control=hub]').open";
        let (fold, unfold) = (format!("{lid} = false"), format!("{lid} = true"));
        let set = async |to: &str| page.script(to, vec![]).await.map(drop);
        survives(
            &page,
            "11",
            async || set(&fold).await,
            async || set(&unfold).await,
        )
        .await?;
        set(&fold).await?;
        set(&unfold).await?;
        page.count_becomes(KEPT, 1).await?;
        let kept = async || page.count_becomes(KEPT, 1).await;
        let open_kept = "#models [data-open-kept]";
        survives(&page, "12", kept, async || page.click_on(open_kept).await).await?;
        page.click_on(open_kept).await?;
        is_open(&page).await?;
        let delete = "#models [data-delete-kept]";
        survives(&page, "13", kept, async || page.click_on(delete).await).await?;
        page.click_on(delete).await?;
        page.count_becomes(KEPT, 0).await
    })
}
