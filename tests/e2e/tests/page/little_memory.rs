//! Where memory is refused: a module that gets no more says so, and nothing that was typed is lost. And where it is not:
//! two hundred models leave nothing behind.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use e2e::{
    Error, Input, MORTAL, Outcome, Page, Server, Site, most_pages, on_blank_page, on_server, until,
    until_within,
};
use lesson::registry::{LESSONS, lesson_of};

const ANSWER: &str = "#models table[data-matrix=next] tbody tr";
const STOPPED: &str = "#trap:not([hidden]) button";
const FIRST: Input = Input("q", 0, 0);

/// Types a number; the whole link that then says it.
async fn typed(page: &Page) -> Result<String, Error> {
    page.enter(FIRST, "2").await?;
    until("what was typed in the link", async || {
        Ok(page.fragment().await?.contains("q=2,"))
    })
    .await?;
    page.settled_fragment().await
}

/// Opens lessons until there is no memory for one: the link that it was opened by. The first has what was typed.
async fn opened_until_it_stops(page: &Page, typed: &str) -> Result<String, Error> {
    for lesson in LESSONS.iter().cycle().take(20 * LESSONS.len()) {
        let link = match lesson.slug {
            "stepper" => typed.to_owned(),
            slug => format!("lesson={slug}"),
        };
        page.script("location.hash = arguments[0]", vec![link.as_str().into()])
            .await?;
        tokio::time::sleep(Duration::from_millis(150)).await;
        if page.count(STOPPED).await? > 0 {
            return Ok(link);
        }
    }
    Err(Error::Page("it never stops".into()))
}

#[test]
fn a_page_that_gets_no_more_memory_says_so_and_opens_again_as_it_stood() -> Outcome {
    on_blank_page(async |page| {
        // Enough for each lesson by itself (up to 4 MB), and not for all of them (6 MB).
        page.before_load(&most_pages(Some(44))).await?;
        page.open("preset=worked&digits=4").await?;
        let typed = typed(&page).await?;
        let asked = opened_until_it_stops(&page, &typed).await?;
        page.says("#trap:not([hidden]) p", "has stopped").await?;
        let link = page.fragment().await?;
        page.click_on(STOPPED).await?;
        let slug = lesson_of(&link);
        // Which lesson it stopped at depends on the machine, and not all have a next step.
        page.element_is_there(&format!("#{slug} [data-action=undo]"))
            .await?;
        assert_eq!(page.count(STOPPED).await?, 0);
        let now = page.settled_fragment().await?;
        assert_eq!(lesson_of(&now), slug, "{link}");
        // A lesson that stopped before it wrote its own link has the one that it was opened by.
        assert!(now == link || link == asked, "{link} → {now}");
        if slug == "stepper" {
            assert_eq!(page.shown(FIRST).await?, "2");
        }
        Ok(())
    })
}

/// The site of the tests with workers that get so many pages of memory beyond what they begin with.
fn with_little(pages: u32) -> Result<Server, Error> {
    Server::start(Site::built()?.with_limited_workers(Some(pages))?)
}

/// How many workers of that name the page has started.
async fn workers(page: &Page, name: &str) -> Result<f64, Error> {
    let count = format!("return window.workers.filter(own => own.called === '{name}').length");
    page.number_of(&count).await
}

#[test]
fn a_model_that_gets_no_memory_is_refused_in_words() -> Outcome {
    on_server(with_little(40)?, async |page: Page| {
        page.before_load(MORTAL).await?;
        page.load("lesson=models&model=induction").await?;
        page.element_is_there(ANSWER).await?;
        page.load("lesson=models&model=reader").await?;
        let refused = "This takes more memory than the browser gives a page";
        page.says("#models [data-problem]", refused).await?;
        assert_eq!(page.count(ANSWER).await?, 0, "it answers");
        // The small one is still to be had, of the same worker.
        page.choose("preset", "induction").await?;
        page.element_is_there(ANSWER).await?;
        page.count_becomes("#models [data-problem]", 0).await?;
        assert_eq!(workers(&page, "inspector").await?, 1.0, "workers");
        Ok(())
    })
}

/// The largest run that a link can ask for (some 200 MB), and one of the smallest.
const LARGE: &str = "a=copy,layers:4,heads:8,d_model:128,batch:128";
const SMALL: &str = "a=copy,layers:1,heads:2,d_model:16,batch:8";

#[test]
fn a_run_that_gets_no_memory_is_refused_in_words_and_a_smaller_one_trains() -> Outcome {
    on_server(with_little(128)?, async |page: Page| {
        page.before_load(MORTAL).await?;
        page.load_training(LARGE).await?;
        let refused = "This takes more memory than the browser gives a page";
        page.says("#training [data-problem]", refused).await?;
        assert_eq!(page.count("#training [data-gallery] [data-head]").await?, 0);
        let smaller = format!("location.hash = 'lesson=training&{SMALL}'");
        page.script(&smaller, vec![]).await?;
        page.settled().await?;
        page.one_step().await?;
        page.count_becomes("#training [data-problem]", 0).await?;
        assert_eq!(workers(&page, "worker").await?, 1.0, "workers");
        page.element_is_there("#trap[hidden]").await
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
        page.element_is_there(ANSWER).await?;
        let opens = async |count: usize| {
            for at in 0..count {
                open_folder(&page, FOLDERS[at % FOLDERS.len()]).await?;
            }
            // On a busy machine a worker may take its time.
            let memory = Cell::new(page.memory(500).await?);
            until("a worker that answers", async || {
                if memory.get().answered == 0.0 {
                    memory.set(page.memory(500).await?);
                }
                Ok(memory.get().answered > 0.0)
            })
            .await?;
            Ok::<_, Error>(memory.get())
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
