//! Style sheets: those of the page as it opens are one file, that of a part is fetched with it, and what the first
//! figure does without with what is late. A sheet belongs to the part that is called as its file. Each stays in its place
//! among the others, for later rules win.

use super::List;
use crate::error::Error;
use crate::seal::INDEX;
use crate::seal::folder::Files;

/// What Trunk writes for a style sheet, up to the name of its file.
const LINK: &str = "<link rel=\"stylesheet\" href=\"./";
/// Sheets that are late: of tables, of what stands beside a figure, for locks, for what runs from right to left in other
/// figures than the first, and for paper.
const LATE: [&str; 5] = ["figure", "panels", "frame", "direction", "print"];

/// Puts sheets that stand one after the other into one file, and keeps those of parts from being fetched: their
/// links have `data-href`, which whoever fetches the part makes `href` (`parts.js`).
pub fn divide(
    files: &mut Files,
    list: &List,
    minified: impl Fn(&str) -> Result<Vec<u8>, Error>,
) -> Result<(), Error> {
    let html = text(files, INDEX)?;
    let (mut page, mut first) = (String::new(), None::<String>);
    for line in html.lines() {
        let Some(name) = sheet(line) else {
            if !line.trim().is_empty() {
                first = None;
            }
            page.push_str(line);
            page.push('\n');
            continue;
        };
        let mut parts = list.parts().map(|(part, _)| part);
        if let Some(part) = is_late(name)
            .then_some("late")
            .or_else(|| parts.find(|part| is_of(name, part)))
        {
            first = None;
            let small = minified(&text(files, name)?)?;
            files.insert(name.to_owned(), small);
            page.push_str(&format!(
                "    <link rel=\"stylesheet\" data-part=\"{part}\" data-href=\"./{name}\"/>\n"
            ));
        } else if let Some(whole) = &first {
            let more = files.remove(name).unwrap_or_default();
            files.entry(whole.clone()).or_default().extend(more);
        } else {
            page.push_str(&format!("    {LINK}{name}\"/>\n"));
            first = Some(name.to_owned());
        }
    }
    let sheets: Vec<_> = page.lines().filter_map(sheet).map(str::to_owned).collect();
    for name in sheets {
        let small = minified(&text(files, &name)?)?;
        files.insert(name, small);
    }
    files.insert(INDEX.into(), page.into_bytes());
    Ok(())
}

/// Whether a file is a sheet that the first figure does without.
pub fn is_late(name: &str) -> bool {
    LATE.iter().any(|sheet| is_of(name, sheet))
}

/// Whether the divided page has a file as a sheet that is fetched later.
pub fn waits(files: &Files, name: &str) -> bool {
    let link = format!("data-href=\"./{name}\"");
    text(files, INDEX).is_ok_and(|page| page.contains(&link))
}

/// The file of a line that links a style sheet.
fn sheet(line: &str) -> Option<&str> {
    line.trim().strip_prefix(LINK)?.split('"').next()
}

/// Whether a sheet is that of a part; Trunk put a hash behind its name.
fn is_of(name: &str, part: &str) -> bool {
    let rest = name.strip_prefix(part);
    rest.is_some_and(|rest| rest.starts_with('-') || rest == ".css")
}

fn text(files: &Files, name: &str) -> Result<String, Error> {
    let bytes = files.get(name).cloned().unwrap_or_default();
    String::from_utf8(bytes).map_err(|_| Error::Content(format!("{name} is no text")))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use super::super::List;
    use super::*;

    #[test]
    fn sheets_in_a_row_are_one_and_those_of_parts_wait() -> Result<(), Error> {
        let names = [
            "page-0a.css",
            "guided-0b.css",
            "training-0c.css",
            "print-0d.css",
        ];
        let mut html = String::from("<head>\n");
        let mut files = Files::new();
        for name in names {
            html += &format!("    {LINK}{name}\" integrity=\"sha384-x\"/>\n");
            files.insert(name.into(), format!("/* {name} */").into_bytes());
        }
        files.insert(INDEX.into(), html.into_bytes());
        let list = List(serde_json::json!({ "parts": { "training": ["part_training.wasm"] } }));
        divide(&mut files, &list, |css| Ok(css.to_uppercase().into_bytes()))?;
        let page = text(&files, INDEX)?;
        let lines: Vec<_> = page.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "<head>",
                "<link rel=\"stylesheet\" href=\"./page-0a.css\"/>",
                "<link rel=\"stylesheet\" data-part=\"training\" data-href=\"./training-0c.css\"/>",
                "<link rel=\"stylesheet\" data-part=\"late\" data-href=\"./print-0d.css\"/>",
            ]
        );
        assert_eq!(
            text(&files, "page-0a.css")?,
            "/* PAGE-0A.CSS *//* GUIDED-0B.CSS */"
        );
        assert_eq!(text(&files, "training-0c.css")?, "/* TRAINING-0C.CSS */");
        assert!(!files.contains_key("guided-0b.css"));
        Ok(())
    }

    /// The names that stand in `class="…"` in the views of a folder, its own folders included.
    fn used(folder: &Path) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                names.append(&mut used(&path));
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            for written in text.split("class=\"").skip(1) {
                let written = written.split('"').next().unwrap_or_default();
                names.extend(written.split_whitespace().map(str::to_owned));
            }
        }
        names
    }

    /// Whether a sheet says something of a class.
    fn knows(sheet: &str, class: &str) -> bool {
        let ends = |rest: &str| {
            let next = rest.chars().next();
            next.is_none_or(|sign| !sign.is_alphanumeric() && sign != '-' && sign != '_')
        };
        sheet.split(&format!(".{class}")).skip(1).any(ends)
    }

    /// A sheet comes with its lesson alone: what only another lesson's sheet knows has no style in a release.
    #[test]
    fn no_lesson_relies_on_the_sheet_of_another() -> Result<(), Box<dyn std::error::Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (mut common, mut own) = (String::new(), BTreeMap::new());
        for entry in fs::read_dir(root.join("assets/style"))? {
            let path = entry?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let name = name.unwrap_or_default().to_owned();
            let sheet = fs::read_to_string(&path)?;
            match root.join("src/views").join(&name).is_dir() {
                true => drop(own.insert(name, sheet)),
                false => common += &sheet,
            }
        }
        assert!(own.len() > 5, "lessons with sheets: {:?}", own.keys());
        for lesson in fs::read_dir(root.join("src/views"))? {
            let folder = lesson?.path();
            for class in used(&folder).iter().filter(|class| !knows(&common, class)) {
                let others = own.iter().filter(|(name, _)| !folder.ends_with(name));
                let elsewhere: Vec<_> = others
                    .filter(|(_, sheet)| knows(sheet, class))
                    .map(|(name, _)| name)
                    .collect();
                assert!(
                    elsewhere.is_empty(),
                    "{folder:?}: .{class} of {elsewhere:?}"
                );
            }
        }
        Ok(())
    }
}
