//! The same link gives the same run, bit for bit.

use std::sync::mpsc;

use e2e::{Error, Outcome, Page, Standing, on_training, until};

use super::{STEADY, predictions, quality};

/// All that is shown of a moment of a run: its line, its quality exactly, its predictions and the
/// weights of the head that is shown large.
type Moment = (Standing, String, String, Vec<Vec<f64>>);

async fn moment(page: &Page) -> Result<Moment, Error> {
    Ok((
        page.standing().await?,
        quality(page).await?,
        predictions(page).await?,
        page.seen_weights().await?,
    ))
}

/// What single steps come to in a browser of their own, from the start on.
fn single_steps(fragment: &'static str, steps: usize) -> Result<Vec<Moment>, Error> {
    let (sender, receiver) = mpsc::channel();
    on_training(fragment, async move |page| {
        for _ in 0..steps {
            let now = moment(&page).await?;
            sender
                .send(now)
                .map_err(|_| Error::Page("nobody waits".into()))?;
            page.one_step().await?;
        }
        let now = moment(&page).await?;
        sender
            .send(now)
            .map_err(|_| Error::Page("nobody waits".into()))
    })?;
    Ok(receiver.iter().collect())
}

#[test]
fn two_browsers_come_to_the_same_numbers() -> Outcome {
    let first = single_steps(STEADY, 6)?;
    let second = single_steps(STEADY, 6)?;
    assert_eq!(first.len(), 7);
    assert_ne!(first[0].3, first[6].3, "six steps change the weights");
    for (one, other) in first.iter().zip(&second) {
        assert_eq!(one, other);
    }
    Ok(())
}

/// Nor does it matter how the steps were asked for: the tenth of a run that was let go is the tenth
/// of one that was led step by step.
#[test]
fn single_steps_and_training_come_to_the_same_numbers() -> Outcome {
    let led = single_steps(STEADY, 10)?;
    let tenth = led[10].clone();
    on_training(STEADY, async move |page| {
        page.train_to(0, 25).await?;
        page.pause().await?;
        page.slide("time", 10).await?;
        page.says("[data-at]", "step 10").await?;
        until("the weights of step 10", async || {
            Ok(quality(&page).await?.starts_with("step 10|"))
        })
        .await?;
        assert_eq!(quality(&page).await?, tenth.1);
        assert_eq!(predictions(&page).await?, tenth.2);
        assert_eq!(page.seen_weights().await?, tenth.3);
        Ok(())
    })
}
