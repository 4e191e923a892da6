//! Rust, as a program without crates.

use attention::{Matrix, Scale};

use super::dialect::{Dialect, painted, rows, rule};
use crate::head::document::MaskKind;
use crate::share::export::literal::{self, Escape};

/// The dialect.
pub struct Rust;

impl Dialect for Rust {
    fn template(&self) -> &'static str {
        include_str!("templates/rust.rs.txt")
    }

    fn tokens(&self, name: &str, tokens: &[String]) -> String {
        let token = |token: &String| literal::quoted(token, Escape::Braces);
        let tokens: Vec<_> = tokens.iter().map(token).collect();
        format!("let {name} = [{}];", tokens.join(", "))
    }

    fn matrix(&self, name: &str, matrix: &Matrix) -> String {
        let rows = rows(matrix, |value| self.number(value));
        let rows: Vec<_> = rows.iter().map(|row| format!("vec!{row}")).collect();
        format!(
            "let {name}: Matrix = vec![\n        {},\n    ];",
            rows.join(",\n        ")
        )
    }

    fn product(&self, to: &str, left: &str, right: &str) -> String {
        format!("let {to} = product(&{left}, &{right});")
    }

    fn scale(&self, scale: Scale) -> String {
        match scale {
            Scale::SqrtDk => "let scale = 1.0 / (Q[0].len() as f32).sqrt(); // 1 / √d_k".into(),
            Scale::None => "let scale = 1.0;".into(),
            Scale::By(factor) => format!("let scale: f32 = {};", self.number(factor)),
        }
    }

    fn scaled(&self, zeros: bool) -> String {
        if zeros {
            "let scaled = table(n, m, |i, j| if scale == 0.0 { 0.0 } else { scores[i][j] * scale });".into()
        } else {
            "let scaled = table(n, m, |i, j| scores[i][j] * scale);".into()
        }
    }

    fn visible(&self, mask: &MaskKind) -> Vec<String> {
        let arguments = match mask {
            MaskKind::None => "_, _",
            MaskKind::Padding(_) => "_, j",
            _ => "i, j",
        };
        match rule(mask) {
            Some(rule) => vec![format!("let visible = table(n, m, |{arguments}| {rule});")],
            None => {
                let rows = painted(mask, |yes| self.truth(yes));
                let rows: Vec<_> = rows.iter().map(|row| format!("vec!{row}")).collect();
                let rows = rows.join(",\n        ");
                vec![format!("let visible = vec![\n        {rows},\n    ];")]
            }
        }
    }

    fn changeable(&self, name: &str) -> Option<String> {
        Some(format!("let mut {name} = {name};"))
    }

    fn set(&self, name: &str, row: usize, col: usize, value: &str) -> String {
        format!("{name}[{row}][{col}] = {value};")
    }

    fn number(&self, value: f32) -> String {
        literal::number(value, ["f32::INFINITY", "f32::NEG_INFINITY", "f32::NAN"])
    }
}
