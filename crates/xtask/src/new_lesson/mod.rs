//! `cargo xtask new-lesson NAME`: the skeleton of a lesson, which works from the first build on. What it
//! makes is also the lesson by which the tests show that a new lesson has everything (`probe`).

use std::fs;
use std::path::Path;

use crate::error::Error;
use crate::workspace;

/// The pure logic.
const LOGIC: &str = include_str!("logic.rs.txt");
/// The views.
const VIEW: &str = include_str!("view.rs.txt");
/// The English texts.
const TEXTS: &str = include_str!("texts.json");

/// Where the registry stands, and the line that ends its list.
const REGISTRY: &str = "crates/lesson/src/each.rs";
const END: &str = "\n        }\n    };";
/// Where the English texts stand, and the groups in which every lesson has a line: its name, what one can do after it,
/// and what one does in it.
const ENGLISH: &str = "assets/locales/en.json";
const LINES: [(&str, &str); 3] = [
    ("lesson", "@Name@"),
    ("goal", "Add up a row."),
    ("card", "Type numbers and see each row added up."),
];

/// Makes the lesson in this checkout and says what to do next.
///
/// # Errors
/// [`Error`] for a name that cannot be one, for a lesson that is there, and where a file cannot be written.
pub fn new_lesson(rest: &[String]) -> Result<(), Error> {
    let [name] = rest else {
        return Err(Error::Usage("cargo xtask new-lesson <name>".into()));
    };
    make(&workspace::root(), name)?;
    println!(
        "The lesson “{name}” is there: `cargo xtask serve`, then http://127.0.0.1:8080/#lesson={name}\n\
         Its logic: crates/lesson/src/lessons/{name}   its views: src/views/{name}\n\
         Its texts: {ENGLISH}, “{name}”, and “{name}” in “lesson”, “goal” and “card”; `cargo xtask texts` lists what to translate.\n\
         Its line:  {REGISTRY}"
    );
    Ok(())
}

/// Makes the lesson in the checkout at `root`. Nothing is written unless all of it can be.
///
/// # Errors
/// As [`new_lesson`].
pub fn make(root: &Path, name: &str) -> Result<(), Error> {
    check(name)?;
    let folders =
        ["crates/lesson/src/lessons", "src/views"].map(|parent| root.join(parent).join(name));
    if let Some(there) = folders.iter().find(|folder| folder.exists()) {
        return Err(Error::Usage(format!(
            "{} is there already",
            there.display()
        )));
    }
    let line = format!("\n            {name}: {},", type_name(name));
    let registry = read(root, REGISTRY)?;
    let registry = put(REGISTRY, &registry, END, |end| format!("{line}{end}"))?;
    let mut english = read(root, ENGLISH)?;
    // Texts of the page have names too; a second group of one would take the first one's place.
    if english.contains(&format!("\n  \"{name}\": ")) {
        return Err(Error::Usage(format!(
            "{ENGLISH} has texts called “{name}” already"
        )));
    }
    for (group, line) in LINES {
        let mark = format!("\n  \"{group}\": {{\n");
        let own = format!("{mark}    \"{name}\": \"{}\",\n", filled(line, name));
        english = put(ENGLISH, &english, &mark, |_| own.clone())?;
    }
    let english = english.trim_end().strip_suffix("\n}").map(str::to_owned);
    let english =
        english.ok_or_else(|| Error::Content(format!("{ENGLISH} ends with no object")))?;
    let english = format!("{english},\n{}}}\n", filled(TEXTS, name));
    for (folder, text) in folders.iter().zip([LOGIC, VIEW]) {
        fs::create_dir_all(folder).map_err(Error::file("make", folder))?;
        write(&folder.join("mod.rs"), &filled(text, name))?;
    }
    write(&root.join(REGISTRY), &registry)?;
    write(&root.join(ENGLISH), &english)
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(Error::file("write", path))
}

/// A module cannot be called like a word of the language; `share` is one of ours.
const WORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn \
    for gen if impl in let loop macro match mod move mut override priv pub ref return self share static struct super trait \
    true try type typeof unsafe unsized use virtual where while yield";

/// A slug of links that is also the name of a module.
fn check(name: &str) -> Result<(), Error> {
    let is_one = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.len() <= 24;
    let is_word = WORDS.split_whitespace().any(|word| word == name);
    if is_one && !is_word {
        return Ok(());
    }
    Err(Error::Usage(format!(
        "“{name}” cannot name a lesson: small letters, digits and _, a letter first, 24 at most"
    )))
}

fn read(root: &Path, file: &str) -> Result<String, Error> {
    let path = root.join(file);
    fs::read_to_string(&path).map_err(Error::file("read", path))
}

/// The text of `file` with what stands at `mark` put in other words.
fn put(
    file: &str,
    text: &str,
    mark: &str,
    other: impl Fn(&str) -> String,
) -> Result<String, Error> {
    match text.contains(mark) {
        true => Ok(text.replacen(mark, &other(mark), 1)),
        false => Err(Error::Content(format!(
            "{file} has no place for a lesson: {mark:?}"
        ))),
    }
}

fn filled(text: &str, name: &str) -> String {
    text.replace("@Name@", &type_name(name))
        .replace("@name@", name)
}

/// `many_heads` → `ManyHeads`.
fn type_name(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    name.split('_').map(word).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;

    fn checkout() -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        for file in [REGISTRY, ENGLISH] {
            let to = copy.path().join(file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(workspace::root().join(file), to).unwrap();
        }
        copy
    }

    #[test]
    fn a_lesson_is_two_folders_a_line_and_texts() {
        let copy = checkout();
        let read = |file: &str| fs::read_to_string(copy.path().join(file)).unwrap();
        let (registry, english) = (read(REGISTRY), read(ENGLISH));
        make(copy.path(), "many_heads").unwrap();
        let line = "            many_heads: ManyHeads,\n";
        assert_eq!(read(REGISTRY).replace(line, ""), registry, "one line more");
        let texts: serde_json::Value = serde_json::from_str(&read(ENGLISH)).unwrap();
        assert_eq!(texts["lesson"]["many_heads"], "ManyHeads");
        assert_eq!(texts["many_heads"]["sum"]["title"], "Sum");
        let added = read(ENGLISH).lines().count() - english.lines().count();
        let logic = read("crates/lesson/src/lessons/many_heads/mod.rs");
        let view = read("src/views/many_heads/mod.rs");
        assert!(!logic.contains('@') && !view.contains('@'));
        let all = logic.lines().count() + view.lines().count() + added + 1;
        assert!(all <= 150, "{all} lines in all");
    }

    #[test]
    fn what_cannot_be_is_refused_and_nothing_written() {
        let copy = checkout();
        let registry = || fs::read_to_string(copy.path().join(REGISTRY)).unwrap();
        let before = registry();
        for name in [
            "",
            "Heads",
            "9lives",
            "a-b",
            "../up",
            "type",
            "static",
            // The page has texts of that name.
            "matrix",
            &"a".repeat(25),
        ] {
            assert!(make(copy.path(), name).is_err(), "{name}");
        }
        assert_eq!(registry(), before);
        make(copy.path(), "probe").unwrap();
        let once = registry();
        assert!(make(copy.path(), "probe").is_err(), "it is there");
        assert_eq!(registry(), once);
        assert_ne!(once, before);
    }
}
