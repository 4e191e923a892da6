//! The lesson that trains a transformer.

use std::future::Future;
use std::time::Duration;

use crate::{Error, Outcome, Page, Server, Site, on_server, until_within};

/// How long training may take to get anywhere, when other tests train beside it.
const PATIENCE: Duration = Duration::from_secs(60);

/// How far a run is: steps, and loss and accuracy on the held-out sequences.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Steps so far.
    pub step: u32,
    /// With three places, as shown.
    pub loss: String,
    /// In per cent.
    pub accuracy: f64,
}

/// Step, loss and accuracy of a run by its line; null before there are any.
const STANDING: &str = r#"
    const words = document.querySelector(`[data-standing="${arguments[0]}"]`)?.textContent ?? "";
    return words.match(/step (\d+) .* loss ([^\s,]+), accuracy ([\d.]+)/s)?.slice(1) ?? null;"#;

/// Nothing trains, and every gallery shows the step that its run stands at.
const SETTLED: &str = r#"
    const train = document.querySelector('#training [data-action="train"]');
    if (train?.getAttribute("data-on") !== "false") return false;
    const galleries = document.querySelectorAll("[data-gallery]");
    const lines = [...document.querySelectorAll("[data-standing]")];
    return lines.length > 0 && lines.length === galleries.length && lines.every((line, side) => {
        const step = galleries[side].querySelector('[data-quality="step"]')?.dataset.value;
        const words = line.textContent;
        return step !== undefined && step === words.match(/step (\d+)/)?.[1] && !/[1-9]\d* steps\/s/.test(words);
    });"#;

/// Opens the training lesson in a fresh browser, runs `test` on it and closes the browser.
pub fn on_training<F>(fragment: &'static str, test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    on_server(Server::start(Site::built()?)?, async move |page: Page| {
        page.open_training(fragment).await?;
        test(page).await
    })
}

impl Page {
    /// Loads the training lesson with the rest of a fragment, and waits until its model is shown.
    pub async fn open_training(&self, fragment: &str) -> Outcome {
        self.load_training(fragment).await?;
        self.settled().await
    }

    /// The same without waiting for a model: not every link leads to one.
    pub async fn load_training(&self, fragment: &str) -> Outcome {
        let rest = if fragment.is_empty() { "" } else { "&" };
        self.load(&format!("lesson=training{rest}{fragment}"))
            .await?;
        self.element("#training [data-action=train]")
            .await
            .map(drop)
    }

    /// Waits until nothing trains and what is shown is what the runs have come to.
    pub async fn settled(&self) -> Outcome {
        let what = "every gallery to show the step its run stands at";
        until_within(PATIENCE, what, async || self.holds(SETTLED).await).await
    }

    /// How far the run of a side is, 0 or 1.
    pub async fn standing_of(&self, side: usize) -> Result<Standing, Error> {
        let found = self.script(STANDING, vec![side.into()]).await?;
        let text = |index: usize| found[index].as_str().unwrap_or_default();
        let (Ok(step), Ok(accuracy)) = (text(0).parse(), text(2).parse()) else {
            return Err(Error::Page(format!("run {side} stands at {found}")));
        };
        let loss = text(1).to_owned();
        Ok(Standing {
            step,
            loss,
            accuracy,
        })
    }

    /// How far the first run is.
    pub async fn standing(&self) -> Result<Standing, Error> {
        self.standing_of(0).await
    }

    /// Clicks a button of the training lesson; the stepper has some of the same name.
    pub async fn press_button(&self, action: &str) -> Outcome {
        self.click_on(&format!("#training [data-action=\"{action}\"]"))
            .await
    }

    /// Trains until the run of a side has made so many steps, and goes on.
    pub async fn train_to(&self, side: usize, step: u32) -> Outcome {
        let train = "#training [data-action=train]";
        if self.attribute(train, "data-on").await?.as_deref() == Some("false") {
            self.press_button("train").await?;
        }
        until_within(PATIENCE, &format!("step {step}"), async || {
            Ok(self.standing_of(side).await?.step >= step)
        })
        .await
    }

    /// Pauses, and waits until what is shown is what the runs have come to.
    pub async fn pause(&self) -> Outcome {
        self.press_button("train").await?;
        self.settled().await
    }

    /// One step of every run.
    pub async fn one_step(&self) -> Outcome {
        let next = self.standing().await?.step + 1;
        self.press_button("step").await?;
        until_within(PATIENCE, &format!("step {next}"), async || {
            Ok(self.standing().await?.step == next)
        })
        .await?;
        self.settled().await
    }

    /// The weights of the head that is shown large, exactly.
    pub async fn seen_weights(&self) -> Result<Vec<Vec<f64>>, Error> {
        self.matrix("head-weights").await
    }
}
