//! Causal attention of all heads of a block.

use fast::{Attention, Misfit};

use crate::block::{HEADS, WIDTH};

/// Columns of a head.
const HEAD: usize = WIDTH / HEADS;

/// Room for one head at a time.
pub(crate) struct Heads {
    shape: Attention<'static>,
    q: Vec<f32>,
    k: Vec<f32>,
    v: Vec<f32>,
    mixed: Vec<f32>,
    scratch: Vec<f32>,
}

impl Heads {
    pub(crate) fn new(n: usize) -> Self {
        let causal = true;
        let shape = Attention {
            causal,
            ..Attention::full(n, HEAD)
        };
        let room = || vec![0.0; n * HEAD];
        let scratch = vec![0.0; shape.scratch()];
        Self {
            shape,
            q: room(),
            k: room(),
            v: room(),
            mixed: room(),
            scratch,
        }
    }

    /// From queries, keys and values side by side, without their bias, to all heads side by side.
    pub(crate) fn attend(
        &mut self,
        qkv: &[f32],
        bias: &[f32],
        out: &mut [f32],
    ) -> Result<(), Misfit> {
        for column in (0..WIDTH).step_by(HEAD) {
            let Self {
                shape,
                q,
                k,
                v,
                mixed,
                scratch,
            } = self;
            cut(qkv, bias, column, q);
            cut(qkv, bias, WIDTH + column, k);
            cut(qkv, bias, 2 * WIDTH + column, v);
            fast::attention(shape, q, k, v, mixed, scratch)?;
            for (mixed, row) in mixed.chunks_exact(HEAD).zip(out.chunks_exact_mut(WIDTH)) {
                row[column..][..HEAD].copy_from_slice(mixed);
            }
        }
        Ok(())
    }
}

/// The columns of one head, with their bias.
fn cut(qkv: &[f32], bias: &[f32], column: usize, head: &mut [f32]) {
    let bias = &bias[column..][..HEAD];
    for (row, head) in qkv.chunks_exact(3 * WIDTH).zip(head.chunks_exact_mut(HEAD)) {
        let both = row[column..][..HEAD].iter().zip(bias);
        head.iter_mut()
            .zip(both)
            .for_each(|(head, (x, bias))| *head = x + bias);
    }
}
