//! The vectors of `simd`, and what only kernels here ask of them.

use simd::exp::EXPONENT_BIAS;

/// Four `f32` worked on at once. Kernels here never call [`madd`](simd::Vector::madd), whose rounding
/// is the machine's, and are not built with relaxed SIMD: every machine gives the same bits.
pub(in crate::kernels) trait Vector: simd::Vector {
    /// `√self`. Not in `simd`, because `core` has no square root.
    fn sqrt(self) -> Self;

    /// 2ⁿ for whole numbers −126 ≤ n ≤ 127.
    #[inline(always)]
    fn pow2(self) -> Self {
        self.add(Self::splat(EXPONENT_BIAS)).bits_into_exponent()
    }
}
