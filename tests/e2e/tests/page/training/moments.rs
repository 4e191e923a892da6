//! The time machine: everything shows the same moment.

use e2e::{Error, Key, Outcome, Page, on_blank_page, on_training, until};

use super::{STEADY, predictions, quality};

/// All that has to follow the slider.
type Shown = (String, String, Vec<String>, Vec<Vec<f64>>);

async fn shown(page: &Page) -> Result<Shown, Error> {
    Ok((
        quality(page).await?,
        predictions(page).await?,
        page.texts("[data-gallery=a] .does").await?,
        page.seen_weights().await?,
    ))
}

/// Moves the slider to that step, of which there is a snapshot.
async fn go_to(page: &Page, step: u32) -> Result<Shown, Error> {
    page.slide("time", step as usize).await?;
    page.says("[data-at]", &format!("after step {step}"))
        .await?;
    until(&format!("the gallery of step {step}"), async || {
        Ok(quality(page).await?.starts_with(&format!("step {step}|")))
    })
    .await?;
    shown(page).await
}

#[test]
fn the_slider_moves_everything_there_and_back() -> Outcome {
    on_training(STEADY, async |page| {
        let untrained = shown(&page).await?;
        page.train_to(0, 60).await?;
        page.pause().await?;
        let now = shown(&page).await?;
        assert_eq!(page.texts("[data-at]").await?, ["now"]);
        let start = go_to(&page, 0).await?;
        assert_eq!(start, untrained, "step 0 is what the run began with");
        let later = go_to(&page, 30).await?;
        for (what, same) in [
            ("quality", start.0 == later.0 || later.0 == now.0),
            ("predictions", start.1 == later.1 || later.1 == now.1),
            ("weights", start.3 == later.3 || later.3 == now.3),
        ] {
            assert!(!same, "the {what} of steps 0, 30 and now differ");
        }
        assert!(
            page.standing().await?.step >= 60,
            "the run itself stands where it stood"
        );
        page.press_button("now").await?;
        page.says("[data-at]", "now").await?;
        page.settled().await?;
        assert_eq!(shown(&page).await?, now);
        assert_eq!(go_to(&page, 0).await?, start);
        page.console_is_clean().await
    })
}

/// Training on from a look back goes on from the present.
#[test]
fn training_on_shows_the_present_again() -> Outcome {
    on_training(STEADY, async |page| {
        page.train_to(0, 40).await?;
        page.pause().await?;
        let stood = page.standing().await?.step;
        go_to(&page, 10).await?;
        page.train_to(0, stood + 5).await?;
        page.says("[data-at]", "now").await?;
        page.pause().await?;
        assert!(page.standing().await?.step >= stood + 5);
        go_to(&page, 10).await?;
        page.one_step().await?;
        assert_eq!(page.texts("[data-at]").await?, ["now"]);
        Ok(())
    })
}

/// One recorded moment a press, also while nothing of the way is there yet.
#[test]
fn an_arrow_goes_to_the_moment_before_and_page_down_to_the_tenth() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=training&model=induction").await?;
        until("the shipped heads", async || {
            Ok(quality(&page).await?.starts_with("step 600|"))
        })
        .await?;
        for (key, words) in [
            (Key::Left, "after step 590"),
            (Key::Left, "after step 580"),
            (Key::PageDown, "after step 480"),
            (Key::Right, "after step 490"),
            (Key::Home, "after step 0"),
            (Key::End, "now"),
        ] {
            page.send_keys_to("[data-control=time]", &char::from(key).to_string())
                .await?;
            page.says("[data-at]", words).await?;
        }
        page.console_is_clean().await
    })
}

/// A shipped run holds its last step alone. Its moments are trained again, to the same weights, and played.
#[test]
fn a_shipped_run_is_trained_again_and_played_to_its_end() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=training&model=induction").await?;
        until("the shipped heads", async || {
            Ok(quality(&page).await?.starts_with("step 600|"))
        })
        .await?;
        // Its example comes after its heads.
        until("the shipped example", async || {
            Ok(!shown(&page).await?.1.is_empty())
        })
        .await?;
        let shipped = shown(&page).await?;
        // Before anything is there: whoever asks for a moment waits for it, and gets it.
        let early = go_to(&page, 250).await?;
        assert_ne!(early.3, shipped.3, "the heads of step 250 are others");
        page.says(".timeline-words [role=status]", "bit for bit")
            .await?;
        page.send_keys_to("[data-control=time]", &char::from(Key::Left).to_string())
            .await?;
        page.says("[data-at]", "after step 240").await?;
        page.press_button("now").await?;
        page.settled().await?;
        assert_eq!(shown(&page).await?, shipped);
        page.slide("time", 540).await?;
        page.says("[data-at]", "after step 540").await?;
        page.press_button("play").await?;
        page.says("[data-at]", "now").await?;
        until("the last moment", async || {
            Ok(quality(&page).await?.starts_with("step 600|"))
        })
        .await?;
        assert_eq!(shown(&page).await?, shipped, "it ends as it was shipped");
        page.console_is_clean().await
    })
}

#[test]
fn in_a_hand_both_layers_are_in_sight_while_the_run_is_played() -> Outcome {
    on_blank_page(async |page| {
        page.resize(390, 844).await?;
        page.load("lesson=training&model=induction").await?;
        until("the shipped heads", async || {
            Ok(quality(&page).await?.starts_with("step 600|"))
        })
        .await?;
        page.press_button("play").await?;
        let both = "const [heads, bar] = ['.heads-grid', '.train-bar'].map(own =>
                document.querySelector(`#training ${own}`).getBoundingClientRect());
            return heads.top >= 0 && heads.bottom <= bar.top;";
        until("both layers above the bar", async || page.holds(both).await).await?;
        page.console_is_clean().await
    })
}
