//! Normalising, four rows at a time where a row becomes a number (each lane sums its row from
//! left to right), four columns at a time where it becomes a row.

use super::Vector;
use crate::kernels::Normalizer;
use crate::kernels::scalar;
use crate::matrix::Matrix;

/// [`scalar::normalize`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn normalize<V: Vector>(
    norm: Normalizer<'_>,
    x: &Matrix,
    out: &mut Matrix,
    mean: &mut [f32],
    rstd: &mut [f32],
) {
    let (means, mean_tail) = mean.as_chunks_mut();
    let (rstds, rstd_tail) = rstd.as_chunks_mut();
    let whole = 4 * means.len();
    for (quad, (mean, rstd)) in means.iter_mut().zip(rstds).enumerate() {
        statistics::<V>(norm, x, 4 * quad, mean, rstd);
        for lane in 0..4 {
            row::<V>(norm, x, out, 4 * quad + lane, (mean[lane], rstd[lane]));
        }
    }
    for (i, (mean, rstd)) in mean_tail.iter_mut().zip(rstd_tail).enumerate() {
        (*mean, *rstd) = scalar::norm::statistics(norm, x.row(whole + i));
        row::<V>(norm, x, out, whole + i, (*mean, *rstd));
    }
}

/// Mean and 1/√(variance + eps) of four rows, one a lane.
#[inline(always)]
fn statistics<V: Vector>(
    norm: Normalizer<'_>,
    x: &Matrix,
    first: usize,
    mean: &mut [f32; 4],
    rstd: &mut [f32; 4],
) {
    let d = V::splat(x.cols() as f32);
    let rows = four_rows(x, first);
    let mut center = V::splat(0.0);
    if norm.centred {
        for j in 0..x.cols() {
            center = center.add(column::<V>(rows, j));
        }
        center = center.div(d);
    }
    let mut squares = V::splat(0.0);
    for j in 0..x.cols() {
        let distance = column::<V>(rows, j).sub(center);
        squares = squares.add(distance.mul(distance));
    }
    let root = squares.div(d).add(V::splat(norm.eps)).sqrt();
    center.store(mean);
    V::splat(1.0).div(root).store(rstd);
}

/// Row `i` of the result.
#[inline(always)]
fn row<V: Vector>(
    norm: Normalizer<'_>,
    x: &Matrix,
    out: &mut Matrix,
    i: usize,
    (mean, rstd): (f32, f32),
) {
    let (xs, x_tail) = x.row(i).as_chunks();
    let (gains, gain_tail) = norm.gain.as_chunks();
    let biases = norm.bias.map(<[f32]>::as_chunks);
    let (outs, out_tail) = out.row_mut(i).as_chunks_mut();
    let (center, factor) = (V::splat(mean), V::splat(rstd));
    for (j, ((x, gain), out)) in xs.iter().zip(gains).zip(outs).enumerate() {
        let scaled = V::load(x).sub(center).mul(factor).mul(V::load(gain));
        match biases {
            Some((biases, _)) => scaled.add(V::load(&biases[j])).store(out),
            None => scaled.store(out),
        }
    }
    for (j, ((x, gain), out)) in x_tail.iter().zip(gain_tail).zip(out_tail).enumerate() {
        let scaled = (x - mean) * rstd * gain;
        *out = biases.map_or(scaled, |(_, biases)| scaled + biases[j]);
    }
}

/// [`scalar::normalize_backward`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn normalize_backward<V: Vector>(
    norm: Normalizer<'_>,
    x: &Matrix,
    (mean, rstd): (&[f32], &[f32]),
    d_out: &Matrix,
    d_x: &mut Matrix,
    d_gain: &mut [f32],
    mut d_bias: Option<&mut [f32]>,
) {
    let whole = mean.len() - mean.len() % 4;
    let mut quad = [(0.0, 0.0); 4];
    for i in 0..mean.len() {
        let of = (mean[i], rstd[i]);
        let averages = if i < whole {
            if i % 4 == 0 {
                quad = averages::<V>(norm, x, d_out, i, (&mean[i..], &rstd[i..]));
            }
            quad[i % 4]
        } else {
            scalar::norm::averages(norm, of, x.row(i), d_out.row(i))
        };
        let from = (x.row(i), d_out.row(i));
        row_backward::<V>(norm, from, of, averages, d_x.row_mut(i), d_gain);
        if let Some(d_bias) = &mut d_bias {
            super::training::add::<V>(d_bias, d_out.row(i));
        }
    }
}

/// average(dx̂) and average(dx̂·x̂) of four rows.
#[inline(always)]
fn averages<V: Vector>(
    norm: Normalizer<'_>,
    x: &Matrix,
    d_out: &Matrix,
    first: usize,
    (mean, rstd): (&[f32], &[f32]),
) -> [(f32, f32); 4] {
    let (Some(mean), Some(rstd)) = (mean.first_chunk(), rstd.first_chunk()) else {
        return [(0.0, 0.0); 4];
    };
    let (center, factor) = (V::load(mean), V::load(rstd));
    let (x, d_out) = (four_rows(x, first), four_rows(d_out, first));
    let (mut sum, mut sum_x) = (V::splat(0.0), V::splat(0.0));
    for (j, &gain) in norm.gain.iter().enumerate() {
        let d_x_hat = column::<V>(d_out, j).mul(V::splat(gain));
        let x_hat = column::<V>(x, j).sub(center).mul(factor);
        sum = sum.add(d_x_hat);
        sum_x = sum_x.add(d_x_hat.mul(x_hat));
    }
    let d = V::splat(x[0].len() as f32);
    let (mut average, mut average_x) = ([0.0; 4], [0.0; 4]);
    if norm.centred {
        sum.div(d).store(&mut average);
    }
    sum_x.div(d).store(&mut average_x);
    [
        (average[0], average_x[0]),
        (average[1], average_x[1]),
        (average[2], average_x[2]),
        (average[3], average_x[3]),
    ]
}

/// d_x and d_gain of one row.
#[inline(always)]
fn row_backward<V: Vector>(
    norm: Normalizer<'_>,
    (x, d_out): (&[f32], &[f32]),
    (mean, rstd): (f32, f32),
    (average, average_x): (f32, f32),
    d_x: &mut [f32],
    d_gain: &mut [f32],
) {
    let (xs, x_tail) = x.as_chunks();
    let (d_outs, d_out_tail) = d_out.as_chunks();
    let (gains, gain_tail) = norm.gain.as_chunks();
    let (d_xs, d_x_tail) = d_x.as_chunks_mut();
    let (d_gains, d_gain_tail) = d_gain.as_chunks_mut();
    let (center, factor) = (V::splat(mean), V::splat(rstd));
    let (mid, mid_x) = (V::splat(average), V::splat(average_x));
    let cells = xs.iter().zip(d_outs).zip(gains).zip(d_xs).zip(d_gains);
    for ((((x, d_out), gain), d_x), d_gain) in cells {
        let (d_out, gain) = (V::load(d_out), V::load(gain));
        let x_hat = V::load(x).sub(center).mul(factor);
        let d_x_hat = d_out.mul(gain).sub(mid).sub(x_hat.mul(mid_x));
        V::load(d_x).add(d_x_hat.mul(factor)).store(d_x);
        V::load(d_gain).add(d_out.mul(x_hat)).store(d_gain);
    }
    let tails = x_tail.iter().zip(d_out_tail).zip(gain_tail);
    for (((x, d_out), gain), (d_x, d_gain)) in tails.zip(d_x_tail.iter_mut().zip(d_gain_tail)) {
        let x_hat = (x - mean) * rstd;
        *d_x += (d_out * gain - average - x_hat * average_x) * rstd;
        *d_gain += d_out * x_hat;
    }
}

#[inline(always)]
fn four_rows(x: &Matrix, first: usize) -> [&[f32]; 4] {
    let d = x.cols();
    let row = |i: usize| &x.row(i)[..d];
    [row(first), row(first + 1), row(first + 2), row(first + 3)]
}

/// Column `j` of four rows, one a lane.
#[inline(always)]
fn column<V: Vector>(rows: [&[f32]; 4], j: usize) -> V {
    V::load(&[rows[0][j], rows[1][j], rows[2][j], rows[3][j]])
}
