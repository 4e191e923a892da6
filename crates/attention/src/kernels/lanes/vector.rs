//! The little that a kernel asks of a vector.

use fast::exp::EXPONENT_BIAS;

/// Four `f32` worked on at once; every operation acts on each lane by itself, so lane `l` of
/// the result is exactly what the scalar operation gives for lane `l` of the operands.
pub(in crate::kernels) trait Vector: Copy {
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
    /// `√self`
    fn sqrt(self) -> Self;
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

    /// 2ⁿ for whole numbers −126 ≤ n ≤ 127.
    #[inline(always)]
    fn pow2(self) -> Self {
        self.add(Self::splat(EXPONENT_BIAS)).bits_into_exponent()
    }
}
