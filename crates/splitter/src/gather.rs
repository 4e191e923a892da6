//! Which pieces that several parts need become one file. A file for every set of parts would be hundreds of requests,
//! one file for all of them would be fetched whole by whoever needs a little of it.

/// What a request costs, in bytes of code before compression: its round trip, the work of two processes and of a module
/// that begins, and what gzip does not find in small files.
const REQUEST: u64 = 8_000;
/// What a file costs on top, whoever needs it: its name and its hash stand in the page's script. More than their bytes,
/// as everybody fetches those; found by trying, at forty files for twenty parts.
const FILE: u64 = 10_000;

/// Some pieces that are one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Their places in the list.
    pub pieces: Vec<usize>,
    /// The parts that need any of them, a bit each.
    users: u128,
    bytes: u64,
}

impl File {
    /// What it costs more to fetch both as one than each alone, summed over all parts.
    fn dearer(&self, other: &File) -> i128 {
        let alone = |one: &File, other: &File| u64::from((one.users & !other.users).count_ones());
        let fetched = alone(self, other) * other.bytes + alone(other, self) * self.bytes;
        let saved = u64::from((self.users & other.users).count_ones()) * REQUEST + FILE;
        i128::from(fetched) - i128::from(saved)
    }

    fn take(&mut self, other: File) {
        self.pieces.extend(other.pieces);
        self.users |= other.users;
        self.bytes += other.bytes;
    }
}

/// Joins the two files that save the most as one, again and again, until nothing is saved. `pieces` are the bytes of
/// each and the parts that need it, a bit each.
pub fn gathered(pieces: &[(u64, u128)]) -> Vec<File> {
    let one = |(place, (bytes, users)): (usize, &(u64, u128))| File {
        pieces: vec![place],
        users: *users,
        bytes: *bytes,
    };
    let mut files: Vec<File> = pieces.iter().enumerate().map(one).collect();
    while let Some((first, second)) = cheapest(&files) {
        let taken = files.remove(second);
        files[first].take(taken);
    }
    files
}

/// The two that save the most, if any do.
fn cheapest(files: &[File]) -> Option<(usize, usize)> {
    let pairs = (0..files.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let priced = pairs.map(|(first, second)| (files[first].dearer(&files[second]), first, second));
    let (price, first, second) = priced.min()?;
    (price < 0).then_some((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(pieces: &[(u64, u128)]) -> Vec<Vec<usize>> {
        gathered(pieces)
            .into_iter()
            .map(|file| file.pieces)
            .collect()
    }

    #[test]
    fn what_the_same_parts_need_is_one_file() {
        assert_eq!(pieces(&[(90_000, 0b11), (80_000, 0b11)]), [[0, 1]]);
    }

    #[test]
    fn a_little_goes_with_what_most_of_its_users_fetch_anyway() {
        let (large, little, others) = ((20_000, 0b0011), (500, 0b0111), (90_000, 0b11000));
        assert_eq!(pieces(&[large, little, others]), [vec![0, 1], vec![2]]);
    }

    #[test]
    fn what_no_part_needs_together_stays_apart_unless_it_is_tiny() {
        assert_eq!(pieces(&[(50_000, 0b01), (50_000, 0b10)]).len(), 2);
        assert_eq!(pieces(&[(500, 0b01), (500, 0b10)]), [[0, 1]]);
        assert!(pieces(&[]).is_empty());
    }
}
