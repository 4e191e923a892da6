//! A pasted matrix, as spreadsheets, JSON, NumPy and people write it.

use crate::core::number::{self, NotANumber};
use crate::core::problem::{Problem, quoted};

/// The longest text looked at, in bytes: a 32×160 matrix at full precision is under 80 KB.
pub const MOST_BYTES: usize = 128 * 1024;

/// Reads rows of numbers: TSV, CSV, semicolons, blanks, JSON `[[1, 2], [3, 4]]`, NumPy
/// `array([[1., 2.],\n [3., 4.]], dtype=float32)`. All rows of the result are equally long.
///
/// # Errors
/// [`Problem`] names what was wrong and where, rows and columns counted from 1.
pub fn parse(text: &str) -> Result<Vec<Vec<f32>>, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::PasteTooLong(text.len(), MOST_BYTES));
    }
    let rows = match bracketed(text) {
        Some(inner) => split_brackets(inner),
        None => lines(text, number::is_decimal_comma()),
    };
    let rows: Vec<Vec<f32>> = rows
        .iter()
        .enumerate()
        .map(|(i, row)| numbers(i, row))
        .collect::<Result<_, _>>()?;
    rectangular(rows)
}

/// Whether `text` is more than one entry, so that pasting it into a cell means a block.
pub fn is_block(text: &str) -> bool {
    let text = text.trim();
    text.contains(['\t', '\n', ';', '['])
        || text.matches(',').count() > 1
        || text.split_whitespace().count() > 1
}

/// A block as TSV, full precision: what a copy puts on the clipboard.
pub fn to_tsv(rows: &[Vec<f32>]) -> String {
    let line = |row: &Vec<f32>| {
        row.iter()
            .map(|value| number::shortest(*value))
            .collect::<Vec<_>>()
            .join("\t")
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn rectangular(rows: Vec<Vec<f32>>) -> Result<Vec<Vec<f32>>, Problem> {
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 {
        return Err(Problem::NothingPasted);
    }
    match rows.iter().position(|row| row.len() != width) {
        Some(i) => Err(Problem::Ragged(i + 1, rows[i].len(), width)),
        None => Ok(rows),
    }
}

/// What stands between the first `[` and the last `]`, if there are any: drops `array(`, `dtype=…`.
fn bracketed(text: &str) -> Option<&str> {
    let start = text.find('[')?;
    let end = text.rfind(']').filter(|end| *end > start)?;
    Some(&text[start + 1..end])
}

/// The rows of a text without brackets. A blank line between them is an empty row of a spreadsheet where it has tabs, or
/// where each row is one cell; else it only stands the rows apart. Whoever writes decimal commas, `comma`, means a column
/// where each row is two whole numbers with nothing but a comma between them.
fn lines(text: &str, comma: bool) -> Vec<String> {
    let is_blank = |line: &&str| line.trim().is_empty();
    let column = text.lines().all(|line| line.split_whitespace().count() < 2);
    let mut rows: Vec<&str> = text.lines().skip_while(is_blank).collect();
    while rows.last().is_some_and(is_blank) {
        rows.pop();
    }
    rows.retain(|line| column || line.contains('\t') || !is_blank(line));
    let decimal = comma && rows.iter().all(|line| is_decimal(line));
    let written = |line: &str| match decimal {
        true => line.replace(',', "."),
        false => line.to_owned(),
    };
    rows.into_iter().map(written).collect()
}

/// `0,5` or `1,2E-05`, and nothing else on the line.
fn is_decimal(line: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let Some((whole, rest)) = unsigned(line.trim()).split_once(',') else {
        return false;
    };
    let fraction = match rest.split_once(['e', 'E']) {
        Some((fraction, power)) if digits(unsigned(power)) => fraction,
        Some(_) => return false,
        None => rest,
    };
    digits(whole) && digits(fraction)
}

fn unsigned(number: &str) -> &str {
    number.trim_start_matches(['+', '-', '−'])
}

/// The rows of `[1, 2], [3, 4]`, or the one row of `1, 2`.
fn split_brackets(inner: &str) -> Vec<String> {
    if !inner.contains('[') {
        let row = inner.replace('\n', " ");
        return if row.trim().is_empty() {
            vec![]
        } else {
            vec![row]
        };
    }
    inner
        .split('[')
        .skip(1)
        .map(|row| row.split(']').next().unwrap_or_default().replace('\n', " "))
        .filter(|row| !row.trim().is_empty())
        .collect()
}

fn numbers(row: usize, line: &str) -> Result<Vec<f32>, Problem> {
    if line.trim().is_empty() {
        return Err(Problem::Entry(row + 1, 1, NotANumber::Empty, String::new()));
    }
    entries(line)
        .iter()
        .enumerate()
        .map(|(col, entry)| match number::parse(entry) {
            Ok(value) => Ok(value),
            Err(NotANumber::Empty) => Err(Problem::Entry(
                row + 1,
                col + 1,
                NotANumber::Empty,
                String::new(),
            )),
            Err(why) => Err(Problem::Entry(row + 1, col + 1, why, quoted(entry))),
        })
        .collect()
}

/// The strongest separator on the line wins: tab, semicolon, comma, then blanks. With tabs or
/// semicolons a comma inside an entry is a decimal comma.
fn entries(line: &str) -> Vec<&str> {
    // A trailing comma (Python, CSV exports) is no further entry.
    let bare = line.trim().trim_end_matches([',', ';']);
    // A tab before the first number is an empty cell of a spreadsheet, unless it indents what is divided otherwise.
    let indented = !bare.contains('\t') && bare.contains([',', ';', ' ']);
    let line = match indented {
        true => bare,
        false => line
            .trim_matches(|c: char| c.is_whitespace() && c != '\t')
            .trim_end()
            .trim_end_matches([',', ';']),
    };
    for separator in ['\t', ';', ','] {
        if line.contains(separator) {
            return line.split(separator).map(str::trim).collect();
        }
    }
    line.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cell_keeps_its_place() {
        let empty = |row, col| Err(Problem::Entry(row, col, NotANumber::Empty, String::new()));
        assert_eq!(parse("\t4\n\t5"), empty(1, 1));
        assert_eq!(parse("1\t2\n\t4"), empty(2, 1));
        assert_eq!(parse("1\n\n3"), empty(2, 1));
        assert_eq!(parse("1\t2\n\t\n3\t4\n"), empty(2, 1));
        // Lines may stand apart, and after the last there is nothing.
        assert_eq!(parse("1 2\n\n3 4\n\n"), parse("1,2\n3,4"));
        // What only stands further in has no empty cell.
        assert_eq!(parse("\t1, 2\n\t3, 4"), parse("1,2\n3,4"));
    }

    #[test]
    fn reads_every_common_form() {
        let want = vec![vec![1.0, -2.5], vec![3.0, 0.04]];
        for text in [
            "1\t-2.5\n3\t0.04",
            "1,-2.5\r\n3,0.04\r\n",
            "1 −2.5\n3 4e-2",
            "1;-2,5\n3;0,04",
            "[[1, -2.5], [3, 0.04]]",
            "array([[ 1.  , -2.5 ],\n       [ 3.  ,  0.04]], dtype=float32)",
            "[[ 1.   -2.5 ]\n [ 3.    0.04]]",
            "np.array([[1,-2.5,],[3,.04,],])",
            "tensor([[1, -2.5],\n[3, .04]])",
        ] {
            assert_eq!(parse(text), Ok(want.clone()), "{text}");
        }
    }

    #[test]
    fn a_column_of_decimal_commas_is_one_where_they_are_written_so() {
        let column = "0,5\n−1,25\n3,0\n";
        assert_eq!(lines(column, true), ["0.5", "−1.25", "3.0"]);
        assert_eq!(lines(column, false), ["0,5", "−1,25", "3,0"]);
        assert_eq!(lines("0,98\n1,2E-05", true), ["0.98", "1.2E-05"]);
        assert_eq!(lines("0,98\n1,2E", true), ["0,98", "1,2E"]);
        for other in ["0,5\n1, 2", "0,5\n1,2,3", "0,5\n1", "0,5\t1,5"] {
            assert_eq!(lines(other, true).join("\n"), other);
        }
    }

    #[test]
    fn more_than_one_entry_is_a_block() {
        for block in ["0.5 1.2 3", "1\t2", "1,2,3", "1, 2", "[1]", "1;2"] {
            assert!(is_block(block), "{block}");
        }
        for one in ["0.5", " 0,5\n", "−1.2E-05", ""] {
            assert!(!is_block(one), "{one}");
        }
    }

    #[test]
    fn names_what_is_wrong_and_where() {
        assert_eq!(parse("1 2\n3"), Err(Problem::Ragged(2, 1, 2)));
        assert_eq!(
            parse("1\tx"),
            Err(Problem::Entry(1, 2, NotANumber::Unreadable, "x".into()))
        );
        assert_eq!(
            parse("1,NaN"),
            Err(Problem::Entry(1, 2, NotANumber::NotFinite, "NaN".into()))
        );
        assert_eq!(parse(" \n "), Err(Problem::NothingPasted));
        assert_eq!(parse("[]"), Err(Problem::NothingPasted));
        let long = "1 ".repeat(5_000_000);
        assert_eq!(
            parse(&long),
            Err(Problem::PasteTooLong(10_000_000, MOST_BYTES))
        );
    }
}
