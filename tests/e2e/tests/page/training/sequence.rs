//! The learner's own sequence.

use e2e::{Error, Outcome, Page, on_training, until};

use super::predictions;

/// The tokens of the table of predictions.
async fn tokens(page: &Page) -> Result<String, Error> {
    Ok(page
        .texts("[data-table=predictions] td.token")
        .await?
        .join(" "))
}

/// What is said about the sequence.
const SAID: &str = "#training .sequence [data-problem]";

#[test]
fn an_own_sequence_is_read() -> Outcome {
    on_training("", async |page| {
        page.fill("text", "a b c d a b c").await?;
        until("the sequence to be read", async || {
            Ok(tokens(&page).await? == "a b c d a b c")
        })
        .await?;
        page.settled().await?;
        let weights = page
            .matrix_once("head-weights", "7×7", |rows| rows.len() == 7)
            .await?;
        assert_eq!(weights[0].len(), 7);
        let predicted = page
            .texts("[data-table=predictions] tr:nth-child(2) td")
            .await?;
        assert_eq!(
            predicted[4..].join(""),
            "bcd",
            "the pattern goes on: {predicted:?}"
        );
        let link = page.settled_fragment().await?;
        assert!(link.contains("text="), "{link}");
        page.open_training(&link).await?;
        assert_eq!(tokens(&page).await?, "a b c d a b c");
        page.console_is_clean().await
    })
}

#[test]
fn what_cannot_be_read_is_refused_and_the_last_good_one_stays() -> Outcome {
    on_training("", async |page| {
        page.fill("text", "a b c d a b c").await?;
        until("the sequence to be read", async || {
            Ok(tokens(&page).await? == "a b c d a b c")
        })
        .await?;
        let (good, weights) = (
            predictions(&page).await?,
            page.matrix_once("head-weights", "7×7", |rows| rows.len() == 7)
                .await?,
        );
        let long = "a b c d ".repeat(6);
        for (text, part) in [("a b 7up", "“7”"), (&long, "24"), ("<b>", "“<”")] {
            page.fill("text", text).await?;
            page.says(SAID, part).await?;
            assert_eq!(tokens(&page).await?, "a b c d a b c", "after “{text}”");
            assert_eq!(page.seen_weights().await?, weights, "after “{text}”");
            page.console_is_clean().await?;
        }
        page.fill("text", "a b c d a b c").await?;
        page.count_becomes(SAID, 0).await?;
        page.settled().await?;
        assert_eq!(predictions(&page).await?, good);
        Ok(())
    })
}

/// Nothing typed is no own sequence: an example comes back.
#[test]
fn an_emptied_field_gives_an_example() -> Outcome {
    on_training("", async |page| {
        let example = predictions(&page).await?;
        page.fill("text", "a b").await?;
        until("the sequence to be read", async || {
            Ok(tokens(&page).await? == "a b")
        })
        .await?;
        page.fill("text", "").await?;
        until("the example", async || {
            Ok(predictions(&page).await? == example)
        })
        .await?;
        assert_eq!(page.count(SAID).await?, 0);
        Ok(())
    })
}
