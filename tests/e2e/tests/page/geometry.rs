//! Geometry: arrows are moved by pointer, by keys and by sliders, and every number follows.

use e2e::{Outcome, Page, on_blank_page, until};

/// The arrow keys, as WebDriver sends them.
const UP: &str = "\u{e013}";

/// Waits until the scores shown are the dot products of the Q and K shown.
async fn scores_follow(page: &Page) -> Outcome {
    until("scores are q·k", async || {
        let (q, k) = (page.matrix("q").await?, page.matrix("k").await?);
        let scores = page.matrix("scores").await?;
        let dots = k.iter().map(|key| q[0][0] * key[0] + q[0][1] * key[1]);
        let near = |(dot, score): (f64, &f64)| (dot - score).abs() < 0.006;
        Ok(scores.len() == 1 && dots.zip(&scores[0]).all(near))
    })
    .await
}

#[test]
fn arrows_are_moved_by_keys_by_pointer_and_by_sliders() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometry&preset=orthogonal&stage=dot")
            .await?;
        page.element_is_there("#geometry .geo-keys svg .geo-reach")
            .await?;
        scores_follow(&page).await?;
        page.send_keys_to(".geo-keys .geo-tip", UP).await?;
        let is_up = |q: &[Vec<f64>]| q == [vec![2.0, 0.1]];
        page.matrix_once("q", "a tenth up", is_up).await?;
        scores_follow(&page).await?;
        // From the middle the tip of “along” is the nearest: it comes, and goes where the pointer goes.
        page.drag(".geo-keys .geo-square", 60).await?;
        let moved = |k: &[Vec<f64>]| k[0][0] > 0.2 && k[0][0] < 1.4 && k[0][1].abs() < 0.2;
        page.matrix_once("k", "dragged", moved).await?;
        scores_follow(&page).await?;
        page.slide("lengthen", 4).await?;
        let is_long = |q: &[Vec<f64>]| (q[0][0].hypot(q[0][1]) - 4.0).abs() < 0.02;
        page.matrix_once("q", "four long", is_long).await?;
        page.slide("turn", 90).await?;
        let is_upright = |q: &[Vec<f64>]| q[0][0].abs() < 0.01 && q[0][1] > 3.9;
        page.matrix_once("q", "upright", is_upright).await?;
        scores_follow(&page).await?;
        page.says("#geometry [data-told]", "across").await?;
        assert_eq!(
            page.text_of("return document.title").await?,
            "Geometry of attention · Attention Lab"
        );
        page.click("undo").await?;
        page.matrix_once("q", "as before the turn", is_long).await?;
        page.console_is_clean().await
    })
}

#[test]
fn an_arrow_key_moves_one_coordinate_and_leaves_the_other_its_digits() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometry&preset=orthogonal&stage=dot&q=0.37,0.84")
            .await?;
        page.send_keys_to(".geo-keys .geo-tip", UP).await?;
        let is_up = |q: &[Vec<f64>]| q == [vec![0.37, 0.94]];
        page.matrix_once("q", "a tenth up", is_up).await?;
        scores_follow(&page).await
    })
}

#[test]
fn keys_are_added_pushed_apart_and_taken_to_the_attention_lesson_and_back() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometry&preset=crowded&stage=repel")
            .await?;
        page.click("add-key").await?;
        let six = |k: &[Vec<f64>]| k.len() == 6;
        let before = page.matrix_once("k", "six keys", six).await?;
        page.says(".geo-buttons .note", "at most 6 keys").await?;
        page.click("add-key").await?;
        page.click("repel").await?;
        let pushed = |k: &[Vec<f64>]| k != before;
        let k = page.matrix_once("k", "pushed", pushed).await?;
        page.click("to-stepper").await?;
        page.at_stage("scores").await?;
        assert_eq!(page.matrix("k").await?, k, "the same keys");
        page.click("came-from").await?;
        page.element_is_there("#geometry .geo-keys svg").await?;
        assert_eq!(page.matrix("k").await?, k, "and back");
        page.console_is_clean().await
    })
}

#[test]
fn weights_are_a_table_at_every_step_and_what_was_to_do_is_noticed() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometry&preset=dictionary&stage=output")
            .await?;
        page.element_is_there("#geometry .geo-shares table th[scope=row]")
            .await?;
        page.element_is_there("#geometry .g-said strong.done:empty")
            .await?;
        page.slide("turn", 90).await?;
        page.says("#geometry .g-said strong.done", "hull").await?;
        page.says("#geometry .walk [role=status]", "hull").await?;
        // Another step has something else to do.
        page.click("back").await?;
        page.element_is_there("#geometry .g-said strong.done:empty")
            .await
    })
}

/// Where the figure begins, from the head of the window.
const FIGURE: &str =
    "return document.querySelector('#geometry .g-figure').getBoundingClientRect().top";

#[test]
fn on_a_phone_no_room_is_kept_for_what_is_said_and_nothing_moves_when_it_comes() -> Outcome {
    on_blank_page(async |page| {
        page.resize(360, 640).await?;
        page.open("lesson=geometry&preset=dictionary&stage=output")
            .await?;
        page.element_is_there("#geometry .g-said strong.done:empty")
            .await?;
        let words = "return document.querySelector('#geometry .g-said p > span').getBoundingClientRect().bottom";
        let top = page.number_of(FIGURE).await?;
        let gap = top - page.number_of(words).await?;
        assert!(
            (0.0..24.0).contains(&gap),
            "{gap} px between words and figure"
        );
        page.slide("turn", 90).await?;
        // It is heard a moment after it is seen, and brought into view then.
        page.says("#geometry .walk [role=status]", "hull").await?;
        assert_eq!(page.number_of(FIGURE).await?, top);
        page.console_is_clean().await
    })
}
