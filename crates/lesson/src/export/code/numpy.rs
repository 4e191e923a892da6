//! Python with NumPy.

use attention::{Matrix, Scale};

use super::dialect::{Dialect, painted, rows};
use super::python;
use crate::document::MaskKind;

/// The dialect.
pub struct NumPy;

impl Dialect for NumPy {
    fn template(&self) -> &'static str {
        include_str!("templates/numpy.py")
    }

    fn tokens(&self, name: &str, tokens: &[String]) -> String {
        python::tokens(name, tokens)
    }

    fn matrix(&self, name: &str, matrix: &Matrix) -> String {
        let rows = rows(matrix, |value| self.number(value));
        python::listed(name, "np.array(", &rows, ", dtype=np.float32)")
    }

    fn product(&self, to: &str, left: &str, right: &str) -> String {
        format!("{to} = {left} @ {right}")
    }

    fn scale(&self, scale: Scale) -> String {
        match scale {
            Scale::SqrtDk => "scale = np.float32(1 / np.sqrt(Q.shape[1]))  # 1 / √d_k".into(),
            Scale::None => "scale = np.float32(1)".into(),
            Scale::By(factor) => format!("scale = np.float32({})", self.number(factor)),
        }
    }

    fn scaled(&self, zeros: bool) -> String {
        let value = if zeros {
            "np.zeros_like(scores)"
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
                "np.array(",
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
        python::number(value, ["np.inf", "-np.inf", "np.nan"])
    }

    fn truth(&self, yes: bool) -> &'static str {
        python::truth(yes)
    }
}
