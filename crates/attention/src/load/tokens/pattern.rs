//! Which regular expressions may come from a file.
//!
//! `fancy-regex` bounds its steps and each automaton that it builds, but not how many it builds, and
//! `tokenizers` panics where a match begins after its end. So the expression must be short, must not
//! repeat by large numbers, and must be made of what tokenizers are made of: classes, alternatives,
//! repetition, looking around.

use crate::load::error::short;

/// The longest expression, in bytes; that of GPT-4o has 400.
const LONGEST: usize = 1000;
/// What all counted repetitions may come to, multiplied; digits are often taken in threes.
const REPEATS: u64 = 1000;

/// Errs with what is wrong, as half a sentence.
pub(super) fn check(regex: &str) -> Result<(), String> {
    let refused = |why: &str| Err(format!("the regular expression {} {why}", short(regex)));
    if regex.len() > LONGEST {
        return refused(&format!("is longer than {LONGEST} bytes"));
    }
    let repeats = regex.split('{').skip(1).try_fold(1, times);
    if repeats.is_none_or(|repeats| repeats > REPEATS) {
        return refused(&format!("repeats something more than {REPEATS} times"));
    }
    if !escapes(regex).all(plain_escape) || !regex.split("(?").skip(1).all(plain_group) {
        return refused("uses something that is not supported");
    }
    Ok(())
}

/// The product so far times the largest number before the next brace closes.
fn times(product: u64, braced: &str) -> Option<u64> {
    let inside = braced.split('}').next()?;
    let numbers = inside.split(',').filter(|part| !part.trim().is_empty());
    // What is not a number is the name of a class, as in \p{L}.
    let counts = numbers.filter(|part| part.trim().chars().all(|c| c.is_ascii_digit()));
    let largest = counts
        .map(|count| count.trim().parse().unwrap_or(u64::MAX))
        .max();
    product.checked_mul(largest.unwrap_or(1).max(1))
}

/// What follows each backslash.
fn escapes(regex: &str) -> impl Iterator<Item = char> {
    let mut letters = regex.chars();
    std::iter::from_fn(move || {
        letters.find(|c| *c == '\\')?;
        letters.next()
    })
}

/// Classes, control characters, numbers of characters, and signs that stand for themselves.
fn plain_escape(c: char) -> bool {
    !c.is_ascii_alphanumeric() || "pPsSdDwWrntbBxu".contains(c)
}

/// Groups that only group, ignore case or look around.
fn plain_group(after: &str) -> bool {
    [":", "i:", "i)", "=", "!", "<=", "<!", ">"]
        .iter()
        .any(|kind| after.starts_with(kind))
}
