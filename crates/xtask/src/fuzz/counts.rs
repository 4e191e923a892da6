//! The counts of all targets, in `crates/fuzz/reached.txt`.

use std::fs;
use std::path::PathBuf;

use super::reached::All;
use crate::error::Error;
use crate::workspace;

/// The counts of all targets and their file.
pub(super) struct Counts {
    /// What is known.
    pub all: All,
    file: PathBuf,
}

impl Counts {
    pub fn read() -> Self {
        Self::of(workspace::root().join("crates/fuzz/reached.txt"))
    }

    fn of(file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let all = All::read(&text);
        Self { all, file }
    }

    /// A target ran once more; its cases in all. They are kept at once: somebody may end what runs. And they are added to
    /// what stands in the file by now: somebody may fuzz other targets beside us.
    pub fn add(&mut self, name: &str, cases: u64, a_second: u64) -> Result<u64, Error> {
        *self = Self::of(self.file.clone());
        let all = self.all.add(name, cases, a_second).cases;
        let text = self.all.written();
        fs::write(&self.file, text).map_err(Error::file("write", &self.file))?;
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Counts;

    #[test]
    fn two_runs_beside_each_other_take_nothing_from_each_other() {
        let file = std::env::temp_dir().join(format!("reached-{}", std::process::id()));
        let (mut one, mut other) = (Counts::of(file.clone()), Counts::of(file.clone()));
        let added = [
            one.add("links", 100, 5).ok(),
            other.add("paste", 30, 6).ok(),
            one.add("paste", 12, 7).ok(),
        ];
        let links = Counts::of(file.clone()).all.of("links").cases;
        let _gone = fs::remove_file(&file);
        assert_eq!(added, [Some(100), Some(30), Some(42)]);
        assert_eq!(links, 100);
    }
}
