//! Normalising rows, and the way back.

use crate::kernels::Normalizer;
use crate::matrix::Matrix;

/// Each row of x (R×d) normalised: out = (x − mean)·rstd·gain + bias, where
/// rstd = 1/√(Σ(x − mean)²/d + eps) (Ba et al. 2016, eq. 4). Without centring the mean
/// counts as 0, and this is RMSNorm (Zhang and Sennrich 2019, eq. 4).
/// `mean` and `rstd` (R numbers each) are kept for the way back.
pub fn normalize(
    norm: Normalizer<'_>,
    x: &Matrix,
    out: &mut Matrix,
    mean: &mut [f32],
    rstd: &mut [f32],
) {
    for (i, (mean, rstd)) in mean.iter_mut().zip(rstd).enumerate() {
        (*mean, *rstd) = statistics(norm, x.row(i));
        for (j, (out, x)) in out.row_mut(i).iter_mut().zip(x.row(i)).enumerate() {
            let scaled = (x - *mean) * *rstd * norm.gain[j];
            *out = norm.bias.map_or(scaled, |bias| scaled + bias[j]);
        }
    }
}

/// Mean (0 without centring) and 1/√(variance + eps) of one row.
pub(in crate::kernels) fn statistics(norm: Normalizer<'_>, row: &[f32]) -> (f32, f32) {
    let d = row.len() as f32;
    let sum = row.iter().fold(0.0, |sum, x| sum + x);
    let mean = if norm.centred { sum / d } else { 0.0 };
    let squares = |sum, x: &f32| sum + (x - mean) * (x - mean);
    let variance = row.iter().fold(0.0, squares) / d;
    (mean, 1.0 / (variance + norm.eps).sqrt())
}

/// The way back through [`normalize`], for x R×d and d_out R×d. With x̂ = (x − mean)·rstd:
///
/// - out = x̂·gain + bias ⇒ d_gain += Σ d_out·x̂ and d_bias += Σ d_out over the rows,
///   dx̂ = d_out·gain
/// - x̂ = (x − mean)·rstd, where mean and rstd depend on all of the row ⇒
///   d_x += rstd·(dx̂ − average(dx̂) − x̂·average(dx̂·x̂)); without centring no average(dx̂).
pub fn normalize_backward(
    norm: Normalizer<'_>,
    x: &Matrix,
    (mean, rstd): (&[f32], &[f32]),
    d_out: &Matrix,
    d_x: &mut Matrix,
    d_gain: &mut [f32],
    mut d_bias: Option<&mut [f32]>,
) {
    for (i, (&mean, &rstd)) in mean.iter().zip(rstd).enumerate() {
        let (x, d_out) = (x.row(i), d_out.row(i));
        let (average, average_x) = averages(norm, (mean, rstd), x, d_out);
        for (j, d_x) in d_x.row_mut(i).iter_mut().enumerate() {
            let x_hat = (x[j] - mean) * rstd;
            *d_x += (d_out[j] * norm.gain[j] - average - x_hat * average_x) * rstd;
            d_gain[j] += d_out[j] * x_hat;
            if let Some(d_bias) = &mut d_bias {
                d_bias[j] += d_out[j];
            }
        }
    }
}

/// average(dx̂) (0 without centring) and average(dx̂·x̂) of one row.
pub(in crate::kernels) fn averages(
    norm: Normalizer<'_>,
    (mean, rstd): (f32, f32),
    x: &[f32],
    d_out: &[f32],
) -> (f32, f32) {
    let (mut sum, mut sum_x) = (0.0, 0.0);
    for ((x, d_out), gain) in x.iter().zip(d_out).zip(norm.gain) {
        let d_x_hat = d_out * gain;
        sum += d_x_hat;
        sum_x += d_x_hat * ((x - mean) * rstd);
    }
    let d = x.len() as f32;
    (if norm.centred { sum / d } else { 0.0 }, sum_x / d)
}
