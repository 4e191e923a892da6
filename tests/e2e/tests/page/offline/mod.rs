//! The page without a network, its versions, and what its policy forbids.

mod injected;
mod policy;
mod tabs;
mod versions;

use std::time::Duration;

use e2e::{Outcome, Page, Server, Site, on_server, until};
use lesson::registry::LESSONS;

/// Whether the first version is in charge.
const IN_CHARGE: &str = "
    const done = arguments[0];
    navigator.serviceWorker.getRegistration()
        .then(own => done(own?.active?.state === 'activated' && !own.installing), () => done(false));";

/// Opens the page and waits until it is kept.
async fn open_and_keep(page: &Page) -> Outcome {
    page.open("").await?;
    until("the service worker", async || {
        Ok(page.script_with_callback(IN_CHARGE).await? == true)
    })
    .await
}

/// Opens a lesson and has it compute. (Where the browser fails, too: `faults`.)
pub async fn works(page: &Page, slug: &str) -> Outcome {
    match slug {
        "training" => {
            page.open_training("").await?;
            page.one_step().await
        }
        "cost" => {
            page.open_cost("to=64").await?;
            page.press_cost("measure").await?;
            page.measured_at_least(1).await
        }
        "flash" => {
            page.load("lesson=flash").await?;
            page.element_is_there("#flash table[data-matrix=output] td")
                .await
        }
        "stepper" => {
            page.open("preset=worked&stage=weights").await?;
            let weights = page.matrix("weights").await?;
            assert_eq!(weights.len(), 3);
            Ok(())
        }
        "models" => {
            page.load("lesson=models").await?;
            page.element_is_there("#models table[data-matrix=next] tbody tr")
                .await
        }
        // A lesson that is new: it opens, at least.
        other => {
            page.load(&format!("lesson={other}")).await?;
            page.element_is_there(&format!("#{other} :is(button, table)"))
                .await
        }
    }
}

#[test]
fn after_the_first_visit_every_lesson_works_without_a_network() -> Outcome {
    let server = Server::hosted(Site::with_worker()?)?;
    on_server(server, async move |page: Page| {
        open_and_keep(&page).await?;
        page.server().stop();
        for lesson in LESSONS {
            works(&page, lesson.slug).await?;
        }
        page.open("").await?;
        page.click("share-dialog").await?;
        page.element_is_there("dialog.share[open] input").await?;
        page.console_is_clean().await
    })
}

/// In a frame of somebody's page nothing is kept: its readers did not come for that.
#[test]
fn an_embedded_lesson_keeps_nothing() -> Outcome {
    let server = Server::hosted(Site::with_worker()?)?;
    on_server(server, async move |page: Page| {
        page.load("lesson=stepper&embed").await?;
        page.ready().await?;
        tokio::time::sleep(Duration::from_secs(5)).await;
        let none = "const done = arguments[0];
            navigator.serviceWorker.getRegistrations().then(all => done(all.length === 0))";
        assert!(page.script_with_callback(none).await? == true);
        Ok(())
    })
}
