//! What a link locks is locked to a finger, too, and says so where it is touched.

use e2e::Outcome;

use super::{Q00, on_a_phone, once};
use crate::computed;
use crate::framing::says_it_is_locked;

#[test]
fn what_is_locked_says_so_to_a_finger_and_stays() -> Outcome {
    on_a_phone(async |page| {
        page.load("lesson=flash&preset=cat&lock=walk").await?;
        page.element_is_there("#flash [data-action=next][data-locked]")
            .await?;
        let step = "return document.querySelector('#flash [data-step]').dataset.step";
        let before = page.text_of(step).await?;
        page.tap("#flash [data-action=next]").await?;
        says_it_is_locked(&page).await?;
        assert_eq!(page.text_of(step).await?, before);
        // Until something else is done.
        page.tap("#flash .step-title").await?;
        once(
            &page,
            "return document.querySelector('.locked-note').textContent === ''",
        )
        .await?;
        page.load("lesson=scale&stage=spread&scores=1000&lock=width")
            .await?;
        let slider = "#scale [data-control=width][data-locked]";
        page.element_is_there(slider).await?;
        page.tap(slider).await?;
        says_it_is_locked(&page).await?;
        page.swipe(slider, 40, 0).await?;
        says_it_is_locked(&page).await?;
        let value = "return document.querySelector('#scale [data-control=width]').value";
        assert_eq!(page.text_of(value).await?, "6", "64 wide, as before");
        page.console_is_clean().await
    })
}

#[test]
fn a_locked_number_can_be_chosen_by_a_tap_and_is_not_drawn_to_another() -> Outcome {
    on_a_phone(async |page| {
        page.open("preset=worked&stage=scores&lock=q").await?;
        page.element_is_there("input[data-matrix=q][data-locked]")
            .await?;
        let before = computed(&page).await?;
        page.tap(&Q00.selector()).await?;
        once(&page, "return document.activeElement.matches('input')").await?;
        page.swipe(&Q00.selector(), 40, 0).await?;
        page.says("[data-problem]", "“q” is locked by whoever made this link")
            .await?;
        assert_eq!(page.shown(Q00).await?, "1");
        assert_eq!(computed(&page).await?, before);
        page.console_is_clean().await
    })
}
