//! The registry's tables of controls against what stands in the page, and every one of them locked
//! and hidden.

use std::collections::BTreeSet;
use std::time::Duration;

use e2e::{Error, Outcome, Page, on_blank_page, until};
use lesson::core::control::Kind;
use lesson::core::lesson::Meta;
use lesson::registry::{self, LESSONS};
use serde_json::Value;

use super::{follow, open};

/// The names of all single controls in a lesson.
const NAMES: &str = r#"
    // What stands in a menu is locked and hidden with it.
    const own = name => [...document.querySelectorAll(`#${arguments[0]} [data-${name}]`)]
        .filter(element => !element.parentElement.closest("details.export"))
        .map(element => element.dataset[name]);
    return [...new Set([...own("control"), ...own("action")])];"#;

/// Links under which the controls that are not always there are; of a lesson whose steps have names, every one of
/// these, and a question about every table that can be asked.
fn scenes(slug: &str) -> Vec<String> {
    let own: &[&str] = match slug {
        "stepper" => &[
            "preset=worked&mask=window:2&scale=0.5&o=scores.0.1:2&pin=scores.0.1&stage=scores",
            "preset=worked&stage=mask&pin=mask.0.1",
            "preset=worked&stage=scores&ask=scores.0.1",
            "preset=worked&stage=weights&ask=weights.1",
        ],
        "flash" => &[
            "mask=window:2&scale=0.5",
            "preset=worked&at=2&ask=tile.0.0",
            "preset=worked&ask=weights.0",
        ],
        "training" => &["panel=head", "panel=write", "panel=block"],
        "cost" => &["to=64"],
        "models" => &["preset=reader", "preset=without", "preset=swap"],
        "geometry" => &["scale=0.5"],
        "backward" => &["preset=aim", "mask=window:2&scale=0.5", "preset=target"],
        _ => &[],
    };
    let own = own.iter().map(|&scene| scene.to_owned());
    let lesson = registry::lesson(slug);
    match slug {
        "stepper" | "flash" | "training" | "cost" | "models" => own.collect(),
        _ => own.chain(steps(lesson)).chain(questions(lesson)).collect(),
    }
}

/// Every step of the walk.
fn steps(lesson: &'static Meta) -> impl Iterator<Item = String> {
    let names = lesson.steps.iter();
    names.map(|name| format!("{}={name}", lesson.place().unwrap_or_default()))
}

/// A question about a number of every table, and about a row of every one whose rows can be asked.
fn questions(lesson: &Meta) -> impl Iterator<Item = String> {
    let asked = lesson.tables.iter().filter(|table| table.asked);
    let numbers = asked.clone().map(|table| format!("ask={}.0.0", table.key));
    let rows = asked.filter(|table| table.distribution);
    numbers.chain(rows.map(|table| format!("ask={}.0", table.key)))
}

/// Whether a lesson has anything for a control of that name: some of those that are common to all lessons
/// are about a kind of table.
fn is_of_use(lesson: &Meta, name: &str) -> bool {
    match name {
        "override" | "clear" => lesson.tables.iter().any(|table| table.overridable),
        "divide" => lesson.tables.iter().any(|table| table.distribution),
        _ => true,
    }
}

async fn names(page: &Page, slug: &str) -> Result<BTreeSet<String>, Error> {
    let found = page.script(NAMES, vec![slug.into()]).await?;
    let names = found.as_array().into_iter().flatten();
    Ok(names.filter_map(Value::as_str).map(Into::into).collect())
}

fn singles(lesson: &Meta) -> BTreeSet<String> {
    let single = lesson
        .controls
        .iter()
        .filter(|own| own.kind == Kind::Single);
    single.map(|own| own.name.to_owned()).collect()
}

/// What is there only after something was done that a link cannot say.
const LATER: &[&str] = &[
    // stepper: a question that was answered.
    "next-question",
    "new-numbers",
    // training: two runs, a head that was taken out, a token that was written.
    "one-run",
    "all-heads",
    "take",
    "all-numbers",
    "open-head",
    "cache",
    "write-draw",
    "write-likely",
    "write-all",
    "write-back",
    "all-candidates",
    // models: a model on its way.
    "stop-opening",
    "hub-name",
    "look-up",
    "fetch",
    "decline",
    "pause-fetching",
    "cancel-fetching",
    "own-model",
    // cost: a point that was refused.
    "anyway",
    // stepper: a menu that was opened.
    "add-token",
    // stepper: the guided walk, whose own buttons no link names.
    "progress",
];

#[test]
fn the_tables_name_what_stands_in_the_page() -> Outcome {
    on_blank_page(async |page| {
        for lesson in LESSONS {
            let (slug, table) = (lesson.slug, singles(lesson));
            let mut missing = table.clone();
            missing.retain(|name| !LATER.contains(&&**name) && is_of_use(lesson, name));
            open(&page, slug, &scenes(slug)[0]).await?;
            // What is not in view comes a little later.
            for (turn, wait) in [400, 1500, 5000].into_iter().enumerate() {
                for scene in scenes(slug) {
                    if missing.is_empty() && turn > 0 {
                        break;
                    }
                    follow(&page, &format!("lesson={slug}&{scene}")).await?;
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                    page.nothing_is_busy().await?;
                    let there = names(&page, slug).await?;
                    let unknown: Vec<_> = there.difference(&table).collect();
                    assert!(unknown.is_empty(), "{slug}: no entry for {unknown:?}");
                    missing.retain(|name| !there.contains(name));
                }
            }
            assert!(
                missing.is_empty(),
                "{slug}: nothing in the page is called {missing:?}"
            );
        }
        Ok(())
    })
}

/// A control of a lesson that is still in reach: neither marked as locked, nor gone.
const IN_REACH: &str = r#"
    const [slug, mark] = arguments;
    // What stands at both ends of a lesson is the site's.
    const inside = "details.menu > :not(summary) *, .lesson-body > .terms *, .ending *";
    const all = [...document.querySelectorAll(
        `#${slug} :is([data-control]:not(details), [data-action], input[data-matrix], details.menu:not(.more) > summary):not(${inside})`)];
    const bare = mark === "lock" ? e => !e.hasAttribute("data-locked") || !e.title
        : e => e.getClientRects().length > 0 && e.checkVisibility();
    return all.filter(bare).map(e => e.outerHTML.slice(0, 120)).join("\n");"#;

#[test]
fn everything_can_be_locked_and_everything_can_be_hidden() -> Outcome {
    on_blank_page(async |page| {
        for lesson in LESSONS {
            let slug = lesson.slug;
            let all: Vec<_> = lesson.controls.iter().map(|own| own.name).collect();
            for mark in ["lock", "hide"] {
                let entries = format!("{}&{mark}={}", scenes(slug)[0], all.join(","));
                page.load(&format!("lesson={slug}&{entries}")).await?;
                page.element_is_there(&super::first_thing(slug)).await?;
                until("everything to be out of reach", async || {
                    let left = page
                        .script(IN_REACH, vec![slug.into(), mark.into()])
                        .await?;
                    Ok(left == Value::String(String::new()))
                })
                .await
                .map_err(|error| Error::Page(format!("{slug}, {mark}: {error}")))?;
            }
        }
        Ok(())
    })
}
