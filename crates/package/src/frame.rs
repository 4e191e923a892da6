//! What JavaScript and a kernel say to each other.

use core::slice;

use fast::{Attention, Misfit};

/// A call. `js/lib/engine.js` names the same words of memory.
#[repr(C)]
#[derive(Debug)]
pub struct Frame {
    /// What to compute on: n, m, d_k, d_v for attention; n, k, m for a product; rows, cols for rows.
    pub size: [usize; 4],
    /// Not 0: causal, or of a product that `b` is transposed.
    pub switch: usize,
    /// The window of attention; 0 for none.
    pub window: usize,
    /// The place of attention's first query among the tokens.
    pub first: usize,
    /// The scale of attention, the epsilon of layer norm.
    pub number: f32,
    /// The mask of attention, n×m; null for none.
    pub mask: *const f32,
    /// The operands, in the order of the operation's own list.
    pub operand: [*mut f32; 12],
    /// Where the misfit is, if there is one: row and column.
    pub cell: [usize; 2],
    /// The operand that does not fit: where its name lies, and how long it is.
    pub name: [usize; 2],
}

/// What a call returns.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Outcome {
    Done = 0,
    NotFinite = 1,
    Overflow = 2,
    /// JavaScript laid out something else than it said.
    Layout = 3,
}

impl Frame {
    /// An operand that is read.
    ///
    /// # Safety
    /// `length` numbers lie there, and none of them is written meanwhile.
    pub unsafe fn read<'a>(&self, operand: usize, length: usize) -> &'a [f32] {
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts(self.operand[operand], length) }
    }

    /// An operand that is written.
    ///
    /// # Safety
    /// `length` numbers lie there, and nobody else looks at them meanwhile.
    pub unsafe fn write<'a>(&self, operand: usize, length: usize) -> &'a mut [f32] {
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts_mut(self.operand[operand], length) }
    }

    /// The attention that is asked for; only its sizes count: the mask, where there is one, is empty.
    pub fn sizes(&self) -> Attention<'static> {
        let [n, m, d_k, d_v] = self.size;
        Attention {
            n,
            first: self.first,
            m,
            d_k,
            d_v,
            scale: self.number,
            causal: self.switch != 0,
            window: (self.window != 0).then_some(self.window),
            mask: (!self.mask.is_null()).then_some(&[]),
        }
    }

    /// The attention that is asked for.
    ///
    /// # Safety
    /// Where there is a mask, n×m numbers lie there, and none of them is written meanwhile.
    pub unsafe fn attention<'a>(&self) -> Attention<'a> {
        let sizes = self.sizes();
        // SAFETY: the caller's promise.
        let mask = |_| unsafe { slice::from_raw_parts(self.mask, sizes.n * sizes.m) };
        Attention {
            mask: sizes.mask.map(mask),
            ..sizes
        }
    }

    /// The first three operands of every kind of attention.
    ///
    /// # Safety
    /// They lie there, and none of their numbers is written meanwhile.
    pub unsafe fn queries_keys_values<'a>(&self) -> [&'a [f32]; 3] {
        let [n, m, d_k, d_v] = self.size;
        // SAFETY: the caller's promise.
        unsafe {
            [
                self.read(0, n * d_k),
                self.read(1, m * d_k),
                self.read(2, m * d_v),
            ]
        }
    }

    /// Notes how a call ended; gives what it returns to JavaScript.
    pub fn tell(&mut self, done: Result<(), Misfit>) -> u32 {
        let (outcome, name, cell) = match done {
            Ok(()) => (Outcome::Done, "", [0, 0]),
            Err(Misfit::NotFinite(name, row, col)) => (Outcome::NotFinite, name, [row, col]),
            Err(Misfit::Overflow(row, col)) => (Outcome::Overflow, "", [row, col]),
            Err(_) => (Outcome::Layout, "", [0, 0]),
        };
        self.cell = cell;
        self.name = [name.as_ptr() as usize, name.len()];
        outcome as u32
    }
}
