//! A figure taken along: every form is saved from the menu, read from the disk, and compared with the
//! numbers on the page.

mod charts;
mod matrices;

use std::fs;
use std::path::{Path, PathBuf};

use e2e::oracle::Rows;
use e2e::{Error, Page, until};

/// A menu that is open, and a folder of one test alone, into which its page saves.
pub struct Folder {
    path: PathBuf,
    menu: String,
}

impl Folder {
    /// Opens the menu inside what `place` finds.
    pub async fn of(page: &Page, name: &str, place: &str) -> Result<Folder, Error> {
        let name = format!("attention-lab-export-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).map_err(Error::io("make a folder for downloads"))?;
        page.save_into(&path).await?;
        page.click_on(&format!("{place} {MENU} > summary")).await?;
        let ready = format!("{place} {MENU} [data-export=ready]");
        page.element_is_there(&ready).await?;
        let menu = place.to_owned();
        Ok(Folder { path, menu })
    }

    /// Saves a form by its button, and gives the file's bytes.
    async fn saved(&self, page: &Page, slug: &str, name: &str) -> Result<Vec<u8>, Error> {
        let file = self.path.join(name);
        let menu = format!("{} {MENU}", self.menu);
        page.click_on(&format!("{menu} [data-save={slug}]")).await?;
        let written = until(&format!("{name} on the disk"), async || Ok(is_whole(&file))).await;
        if let Err(error) = written {
            let said = page.texts(&format!("{menu} [role=status]")).await?;
            let there = fs::read_dir(&self.path).map_err(Error::io("read the folder"))?;
            let there: Vec<_> = there.flatten().map(|own| own.file_name()).collect();
            return Err(Error::Page(format!(
                "{error}; said {said:?}, there {there:?}"
            )));
        }
        page.says(&format!("{menu} [role=status]"), name).await?;
        fs::read(&file).map_err(Error::io("read the export"))
    }

    pub async fn text(&self, page: &Page, slug: &str, name: &str) -> Result<String, Error> {
        let bytes = self.saved(page, slug, name).await?;
        String::from_utf8(bytes).map_err(|_| Error::Page(format!("{name} is no text")))
    }
}

/// The menu of any lesson.
const MENU: &str = "[data-control=save-figure]";

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays behind in the folder for temporary files harms nobody.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Chromium writes under another name and then renames.
fn is_whole(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|file| file.len() > 0)
}

/// The numbers of our CSV, whose labels here have no commas.
pub fn numbers(csv: &str) -> Rows {
    let fields = |line: &str| -> Vec<f64> {
        let fields = line.split(',').skip(1);
        fields
            .map(|field| field.parse().unwrap_or(f64::NAN))
            .collect()
    };
    csv.lines().skip(1).map(fields).collect()
}
