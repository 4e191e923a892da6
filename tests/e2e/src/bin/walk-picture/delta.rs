//! What one picture changes of the one before.

/// Red, green, blue.
pub type Colour = [u8; 3];

/// Pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

/// The rectangle that holds all changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// Pixels left of it and above it.
    pub place: (u32, u32),
    /// Its width and height.
    pub area: (u32, u32),
    /// Its pixels, row by row; none where the picture stays as it is.
    pub pixels: Vec<Option<Colour>>,
    /// Milliseconds for which it is shown.
    pub lasts: u32,
}

impl Delta {
    /// A picture that follows on none. `pixels` are three bytes each.
    pub fn whole(size: Size, pixels: &[u8]) -> Self {
        Self {
            area: (size.width, size.height),
            pixels: colours(pixels).map(Some).collect(),
            ..Self::default()
        }
    }

    /// From one picture to the next; none where they are alike. Both have three bytes a pixel.
    pub fn between(size: Size, before: &[u8], after: &[u8]) -> Option<Self> {
        let pairs = colours(before).zip(colours(after));
        let changes: Vec<Option<Colour>> = pairs
            .map(|(before, after)| (before != after).then_some(after))
            .collect();
        let rows = || changes.chunks(size.width as usize);
        let changed = |row: &[Option<Colour>]| row.iter().any(Option::is_some);
        let top = rows().position(changed)?;
        let bottom = rows().rposition(changed)?;
        let left = rows().filter_map(|row| row.iter().position(Option::is_some));
        let left = left.min()?;
        let right = rows().filter_map(|row| row.iter().rposition(Option::is_some));
        let right = right.max()?;
        let inside = rows().take(bottom + 1).skip(top);
        Some(Self {
            place: (left as u32, top as u32),
            area: ((right - left + 1) as u32, (bottom - top + 1) as u32),
            pixels: inside
                .flat_map(|row| row[left..=right].iter().copied())
                .collect(),
            lasts: 0,
        })
    }
}

fn colours(bytes: &[u8]) -> impl Iterator<Item = Colour> {
    bytes.as_chunks().0.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::{Delta, Size};

    const SIZE: Size = Size {
        width: 3,
        height: 2,
    };

    #[test]
    fn only_the_rectangle_of_the_changes_is_kept() {
        let before = [0; 18];
        let mut after = before;
        after[3] = 7;
        after[17] = 9;
        let delta = Delta::between(SIZE, &before, &after);
        let pixels = vec![Some([7, 0, 0]), None, None, Some([0, 0, 9])];
        let wanted = Delta {
            place: (1, 0),
            area: (2, 2),
            pixels,
            lasts: 0,
        };
        assert_eq!(delta, Some(wanted));
        assert_eq!(Delta::between(SIZE, &after, &after), None);
    }
}
