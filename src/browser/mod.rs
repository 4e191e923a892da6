//! The only place that names `web-sys`: small functions over the browser, each doing one thing.
//! What a browser may refuse (storage, clipboard, history in a sandboxed frame) is an `Option` or
//! is let go quietly, because the page works without it.

pub mod canvas;
pub mod cells;
pub mod clipboard;
pub mod elements;
pub mod export;
pub mod fetch;
pub mod fields;
pub mod files;
pub mod focus;
pub mod frames;
pub mod host;
pub mod hub;
pub mod keys;
pub mod language;
pub mod lessons;
pub mod listening;
pub mod locks;
pub mod menus;
pub mod motion;
pub mod numbers;
pub mod offline;
pub mod page;
pub mod parts;
pub mod reveal;
pub mod said;
pub mod shipped;
pub mod sight;
pub mod spare;
pub mod storage;
pub mod targets;
pub mod theme;
pub mod worker;

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::{env, fs, io};

    /// Every file of `folder`, as far down as it goes.
    fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                found.extend(files(&path)?);
            } else {
                found.push(path);
            }
        }
        Ok(found)
    }

    #[test]
    fn only_this_folder_names_web_sys() -> io::Result<()> {
        // Asked when it runs: two checkouts may share what was compiled.
        let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let source = root.unwrap_or_default().join("src");
        let mut naming = 0;
        for file in files(&source)? {
            if fs::read_to_string(&file)?.contains("web_sys") {
                let own = file.starts_with(source.join("browser"));
                assert!(own, "{} names web_sys", file.display());
                naming += 1;
            }
        }
        assert!(naming > 0, "no file of {} was read", source.display());
        Ok(())
    }
}
