//! The labs at the edge: what is said to be done was done, and what is undone comes back whole.

use e2e::{Outcome, on_blank_page};

const DONE: &str = ".g-said strong.done";

#[test]
fn a_key_more_is_no_arrow_that_moved() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometry&preset=orthogonal&stage=dot")
            .await?;
        page.element_is_there("#geometry .geo-keys svg .geo-reach")
            .await?;
        page.click("add-key").await?;
        page.matrix_once("k", "three keys", |k| k.len() == 3)
            .await?;
        page.element_is_there("#geometry .g-said strong.done:empty")
            .await?;
        page.click("undo").await?;
        page.slide("turn", 90).await?;
        page.says("#geometry .g-said strong.done", "2 of 2 scores")
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_pull_of_a_slider_is_one_step_of_undo_and_a_direction_is_not_lost_on_the_way() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=geometry&preset=two&stage=lengthen")
            .await?;
        page.element_is_there("#geometry .geo-keys svg").await?;
        let first = page.matrix("q").await?;
        let pull = "const slider = document.querySelector('#geometry [data-control=lengthen]');
            for (const value of arguments[0]) {
                slider.value = value;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            }
            slider.dispatchEvent(new Event('change', { bubbles: true }));";
        page.script(pull, vec![serde_json::json!([1.0, 0.4, 0.0])])
            .await?;
        page.matrix_once("q", "no length", |q| q[0] == [0.0, 0.0])
            .await?;
        page.script(pull, vec![serde_json::json!([0.5, 1.9])])
            .await?;
        let as_before =
            |q: &[Vec<f64>]| (q[0][0] - 1.8).abs() < 0.05 && (q[0][1] - 0.6).abs() < 0.05;
        page.matrix_once("q", "the same direction", as_before)
            .await?;
        page.click("undo").await?;
        page.matrix_once("q", "one pull less", |q| q[0] == [0.0, 0.0])
            .await?;
        page.click("undo").await?;
        page.matrix_once("q", "as it began", |q| q == first).await?;
        page.console_is_clean().await
    })
}

#[test]
fn a_descent_that_jumps_is_not_said_to_go_downhill_and_is_had_again() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=backward&preset=aim&stage=descent&rate=3")
            .await?;
        page.element_is_there(".b-loss").await?;
        page.click("descend-many").await?;
        page.says(&format!("#backward {DONE}"), "not always down")
            .await?;
        page.says(".b-loss", "20 steps").await?;
        page.click("undo").await?;
        page.says(".b-loss", "0 steps").await?;
        page.click("redo").await?;
        page.says(".b-loss", "20 steps").await?;
        page.console_is_clean().await
    })
}

#[test]
fn without_a_scale_the_loss_of_one_weight_is_not_said_to_fade() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=backward&preset=aim&stage=scale").await?;
        page.element_is_there("#backward .g-set [data-control=scale]")
            .await?;
        page.choose("scale", "none").await?;
        page.says(&format!("#backward {DONE}"), "−ln of one weight")
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn order_is_not_told_by_rounding() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=positions&preset=same&stage=order")
            .await?;
        page.element_is_there(".pos-chip").await?;
        // Some of these orders give sums that differ in their last bits.
        for place in [0, 1, 2, 0, 1] {
            let right = format!(
                "document.getElementById('pos-chip-{place}').dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowRight', bubbles: true }}))"
            );
            page.script(&right, vec![]).await?;
            page.element_is_there("#positions .g-said strong.done:empty")
                .await?;
        }
        page.console_is_clean().await
    })
}

#[test]
fn where_components_lean_the_cone_is_not_called_by_the_root() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=scale&preset=leaning&stage=sum").await?;
        page.says("#scale", "is wider than ±2√").await?;
        page.console_is_clean().await
    })
}

#[test]
fn weights_drawn_anew_are_others_also_after_a_reload() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=heads&preset=two&stage=maps").await?;
        page.count_becomes("#heads table[data-matrix^=weights]", 2)
            .await?;
        let preset = page.matrix("weights_1").await?;
        page.click("draw-weights").await?;
        let drawn = page
            .matrix_once("weights_1", "drawn", |own| own != preset)
            .await?;
        let link = page.settled_fragment().await?;
        page.open(&link).await?;
        page.matrix_once("weights_1", "the same", |own| own == drawn)
            .await?;
        page.click("draw-weights").await?;
        page.matrix_once("weights_1", "others", |own| own != drawn)
            .await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_is_to_be_predicted_is_in_no_file() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=flash&preset=tiles").await?;
        page.count_becomes("#flash details.export", 1).await?;
        page.click_on("#flash [data-control=predict]").await?;
        page.count_becomes("#flash details.export", 0).await?;
        page.console_is_clean().await
    })
}
