//! Where queries and keys come from: one draw after the other, each from a place of its own in the random numbers, so
//! that any draw can be had without those before it.

use rand_distr::{Distribution as _, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::document::{Distribution, Document, MOST_KEYS, SHOWN};
use crate::core::random::mixed;

/// One draw, component by component.
pub(super) struct Source {
    random: Xoshiro256PlusPlus,
    distribution: Distribution,
    /// √ρ times what all components of the query have in common; then of each key.
    common: [f32; MOST_KEYS + 1],
    /// √(1 − ρ)
    own: f32,
}

impl Source {
    /// The draw of that number.
    pub fn of(document: &Document, draw: u32) -> Source {
        let place = mixed(u64::from(document.seed)) ^ u64::from(draw);
        let rho = document.correlation();
        let mut source = Source {
            random: Xoshiro256PlusPlus::seed_from_u64(mixed(place)),
            distribution: document.distribution,
            common: [0.0; MOST_KEYS + 1],
            own: (1.0 - rho).sqrt(),
        };
        if document.distribution == Distribution::Correlated {
            for vector in 0..=document.keys {
                source.common[vector] = rho.sqrt() * source.normal();
            }
        }
        source
    }

    fn normal(&mut self) -> f32 {
        StandardNormal.sample(&mut self.random)
    }

    /// The next component of the query, then of each key; as many as there is room for.
    fn next(&mut self, row: &mut [f32]) {
        // A copy, so that the loop keeps it in registers: that is a third of the time.
        let mut random = self.random.clone();
        match self.distribution {
            Distribution::Normal => row
                .iter_mut()
                .for_each(|own| *own = StandardNormal.sample(&mut random)),
            Distribution::Uniform => {
                let root = 3.0_f32.sqrt();
                row.iter_mut().for_each(|own| {
                    // 24 bits are what an f32 holds; the middle of each step, so that the mean is 0.
                    let step = (random.next_u32() >> 8) as f32 + 0.5;
                    *own = (step / (1_u32 << 23) as f32 - 1.0) * root;
                });
            }
            Distribution::Correlated => {
                for (own, common) in row.iter_mut().zip(&self.common) {
                    let normal: f32 = StandardNormal.sample(&mut random);
                    *own = self.own * normal + common;
                }
            }
        }
        self.random = random;
    }
}

/// The dot products of a draw as they grow, component by component. What is shown is added up on its own, and so is
/// the rest: whoever adds the shown numbers gets the shown score, to the last bit.
pub(super) struct Growing {
    source: Source,
    keys: usize,
    done: usize,
    /// The component under way: of the query, then of each key.
    row: [f32; MOST_KEYS + 1],
    first: [f32; MOST_KEYS],
    rest: [f32; MOST_KEYS],
}

impl Growing {
    /// Before the first component.
    pub fn of(document: &Document, draw: u32) -> Growing {
        let none = [0.0; MOST_KEYS];
        Growing {
            source: Source::of(document, draw),
            keys: document.keys,
            done: 0,
            row: [0.0; MOST_KEYS + 1],
            first: none,
            rest: none,
        }
    }

    /// One component more: that of the query, and those of the keys.
    pub fn step(&mut self) -> (f32, &[f32]) {
        let row = &mut self.row[..=self.keys];
        self.source.next(row);
        let sums = match self.done < SHOWN {
            true => {
                // What is shown is in hundredths, so that it is multiplied by hand to the digit. That adds 10⁻⁵ to a
                // variance of 1.
                row.iter_mut()
                    .for_each(|own| *own = (*own * 100.0).round() / 100.0 + 0.0);
                &mut self.first
            }
            false => &mut self.rest,
        };
        let [q, keys @ ..] = &self.row;
        // All of them, also those that are 0: a loop of fixed length is a few vector instructions.
        for (sum, key) in sums.iter_mut().zip(keys) {
            *sum += q * key;
        }
        self.done += 1;
        (*q, &keys[..self.keys])
    }

    /// The dot products so far.
    pub fn scores(&self) -> [f32; MOST_KEYS] {
        std::array::from_fn(|key| self.first[key] + self.rest[key])
    }

    /// What of them is not shown one by one.
    pub fn rest(&self) -> &[f32] {
        &self.rest[..self.keys]
    }
}
