//! [`Vector`] on any machine: four numbers in a row, which compilers turn into its vectors.

use super::Vector;

/// Four numbers in a row.
#[derive(Clone, Copy, Debug)]
pub struct F32x4([f32; 4]);

impl F32x4 {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Self([f(a, e), f(b, g), f(c, h), f(d, i)])
    }

    /// Lane by lane: where `holds`, `yes`.
    #[inline(always)]
    fn pick(self, other: Self, holds: impl Fn(&f32, &f32) -> bool, yes: Self, no: Self) -> Self {
        let lane = |l: usize| {
            if holds(&self.0[l], &other.0[l]) {
                yes.0[l]
            } else {
                no.0[l]
            }
        };
        Self([lane(0), lane(1), lane(2), lane(3)])
    }

    #[inline(always)]
    fn largest_pair(self) -> f32 {
        let [a, b, ..] = self.0;
        if a < b { b } else { a }
    }
}

impl Vector for F32x4 {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    fn load(x: &[f32; 4]) -> Self {
        Self(*x)
    }
    #[inline(always)]
    fn store(self, out: &mut [f32; 4]) {
        *out = self.0;
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |x, y| x + y)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |x, y| x - y)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |x, y| x * y)
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |x, y| x / y)
    }
    #[inline(always)]
    fn madd(self, factor: Self, summand: Self) -> Self {
        self.mul(factor).add(summand)
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.zip(other, |x, y| if x < y { y } else { x })
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.zip(other, |x, y| if y < x { y } else { x })
    }
    #[inline(always)]
    fn if_equal(self, other: Self, yes: Self, no: Self) -> Self {
        self.pick(other, f32::eq, yes, no)
    }
    #[inline(always)]
    fn if_less(self, other: Self, yes: Self, no: Self) -> Self {
        self.pick(other, f32::lt, yes, no)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }
    #[inline(always)]
    fn bits_into_exponent(self) -> Self {
        Self(self.0.map(|x| f32::from_bits(x.to_bits() << 23)))
    }
    #[inline(always)]
    fn sum(self) -> f32 {
        let [a, b, c, d] = self.0;
        (a + c) + (b + d)
    }
    #[inline(always)]
    fn largest(row: &[[f32; 4]], x: f32) -> f32 {
        let mut most = Self::splat(x);
        for x in row {
            most = most.larger(Self::load(x));
        }
        let [a, b, c, d] = most.0;
        Self([a, b, a, b]).larger(Self([c, d, c, d])).largest_pair()
    }
    #[inline(always)]
    fn are_scores(row: &[[f32; 4]]) -> bool {
        let numbers = row.as_flattened().iter();
        numbers.fold(true, |all, x| all & (*x < f32::INFINITY))
    }
    #[inline(always)]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let column = |l: usize| Self([a.0[l], b.0[l], c.0[l], d.0[l]]);
        [column(0), column(1), column(2), column(3)]
    }
}
