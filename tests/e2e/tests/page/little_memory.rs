//! Where memory is refused: a module that gets no more says so, and nothing that was typed is lost. And where it is not:
//! two hundred models leave nothing behind.

use std::path::{Path, PathBuf};
use std::time::Duration;

use e2e::{
    Error, Outcome, Page, Server, Site, most_pages, on_blank_page, on_server, until, until_within,
};
use lesson::registry::{LESSONS, lesson_of};

#[test]
fn a_page_that_gets_no_more_memory_says_so_and_opens_again_as_it_stood() -> Outcome {
    on_blank_page(async |page| {
        // Enough for each lesson by itself (up to 4 MB), and not for all of them (6 MB).
        page.before_load(&most_pages(Some(44))).await?;
        page.open("preset=worked&digits=4").await?;
        let stopped = "#trap:not([hidden]) button";
        'full: for _ in 0..20 {
            for lesson in LESSONS {
                let open = "location.hash = `#lesson=${arguments[0]}${arguments[0] === 'stepper' ? '&preset=worked&digits=4' : ''}`";
                page.script(open, vec![lesson.slug.into()]).await?;
                tokio::time::sleep(Duration::from_millis(150)).await;
                if page.count(stopped).await? > 0 {
                    break 'full;
                }
            }
        }
        page.says("#trap:not([hidden]) p", "has stopped").await?;
        let link = page.fragment().await?;
        page.click_on(stopped).await?;
        let slug = lesson_of(&link);
        // Which lesson it stopped at depends on the machine, and not all have a next step.
        page.element_is_there(&format!("#{slug} [data-action=undo]"))
            .await?;
        assert_eq!(page.count(stopped).await?, 0);
        assert_eq!(lesson_of(&page.fragment().await?), slug, "{link}");
        Ok(())
    })
}

/// The site of the tests with workers that get so many pages of memory beyond what they begin with.
fn with_little(pages: u32) -> Result<Server, Error> {
    Server::start(Site::built()?.with_limited_workers(Some(pages))?)
}

#[test]
fn a_model_that_gets_no_memory_is_refused_in_words() -> Outcome {
    on_server(with_little(40)?, async |page: Page| {
        page.load("lesson=models&model=induction").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        page.load("lesson=models&model=reader").await?;
        page.element_is_there("#models [data-problem]").await?;
        // The small one is still to be had.
        page.choose("preset", "induction").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await
    })
}

fn fixtures() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    beside.unwrap_or(Path::new("/")).join("fixtures")
}

fn files(name: &str) -> Vec<PathBuf> {
    let of = |file: &&str| fixtures().join(name).join(file);
    let all = ["config.json", "tokenizer.json", "model.safetensors"];
    all.iter().map(of).collect()
}

/// Opens a folder of a model, and waits for its answer.
async fn open_folder(page: &Page, name: &str) -> Outcome {
    page.choose_files("open-files", &files(name)).await?;
    let open = "return document.querySelector('.models').getAttribute('aria-busy') === 'false'
        && document.querySelectorAll('#models table[data-matrix=next] tbody tr').length > 0";
    until_within(Duration::from_secs(30), name, async || {
        page.holds(open).await
    })
    .await
}

/// 200 by `MODELS=200`; a few in the tests of every day.
#[test]
fn two_hundred_models_leave_nothing_behind() -> Outcome {
    const FOLDERS: [&str; 4] = ["gpt2-tiny", "llama-tiny", "pythia-tiny", "qwen2-tiny"];
    let wanted = std::env::var("MODELS")
        .ok()
        .and_then(|own| own.parse().ok());
    let wanted: usize = wanted.unwrap_or(24);
    let site = Site::built()?.with_limited_workers(None)?;
    on_server(Server::start(site)?, async move |page: Page| {
        page.before_load(&most_pages(None)).await?;
        page.load("lesson=models&model=induction").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        let opens = async |count: usize| {
            for at in 0..count {
                open_folder(&page, FOLDERS[at % FOLDERS.len()]).await?;
            }
            page.memory(500).await
        };
        let before = opens(FOLDERS.len() * 3).await?;
        let after = opens(wanted).await?;
        println!("{before:?} → {after:?} for {wanted} models");
        // A module's memory grows in steps of up to a megabyte, and never shrinks: a few of these, and no more.
        let most = |own: f64| 2e6 + own * wanted as f64;
        assert!(after.workers > 0.0, "no worker answered");
        assert!(
            after.workers - before.workers < most(0.0),
            "the worker's module"
        );
        assert!(after.page - before.page < most(0.0), "the page's module");
        assert!(after.heap - before.heap < most(8192.0), "objects");
        until("no problem", async || {
            Ok(page.count("#models [data-problem]").await? == 0)
        })
        .await
    })
}
