//! Formulas in LaTeX, and nothing else: the app's build script, which turns each into MathML, includes this file, and does
//! not wait for the lessons to be compiled.

/// Every form of every stage of attention, by its key: the stage's, with a suffix where a stage has several forms. `@n`,
/// `@m`, `@k`, `@v`, `@d`, `@c` stand for n, m, d_k, d_v, d_model and a given scale factor.
pub const STAGES: &[(&str, &str)] = &[
    (
        "project",
        r"\underset{\text{@n×@k}}{Q}=\underset{\text{@n×@d}}{X}\,\underset{\text{@d×@k}}{W_Q}\qquad \underset{\text{@m×@k}}{K}=X\,\underset{\text{@d×@k}}{W_K}\qquad \underset{\text{@m×@v}}{V}=X\,\underset{\text{@d×@v}}{W_V}",
    ),
    (
        "project-cross",
        r"\underset{\text{@n×@k}}{Q}=\underset{\text{@n×@d}}{X}\,\underset{\text{@d×@k}}{W_Q}\qquad \underset{\text{@m×@k}}{K}=\underset{\text{@m×@d}}{Y}\,\underset{\text{@d×@k}}{W_K}\qquad \underset{\text{@m×@v}}{V}=Y\,\underset{\text{@d×@v}}{W_V}",
    ),
    (
        "scores",
        r"\underset{\text{@n×@m}}{S}=\underset{\text{@n×@k}}{Q}\;\underset{\text{@k×@m}}{K^\top}\qquad S_{ij}=\sum_{t=1}^{\text{@k}}Q_{it}\,K_{jt}",
    ),
    (
        "scaled",
        r"\underset{\text{@n×@m}}{S'}=\frac{S}{\sqrt{d_k}}=\frac{S}{\sqrt{\text{@k}}}",
    ),
    ("scaled-none", r"\underset{\text{@n×@m}}{S'}=1\cdot S"),
    ("scaled-by", r"\underset{\text{@n×@m}}{S'}=\text{@c}\cdot S"),
    (
        "mask",
        r"\underset{\text{@n×@m}}{M}\qquad M_{ij}\in\{0,\,-\infty\}",
    ),
    ("masked", r"\underset{\text{@n×@m}}{Z}=S'+M"),
    (
        "max",
        r"\underset{\text{@n×1}}{\mu}\qquad \mu_i=\max_j Z_{ij}",
    ),
    (
        "shifted",
        r"\underset{\text{@n×@m}}{Z'}\qquad Z'_{ij}=Z_{ij}-\mu_i",
    ),
    (
        "exp",
        r"\underset{\text{@n×@m}}{E}\qquad E_{ij}=e^{Z'_{ij}}",
    ),
    (
        "sum",
        r"\underset{\text{@n×1}}{\Sigma}\qquad \Sigma_i=\sum_{j=1}^{\text{@m}}E_{ij}",
    ),
    (
        "weights",
        r"\underset{\text{@n×@m}}{A}=\mathrm{softmax}(Z)\qquad A_{ij}=\frac{E_{ij}}{\Sigma_i}",
    ),
    (
        "output",
        r"\underset{\text{@n×@v}}{O}=\underset{\text{@n×@m}}{A}\;\underset{\text{@m×@v}}{V}\qquad O_i=\sum_{j=1}^{\text{@m}}A_{ij}\,V_j",
    ),
];

/// The whole of attention (Vaswani et al. 2017, equation 1, with the mask written out), in parts.
pub const WHOLE: [&str; 7] = [
    r"\mathrm{Attention}(Q,K,V)=",
    r"\mathrm{softmax}\Big(",
    r"Q\,K^\top",
    r"/\,\sqrt{d_k}",
    r"+\,M",
    r"\Big)",
    r"\,V",
];

/// What each kind of step of flash attention does (Dao 2023, algorithm 1).
pub const FLASH: [&str; 11] = [
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

/// What each chart shows: the slopes by least squares of time and of bytes, the mean surprise at N targets, and the share of
/// them that are the likeliest token.
pub const CHARTS: [&str; 4] = [
    r"t\propto n^p\qquad p=\frac{\sum_i(x_i-\bar x)(y_i-\bar y)}{\sum_i(x_i-\bar x)^2}\qquad x_i=\log_2 n_i,\;y_i=\log_2 t_i",
    r"b\propto n^p\qquad p=\frac{\sum_i(x_i-\bar x)(y_i-\bar y)}{\sum_i(x_i-\bar x)^2}\qquad x_i=\log_2 n_i,\;y_i=\log_2 b_i",
    r"L=-\frac{1}{N}\sum_{i=1}^{N}\ln p(t_i\mid x_{\le i})",
    r"\text{accuracy}=\frac{1}{N}\left|\{\,i:\;t_i=\arg\max_t\,p(t\mid x_{\le i})\,\}\right|",
];
