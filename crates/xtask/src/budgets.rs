//! What the page may weigh. A release that is heavier is refused: weight comes in grams, and nobody sees them go by.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::error::Error;
use crate::seal::INDEX;
use crate::seal::folder::Files;
use crate::shell::{Shell, output};

/// What the first figure needs: `gzip -9` and `brotli -11`, in bytes.
const FIRST_USE: Weight = Weight {
    gzip: 220_000,
    brotli: 180_000,
};

/// What may be fetched besides, when it is wanted first, by `gzip -9`. Files that several parts share count in each: which
/// pieces are one file changes with every part, so there is a little room. Those of [`PATH`], which every page has, count
/// in it alone, and where a figure stands by itself.
const PARTS: [(&str, usize); 22] = [
    ("training", 288_000),
    ("geometry", 157_000),
    ("scale", 169_000),
    ("heads", 122_000),
    ("positions", 167_000),
    ("mlp", 151_000),
    ("backward", 155_000),
    ("cost", 139_000),
    ("flash", 149_000),
    ("models", 247_000),
    ("share", 269_000),
    ("export", 135_000),
    ("questions", 63_000),
    ("explore", 100_000),
    ("beats", 63_000),
    ("beside", 67_000),
    ("editing", 35_000),
    ("embed", 127_000),
    ("messages", 13_000),
    ("plots", 55_000),
    ("locks", 6_000),
    ("path", 105_000),
];

/// The way through a lesson: fetched by every page but an embedded figure.
const PATH: &str = "path";
const FIGURE_ONLY: &str = "embed";

/// What the first figure does without: it is fetched right after it, and is there before any part.
const LATE: usize = 92_000;
/// The worker, in which models train and calls are timed.
const WORKER: usize = 384_000;
/// The worker that holds a real model, with the library that cuts texts into tokens as its makers do.
const INSPECTOR: usize = 1_290_000;
/// A part that nobody has said anything of yet: that of a new lesson.
const NEW: usize = 150_000;

/// The weight of some files, each compressed by itself.
#[derive(Clone, Copy, Default)]
pub struct Weight {
    gzip: usize,
    brotli: usize,
}

/// Compresses with what Node has, on all processors; a release needs it anyway.
const WEIGH: &str = "
    const { gzip, brotliCompress, constants } = require('node:zlib');
    const { readFile } = require('node:fs/promises');
    const { promisify } = require('node:util');
    const weigh = async name => {
        const bytes = await readFile(name);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
        const both = [promisify(gzip)(bytes, { level: 9 }), promisify(brotliCompress)(bytes, { params })];
        return (await Promise.all(both)).map(small => small.length);
    };
    Promise.all(process.argv.slice(1).map(weigh)).then(all => console.log(JSON.stringify(all)));";

/// Weighs a release and prints the table; fails where something is too heavy. `files` are those in `dist/`.
pub fn hold(shell: &Shell, files: &Files) -> Result<(), Error> {
    let page = text(files, INDEX);
    let first = first_use(&page);
    let list = files.keys().find(|name| is_list(name));
    let list = list.map(|name| text(files, name)).unwrap_or_default();
    let weights = weights(shell, files)?;
    let sum = |names: &BTreeSet<String>| {
        let all = files
            .keys()
            .zip(&weights)
            .filter(|(name, _)| names.contains(*name));
        all.fold(Weight::default(), |sum, (_, one)| Weight {
            gzip: sum.gzip + one.gzip,
            brotli: sum.brotli + one.brotli,
        })
    };
    println!(
        "\n{:34}  {:>9}  {:>9}  {:>9}",
        "what is fetched", "gzip -9", "at most", "brotli"
    );
    let mut heavy = Vec::new();
    let mut hold = |what: &str, weight: Weight, most: Weight| {
        println!(
            "{what:34}  {:>9}  {:>9}  {:>9}",
            weight.gzip, most.gzip, weight.brotli
        );
        if weight.gzip > most.gzip || weight.brotli > most.brotli {
            heavy.push(what.to_owned());
        }
    };
    hold("first use: the first figure", sum(&first), FIRST_USE);
    hold(
        "then, at once: what it does without",
        sum(&late(&page, files)),
        only_gzip(LATE),
    );
    let parts = parts(&list, &page);
    let had = parts.get(PATH).cloned().unwrap_or_default();
    for (part, mut names) in parts {
        if ![PATH, FIGURE_ONLY].contains(&part.as_str()) {
            names.retain(|name| !had.contains(name));
        }
        let most = PARTS.iter().find(|(own, _)| *own == part);
        let gzip = most.map_or(NEW, |(_, most)| *most);
        hold(
            &format!("then, when it is wanted: {part}"),
            sum(&names),
            only_gzip(gzip),
        );
    }
    for (name, most) in [("worker", WORKER), ("inspector", INSPECTOR)] {
        let own = files.keys().filter(|own| own.starts_with(name));
        hold(
            &format!("the worker “{name}”"),
            sum(&own.cloned().collect()),
            only_gzip(most),
        );
    }
    match heavy.is_empty() {
        true => Ok(()),
        false => Err(Error::Content(format!(
            "too heavy: {} (see crates/xtask/src/budgets.rs)",
            heavy.join(", ")
        ))),
    }
}

const fn only_gzip(gzip: usize) -> Weight {
    let brotli = usize::MAX;
    Weight { gzip, brotli }
}

/// The page itself and all that it names to be fetched at once.
fn first_use(page: &str) -> BTreeSet<String> {
    let at_once = page.lines().filter(|line| !line.contains("data-href"));
    let at_once =
        at_once.filter(|line| !line.contains("rel=\"manifest\"") && !line.contains("icon"));
    // Not the table of names: those are fetched when somebody asks for them.
    let at_once = at_once.filter(|line| !line.contains("attention-lab-files"));
    let names = at_once.flat_map(|line| line.split(['"', '\'']));
    let names = names
        .filter_map(|word| word.strip_prefix("./"))
        .map(str::to_owned);
    names.chain([INDEX.to_owned()]).collect()
}

/// The list of parts and digests.
fn is_list(name: &str) -> bool {
    name.starts_with("digests-")
}

/// The late file, the late style sheets, and the list of digests.
fn late(page: &str, files: &Files) -> BTreeSet<String> {
    let sheets = page.split("data-part=\"late\" data-href=\"./").skip(1);
    let sheets = sheets.filter_map(|rest| rest.split('"').next());
    let is_late = |name: &&String| name.starts_with("late-") || is_list(name);
    let own = files.keys().filter(is_late);
    own.cloned().chain(sheets.map(str::to_owned)).collect()
}

/// The files of every part, as the list of them has it, and its style sheet.
fn parts(list: &str, page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let list: Value = serde_json::from_str(list).unwrap_or_default();
    let part = |(part, files): (&String, &Value)| {
        let files = files.as_array().into_iter().flatten();
        let files = files.filter_map(Value::as_str).map(str::to_owned);
        let sheet = page
            .split(&format!("data-part=\"{part}\" data-href=\"./"))
            .nth(1);
        let sheet = sheet
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned);
        (part.clone(), files.chain(sheet).collect())
    };
    let parts = list["parts"].as_object().into_iter().flatten();
    parts.map(part).collect()
}

fn text(files: &Files, name: &str) -> String {
    let bytes = files.get(name).map(Vec::as_slice).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

/// What every file weighs, in order.
fn weights(shell: &Shell, files: &Files) -> Result<Vec<Weight>, Error> {
    let dist = crate::workspace::dist();
    let mut node = shell.command("node");
    node.args(["-e", WEIGH])
        .args(files.keys().map(|name| dist.join(name)));
    let said = output(&mut node)?;
    let list: Value =
        serde_json::from_str(&said).map_err(|error| Error::Content(format!("weights: {error}")))?;
    let number =
        |value: &Value| usize::try_from(value.as_u64().unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let weight = |pair: &Value| Weight {
        gzip: number(&pair[0]),
        brotli: number(&pair[1]),
    };
    Ok(list.as_array().into_iter().flatten().map(weight).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_use_is_what_the_page_names_to_be_fetched_at_once() {
        let page = r#"<meta name="attention-lab-files" content='{"a":"./a"}' />
            <link rel="manifest" href="./manifest.webmanifest" />
            <link rel="stylesheet" href="./page-1.css"/>
            <link rel="stylesheet" data-part="cost" data-href="./cost-1.css"/>
            import init from './attention-lab-1.js';"#;
        let names: Vec<_> = first_use(page).into_iter().collect();
        assert_eq!(names, ["attention-lab-1.js", "index.html", "page-1.css"]);
        let list = r#"{"parts":{"cost":["part_cost-1.wasm","shared_0-1.wasm"]},"digests":{}}"#;
        let files = parts(list, page).remove("cost").unwrap_or_default();
        let files: Vec<_> = files.iter().map(String::as_str).collect();
        assert_eq!(files, ["cost-1.css", "part_cost-1.wasm", "shared_0-1.wasm"]);
    }
}
