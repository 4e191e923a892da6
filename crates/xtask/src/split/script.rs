//! What fetches the parts, put into the page's script: the two would otherwise import each other, and files that
//! name each other in a circle cannot be named by their content.

use std::collections::BTreeMap;

use super::{List, digests};
use crate::error::Error;
use crate::seal::folder::Files;

/// What is put in.
const PARTS: &str = include_str!("parts.js");
/// The module that wasm-split would have the page import.
const SPLIT: &str = "\"./__wasm_split.js\"";

/// How wasm-bindgen begins the page, and how it begins once what is late is on its way.
const BEGIN: (&str, &str) = (
    "    wasm.__wbindgen_start();\n    return wasm;\n",
    "    return lateBegin(() => {\n        wasm.__wbindgen_start();\n        return wasm;\n    });\n",
);

/// The script with what fetches its parts, each compared with its digest. The late file is in `files` as it will be
/// served.
pub fn with_parts(script: &str, list: &List, files: &Files) -> Result<String, Error> {
    let is_import = |line: &&str| line.starts_with("import * as ") && line.contains(SPLIT);
    let is_given = |line: &&str| line.trim_start().starts_with(SPLIT);
    let imported = script.lines().filter(is_import).count();
    let given = script.lines().filter(is_given).count();
    if given == 0 || imported != given {
        return Err(Error::Content(format!(
            "wasm-bindgen wrote {imported} imports of {SPLIT} and gave {given} to the module"
        )));
    }
    let mut whole = format!("{}\n", parts(list, files)?);
    let mut first = true;
    for line in script.lines().filter(|line| !is_import(line)) {
        if is_given(&line) {
            if first {
                whole.push_str(&format!(
                    "        {SPLIT}: partLoaders,\n        late: {{ now: lateNow }},\n"
                ));
            }
            first = false;
        } else {
            whole.push_str(line);
            whole.push('\n');
        }
    }
    match whole.contains(BEGIN.0) {
        true => Ok(whole.replacen(BEGIN.0, BEGIN.1, 1)),
        false => Err(Error::Content(
            "wasm-bindgen begins the page in another way".into(),
        )),
    }
}

/// The script without the classes that it would export.
pub fn without_classes(script: &str) -> String {
    let mut rest = String::new();
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        let registry = line.starts_with("const ") && line.contains("Finalization = ");
        if line.starts_with("export class ") {
            lines.by_ref().find(|line| *line == "}");
        } else if line.starts_with("if (Symbol.dispose) ") {
            continue;
        } else if registry {
            lines.by_ref().find(|line| line.ends_with(';'));
        } else {
            rest.push_str(line);
            rest.push('\n');
        }
    }
    rest
}

/// The script with the short names of what its module imports, and without what it does not import any more.
pub fn short(script: &str, names: &BTreeMap<String, String>) -> String {
    let mut rest = String::new();
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        let given = line.strip_prefix("        __wb");
        let given = given.and_then(|name| name.split_once(": function("));
        if given.is_some_and(|(name, _)| !names.contains_key(&format!("__wb{name}"))) {
            lines.by_ref().find(|line| *line == "        },");
        } else {
            rest.push_str(line);
            rest.push('\n');
        }
    }
    renamed(&rest, names)
}

fn renamed(script: &str, names: &BTreeMap<String, String>) -> String {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let (mut whole, mut rest) = (String::with_capacity(script.len()), script);
    while let Some(start) = rest.find(is_name) {
        let end = rest[start..].find(|letter| !is_name(letter));
        let end = end.map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        whole.push_str(&rest[..start]);
        whole.push_str(names.get(word).map_or(word, String::as_str));
        rest = &rest[end..];
    }
    whole.push_str(rest);
    whole
}

fn parts(list: &List, files: &Files) -> Result<String, Error> {
    let late = files.get(super::LATE);
    let late = late.ok_or_else(|| Error::Content(format!("there is no {}", super::LATE)))?;
    let loader = |(part, _)| format!("  __wasm_split_load_{part}: partLoad(\"{part}\"),\n");
    let loaders: String = list.parts().map(loader).collect();
    Ok(PARTS
        .replacen("DIGESTS", &digests::first(files), 1)
        .replacen("LATE_SUM", &digests::sum(late).to_string(), 1)
        .replacen("LOADERS", &format!("{{\n{loaders}}}"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUND: &str = "\
export class Stream {
    free() {
        wasm.__wbg_stream_free(0);
    }
}
if (Symbol.dispose) Stream.prototype[Symbol.dispose] = Stream.prototype.free;
        __wbg_log_0a: function(arg0) {
            console.log(arg0);
        },
        __wbg_gone_0b: function(arg0) {
            gone(arg0);
        },
const StreamFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_stream_free(ptr, 1));
wasm.memory;
";

    #[test]
    fn only_what_the_module_imports_is_left() {
        let names = [("__wbg_log_0a".to_owned(), "i0".to_owned())].into();
        let rest = short(&without_classes(BOUND), &names);
        let lines: Vec<_> = rest.lines().map(str::trim).collect();
        let log = ["i0: function(arg0) {", "console.log(arg0);", "},"];
        assert_eq!(lines, [&log[..], &["wasm.memory;"]].concat());
    }
}
