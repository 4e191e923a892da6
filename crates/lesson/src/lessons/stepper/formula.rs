//! The formulas, in LaTeX. The app's build script turns each into MathML once, so that no parser
//! is shipped. `@n`, `@m`, `@k`, `@v`, `@d`, `@c` stand for n, m, d_k, d_v, d_model and a given
//! scale factor, and are filled in by the view.

use attention::Scale;

use crate::core::number::shown;
use crate::head::document::Document;
use crate::head::stage::Stage;

/// A formula and the key it is found by.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// The stage's key, with a suffix where a stage has several forms.
    pub key: &'static str,
    /// LaTeX, placeholders inside.
    pub latex: &'static str,
}

/// Every form of every stage's formula.
pub const FORMULAS: &[Formula] = &[
    Formula {
        key: "project",
        latex: r"\underset{\text{@n×@k}}{Q}=\underset{\text{@n×@d}}{X}\,\underset{\text{@d×@k}}{W_Q}\qquad \underset{\text{@m×@k}}{K}=X\,\underset{\text{@d×@k}}{W_K}\qquad \underset{\text{@m×@v}}{V}=X\,\underset{\text{@d×@v}}{W_V}",
    },
    Formula {
        key: "project-cross",
        latex: r"\underset{\text{@n×@k}}{Q}=\underset{\text{@n×@d}}{X}\,\underset{\text{@d×@k}}{W_Q}\qquad \underset{\text{@m×@k}}{K}=\underset{\text{@m×@d}}{Y}\,\underset{\text{@d×@k}}{W_K}\qquad \underset{\text{@m×@v}}{V}=Y\,\underset{\text{@d×@v}}{W_V}",
    },
    Formula {
        key: "scores",
        latex: r"\underset{\text{@n×@m}}{S}=\underset{\text{@n×@k}}{Q}\;\underset{\text{@k×@m}}{K^\top}\qquad S_{ij}=\sum_{t=1}^{\text{@k}}Q_{it}\,K_{jt}",
    },
    Formula {
        key: "scaled",
        latex: r"\underset{\text{@n×@m}}{S'}=\frac{S}{\sqrt{d_k}}=\frac{S}{\sqrt{\text{@k}}}",
    },
    Formula {
        key: "scaled-none",
        latex: r"\underset{\text{@n×@m}}{S'}=1\cdot S",
    },
    Formula {
        key: "scaled-by",
        latex: r"\underset{\text{@n×@m}}{S'}=\text{@c}\cdot S",
    },
    Formula {
        key: "mask",
        latex: r"\underset{\text{@n×@m}}{M}\qquad M_{ij}\in\{0,\,-\infty\}",
    },
    Formula {
        key: "masked",
        latex: r"\underset{\text{@n×@m}}{Z}=S'+M",
    },
    Formula {
        key: "max",
        latex: r"\underset{\text{@n×1}}{\mu}\qquad \mu_i=\max_j Z_{ij}",
    },
    Formula {
        key: "shifted",
        latex: r"\underset{\text{@n×@m}}{Z'}\qquad Z'_{ij}=Z_{ij}-\mu_i",
    },
    Formula {
        key: "exp",
        latex: r"\underset{\text{@n×@m}}{E}\qquad E_{ij}=e^{Z'_{ij}}",
    },
    Formula {
        key: "sum",
        latex: r"\underset{\text{@n×1}}{\Sigma}\qquad \Sigma_i=\sum_{j=1}^{\text{@m}}E_{ij}",
    },
    Formula {
        key: "weights",
        latex: r"\underset{\text{@n×@m}}{A}=\mathrm{softmax}(Z)\qquad A_{ij}=\frac{E_{ij}}{\Sigma_i}",
    },
    Formula {
        key: "output",
        latex: r"\underset{\text{@n×@v}}{O}=\underset{\text{@n×@m}}{A}\;\underset{\text{@m×@v}}{V}\qquad O_i=\sum_{j=1}^{\text{@m}}A_{ij}\,V_j",
    },
];

/// The whole of it (Vaswani et al. 2017, equation 1, with the mask written out), in parts: each
/// with the stages that light it.
pub const WHOLE: &[(&str, &[Stage])] = &[
    (r"\mathrm{Attention}(Q,K,V)=", &[]),
    (
        r"\mathrm{softmax}\Big(",
        &[
            Stage::Max,
            Stage::Shifted,
            Stage::Exp,
            Stage::Sum,
            Stage::Weights,
        ],
    ),
    (r"Q\,K^\top", &[Stage::Project, Stage::Scores]),
    (r"/\,\sqrt{d_k}", &[Stage::Scaled]),
    (r"+\,M", &[Stage::Mask, Stage::Masked]),
    (
        r"\Big)",
        &[
            Stage::Max,
            Stage::Shifted,
            Stage::Exp,
            Stage::Sum,
            Stage::Weights,
        ],
    ),
    (r"\,V", &[Stage::Project, Stage::Output]),
];

/// The key of the formula of `stage` as this document computes it.
pub fn key(stage: Stage, document: &Document) -> &'static str {
    match (stage, document.scale) {
        (Stage::Project, _) if document.keys.is_some() => "project-cross",
        (Stage::Scaled, Scale::None) => "scaled-none",
        (Stage::Scaled, Scale::By(_)) => "scaled-by",
        (stage, _) => stage.key(),
    }
}

/// A formula, in LaTeX or what was made of it, with the document's numbers at its placeholders: only
/// shapes and a factor, nothing that anybody typed as text.
pub fn filled(formula: &str, document: &Document) -> String {
    let factor = match document.scale {
        Scale::By(factor) => shown(factor, 3),
        Scale::SqrtDk | Scale::None => String::new(),
    };
    let values = [
        ("@n", document.n().to_string()),
        ("@m", document.m().to_string()),
        ("@k", document.d_k().to_string()),
        ("@v", document.d_v().to_string()),
        ("@d", document.d_model().to_string()),
        ("@c", factor),
    ];
    values
        .iter()
        .fold(formula.to_owned(), |text, (mark, value)| {
            text.replace(mark, value)
        })
}
