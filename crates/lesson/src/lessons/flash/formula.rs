//! What each kind of step does as a formula, in LaTeX; the app's build script makes MathML of it.

use super::step::Kind;

/// The formula of each kind of step, in the order of [`Kind::ALL`] (Dao 2023, algorithm 1).
pub const FORMULAS: [&str; Kind::ALL.len()] = [
    r"m_i\leftarrow-\infty\qquad l_i\leftarrow0\qquad O_i\leftarrow0",
    r"e^{-\infty}=0",
    r"K_j,\;V_j",
    r"s_{ij}=\text{scale}\cdot q_i\cdot k_j+M_{ij}",
    r"\tilde m_i=\max_{j\,\in\,\text{tile}}s_{ij}",
    r"m_i^{\text{new}}=\max(m_i,\tilde m_i)",
    r"c_i=e^{\,m_i-m_i^{\text{new}}}",
    r"p_{ij}=e^{\,s_{ij}-m_i^{\text{new}}}",
    r"l_i\leftarrow c_i\,l_i+\sum_{j\,\in\,\text{tile}}p_{ij}",
    r"O_i\leftarrow c_i\,O_i+\sum_{j\,\in\,\text{tile}}p_{ij}\,V_j",
    r"o_i=O_i/l_i",
];
