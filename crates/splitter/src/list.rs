//! Which functions are late, by their names: `late.txt`, where each line is a name or the beginning of some. Of a long
//! one (they hold all the types that they are for) only the start is written, and a number made of the whole.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A name of more bytes than that is not written whole.
const LONG: usize = 120;
/// So many of its letters are.
const START: usize = 72;

/// The list.
pub struct Late(BTreeSet<String>);

impl Late {
    /// Reads one.
    pub fn read(text: &str) -> Self {
        let lines = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self(lines.map(str::to_owned).collect())
    }

    /// Whether a function of that name is late.
    pub fn has(&self, name: &str) -> bool {
        beginnings(name).any(|own| self.0.contains(&*line(own)))
    }

    /// The list of all that has not run, in as few lines as say it: where nothing of a module has run, it is the
    /// module's name.
    pub fn of(names: &BTreeMap<u32, String>, ran: &BTreeSet<u32>) -> Self {
        let of_ran = names.iter().filter(|(own, _)| ran.contains(own));
        let met: BTreeSet<&str> = of_ran.flat_map(|(_, name)| beginnings(name)).collect();
        let others = names.iter().filter(|(own, _)| !ran.contains(own));
        let first = |name: &'_ String| {
            let own = beginnings(name).find(|own| !met.contains(own));
            own.map(|own| line(own).into_owned())
        };
        Self(others.filter_map(|(_, name)| first(name)).collect())
    }

    /// As it is written.
    pub fn text(&self) -> String {
        self.0.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// How a name, or the beginning of one, is written.
fn line(name: &str) -> Cow<'_, str> {
    if name.len() <= LONG {
        return name.into();
    }
    // FNV-1a.
    let add = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = name.bytes().fold(0xcbf2_9ce4_8422_2325, add);
    let start: String = name.chars().take(START).collect();
    format!("{start}… {sum:016x}").into()
}

/// `a::b::c` begins with `a`, `a::b` and itself; what stands in brackets is one piece.
fn beginnings(name: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut ends, mut before) = (0_i32, Vec::new(), ' ');
    for (place, letter) in name.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            // An arrow is no bracket.
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth -= 1,
            ':' if depth == 0 && before != ':' && name[place..].starts_with("::") => {
                ends.push(place)
            }
            _ => {}
        }
        before = letter;
    }
    ends.push(name.len());
    ends.into_iter().map(|end| &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_its_modules_for_beginnings() {
        let all = |name| beginnings(name).collect::<Vec<_>>();
        assert_eq!(all("a::b::{{closure}}"), ["a", "a::b", "a::b::{{closure}}"]);
        assert_eq!(
            all("<A<B> as c::D>::e"),
            ["<A<B> as c::D>", "<A<B> as c::D>::e"]
        );
        assert_eq!(all("drop<dyn Fn() -> a::B>"), ["drop<dyn Fn() -> a::B>"]);
    }

    #[test]
    fn long_names_are_told_apart_by_a_number() {
        let long = |of| format!("a::<{}{of}>", "very::long::Type, ".repeat(20));
        let names: BTreeMap<u32, String> = (0..).zip([long("b"), long("c")]).collect();
        let late = Late::of(&names, &BTreeSet::from([0]));
        assert!(late.text().len() < LONG, "{}", late.text());
        assert!(late.has(&long("c")) && !late.has(&long("b")));
    }

    #[test]
    fn what_has_not_run_is_late_and_nothing_that_has() {
        let names = ["a::b", "a::c::d", "a::c::e", "f", "f"];
        let names: BTreeMap<u32, String> = (0..).zip(names.map(str::to_owned)).collect();
        let late = Late::of(&names, &BTreeSet::from([0, 4]));
        assert_eq!(late.text(), "a::c\n");
        let read = Late::read(&format!("# Why.\n\n{}", late.text()));
        assert!(read.has("a::c::new"));
        assert!(!read.has("a::cc") && !read.has("a::b") && !read.has("f"));
    }
}
