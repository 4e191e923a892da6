//! The 255 colours that a film is shown in: its own where there are not more. Otherwise what covers most stays exact,
//! surfaces and letters, and what lies between (edges of letters, things that fade) is put together by median cut.

use std::collections::HashMap;

use crate::delta::{Colour, Delta};

/// The place in the palette that shows what was there before.
pub const STAYS: u8 = 0;
/// Places for colours.
const MOST: usize = 255;
/// How many of them are exact where not all can be.
const EXACT: usize = 112;

/// Colours, and where each of the film is found among them.
pub struct Palette {
    /// The colours; the first has the place after [`STAYS`].
    pub colours: Vec<Colour>,
    places: HashMap<Colour, u8>,
}

/// A colour of the film, and how many pixels have it.
type Counted = (Colour, u64);

impl Palette {
    /// The palette of a film.
    pub fn of<'a>(frames: impl Iterator<Item = &'a Delta>) -> Self {
        let all = counted(frames);
        let exact = if all.len() > MOST { EXACT } else { all.len() };
        let (exact, others) = all.split_at(exact);
        let mut colours: Vec<Colour> = exact.iter().map(|own| own.0).collect();
        let boxes = cut(others.to_vec(), MOST - colours.len());
        colours.extend(boxes.iter().map(|own| mean(own)));
        let place = |own: &Counted| (own.0, nearest(&colours, own.0));
        let places = all.iter().map(place).collect();
        Self { colours, places }
    }

    /// The place of a pixel's colour.
    pub fn place(&self, pixel: Option<Colour>) -> u8 {
        let known = pixel.and_then(|colour| self.places.get(&colour));
        known.copied().unwrap_or(STAYS)
    }
}

/// The film's colours, the most frequent first; by value where two are as frequent, so that every run gives the same.
fn counted<'a>(frames: impl Iterator<Item = &'a Delta>) -> Vec<Counted> {
    let mut counts: HashMap<Colour, u64> = HashMap::new();
    for colour in frames.flat_map(|frame| frame.pixels.iter().flatten()) {
        *counts.entry(*colour).or_default() += 1;
    }
    let mut all: Vec<Counted> = counts.into_iter().collect();
    all.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    all
}

/// Halves the box that is worst shown by one colour until there are so many boxes.
fn cut(colours: Vec<Counted>, most: usize) -> Vec<Vec<Counted>> {
    let mut boxes = vec![colours];
    boxes.retain(|own| !own.is_empty());
    while boxes.len() < most {
        let worst = (0..boxes.len()).max_by_key(|index| spread(&boxes[*index]).1);
        let Some(worst) = worst.filter(|index| boxes[*index].len() > 1) else {
            break;
        };
        let (one, other) = halves(boxes.swap_remove(worst));
        boxes.extend([one, other]);
    }
    boxes
}

/// The channel in which the colours are furthest apart, and how much one colour for all would be off: the distance
/// counts twice, the number of pixels by its root. A movement has few pixels, and is what one looks at.
fn spread(own: &[Counted]) -> (usize, u64) {
    let range = |channel: usize| {
        let values = || own.iter().map(|(colour, _)| colour[channel]);
        let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        u64::from(most - least)
    };
    let channel = (0..3)
        .max_by_key(|channel| range(*channel))
        .unwrap_or_default();
    let pixels: u64 = own.iter().map(|(_, count)| count).sum();
    (channel, range(channel).pow(2) * pixels.isqrt())
}

/// Two boxes with as many pixels each, as far as that goes; neither is empty.
fn halves(mut own: Vec<Counted>) -> (Vec<Counted>, Vec<Counted>) {
    let channel = spread(&own).0;
    own.sort_by_key(|(colour, _)| (colour[channel], *colour));
    let half: u64 = own.iter().map(|(_, count)| count).sum::<u64>() / 2;
    let mut sum = 0;
    let first = own.iter().position(|(_, count)| {
        sum += count;
        sum > half
    });
    let at = first.unwrap_or_default().clamp(1, own.len() - 1);
    let other = own.split_off(at);
    (own, other)
}

/// The colour of all pixels of a box together.
fn mean(own: &[Counted]) -> Colour {
    let pixels: u64 = own.iter().map(|(_, count)| count).sum();
    [0, 1, 2].map(|channel| {
        let sum = own.iter().map(|(c, count)| u64::from(c[channel]) * count);
        (sum.sum::<u64>() / pixels.max(1)) as u8
    })
}

/// The place of the colour that is closest.
fn nearest(colours: &[Colour], wanted: Colour) -> u8 {
    let distance = |own: &Colour| -> u32 {
        let channels = own.iter().zip(wanted);
        channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let closest = (0..colours.len()).min_by_key(|index| distance(&colours[*index]));
    // At most `MOST` colours: the place fits.
    closest.map_or(STAYS, |index| index as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::{MOST, Palette, STAYS};
    use crate::delta::Delta;

    fn film(colours: u32) -> Delta {
        let colour = |n: u32| Some([n as u8, (n >> 8) as u8 * 40, 200]);
        Delta {
            pixels: (0..colours).map(colour).collect(),
            ..Delta::default()
        }
    }

    #[test]
    fn few_colours_are_exact_and_many_are_close() {
        for (count, off) in [(255, 0), (1000, 24)] {
            let film = film(count);
            let palette = Palette::of([&film].into_iter());
            assert!(palette.colours.len() <= MOST);
            assert_eq!(palette.place(None), STAYS);
            for colour in film.pixels.iter().flatten() {
                let shown = palette.colours[usize::from(palette.place(Some(*colour))) - 1];
                let worst = shown.iter().zip(colour).map(|(a, b)| a.abs_diff(*b)).max();
                assert!(worst <= Some(off), "{colour:?} is shown as {shown:?}");
            }
        }
    }
}
