//! What may be given as a value of a text.

use std::fmt::Display;

/// A value that a text takes; where the form of the text goes by it (`COUNTED`), a whole number.
pub trait Value<const COUNTED: bool>: Display {}

impl<T: Display> Value<false> for T {}

macro_rules! whole {
    ($($number:ty)*) => { $(impl Value<true> for $number {})* };
}
whole!(u8 u16 u32 u64 usize);

/// The value as it is put into a text. That a form goes by what is no whole number does not compile:
///
/// ```
/// let heads = texts::value::<true, _>(&3_usize);
/// assert_eq!(heads.to_string(), "3");
/// ```
///
/// ```compile_fail
/// let heads = texts::value::<true, _>(&"3");
/// ```
#[inline(always)]
pub fn value<const COUNTED: bool, T: Value<COUNTED>>(value: &T) -> &dyn Display {
    value
}
