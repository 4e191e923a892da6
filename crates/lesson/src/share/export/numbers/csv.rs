//! Comma-separated values after RFC 4180.

use crate::share::export::literal;
use crate::share::export::sheet::Sheet;

/// One matrix: its key in the corner, what the columns stand for in the first row, what the rows stand
/// for in the first column; lines end in CRLF. A number that is not known is an empty field; the
/// infinities are `inf` and `-inf`, as NumPy and pandas read them.
#[must_use]
pub fn csv(sheet: &Sheet) -> String {
    let head = sheet.cols.iter().map(|label| field(label));
    let mut text = line(std::iter::once(sheet.key.to_owned()).chain(head));
    for (i, label) in sheet.rows.iter().enumerate() {
        let numbers =
            (0..sheet.cols.len()).map(|j| sheet.value(i, j).map_or(String::new(), number));
        text += &line(std::iter::once(field(label)).chain(numbers));
    }
    text
}

fn number(value: f32) -> String {
    literal::number(value, ["inf", "-inf", "nan"])
}

/// Fields that are escaped already, as a line.
pub fn line(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",") + "\r\n"
}

/// A label as a field. A spreadsheet takes what begins with one of these signs for a formula and would
/// run it; an apostrophe before it makes it text (OWASP, “CSV injection”).
pub fn field(label: &str) -> String {
    const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let text = if label.starts_with(FORMULA) {
        format!("'{label}")
    } else {
        label.to_owned()
    };
    let quotes = text.contains([',', '"', '\r', '\n', ';', '\t']) || text.trim() != text;
    if quotes {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
