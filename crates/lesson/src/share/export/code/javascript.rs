//! JavaScript, as a module without libraries.

use attention::{Matrix, Scale};

use super::dialect::{Dialect, painted, rows, rule};
use crate::head::document::MaskKind;
use crate::share::export::literal::{self, Escape};

/// The dialect.
pub struct JavaScript;

impl Dialect for JavaScript {
    fn template(&self) -> &'static str {
        include_str!("templates/javascript.mjs")
    }

    fn tokens(&self, name: &str, tokens: &[String]) -> String {
        let token = |token: &String| literal::quoted(token, Escape::Braces);
        let tokens: Vec<_> = tokens.iter().map(token).collect();
        format!("const {name} = [{}];", tokens.join(", "))
    }

    fn matrix(&self, name: &str, matrix: &Matrix) -> String {
        let rows = rows(matrix, |value| self.number(value));
        format!(
            "const {name} = [\n  {},\n].map(row => row.map(Math.fround));",
            rows.join(",\n  ")
        )
    }

    fn product(&self, to: &str, left: &str, right: &str) -> String {
        format!("const {to} = product({left}, {right});")
    }

    fn scale(&self, scale: Scale) -> String {
        match scale {
            Scale::SqrtDk => "const scale = 1 / Math.sqrt(Q[0].length); // 1 / √d_k".into(),
            Scale::None => "const scale = 1;".into(),
            Scale::By(factor) => format!("const scale = {};", self.number(factor)),
        }
    }

    fn scaled(&self, zeros: bool) -> String {
        let cell = if zeros { "0" } else { "scores[i][j] * scale" };
        format!("const scaled = matrix(n, m, (i, j) => {cell});")
    }

    fn visible(&self, mask: &MaskKind) -> Vec<String> {
        match rule(mask) {
            Some(rule) => vec![format!("const visible = table(n, m, (i, j) => {rule});")],
            None => {
                let rows = painted(mask, |yes| self.truth(yes)).join(",\n  ");
                vec![format!("const visible = [\n  {rows},\n];")]
            }
        }
    }

    fn changeable(&self, _: &str) -> Option<String> {
        None
    }

    fn set(&self, name: &str, row: usize, col: usize, value: &str) -> String {
        format!("{name}[{row}][{col}] = {value};")
    }

    fn number(&self, value: f32) -> String {
        literal::number(value, ["Infinity", "-Infinity", "NaN"])
    }
}
