//! What NumPy and PyTorch have in common: they are Python.

use crate::document::MaskKind;
use crate::export::literal::{self, Escape};

/// A list of texts.
pub fn tokens(name: &str, tokens: &[String]) -> String {
    let tokens: Vec<_> = tokens
        .iter()
        .map(|token| literal::quoted(token, Escape::Python))
        .collect();
    format!("{name} = [{}]", tokens.join(", "))
}

/// A number, the infinities as those of a module (`np.inf`).
pub fn number(value: f32, infinities: [&str; 3]) -> String {
    literal::number(value, infinities)
}

/// Yes or no.
pub const fn truth(yes: bool) -> &'static str {
    if yes { "True" } else { "False" }
}

/// `name = open`, the rows one a line, `close`.
pub fn listed(name: &str, open: &str, rows: &[String], close: &str) -> String {
    format!("{name} = {open}[\n    {},\n]{close}", rows.join(",\n    "))
}

/// A mask's rule over the column `i` of queries and the row `j` of keys; `None` where it is painted.
pub fn rule(mask: &MaskKind) -> Option<String> {
    Some(match mask {
        MaskKind::None => "(i >= 0) & (j >= 0)".into(),
        MaskKind::Causal => "j <= i".into(),
        MaskKind::Window(w) => format!("(j <= i) & (i < j + {w})"),
        MaskKind::Prefix(p) => format!("(j < {p}) | (j <= i)"),
        MaskKind::Padding(p) => format!("(i >= 0) & (j + {p} < m)"),
        MaskKind::Painted(_) => return None,
    })
}
