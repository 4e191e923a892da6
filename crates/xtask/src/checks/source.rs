//! What is true of every file of the page.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::workspace;

/// Every file of `folder`, as far down as it goes, with its text.
fn files(folder: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            let text = fs::read_to_string(&path)?;
            found.push((path, text));
        }
    }
    Ok(found)
}

#[test]
fn only_one_folder_and_the_tests_of_components_name_web_sys() -> io::Result<()> {
    let source = workspace::root().join("src");
    let files = files(&source)?;
    let naming = files.iter().filter(|(_, text)| text.contains("web_sys"));
    let places: Vec<_> = naming.map(|(file, _)| file).collect();
    assert!(!places.is_empty(), "nothing was read");
    for file in places {
        let own = file.starts_with(source.join("browser")) || *file == source.join("tests.rs");
        assert!(own, "{} names web_sys", file.display());
    }
    Ok(())
}

/// A test that no browser hears of would never run: natively the page is not built.
#[test]
fn every_test_of_the_page_runs_in_a_browser() -> io::Result<()> {
    let files = files(&workspace::root().join("src"))?;
    let tested = files.iter().filter(|(_, text)| text.contains("#[test]"));
    let tested: Vec<_> = tested.collect();
    assert!(!tested.is_empty(), "nothing was read");
    for (file, text) in tested {
        let heard = text.contains("wasm_bindgen_test as test;");
        assert!(heard, "{}: no browser runs its tests", file.display());
    }
    Ok(())
}
