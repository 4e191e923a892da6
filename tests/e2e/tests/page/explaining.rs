//! Every computed cell explains itself.

use e2e::{Outcome, on_blank_page};

#[test]
fn a_score_explains_itself_with_its_numbers() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        page.hover(r#"table[data-matrix="scores"] td[data-row="2"][data-col="0"]"#)
            .await?;
        let text = page.explanation("1.00").await?;
        assert!(text.contains('='), "the arithmetic, not only words: {text}");
        Ok(())
    })
}

#[test]
fn a_click_pins_the_explanation_against_a_passing_mouse() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=scores").await?;
        let cell = r#"table[data-matrix="scores"] td[data-row="2"][data-col="0"]"#;
        page.click_on(cell).await?;
        let pinned = page.explanation("1.00").await?;
        page.hover(r#"table[data-matrix="scores"] td[data-row="0"][data-col="1"]"#)
            .await?;
        page.hover("h1").await?;
        assert_eq!(page.explanation("1.00").await?, pinned);
        Ok(())
    })
}
