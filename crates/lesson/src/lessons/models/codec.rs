//! What is changed in a model, in a link.

use super::changed::{Changed, Hidden, Instead, Off, Swap};
use super::drawn::Drawn;
use super::link::{MOST_TEXT, pair};
use crate::core::fragment::{Entries, decoded, encoded};

/// The link's entries for what is changed.
pub(super) fn write(changed: &Changed, to: &mut Entries) {
    let mut list = |key, all: Vec<String>| to.when(!all.is_empty(), key, || all.join(","));
    list("off", changed.off.iter().map(off).collect());
    list("blind", changed.hidden.iter().map(hidden).collect());
    list("drawn", changed.drawn.iter().map(drawn).collect());
    list("swap", changed.swapped.iter().map(swap).collect());
    if let Some(other) = &changed.other {
        to.push("other", encoded(other));
    }
}

/// Takes one entry of a link; `None` when its value cannot be taken. An entry that is about something else is passed
/// over.
pub(super) fn set(changed: &mut Changed, key: &str, value: &str) -> Option<()> {
    let all = value.split(',').filter(|one| !one.is_empty());
    match key {
        "off" => {
            changed.off.clear();
            for one in all {
                let (at, instead) = match one.strip_suffix('m') {
                    Some(at) => (at, Instead::Mean),
                    None => (one, Instead::Zero),
                };
                changed.take(pair(at)?, Some(instead));
            }
        }
        "blind" => {
            changed.hidden.clear();
            for one in all {
                changed.hide(read_hidden(one)?, true);
            }
        }
        "drawn" => {
            changed.drawn.clear();
            for one in all {
                changed.draw(read_drawn(one)?);
            }
        }
        "swap" => {
            changed.swapped.clear();
            for one in all {
                let (layer, place) = pair(one)?;
                changed.swap(Swap { layer, place }, true);
            }
        }
        "other" => changed.other = Some(decoded(value).filter(|own| own.len() <= MOST_TEXT)?),
        _ => {}
    }
    Some(())
}

fn off(own: &Off) -> String {
    let mean = match own.instead {
        Instead::Zero => "",
        Instead::Mean => "m",
    };
    format!("{}.{}{mean}", own.layer, own.head)
}

fn hidden(own: &Hidden) -> String {
    let (layer, head) = own.head;
    format!("{layer}.{head}.{}.{}", own.query, own.key)
}

fn swap(own: &Swap) -> String {
    format!("{}.{}", own.layer, own.place)
}

/// Layer, head and query, and behind each colon a key and its share.
fn drawn(own: &Drawn) -> String {
    let (layer, head) = own.head;
    let one = |(key, share): &(usize, u16)| format!(":{key}-{share}");
    let all: String = own.shares.iter().map(one).collect();
    format!("{layer}.{head}.{}{all}", own.query)
}

/// Layer, head, query and key.
fn read_hidden(value: &str) -> Option<Hidden> {
    let [layer, head, query, key] = numbers(value)?;
    Some(Hidden {
        head: (layer, head),
        query,
        key,
    })
}

fn read_drawn(value: &str) -> Option<Drawn> {
    let (at, all) = value.split_once(':')?;
    let [layer, head, query] = numbers(at)?;
    let share = |one: &str| {
        let (key, share) = one.split_once('-')?;
        Some((key.parse().ok()?, share.parse().ok()?))
    };
    let shares = all.split(':').map(share).collect::<Option<_>>()?;
    Drawn::new((layer, head), query, shares)
}

/// So many numbers with points between.
fn numbers<const N: usize>(value: &str) -> Option<[usize; N]> {
    let all: Option<Vec<usize>> = value.split('.').map(|part| part.parse().ok()).collect();
    all?.try_into().ok()
}
