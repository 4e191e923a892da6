//! From the files of a package to chapters of plain text.

use std::path::Path;

use crate::books::{BOOKS, Book};
use crate::fetch::fetched;

/// What is read, chapter by chapter.
#[derive(Debug, Default)]
pub struct Texts {
    /// To learn from.
    pub train: Vec<String>,
    /// To choose settings by.
    pub tried_on: Vec<String>,
    /// For all figures.
    pub held_out: Vec<String>,
}

impl Texts {
    /// All books, fetched into `folder` where they are not there yet.
    ///
    /// # Errors
    /// In words.
    pub fn of(folder: &Path) -> Result<Self, String> {
        let mut texts = Self::default();
        for book in BOOKS {
            let chapters = chapters(book, &fetched(book.package, folder)?)?;
            println!(
                "{}: {} chapters, {} characters",
                book.title,
                chapters.len(),
                count(&chapters)
            );
            for (index, chapter) in chapters.into_iter().enumerate() {
                let number = index + 1;
                let part = match number {
                    _ if book.held_out.contains(&number) => &mut texts.held_out,
                    _ if book.tried_on.contains(&number) => &mut texts.tried_on,
                    _ => &mut texts.train,
                };
                part.push(chapter);
            }
        }
        Ok(texts)
    }
}

/// Characters of all chapters.
#[must_use]
pub fn count(chapters: &[String]) -> usize {
    chapters.iter().map(|chapter| chapter.chars().count()).sum()
}

fn chapters(book: &Book, folder: &Path) -> Result<Vec<String>, String> {
    let read = |path: &str| {
        let path = folder.join(path);
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let whole = match book.path.contains("{}") {
        false => read(book.path)?,
        true => {
            let paths = (1..).map(|number| book.path.replace("{}", &format!("{number}")));
            let there = paths.take_while(|path| folder.join(path).exists());
            there
                .map(|path| read(&path))
                .collect::<Result<Vec<_>, _>>()?
                .join("\n\n")
        }
    };
    Ok(cut(&plain(&whole), book))
}

/// One kind of line end, quotation mark and dash; no byte order mark.
fn plain(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let text = text.replace(['“', '”'], "\"").replace(['‘', '’', '`'], "'");
    text.replace('—', "--").replace('\t', " ")
}

/// The chapters of a book; what stands before the first, its title page and notices, and after its end is left out.
fn cut(text: &str, book: &Book) -> Vec<String> {
    let mut chapters: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().map(str::trim) {
        let over = ["*** END OF", "THE END", "[The End]"];
        if over.iter().any(|end| line.starts_with(end)) && !chapters.is_empty() {
            break;
        }
        if line.strip_prefix(book.chapter).is_some_and(is_numbered) {
            chapters.push(Vec::new());
        }
        if let Some(chapter) = chapters.last_mut() {
            chapter.push(line);
        }
    }
    chapters
        .iter()
        .map(|lines| joined(lines, book.verse))
        .collect()
}

/// Whether that begins with a number, Roman or other.
fn is_numbered(rest: &str) -> bool {
    let number = rest.split([' ', '.']).next().unwrap_or_default();
    !number.is_empty()
        && number
            .chars()
            .all(|sign| sign.is_ascii_digit() || "IVXLC".contains(sign))
}

/// Lines of a paragraph become one, unless they are verse; a line end is the end of a paragraph.
fn joined(lines: &[&str], verse: bool) -> String {
    let mut text = String::new();
    let mut open = false;
    for line in lines {
        let words: Vec<_> = line.split_whitespace().collect();
        if words.is_empty() || words.iter().all(|word| *word == "*") {
            open = false;
            continue;
        }
        if !text.is_empty() {
            text.push(if open && !verse { ' ' } else { '\n' });
        }
        text.push_str(&words.join(" "));
        open = true;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::BOOKS;

    const TEXT: &str = "\u{feff}Title\r\nCHAPTER\r\n  I  Down\r\n\r\nCHAPTER I\r\n\r\nOne “line”\r\nand another—so.\r\n\r\n* * *\r\nTwo.\r\nCHAPTER II.\r\nThree.\r\nCHAPTER of accidents\r\nTHE END\r\nCHAPTER III\r\n";

    fn book(verse: bool) -> Book {
        Book {
            chapter: "CHAPTER ",
            verse,
            ..BOOKS[0]
        }
    }

    #[test]
    fn chapters_begin_at_their_numbers_and_paragraphs_become_lines() {
        let chapters = cut(&plain(TEXT), &book(false));
        let wanted = [
            "CHAPTER I\nOne \"line\" and another--so.\nTwo.\n",
            "CHAPTER II. Three. CHAPTER of accidents\n",
        ];
        assert_eq!(chapters, wanted);
    }

    #[test]
    fn the_lines_of_verse_stay() {
        let chapters = cut(&plain(TEXT), &book(true));
        assert_eq!(
            chapters[0],
            "CHAPTER I\nOne \"line\"\nand another--so.\nTwo.\n"
        );
    }

    #[test]
    fn no_chapter_is_held_out_twice() {
        for book in BOOKS {
            let twice = book.held_out.iter().find(|own| book.tried_on.contains(own));
            assert_eq!(twice, None, "{}", book.title);
        }
    }
}
