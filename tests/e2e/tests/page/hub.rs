//! Models by name: from a hub of our own that behaves like Hugging Face's, and as hubs do on bad days.

mod full_disk;

use std::fs;
use std::path::{Path, PathBuf};

use e2e::hub::{COMMIT, Hub, Mood};
use e2e::{Engine, Error, Outcome, Page, Server, Site, on_server, until};
use serde_json::Value;

pub const ID: &str = "tiny/mistral";

fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    beside
        .unwrap_or(Path::new("/"))
        .join("fixtures/mistral-tiny")
}

/// Runs `test` with a page that is built for a hub with one model.
pub fn with_hub<F>(test: impl FnOnce(Page, Hub) -> F) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    with_hub_in(Site::built()?, test)
}

/// The same with a page of another kind.
fn with_hub_in<F>(site: Site, test: impl FnOnce(Page, Hub) -> F) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    let hub = Hub::of(ID, &folder())?;
    let server = Server::start(hub.in_page(site)?)?;
    on_server(server, move |page| test(page, hub))
}

pub async fn open(page: &Page, link: &str) -> Outcome {
    page.load(&format!("lesson=models{link}")).await?;
    page.element_is_there("#models [data-control=hub]").await?;
    page.script(
        "for (const own of ['[data-lid=open]', '[data-control=hub]']) document.querySelector(`#models ${own}`).open = true",
        vec![],
    )
    .await?;
    page.element_is_there("#models .re-hub > :is(form, [role=alert])")
        .await
}

pub async fn look_up(page: &Page, name: &str) -> Outcome {
    page.script(
        "const field = document.querySelector('#models [data-control=hub-name]');
         field.value = arguments[0];
         field.dispatchEvent(new Event('input', { bubbles: true }));",
        vec![name.into()],
    )
    .await?;
    page.click_on("#models [data-action=look-up]").await
}

/// Looks the model up and says yes.
pub async fn fetch(page: &Page) -> Outcome {
    look_up(page, ID).await?;
    page.click_on("#models [data-action=fetch]").await
}

/// Waits until more than that share of a model is there.
pub async fn is_fetched_to(page: &Page, share: f64) -> Outcome {
    until("a share of the model to be there", async || {
        let there = "return document.querySelector('#models [data-fetching] progress')?.value + ''";
        nothing_is_wrong(page).await?;
        Ok(page.text_of(there).await?.parse().unwrap_or(0.0) > share)
    })
    .await
}

const NAME: &str = "return document.querySelector('#models [data-source]').textContent";
pub const KEPT: &str = "#models .re-kept tr";
const PROBLEM: &str = "#models .re-hub [data-problem]";

pub async fn is_open(page: &Page) -> Outcome {
    page.element_is_there("#models table[data-matrix=next] tbody tr")
        .await?;
    until("the model to be open", async || {
        nothing_is_wrong(page).await?;
        Ok(page.text_of(NAME).await? == "tiny/mistral@0123456")
    })
    .await
}

/// What is wrong is no reason to wait.
async fn nothing_is_wrong(page: &Page) -> Outcome {
    match page.texts(PROBLEM).await?.first() {
        Some(said) => Err(Error::Page(format!("it is said: {said}"))),
        None => Ok(()),
    }
}

#[test]
fn nothing_is_fetched_before_the_reader_agrees_and_then_it_is_there_without_a_network() -> Outcome {
    with_hub(async |page, hub| {
        open(&page, "").await?;
        look_up(&page, ID).await?;
        page.says("#models [data-offer]", "127.0.0.1").await?;
        page.says("#models [data-offer]", "6 files").await?;
        page.says("#models [data-offer]", "model-00002-of-00003.safetensors")
            .await?;
        assert_eq!(hub.asked(), Vec::<String>::new());
        page.click_on("#models [data-action=decline]").await?;
        page.count_becomes("#models [data-offer]", 0).await?;
        assert_eq!(hub.asked(), Vec::<String>::new());
        fetch(&page).await?;
        is_open(&page).await?;
        assert_eq!(hub.asked().len(), 6);
        let expected = fs::read(folder().join("expected.json")).map_err(Error::io("read"))?;
        let expected: Value =
            serde_json::from_slice(&expected).map_err(|e| Error::Page(e.to_string()))?;
        let case = &expected["cases"][0];
        let (text, wanted) = (
            case["text"].as_str().unwrap_or_default(),
            case["top5"][0].to_string(),
        );
        page.script(
            "const field = document.querySelector('#models [data-control=text]');
             field.value = arguments[0];
             field.dispatchEvent(new Event('input', { bubbles: true }));",
            vec![text.into()],
        )
        .await?;
        let likeliest = "return document.querySelector('#models table[data-matrix=next] tbody tr')?.dataset.token ?? ''";
        until("what transformers says", async || {
            Ok(page.text_of(likeliest).await? == wanted)
        })
        .await?;
        page.count_becomes(KEPT, 1).await?;
        // The link names it, and opens it from this browser, also by its name alone.
        hub.behave(Mood::Status(500));
        let link = page.text_of("return location.hash").await?;
        assert!(link.contains("model=hub:"), "{link}");
        for link in [
            format!("&model=hub:{ID}@{COMMIT}"),
            format!("&model=hub:{ID}"),
        ] {
            page.load("lesson=models").await?;
            page.load(&format!("lesson=models{link}")).await?;
            page.element_is_there("#models .re-thumb[data-head]")
                .await?;
            until("it to be named", async || {
                Ok(page.text_of(NAME).await?.starts_with(ID))
            })
            .await?;
        }
        assert_eq!(hub.asked(), Vec::<String>::new());
        page.console_is_clean().await
    })
}

#[test]
fn what_is_deleted_is_gone_and_a_link_to_it_says_so() -> Outcome {
    with_hub(async |page, hub| {
        open(&page, "").await?;
        fetch(&page).await?;
        is_open(&page).await?;
        page.click_on("#models [data-delete-kept]").await?;
        page.count_becomes(KEPT, 0).await?;
        // What is open stays open.
        page.element_is_there("#models .re-thumb[data-head]")
            .await?;
        hub.asked();
        page.load("lesson=models").await?;
        page.load(&format!(
            "lesson=models&model=hub:{ID}&text=two%20words&head=1.0"
        ))
        .await?;
        page.says(PROBLEM, ID).await?;
        assert_eq!(hub.asked(), Vec::<String>::new(), "a link fetches nothing");
        // Once it is fetched, the link is what it was.
        fetch(&page).await?;
        page.element_is_there("#models .re-thumb[data-head='1.0'][aria-pressed=true]")
            .await?;
        let text = "return document.querySelector('#models [data-control=text]').value";
        assert_eq!(page.text_of(text).await?, "two words");
        page.count_becomes("#models [data-problem]", 0).await?;
        page.console_is_clean().await
    })
}

#[test]
fn what_was_paused_goes_on_where_it_was() -> Outcome {
    with_hub(async |page, hub| {
        open(&page, "").await?;
        hub.behave(Mood::Slow);
        fetch(&page).await?;
        is_fetched_to(&page, 0.15).await?;
        page.click_on("#models [data-action=pause-fetching]")
            .await?;
        page.count_becomes("#models [data-fetching]", 0).await?;
        page.says(KEPT, "of").await?;
        hub.asked();
        hub.behave(Mood::Well);
        // After the page was left, too.
        page.load("lesson=training").await?;
        open(&page, "").await?;
        page.click_on("#models [data-open-kept]").await?;
        is_open(&page).await?;
        let asked = hub.asked();
        assert!(asked.iter().any(|own| own.contains("bytes=")), "{asked:?}");
        assert!(
            asked.len() < 6,
            "what was whole is not fetched again: {asked:?}"
        );
        page.console_is_clean().await
    })
}

#[test]
fn what_is_cancelled_leaves_nothing_behind() -> Outcome {
    with_hub(async |page, hub| {
        open(&page, "").await?;
        hub.behave(Mood::Slow);
        fetch(&page).await?;
        is_fetched_to(&page, 0.05).await?;
        page.click_on("#models [data-action=cancel-fetching]")
            .await?;
        page.count_becomes("#models [data-fetching]", 0).await?;
        page.count_becomes(KEPT, 0).await?;
        page.count_becomes("#models [data-problem]", 0).await
    })
}

#[test]
fn on_bad_days_it_is_said_what_is_wrong_and_the_model_that_is_open_stays() -> Outcome {
    with_hub(async |page, hub| {
        open(&page, "").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        let before = page.text_of(NAME).await?;
        // To Firefox an answer that ends with its head is none.
        let dead = match page.engine() {
            Engine::Firefox => "does not answer",
            Engine::Chromium | Engine::WebKit => "broke off",
        };
        // The small file comes first, and is kept once it is whole.
        for (mood, says) in [
            (Mood::SmallHtml, "instead of config.json"),
            (Mood::SmallHalf, "broke off again and again at config.json"),
            (Mood::Html, "instead of tokenizer.json"),
            (Mood::Altered, "do not match"),
            (Mood::Dead, dead),
            (Mood::Foreign, "fetches nothing from there"),
            (Mood::Status(404), "has no tokenizer.json"),
            (Mood::Silent, "does not answer"),
        ] {
            hub.behave(Mood::Well);
            look_up(&page, ID).await?;
            page.element_is_there("#models [data-action=fetch]").await?;
            hub.behave(mood);
            page.click_on("#models [data-action=fetch]").await?;
            page.says(PROBLEM, says).await?;
            assert_eq!(page.text_of(NAME).await?, before, "{mood:?}");
        }
        for (mood, says) in [
            (Mood::Status(503), "503"),
            (Mood::Status(401), "no public model"),
            (Mood::Status(403), "let in"),
            (Mood::Silent, "does not answer"),
        ] {
            hub.behave(mood);
            look_up(&page, ID).await?;
            page.says(PROBLEM, says).await?;
        }
        hub.behave(Mood::Well);
        for (name, says) in [
            ("no name at all", "not the name of a model"),
            ("tiny/other", "tiny/other"),
        ] {
            look_up(&page, name).await?;
            page.says(PROBLEM, says).await?;
        }
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        fetch(&page).await?;
        is_open(&page).await?;
        page.count_becomes("#models [data-problem]", 0).await?;
        nobody_answers(&page, &hub).await
    })
}

/// The hub goes: that is said, the first time and the next, and what is open and kept stays.
async fn nobody_answers(page: &Page, hub: &Hub) -> Outcome {
    hub.behave(Mood::Closed);
    for _ in 0..2 {
        // Nobody is asked for this: what is said next is of the hub again.
        look_up(page, "no name at all").await?;
        page.says(PROBLEM, "not the name of a model").await?;
        look_up(page, ID).await?;
        page.says(PROBLEM, "does not answer").await?;
        assert_eq!(page.text_of(NAME).await?, "tiny/mistral@0123456");
    }
    page.count_becomes(KEPT, 1).await?;
    page.element_is_there("#models table[data-matrix=next] tbody tr")
        .await
}

#[test]
fn a_connection_that_breaks_is_taken_up_and_a_hub_without_ranges_begins_anew() -> Outcome {
    with_hub(async |page, hub| {
        open(&page, "").await?;
        hub.behave(Mood::Breaking);
        fetch(&page).await?;
        page.says(PROBLEM, "fetch the rest").await?;
        let asked = hub.asked();
        assert!(
            asked.iter().any(|own| own.contains("bytes=12288-")),
            "{asked:?}"
        );
        hub.behave(Mood::NoRanges);
        page.click_on("#models [data-open-kept]").await?;
        is_open(&page).await
    })
}

#[test]
fn a_build_without_a_hub_offers_none_and_opens_none() -> Outcome {
    let mut site = Site::built()?;
    let page = site
        .bytes("index.html")
        .and_then(|bytes| String::from_utf8(bytes).ok());
    let page = page.unwrap_or_default();
    let hub = "https://huggingface.co https://*.hf.co";
    let element = format!("<meta name=\"attention-lab-hub\" content=\"{hub}\" />");
    assert!(page.contains(&element));
    site.put(
        "index.html",
        page.replace(&element, "").replace(hub, "").into_bytes(),
    );
    on_server(Server::start(site)?, async |page| {
        page.load(&format!("lesson=models&model=hub:{ID}")).await?;
        page.says(PROBLEM, "not kept in this browser").await?;
        assert_eq!(page.count("#models [data-control=hub-name]").await?, 0);
        page.console_is_clean().await
    })
}
