//! Products with a factor that lies in panels: as in `product`, without copying anything together first.

use super::Vector;
use super::product::{WIDTH, strip};
use crate::kernels::Start;
use crate::kernels::packed::Panels;
use crate::matrix::Matrix;
use crate::view::ViewMut;

/// The longest stretch of a panel at once: 24 KB, which stay in the fastest cache.
const DEPTH: usize = 768;

/// [`scalar::multiply_panels`](crate::kernels::scalar::multiply_panels): `a` n×k, `b` k×m, `out` n×m.
#[inline(always)]
pub(in crate::kernels) fn multiply_panels<V: Vector>(
    a: &Matrix,
    b: &Panels,
    mut out: ViewMut,
    bias: Option<&[f32]>,
) {
    let (k, m) = b.shape();
    let a = a.view();
    let start = bias.map_or(Start::Zero, Start::Row);
    for j in (0..m).step_by(WIDTH) {
        let (panel, columns) = (b.panel(j / WIDTH), j..m.min(j + WIDTH));
        // Without a stretch every cell is its bias.
        for from in (0..k.max(1)).step_by(DEPTH) {
            let start = if from == 0 { start } else { Start::Add };
            let stretch = &panel[from..k.min(from + DEPTH)];
            strip::<V>(a, stretch, from, &mut out, &columns, start);
        }
    }
}
