//! Attention against an MLP: what moves with another input, what is counted, the point that is dragged, and the toys.

use e2e::{Outcome, on_blank_page, until};

#[test]
fn another_input_moves_one_output_of_the_mlp_and_all_of_attention() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=mlp&preset=word&stage=change").await?;
        let moved = |of: usize| format!("#mlp .m-half:nth-of-type({of}) figcaption");
        page.says(&moved(1), "1 of 3").await?;
        page.says(&moved(2), "3 of 3").await?;
        page.choose("other", "order").await?;
        page.says(&moved(1), "0 of 3").await?;
        page.says(&moved(2), "0 of 3").await?;
        page.choose("other", "longer").await?;
        page.says(&moved(1), "0 of 3").await?;
        let four = |rows: &[Vec<f64>]| rows.len() == 4;
        page.matrix_once("weights_other", "one row more", four)
            .await?;
        page.click("undo").await?;
        page.click("undo").await?;
        page.says(&moved(1), "1 of 3").await?;
        page.console_is_clean().await
    })
}

#[test]
fn the_straight_way_is_left_by_the_mlp_alone() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=mlp&preset=absolute").await?;
        let gap = page.matrix("gap_mlp").await?;
        assert_eq!(gap, [[-1.0]]);
        assert_eq!(page.matrix("gap_out").await?, [[0.0]]);
        page.open("lesson=mlp&preset=absolute&between=1").await?;
        let none = |rows: &[Vec<f64>]| rows == [[0.0]];
        page.matrix_once("gap_mlp", "no gap at the end", none)
            .await?;
        page.open("lesson=mlp&stage=count&n=4096").await?;
        page.says("#mlp [data-counts]", "4096·(768 + 768)").await?;
        page.choose("count-n", "512").await?;
        page.says("#mlp [data-counts]", "512·(768 + 768)").await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_a_changed_number_and_the_other_order_come_to_is_said() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=mlp&preset=word&stage=two").await?;
        page.enter(e2e::Input("x", 0, 0), "2").await?;
        page.says("#mlp .g-said strong.done", "numbers in A")
            .await?;
        page.open("lesson=mlp&preset=word&stage=change").await?;
        page.choose("other", "order").await?;
        page.says("#mlp .g-said strong.done", "Reversed").await?;
        page.console_is_clean().await
    })
}

/// Reversed, a word keeps its colour: in the tables after the change, and in both drawings.
#[test]
fn a_word_keeps_its_colour_in_the_other_order() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=mlp&preset=word&stage=change&other=order")
            .await?;
        page.says("#mlp .g-head h2", "changed").await?;
        let bank = page
            .text_of(
                "const hue = own => own.style.getPropertyValue('--light');
                const rows = [...document.querySelectorAll('#mlp [data-frame=x] tbody th')];
                const after = document.querySelector('#mlp [data-frame=out_other] tbody th');
                const drawn = [...document.querySelectorAll('#mlp .m-flow')].map(own => own.querySelector('.m-in'));
                const bank = rows.find(own => own.textContent === after.textContent);
                return JSON.stringify([after, ...drawn].map(own => hue(own) === hue(bank)))",
            )
            .await?;
        assert_eq!(bank, "[true,true,true]");
        page.console_is_clean().await
    })
}

#[test]
fn toys_train_to_what_the_link_says_and_one_of_them_fails() -> Outcome {
    on_blank_page(async |page| {
        page.open("lesson=mlp&stage=train&seed=4").await?;
        page.element_is_there("#mlp [data-trained=\"0\"]").await?;
        page.click("train-on").await?;
        until("a hundred steps", async || {
            Ok(page.count("#mlp [data-trained=\"100\"]").await? == 1)
        })
        .await?;
        let toy = |task: &str, kind: &str| format!("#mlp [data-task={task}] [data-toy={kind}]");
        page.says(&toy("bend", "mlp"), "100 %").await?;
        page.says(&toy("before", "mlp"), "0.3").await?;
        page.click("undo").await?;
        page.element_is_there("#mlp [data-trained=\"0\"]").await?;
        page.console_is_clean().await
    })
}
