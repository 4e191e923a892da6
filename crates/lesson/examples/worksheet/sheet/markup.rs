//! Markup: tables with room to write, lines, boxes to tick, links.

use lesson::core::number::{exact, shown};

/// Digits after the point, wherever a number is written.
pub const DIGITS: u8 = 2;

/// `text` where markup stands.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// A number as it is written everywhere in the sheet.
pub fn number(value: f32) -> String {
    shown(value, DIGITS)
}

/// Computed numbers in parentheses: a vector.
pub fn vector(values: &[f32]) -> String {
    in_parentheses(values, number)
}

/// Typed numbers in parentheses.
pub fn typed(values: &[f32]) -> String {
    in_parentheses(values, exact)
}

fn in_parentheses(values: &[f32], write: impl Fn(f32) -> String) -> String {
    let values: Vec<_> = values.iter().map(|value| write(*value)).collect();
    format!("({})", values.join(",\u{a0}"))
}

/// A cell of a table.
#[derive(Clone, Copy)]
pub enum Entry {
    /// A number that was computed, rounded.
    Given(f32),
    /// A number that somebody typed, to its last digit.
    Typed(f32),
    /// Room to write one.
    Blank,
    /// No cell at all.
    Nothing,
}

/// A row of computed numbers.
pub fn entries(row: &[f32]) -> Vec<Entry> {
    row.iter().map(|value| Entry::Given(*value)).collect()
}

/// The same as entries to be filled in, or filled in already.
pub fn asked(row: &[f32], filled: bool) -> Vec<Entry> {
    match filled {
        true => entries(row),
        false => vec![Entry::Blank; row.len()],
    }
}

/// A table with a label for every row and column.
pub struct Table {
    caption: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Entry>)>,
}

impl Table {
    /// A table without rows. Caption and labels are markup.
    pub fn new(caption: &str, columns: Vec<String>) -> Table {
        let caption = caption.to_owned();
        let rows = vec![];
        Table {
            caption,
            columns,
            rows,
        }
    }

    /// With one more row.
    pub fn row(mut self, label: &str, entries: Vec<Entry>) -> Table {
        self.rows.push((label.to_owned(), entries));
        self
    }

    /// With a row for each of `labels`.
    pub fn rows<'a>(self, labels: &[String], rows: impl Iterator<Item = &'a [f32]>) -> Table {
        let both = labels.iter().zip(rows);
        both.fold(self, |table, (label, row)| table.row(label, entries(row)))
    }

    /// The markup.
    pub fn html(&self) -> String {
        let column = |label: &String| format!("<th scope=\"col\">{label}</th>");
        let columns: String = self.columns.iter().map(column).collect();
        let rows: String = self.rows.iter().map(row).collect();
        format!(
            "<table>\n<caption>{}</caption>\n<tr><td></td>{columns}</tr>\n{rows}</table>\n",
            self.caption
        )
    }
}

fn row((label, entries): &(String, Vec<Entry>)) -> String {
    let cell = |entry: &Entry| match entry {
        Entry::Given(value) => format!("<td>{}</td>", number(*value)),
        Entry::Typed(value) => format!("<td>{}</td>", exact(*value)),
        Entry::Blank => "<td class=\"blank\"></td>".to_owned(),
        Entry::Nothing => "<td class=\"nothing\"></td>".to_owned(),
    };
    let cells: String = entries.iter().map(cell).collect();
    format!("<tr><th scope=\"row\">{label}</th>{cells}</tr>\n")
}

/// Room for sentences.
pub fn lines(count: usize) -> String {
    "<div class=\"line\"></div>\n".repeat(count)
}

/// Room for a number inside of a sentence.
pub const GAP: &str = "<span class=\"gap\"></span>";

/// Boxes to tick, each with its label.
pub fn boxes(labels: &[String]) -> String {
    let one = |label: &String| format!("<span class=\"box\"></span>{label}");
    let all: Vec<_> = labels.iter().map(one).collect();
    format!("<span class=\"boxes\">{}</span>", all.join(" "))
}

/// A link to the page, written out for whoever reads it on paper.
pub fn link(address: &str, fragment: &str) -> String {
    let link = escaped(&format!("{address}#{fragment}"));
    format!("<a href=\"{link}\">{link}</a>")
}
