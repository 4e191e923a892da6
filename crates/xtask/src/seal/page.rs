//! Finishes `index.html`: the table of names, and the policy with the hashes of what stands in it.

use super::hub;
use super::policy;
use super::rename::Renamed;
use crate::error::Error;

/// What the page's code looks its files up in: `src/browser/shipped.rs`.
const TABLE: &str = "attention-lab-files";

/// The page with its policy before everything that loads something.
pub fn finish(html: &str, renamed: &Renamed) -> Result<String, Error> {
    // A browser hashes a script with the line ends that it reads, which are never `\r\n`.
    let html = bare(&html.replace("\r\n", "\n"));
    let (html, hub) = hub::of(&html)?;
    let scripts = inline_scripts(&html)?;
    let head = format!(
        "{}\n    {}",
        policy::element(&scripts, &hub),
        table(&html, renamed)
    );
    let charset = html.find("<meta charset");
    let end = charset.and_then(|start| Some(start + html[start..].find('>')? + 1));
    let end = end.ok_or_else(|| Error::Content("index.html does not say its charset".into()))?;
    let (before, after) = html.split_at(end);
    Ok(format!("{before}\n    {head}{after}"))
}

/// The page without what only its authors read.
fn bare(html: &str) -> String {
    let mut bare = String::new();
    let mut rest = html;
    while let Some((before, comment)) = rest.split_once("<!--") {
        let Some((_, after)) = comment.split_once("-->") else {
            break;
        };
        bare += before;
        rest = after;
    }
    let whole = bare + rest;
    let lines = whole.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// New names by old ones, of all files that the page does not name itself. Names are plain
/// (`folder::read` sees to that), so nothing in it has to be escaped.
fn table(html: &str, renamed: &Renamed) -> String {
    let entries: Vec<_> = renamed
        .iter()
        .filter(|(_, new)| !html.contains(new.as_str()) && !is_part(new))
        .map(|(old, new)| format!("\"{old}\":\"{new}\""))
        .collect();
    let entries = entries.join(",");
    format!("<meta name=\"{TABLE}\" content='{{{entries}}}' />")
}

/// Parts, and what is late, are named by the script that fetches them.
fn is_part(name: &str) -> bool {
    let starts = ["part_", "shared_", "late-", "digests-"];
    starts.iter().any(|start| name.starts_with(start))
}

/// What stands between the tags of every script that has no address.
fn inline_scripts(html: &str) -> Result<Vec<&str>, Error> {
    let broken = || Error::Content("index.html has a script without an end".into());
    let (mut scripts, mut rest) = (Vec::new(), html);
    while let Some(start) = rest.find("<script") {
        let tag = &rest[start..];
        let body = tag.find('>').ok_or_else(broken)? + 1;
        let end = tag.find("</script>").ok_or_else(broken)?;
        let inside = tag.get(body..end).ok_or_else(broken)?;
        if !tag[..body].contains(" src=") {
            scripts.push(inside);
        }
        rest = &tag[end..];
    }
    Ok(scripts)
}
