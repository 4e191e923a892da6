//! Python, with NumPy or with PyTorch: the same lines, with other names for arrays.

use attention::{Matrix, Scale};

use super::dialect::{Dialect, painted, rows};
use crate::head::document::MaskKind;
use crate::share::export::literal::{self, Escape};

/// The dialect, by what the two libraries call the same things.
pub struct Python {
    template: &'static str,
    array: &'static str,
    dtype: &'static str,
    zeros: &'static str,
    /// What stands before and after a number that is to be of the arrays' type.
    typed: (&'static str, &'static str),
    root: &'static str,
    infinities: [&'static str; 3],
}

/// With NumPy.
pub static NUMPY: Python = Python {
    template: include_str!("templates/numpy.py"),
    array: "np.array(",
    dtype: ", dtype=np.float32)",
    zeros: "np.zeros_like(scores)",
    typed: ("np.float32(", ")"),
    root: "np.sqrt",
    infinities: ["np.inf", "-np.inf", "np.nan"],
};

/// With PyTorch.
pub static PYTORCH: Python = Python {
    template: include_str!("templates/pytorch.py"),
    array: "torch.tensor(",
    dtype: ", dtype=torch.float32)",
    zeros: "torch.zeros_like(scores)",
    typed: ("", ""),
    root: "math.sqrt",
    infinities: ["torch.inf", "-torch.inf", "torch.nan"],
};

impl Dialect for Python {
    fn template(&self) -> &'static str {
        self.template
    }

    fn tokens(&self, name: &str, tokens: &[String]) -> String {
        let quoted = tokens
            .iter()
            .map(|token| literal::quoted(token, Escape::Python));
        format!("{name} = [{}]", quoted.collect::<Vec<_>>().join(", "))
    }

    fn matrix(&self, name: &str, matrix: &Matrix) -> String {
        let rows = rows(matrix, |value| self.number(value));
        listed(name, self.array, &rows, self.dtype)
    }

    fn product(&self, to: &str, left: &str, right: &str) -> String {
        format!("{to} = {left} @ {right}")
    }

    fn scale(&self, scale: Scale) -> String {
        let (open, close) = self.typed;
        let (value, why) = match scale {
            Scale::SqrtDk => (format!("1 / {}(Q.shape[1])", self.root), "  # 1 / √d_k"),
            Scale::None => ("1.0".into(), ""),
            Scale::By(factor) => (self.number(factor), ""),
        };
        format!("scale = {open}{value}{close}{why}")
    }

    fn scaled(&self, zeros: bool) -> String {
        let value = if zeros { self.zeros } else { "scores * scale" };
        format!("scaled = {value}")
    }

    fn visible(&self, mask: &MaskKind) -> Vec<String> {
        vec![match rule(mask) {
            Some(rule) => format!("visible = {rule}"),
            None => {
                let rows = painted(mask, |yes| self.truth(yes));
                listed("visible", self.array, &rows, ")")
            }
        }]
    }

    fn changeable(&self, _: &str) -> Option<String> {
        None
    }

    fn set(&self, name: &str, row: usize, col: usize, value: &str) -> String {
        format!("{name}[{row}, {col}] = {value}")
    }

    fn number(&self, value: f32) -> String {
        literal::number(value, self.infinities)
    }

    fn truth(&self, yes: bool) -> &'static str {
        if yes { "True" } else { "False" }
    }
}

/// `name = open`, the rows one a line, `close`.
fn listed(name: &str, open: &str, rows: &[String], close: &str) -> String {
    format!("{name} = {open}[\n    {},\n]{close}", rows.join(",\n    "))
}

/// A mask's rule over the column `i` of queries and the row `j` of keys; `None` where it is painted.
fn rule(mask: &MaskKind) -> Option<String> {
    Some(match mask {
        MaskKind::None => "(i >= 0) & (j >= 0)".into(),
        MaskKind::Causal => "j <= i".into(),
        MaskKind::Window(w) => format!("(j <= i) & (i < j + {w})"),
        MaskKind::Prefix(p) => format!("(j < {p}) | (j <= i)"),
        MaskKind::Padding(p) => format!("(i >= 0) & (j + {p} < m)"),
        MaskKind::Painted(_) => return None,
    })
}
