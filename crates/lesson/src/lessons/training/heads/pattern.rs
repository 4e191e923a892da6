//! Which keys belong to a pattern, read off the tokens.

use crate::lessons::training::task::Link;

use super::HeadKind;

/// Whether key `j` is one of those that a head of `kind` would look at from query `i`. `ids` are
/// the tokens of the sequence, `links` where the task's answers are to be found in it.
pub(super) fn belongs(kind: HeadKind, ids: &[u32], links: &[Link], i: usize, j: usize) -> bool {
    match kind {
        HeadKind::Previous => j + 1 == i,
        HeadKind::First => j == 0 && i > 0,
        HeadKind::Itself => j == i,
        HeadKind::Induction => (1..=i).contains(&j) && ids[j - 1] == ids[i],
        HeadKind::SameToken => j != i && ids[j] == ids[i],
        HeadKind::Spread | HeadKind::Mixed => false,
        kind => asked(links, kind, i).any(|link| link.to == j),
    }
}

/// The key that would be looked at from query `i` by who mistakes the sentence.
pub(super) fn rival(kind: HeadKind, links: &[Link], i: usize) -> Option<usize> {
    asked(links, kind, i).find_map(|link| link.rival)
}

fn asked(links: &[Link], kind: HeadKind, i: usize) -> impl Iterator<Item = &Link> {
    links
        .iter()
        .filter(move |link| link.kind == kind && link.from == i)
}
