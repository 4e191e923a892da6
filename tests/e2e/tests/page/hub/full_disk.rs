//! A disk that is full, or a browser that gives a page no more of it: it is said, what is open stays, and what came so
//! far is kept as the part that it is until the reader deletes it.

use e2e::{Disk, Outcome, Page, Site};

use super::{KEPT, NAME, PROBLEM, fetch, is_open, open, with_hub_in};

const ANSWER: &str = "#models table[data-matrix=next] tbody tr";
const RESUME: &str = "#models [data-open-kept]";

/// Enough for the small files, and not for the first of the weights.
const ROOM: u64 = 20_000;

/// How many models have a folder in this browser, whether or not the page shows them.
const FOLDERS: &str = "navigator.storage.getDirectory()
    .then(root => root.getDirectoryHandle('models', { create: true }))
    .then(async models => { let all = 0; for await (const _ of models.keys()) all += 1; return all; })";

/// Fetches onto a disk that has no room for it: it is said in these words, and the model that is open still answers.
async fn is_refused(page: &Page, disk: Disk, words: &str) -> Outcome {
    let before = page.text_of(NAME).await?;
    page.has_disk(disk).await?;
    fetch(page).await?;
    page.says(PROBLEM, words).await?;
    page.count_becomes("#models [data-fetching]", 0).await?;
    assert_eq!(page.text_of(NAME).await?, before, "{disk:?}");
    page.element_is_there(ANSWER).await
}

/// Deletes what is kept: nothing of it is left, seen or not.
async fn is_deleted(page: &Page) -> Outcome {
    page.count_becomes(KEPT, 1).await?;
    page.click_on("#models [data-delete-kept]").await?;
    page.count_becomes(KEPT, 0).await?;
    assert_eq!(page.promised::<usize>(FOLDERS).await?, 0, "folders");
    Ok(())
}

#[test]
fn a_full_disk_is_said_and_what_was_fetched_is_taken_up_when_there_is_room() -> Outcome {
    with_hub_in(Site::built()?.with_disk()?, async |page, hub| {
        open(&page, "").await?;
        page.element_is_there(ANSWER).await?;
        let too_little = "are needed, and this browser has room for";
        is_refused(&page, Disk::Says(ROOM), too_little).await?;
        assert_eq!(hub.asked(), Vec::<String>::new(), "nothing is fetched");
        page.count_becomes(KEPT, 0).await?;
        assert_eq!(page.promised::<usize>(FOLDERS).await?, 0, "folders");
        for disk in [Disk::Short(ROOM), Disk::Refuses(ROOM)] {
            is_refused(&page, disk, "The disk is full").await?;
            // It is a part, and said to be one.
            page.says(KEPT, "of").await?;
            page.says(RESUME, "Fetch the rest").await?;
            is_deleted(&page).await?;
        }
        is_refused(&page, Disk::Refuses(ROOM), "The disk is full").await?;
        // Still full, down to the last byte: the part stays.
        page.has_disk(Disk::Says(0)).await?;
        page.click_on(RESUME).await?;
        page.says(PROBLEM, too_little).await?;
        page.count_becomes("#models [data-fetching]", 0).await?;
        page.says(RESUME, "Fetch the rest").await?;
        page.has_disk(Disk::Endless).await?;
        hub.asked();
        page.click_on(RESUME).await?;
        is_open(&page).await?;
        let asked = hub.asked();
        assert!(
            asked.iter().all(|own| own.starts_with("model-")),
            "what was whole is not fetched again: {asked:?}"
        );
        page.count_becomes(KEPT, 1).await?;
        page.says(RESUME, "Open").await
    })
}
