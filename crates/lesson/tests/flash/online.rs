//! The running numbers are those of an online softmax that is written here on its own.

use lesson::lessons::flash::{Kind, Part, Tile, Walk};
use lesson::{Name, Trace};

use super::documents;

/// m, l and O of one query after some tiles.
struct Running {
    m: f32,
    l: f32,
    o: Vec<f32>,
}

/// The online softmax of one row over one tile, written down as in the paper and from the plain
/// trace's masked scores, by nothing of what is tested.
fn online(row: &mut Running, scores: &[f32], values: &[&[f32]]) {
    let m = scores.iter().copied().fold(row.m, f32::max);
    let shrink = if row.m == f32::NEG_INFINITY {
        0.0
    } else {
        attention::exp(row.m - m)
    };
    let p: Vec<f32> = scores
        .iter()
        .map(|s| {
            if *s == f32::NEG_INFINITY {
                0.0
            } else {
                attention::exp(s - m)
            }
        })
        .collect();
    row.l = p.iter().fold(shrink * row.l, |sum, p| sum + p);
    for (c, o) in row.o.iter_mut().enumerate() {
        *o = p
            .iter()
            .zip(values)
            .fold(shrink * *o, |sum, (p, v)| sum + p * v[c]);
    }
    row.m = m;
}

#[test]
fn every_running_number_is_the_online_softmax() {
    for document in documents() {
        let plain = Trace::of(&document).unwrap();
        let (masked, v) = (plain.get(Name::Masked), plain.get(Name::V));
        for tile in [
            Tile::default(),
            Tile {
                queries: 1,
                keys: 3,
            },
            Tile {
                queries: 3,
                keys: 1,
            },
        ] {
            let walk = Walk::of(&document, tile).unwrap();
            for row in 0..document.n() {
                let mut own = Running {
                    m: f32::NEG_INFINITY,
                    l: 0.0,
                    o: vec![0.0; v.cols()],
                };
                let of_row = |(_, step): &(usize, &lesson::lessons::flash::Step)| {
                    step.kind == Kind::Accumulate && step.queries.contains(&row)
                };
                for (at, step) in walk.steps.iter().enumerate().filter(of_row) {
                    let values: Vec<&[f32]> = step.keys.clone().map(|key| v.row(key)).collect();
                    online(&mut own, &masked.row(row)[step.keys.clone()], &values);
                    let number = |part, col| {
                        let source = walk.shown(at, part, row, col).source.unwrap();
                        walk.value(source)
                    };
                    assert_eq!(number(Part::Max, 0).to_bits(), own.m.to_bits());
                    assert_eq!(number(Part::Sum, 0).to_bits(), own.l.to_bits());
                    for (col, o) in own.o.iter().enumerate() {
                        assert_eq!(number(Part::Accumulated, col).to_bits(), o.to_bits());
                    }
                }
            }
        }
    }
}
