//! Files from strangers: whatever is in them, opening them ends in a value, and takes memory in
//! proportion to their length.

mod changes;
mod files;
mod steps;
mod tokenizers;

/// What `act` may take for a file of `length` bytes. Lists of one kind of thing in JSON are the
/// worst: two bytes each become dozens.
pub fn limit(length: usize) -> usize {
    (1 << 20) + 200 * length
}
