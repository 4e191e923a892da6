//! What was read, as a program for `transformers` that gives the same numbers.

use lesson::lessons::models::changed::{Changed, Instead};
use lesson::lessons::models::drawn::Drawn;
use lesson::lessons::models::messages::{Place, Programmed};
use lesson::lessons::models::shipped;
use lesson::share::export::literal::{Escape, quoted};

use crate::opening::Opened;
use crate::reading::Read;

const TEMPLATE: &str = include_str!("program.py");

/// Said where the weights come with the page: which files make the folder.
fn of_the_page((slug, step): &(String, Option<u32>)) -> String {
    let mut lines = String::from(
        "#\n# The model comes with the page. FOLDER holds three files of assets/models of Attention Lab's sources:\n",
    );
    for (name, path) in shipped::files(slug, *step) {
        let packed = if path.ends_with(".bin") {
            ", unpacked by gzip"
        } else {
            ""
        };
        lines += &comment(&format!("assets/{path} as {name}{packed}"));
        lines.push('\n');
    }
    lines
}

/// Said where the page had rounded the weights.
fn rounded(opened: &Opened) -> &'static str {
    match opened.card.rounded {
        Some(_) => {
            "#\n# The page held the weights as whole numbers of eight bits, and rounded what it multiplied by them. Here they are\n\
             # f32: probabilities differ by about a hundredth.\n"
        }
        None => "",
    }
}

/// How far what the page said may be from what the program says.
fn near(opened: &Opened) -> &'static str {
    match opened.card.rounded {
        Some(_) => "5e-2",
        None => "1e-4",
    }
}

/// The program that says at `place` what the model said.
pub fn program(opened: &Opened, read: &Read, place: &Place, asked: &Programmed) -> String {
    let own = read.own.kept();
    let text = |text: &str| quoted(text, Escape::Python);
    let auto = match opened.card.causal {
        true => "AutoModelForCausalLM",
        false => "AutoModelForMaskedLM",
    };
    let taken = read.other.as_ref().and_then(|own| own.as_ref().ok());
    let other = taken.filter(|_| !own.swapped.is_empty());
    let files = asked.shipped.as_ref().map_or_else(String::new, of_the_page);
    let filled = [
        ("@link@", comment(&asked.link)),
        ("@files@\n", format!("{files}{}", rounded(opened))),
        ("@auto@", auto.to_owned()),
        ("@model@", text(&asked.model)),
        ("@ids@", format!("IDS = {:?}", read.ids)),
        (
            "@other@",
            format!("OTHER = {:?}", other.map_or(&[][..], |own| &own.ids)),
        ),
        ("@place@", place.place.to_string()),
        ("@off@", off(own)),
        ("@hidden@", hidden(own)),
        ("@drawn@", drawn(own)),
        ("@swapped@", swapped(own)),
        ("@expected@", expected(place)),
        ("@near@", near(opened).to_owned()),
    ];
    // In one go: what is filled in may look like a place to be filled in.
    let mut program = String::new();
    let mut left = TEMPLATE;
    while let Some((at, (name, value))) = filled
        .iter()
        .filter_map(|own| Some((left.find(own.0)?, own)))
        .min_by_key(|own| own.0)
    {
        program.push_str(&left[..at]);
        program.push_str(value);
        left = &left[at + name.len()..];
    }
    program.push_str(left);
    program
}

/// A line of the program's that says where it comes from; links have no line ends, and nobody may add one.
fn comment(link: &str) -> String {
    let link: String = link.chars().filter(|c| !c.is_control()).collect();
    format!("# {link}")
}

/// A Python list or dictionary, an entry a line.
fn lines(name: &str, (open, close): (char, char), all: impl Iterator<Item = String>) -> String {
    let all: String = all.map(|own| format!("    {own},\n")).collect();
    match all.is_empty() {
        true => format!("{name} = {open}{close}"),
        false => format!("{name} = {open}\n{all}{close}"),
    }
}

fn off(own: &Changed) -> String {
    let one = |own: &lesson::lessons::models::changed::Off| {
        let instead = match own.instead {
            Instead::Zero => "zero",
            Instead::Mean => "mean",
        };
        format!("({}, {}): \"{instead}\"", own.layer, own.head)
    };
    lines("OFF", ('{', '}'), own.off.iter().map(one))
}

fn hidden(own: &Changed) -> String {
    let all = own.hidden.iter();
    let all = all.map(|own| {
        format!(
            "({}, {}, {}, {})",
            own.head.0, own.head.1, own.query, own.key
        )
    });
    lines("HIDDEN", ('[', ']'), all)
}

fn drawn(own: &Changed) -> String {
    let one = |own: &Drawn| {
        let shares = own
            .shares
            .iter()
            .map(|(key, share)| format!("{key}: {share}"));
        let shares: Vec<String> = shares.collect();
        format!(
            "({}, {}, {}): {{{}}}",
            own.head.0,
            own.head.1,
            own.query,
            shares.join(", ")
        )
    };
    lines("DRAWN", ('{', '}'), own.drawn.iter().map(one))
}

fn swapped(own: &Changed) -> String {
    let all = own.swapped.iter();
    let all = all.map(|own| format!("({}, {})", own.layer, own.place));
    lines("SWAPPED", ('[', ']'), all)
}

fn expected(place: &Place) -> String {
    let all = place.next.iter().map(|own| {
        let text = quoted(&own.token.text, Escape::Python);
        format!("({}, {text}, {:?}, {:?})", own.token.id, own.now, own.whole)
    });
    lines("EXPECTED", ('[', ']'), all)
}
