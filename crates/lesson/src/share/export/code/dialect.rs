//! How a language writes what a document decides.

use attention::{Matrix, Scale};

use crate::head::document::MaskKind;

/// One language's way of writing the lines of a program. Names are variables, rows and columns count
/// from 0.
pub trait Dialect: Sync {
    /// The program, with marks.
    fn template(&self) -> &'static str;
    /// A list of texts.
    fn tokens(&self, name: &str, tokens: &[String]) -> String;
    /// A matrix of numbers.
    fn matrix(&self, name: &str, matrix: &Matrix) -> String;
    /// `to` = `left` · `right`.
    fn product(&self, to: &str, left: &str, right: &str) -> String;
    /// `scale` = the factor, written as the document has it.
    fn scale(&self, scale: Scale) -> String;
    /// `scaled` = `scores` times `scale`, or zeros.
    fn scaled(&self, zeros: bool) -> String;
    /// `visible`, n×m: whether query i may see key j.
    fn visible(&self, mask: &MaskKind) -> Vec<String>;
    /// What makes a matrix one that can be written into, if anything must.
    fn changeable(&self, name: &str) -> Option<String>;
    /// One cell of a matrix gets a value.
    fn set(&self, name: &str, row: usize, col: usize, value: &str) -> String;
    /// A number, infinities included.
    fn number(&self, value: f32) -> String;
    /// Yes or no.
    fn truth(&self, yes: bool) -> &'static str {
        if yes { "true" } else { "false" }
    }
}

/// `[1.0, 2.0]`, row by row, each by `number`.
pub fn rows(matrix: &Matrix, number: impl Fn(f32) -> String) -> Vec<String> {
    let row = |row: &[f32]| {
        let numbers: Vec<_> = row.iter().map(|value| number(*value)).collect();
        format!("[{}]", numbers.join(", "))
    };
    matrix.iter_rows().map(row).collect()
}

/// A mask's rule in the words of languages that write `&&` and `||`; `None` where it is painted.
pub fn rule(mask: &MaskKind) -> Option<String> {
    Some(match mask {
        MaskKind::None => "true".into(),
        MaskKind::Causal | MaskKind::Prefix(0) => "j <= i".into(),
        MaskKind::Window(w) => format!("j <= i && i < j + {w}"),
        MaskKind::Prefix(p) => format!("j < {p} || j <= i"),
        MaskKind::Padding(p) => format!("j + {p} < m"),
        MaskKind::Painted(_) => return None,
    })
}

/// A painted mask, or any other written out: row by row, each by `truth`.
pub fn painted(mask: &MaskKind, truth: impl Fn(bool) -> &'static str) -> Vec<String> {
    let MaskKind::Painted(keep) = mask else {
        return vec![];
    };
    let (n, m) = keep.shape();
    let row = |i| {
        let cells: Vec<_> = (0..m)
            .map(|j| truth(keep.get(i, j) == Some(true)))
            .collect();
        format!("[{}]", cells.join(", "))
    };
    (0..n).map(row).collect()
}
