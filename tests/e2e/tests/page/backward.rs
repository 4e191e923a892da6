//! Backwards: gradients are checked by nudging, and descent makes the loss fall.

use e2e::{Error, Outcome, Page, on_blank_page, until};

async fn loss(page: &Page) -> Result<f64, Error> {
    let text = page
        .text_of("return document.querySelector('.b-loss').textContent")
        .await?;
    let number = text
        .split([' ', ','])
        .find_map(|word| word.parse::<f64>().ok());
    number.ok_or_else(|| Error::Page(format!("no loss in “{text}”")))
}

#[test]
fn descent_makes_the_loss_fall_and_undo_takes_it_back() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=backward&preset=aim&stage=descent")
            .await?;
        page.element_is_there(".b-loss").await?;
        let before = loss(&page).await?;
        page.click("descend").await?;
        until("less", async || Ok(loss(&page).await? < before)).await?;
        let once = loss(&page).await?;
        page.click("descend-many").await?;
        until("less still", async || Ok(loss(&page).await? < once)).await?;
        page.says("#backward .g-said strong.done", "21 steps")
            .await?;
        page.click("undo").await?;
        page.click("undo").await?;
        until("as before", async || Ok(loss(&page).await? == before)).await?;
        page.console_is_clean().await
    })
}

#[test]
fn undo_leads_back_to_the_steps_that_another_loss_ended() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=backward&preset=aim&stage=descent")
            .await?;
        page.click("descend-many").await?;
        page.says("#backward .b-loss", "after 20 steps").await?;
        page.choose("loss", "target").await?;
        page.says("#backward .b-loss", "after 0 steps").await?;
        page.click("undo").await?;
        page.says("#backward .b-loss", "after 20 steps").await?;
        page.console_is_clean().await
    })
}

#[test]
fn nothing_is_promised_of_a_weight_that_the_mask_hides() -> Outcome {
    on_blank_page(async |page| {
        let hidden = "lesson=backward&preset=causal&loss=cell&aim=0.3&stage=grad_weights";
        page.open(hidden).await?;
        page.says("#backward .g-said", "The mask hides this key")
            .await?;
        page.choose("loss-query", "3").await?;
        page.says("#backward .g-said", "−1/α").await?;
        page.console_is_clean().await
    })
}

#[test]
fn the_scale_stands_beside_the_loss_at_its_step_and_what_it_does_is_said() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=backward&preset=target&stage=scale")
            .await?;
        page.element_is_there("#backward .g-set [data-control=scale]")
            .await?;
        page.count_becomes("#backward [data-control=scale]", 1)
            .await?;
        page.choose("scale", "none").await?;
        page.says("#backward .g-said strong.done", "instead of")
            .await?;
        page.click("back").await?;
        page.element_is_there("#backward .g-more [data-control=scale]")
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn the_drawing_says_what_its_numbers_are_once_it_has_one() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=backward&preset=target&stage=forward")
            .await?;
        page.says("#backward .b-key", "fill").await?;
        page.count_becomes("#backward .b-node.reached", 0).await?;
        page.click("next").await?;
        // The gradient of the output stands beside the loss.
        page.says("#backward .b-key", "length").await?;
        page.count_becomes("#backward .b-node.reached", 1).await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_gradient_is_checked_by_nudging_its_number() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=backward&preset=target&stage=grad_q")
            .await?;
        page.click("check-gradient").await?;
        page.says(".b-nudge [role=status]", "largest error").await?;
        page.console_is_clean().await
    })
}
