//! The colour maps. Weights (0…1) have one sequential map, signed values one diverging map centred
//! on 0 (slate below, gold above: told apart with every common colour blindness, and neither is the
//! hue of Q, K, V or any other matrix, which their frames have). Both run from the colour of the page
//! to a middle tone on which the ink keeps a contrast of at least 4.5 : 1.

use attention::Matrix;
use plotters::style::RGBColor;

/// A colour map and the values at its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// 0 to this.
    Sequential(f32),
    /// Minus this to this.
    Diverging(f32),
}

/// The least that the ends of a diverging map stand for: a table of numbers that are all read as 0.00 has hardly any
/// colour.
const LEAST: f32 = 0.02;

impl Range {
    /// Symmetric around 0, as far as the largest finite entry.
    pub fn around(matrix: &Matrix) -> Range {
        let largest = matrix
            .data()
            .iter()
            .filter(|v| v.is_finite())
            .fold(0.0f32, |a, v| a.max(v.abs()));
        Range::Diverging(if largest > 0.0 {
            largest.max(LEAST)
        } else {
            1.0
        })
    }

    /// From 0, as far as the largest finite entry, at least 1 (a weight of 1 is the same everywhere).
    pub fn from_zero(matrix: &Matrix) -> Range {
        Range::Sequential(
            matrix
                .data()
                .iter()
                .filter(|v| v.is_finite())
                .fold(1.0f32, |a, v| a.max(*v)),
        )
    }

    /// The value at the right end.
    pub fn end(self) -> f32 {
        match self {
            Range::Sequential(end) | Range::Diverging(end) => end,
        }
    }

    /// The value at the left end.
    pub fn start(self) -> f32 {
        match self {
            Range::Sequential(_) => 0.0,
            Range::Diverging(end) => -end,
        }
    }

    /// The colour of `value`; what lies beyond an end has the end's colour.
    pub fn colour(self, value: f32, dark: bool) -> RGBColor {
        let share = (value / self.end()).clamp(-1.0, 1.0);
        let (below, above) = ends(self, dark);
        let end = if share < 0.0 { below } else { above };
        mix(
            page(dark),
            end,
            if share.is_nan() { 0.0 } else { share.abs() },
        )
    }
}

fn ends(range: Range, dark: bool) -> (RGBColor, RGBColor) {
    match (range, dark) {
        (Range::Sequential(_), false) => (page(false), RGBColor(72, 178, 156)),
        (Range::Sequential(_), true) => (page(true), RGBColor(18, 120, 103)),
        (Range::Diverging(_), false) => (RGBColor(142, 158, 186), RGBColor(233, 188, 84)),
        (Range::Diverging(_), true) => (RGBColor(78, 92, 120), RGBColor(122, 92, 18)),
    }
}

fn mix(from: RGBColor, to: RGBColor, share: f32) -> RGBColor {
    let one = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    RGBColor(one(from.0, to.0), one(from.1, to.1), one(from.2, to.2))
}

/// The page, where a value is 0. The style sheet's `--cell-page`.
pub fn page(dark: bool) -> RGBColor {
    if dark {
        RGBColor(27, 30, 36)
    } else {
        RGBColor(255, 255, 255)
    }
}

/// A cell whose number is covered.
pub fn covered(dark: bool) -> RGBColor {
    if dark {
        RGBColor(58, 64, 75)
    } else {
        RGBColor(224, 227, 233)
    }
}

/// Text and axes.
pub fn ink(dark: bool) -> RGBColor {
    if dark {
        RGBColor(236, 238, 242)
    } else {
        RGBColor(24, 27, 33)
    }
}

/// The lines over masked cells.
pub fn hatch(dark: bool) -> RGBColor {
    if dark {
        RGBColor(92, 98, 110)
    } else {
        RGBColor(190, 195, 204)
    }
}

/// The colours of a token on a light page and on a dark one, as a style.
pub fn token_style(index: usize) -> String {
    let colour = |dark| css(token(index, dark));
    format!("--light:{};--dark:{}", colour(false), colour(true))
}

/// The colour of the token at that place, the same in every picture and label.
pub fn token(index: usize, dark: bool) -> RGBColor {
    // None is the hue of Q, K, V, scores or output, which mean something else, and the green one, near to that of
    // weights, comes late: the opening example has three tokens. Most come from Okabe & Ito's, which the colour-blind
    // can tell apart; then the same again, paler.
    const EIGHT: [RGBColor; 8] = [
        RGBColor(100, 116, 139),
        RGBColor(224, 163, 18),
        RGBColor(86, 180, 233),
        RGBColor(204, 121, 167),
        RGBColor(40, 128, 63),
        RGBColor(213, 94, 0),
        RGBColor(150, 140, 20),
        RGBColor(0, 114, 178),
    ];
    let colour = EIGHT[index % 8];
    if index >= 8 {
        mix(colour, page(dark), 0.4)
    } else {
        colour
    }
}

/// As CSS.
pub fn css(RGBColor(r, g, b): RGBColor) -> String {
    format!("rgb({r} {g} {b})")
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn luminance(RGBColor(r, g, b): RGBColor) -> f32 {
        let linear = |c: u8| {
            let c = f32::from(c) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// WCAG 2.2, 1.4.3.
    #[test]
    fn numbers_are_readable_on_every_colour() {
        for dark in [false, true] {
            for range in [Range::Sequential(1.0), Range::Diverging(1.0)] {
                for step in -20..=20 {
                    let cell = luminance(range.colour(step as f32 / 20.0, dark));
                    let ink = luminance(ink(dark));
                    let contrast = (cell.max(ink) + 0.05) / (cell.min(ink) + 0.05);
                    assert!(contrast >= 4.5, "{range:?} {step} dark={dark}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn zero_is_the_page_and_the_ends_differ() {
        for dark in [false, true] {
            let range = Range::Diverging(2.0);
            assert_eq!(range.colour(0.0, dark), page(dark));
            assert_ne!(range.colour(-2.0, dark), range.colour(2.0, dark));
            assert_eq!(range.colour(9.0, dark), range.colour(2.0, dark));
            assert_eq!(range.colour(f32::NAN, dark), page(dark));
        }
    }
}
