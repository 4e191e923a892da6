//! A newer version is published, and its files are the only ones there: for tabs that are open, and while something is
//! being fetched.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use e2e::{Error, Lie, Outcome, Page, Server, Site, on_server, until};
use sha2::{Digest, Sha256};

use super::open_and_keep;

/// A version whose script and parts have other names, as after a change of the page's code: the old names are gone.
fn moved(site: &Site) -> Result<Site, Error> {
    const SCRIPT: &str = "attention-lab-0123456789abcdef.js";
    const LIST: &str = "digests-0123456789abcdef.json";
    let mut next = site.clone();
    let script = site
        .names()
        .find(|name| name.starts_with("attention-lab-") && name.ends_with(".js"))
        .ok_or_else(|| Error::Page("the page has no script".into()))?;
    let changed = |name: &str, from: &str, to: &str| {
        let text = site.bytes(name).and_then(|own| String::from_utf8(own).ok());
        text.unwrap_or_default().replace(from, to).into_bytes()
    };
    // The script names the list of parts by its content, and has its digest.
    let list = site
        .names()
        .find(|name| name.starts_with("digests-"))
        .ok_or_else(|| Error::Page("the page has no list of parts".into()))?;
    let digest = |bytes: &[u8]| STANDARD.encode(Sha256::digest(bytes));
    let parts = changed(list, "part_", "part_of_the_next_");
    let old_list = digest(&site.bytes(list).unwrap_or_default());
    let text = String::from_utf8(changed(script, list, LIST)).unwrap_or_default();
    let text = text.replace(&old_list, &digest(&parts));
    next.remove(script);
    next.put(SCRIPT, text.into_bytes());
    next.remove(list);
    next.put(LIST, parts);
    // The policy allows the page's own inline script by its digest.
    let page = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
    let before = page(site.bytes("index.html").unwrap_or_default());
    let after = page(changed("index.html", script, SCRIPT));
    let inline = |page: &str| {
        let rest = page
            .split_once("<script type=\"module\">")
            .map(|(_, rest)| rest);
        let text = rest.and_then(|rest| rest.split_once("</script>"));
        digest(text.map_or("", |(text, _)| text).as_bytes())
    };
    let after = after.replace(&inline(&before), &inline(&after));
    next.put("index.html", after.into_bytes());
    let old: Vec<String> = site
        .names()
        .filter(|name| name.contains("part_"))
        .map(Into::into)
        .collect();
    for name in old {
        let bytes = site.bytes(&name).unwrap_or_default();
        next.remove(&name);
        next.put(&name.replace("part_", "part_of_the_next_"), bytes);
    }
    Ok(next)
}

/// Two tabs, both of the first version, each with something typed in it.
async fn typed_in(page: &Page, number: &str) -> Outcome {
    page.enter(e2e::Input("q", 0, 0), number).await?;
    until("what was typed in the link", async || {
        Ok(page.fragment().await?.contains(&format!("q={number},")))
    })
    .await
}

const LOOK: &str = "
    const done = arguments[0];
    navigator.serviceWorker.getRegistration().then(own => own.update()).then(() => done(''), () => done(''))";

#[test]
fn one_tab_takes_the_newer_version_and_the_other_goes_on_with_the_old() -> Outcome {
    let old = Site::with_worker()?;
    let new = old.next_version(&["simd.js", "training.css"], "next")?;
    on_server(Server::hosted(old)?, async move |page: Page| {
        open_and_keep(&page).await?;
        page.open("preset=worked&level=explore").await?;
        typed_in(&page, "7").await?;
        let first = page.tab().await?;
        let second = page.open_tab().await?;
        page.open("preset=worked&level=explore").await?;
        typed_in(&page, "8").await?;
        page.server().deploy(new);
        page.script_with_callback(LOOK).await?;
        page.element_is_there("[role=status] [data-action=update]")
            .await?;
        page.click("update").await?;
        until("the newer version in this tab", async || {
            Ok(page
                .count("[data-action=update]")
                .await
                .is_ok_and(|count| count == 0))
        })
        .await?;
        page.ready().await?;
        assert!(page.fragment().await?.contains("q=8,"), "what was typed");
        // The other tab is as it was, and gets all lessons as they were.
        page.to_tab(&first).await?;
        assert!(page.fragment().await?.contains("q=7,"));
        page.go_to_lesson("training").await?;
        page.settled().await?;
        page.go_to_lesson("flash").await?;
        page.element_is_there("#flash table").await?;
        page.console_is_clean().await?;
        page.to_tab(&second).await?;
        page.close_tab(&first).await
    })
}

/// On a first visit nothing is kept yet, and a host may have taken the old files away.
#[test]
fn a_tab_that_has_nothing_kept_says_that_the_old_files_are_gone_and_keeps_what_was_typed() -> Outcome
{
    let old = Site::built()?;
    let new = moved(&old)?;
    on_server(Server::start(old.clone())?, async move |page: Page| {
        page.open("preset=worked&level=explore").await?;
        typed_in(&page, "7").await?;
        let tabs = [page.tab().await?, page.open_tab().await?];
        page.open("preset=worked&level=explore").await?;
        typed_in(&page, "8").await?;
        page.server().deploy(new.clone());
        for (tab, typed) in tabs.iter().zip(["q=7,", "q=8,"]) {
            page.to_tab(tab).await?;
            page.go_to_lesson("flash")
                .await
                .map_err(|error| Error::Page(format!("{typed} to flash: {error}")))?;
            page.says("#flash [role=alert]", "newer version").await?;
            page.click_on("#flash [data-action=try-again]")
                .await
                .map_err(|error| Error::Page(format!("{typed} try again: {error}")))?;
            page.says("#flash [role=alert]", "newer version").await?;
            page.go_to_lesson("stepper")
                .await
                .map_err(|error| Error::Page(format!("{typed} back: {error}")))?;
            assert!(page.settled_fragment().await?.contains(typed), "{typed}");
        }
        // On a host that keeps the files of older versions the lesson comes as soon as one goes there again.
        page.server().deploy(old.clone());
        page.go_to_lesson("flash").await?;
        page.element_is_there("#flash table").await?;
        // On the other it comes with the newer version, and what was typed is where one came from.
        page.server().deploy(new.clone());
        page.to_tab(&tabs[0]).await?;
        page.go_to_lesson("flash").await?;
        page.says("#flash [role=alert]", "newer version").await?;
        page.click_on("#flash [data-action=update]").await?;
        until("the lesson in the newer version", async || {
            // While the page is being loaded there is nothing to be asked.
            let tables = page.count("#flash table").await;
            Ok(tables.is_ok_and(|tables| tables > 0))
        })
        .await?;
        page.script("history.back()", vec![]).await?;
        until("what was typed", async || {
            Ok(page.fragment().await?.contains("q=7,"))
        })
        .await?;
        page.to_tab(&tabs[1]).await?;
        page.close_tab(&tabs[0]).await
    })
}

#[test]
fn a_newer_version_during_a_fetch_gives_the_old_part_or_says_that_there_is_none() -> Outcome {
    let old = Site::built()?;
    let new = moved(&old)?;
    on_server(Server::start(old.clone())?, async move |page: Page| {
        page.open("preset=worked").await?;
        page.server().lie("part_", Lie::Slow);
        page.go_to_lesson("flash").await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
        page.server().deploy(new.clone());
        page.server().forgive();
        // What has begun to come comes; what is asked for later is gone.
        let either = "#flash table, #flash [data-action=try-again]";
        page.element_is_there(either).await?;
        page.go_to_lesson("cost").await?;
        page.says("#cost [role=alert]", "newer version").await?;
        page.server().deploy(old.clone());
        page.click_on("#cost [data-action=try-again]").await?;
        page.element_is_there("#cost table").await?;
        page.element_is_there("#trap[hidden]").await
    })
}

/// All that the browser has kept is wiped under a page that lives from it.
#[test]
fn what_was_kept_of_the_page_may_be_wiped_while_it_is_open() -> Outcome {
    on_server(Server::hosted(Site::with_worker()?)?, async |page: Page| {
        open_and_keep(&page).await?;
        page.open("preset=worked&level=explore").await?;
        typed_in(&page, "7").await?;
        page.promised::<bool>(
            "(async () => {
                localStorage.clear(); sessionStorage.clear();
                for (const name of await caches.keys()) await caches.delete(name);
                for (const own of await navigator.serviceWorker.getRegistrations()) await own.unregister();
                // A private window has no files of its own.
                const root = await navigator.storage.getDirectory().catch(() => null);
                if (root) for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
                return true;
            })()",
        )
        .await?;
        page.go_to_lesson("flash").await?;
        page.element_is_there("#flash table").await?;
        page.go_to_lesson("models").await?;
        page.element_is_there("#models table[data-matrix=next] tbody tr")
            .await?;
        page.go_to_lesson("stepper").await?;
        assert!(page.settled_fragment().await?.contains("q=7,"));
        page.element_is_there("#trap[hidden]").await
    })
}
