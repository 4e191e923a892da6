//! Python with PyTorch.

use attention::{Matrix, Scale};

use super::dialect::{Dialect, painted, rows};
use super::python;
use crate::document::MaskKind;

/// The dialect.
pub struct PyTorch;

impl Dialect for PyTorch {
    fn template(&self) -> &'static str {
        include_str!("templates/pytorch.py")
    }

    fn tokens(&self, name: &str, tokens: &[String]) -> String {
        python::tokens(name, tokens)
    }

    fn matrix(&self, name: &str, matrix: &Matrix) -> String {
        let rows = rows(matrix, |value| self.number(value));
        python::listed(name, "torch.tensor(", &rows, ", dtype=torch.float32)")
    }

    fn product(&self, to: &str, left: &str, right: &str) -> String {
        format!("{to} = {left} @ {right}")
    }

    fn scale(&self, scale: Scale) -> String {
        match scale {
            Scale::SqrtDk => "scale = 1 / math.sqrt(Q.shape[1])  # 1 / √d_k".into(),
            Scale::None => "scale = 1.0".into(),
            Scale::By(factor) => format!("scale = {}", self.number(factor)),
        }
    }

    fn scaled(&self, zeros: bool) -> String {
        let value = if zeros {
            "torch.zeros_like(scores)"
        } else {
            "scores * scale"
        };
        format!("scaled = {value}")
    }

    fn visible(&self, mask: &MaskKind) -> Vec<String> {
        match python::rule(mask) {
            Some(rule) => vec![format!("visible = {rule}")],
            None => vec![python::listed(
                "visible",
                "torch.tensor(",
                &painted(mask, python::truth),
                ")",
            )],
        }
    }

    fn changeable(&self, _: &str) -> Option<String> {
        None
    }

    fn set(&self, name: &str, row: usize, col: usize, value: &str) -> String {
        format!("{name}[{row}, {col}] = {value}")
    }

    fn number(&self, value: f32) -> String {
        python::number(value, ["torch.inf", "-torch.inf", "torch.nan"])
    }

    fn truth(&self, yes: bool) -> &'static str {
        python::truth(yes)
    }
}
