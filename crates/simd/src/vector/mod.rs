//! The little that a kernel asks of a vector of four numbers, and its two kinds: plain arrays
//! and WebAssembly's 128-bit vectors.

mod portable;
#[cfg(target_arch = "wasm32")]
mod simd128;

pub use portable::F32x4;

/// Four `f32` worked on at once. Most operations act on each lane by itself: lane `l` of the result is
/// then exactly what the scalar operation gives for lane `l` of the operands, on every machine.
///
/// Built with relaxed SIMD, three of them are only what the machine does fastest: [`madd`](Self::madd)
/// may round once, and [`larger`](Self::larger) and [`smaller`](Self::smaller) give either of two
/// zeros, and any number where one of the two is NaN (LLVM puts the relaxed instructions in their place).
pub trait Vector: Copy {
    /// The same number in all lanes.
    fn splat(x: f32) -> Self;
    /// Four numbers from memory.
    fn load(x: &[f32; 4]) -> Self;
    /// Four numbers to memory.
    fn store(self, out: &mut [f32; 4]);
    /// `self + other`
    fn add(self, other: Self) -> Self;
    /// `self − other`
    fn sub(self, other: Self) -> Self;
    /// `self · other`
    fn mul(self, other: Self) -> Self;
    /// `self / other`
    fn div(self, other: Self) -> Self;
    /// `self · factor + summand`, rounded once or twice: whichever the machine does faster.
    fn madd(self, factor: Self, summand: Self) -> Self;
    /// `if self < other { other } else { self }`
    fn larger(self, other: Self) -> Self;
    /// `if other < self { other } else { self }`
    fn smaller(self, other: Self) -> Self;
    /// `if self == other { yes } else { no }`
    fn if_equal(self, other: Self, yes: Self, no: Self) -> Self;
    /// `if self < other { yes } else { no }`
    fn if_less(self, other: Self, yes: Self, no: Self) -> Self;
    /// `self` without its sign.
    fn abs(self) -> Self;
    /// The bits moved 23 places up, from the end of the fraction into the exponent field.
    fn bits_into_exponent(self) -> Self;
    /// The largest of `x` and the numbers of a row; any of them where one is NaN.
    fn largest(row: &[[f32; 4]], x: f32) -> f32;
    /// Is every number of a row below +∞, as a score must be? NaN is not.
    fn are_scores(row: &[[f32; 4]]) -> bool;
    /// The sum of the lanes.
    fn sum(self) -> f32;
    /// Rows become columns.
    fn transposed(rows: [Self; 4]) -> [Self; 4];
}

/// Up to four numbers, and `fill` in the lanes that are left.
#[inline(always)]
pub fn load_part<V: Vector>(x: &[f32], fill: f32) -> V {
    let mut four = [fill; 4];
    for (slot, x) in four.iter_mut().zip(x) {
        *slot = *x;
    }
    V::load(&four)
}

/// As many lanes as there is room for.
#[inline(always)]
pub fn store_part<V: Vector>(vector: V, out: &mut [f32]) {
    let mut four = [0.0; 4];
    vector.store(&mut four);
    for (out, x) in out.iter_mut().zip(four) {
        *out = x;
    }
}

/// A function of a number, worked on four at a time. (A closure would not do: it is compiled without
/// the CPU feature that the vectors need.)
pub trait Map<V: Vector> {
    /// The function's values.
    fn of(&self, x: V) -> V;
}

/// out = f(x), both of the same length.
#[inline(always)]
pub fn map<V: Vector>(f: &impl Map<V>, x: &[f32], out: &mut [f32]) {
    let (x, x_rest) = x.as_chunks();
    let (out, out_rest) = out.as_chunks_mut();
    for (x, out) in x.iter().zip(out) {
        f.of(V::load(x)).store(out);
    }
    store_part(f.of(load_part::<V>(x_rest, 0.0)), out_rest);
}
