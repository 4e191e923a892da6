//! What the page around a lesson says to it.

use lesson::registry;
use lesson::share::host::event::{Event, between};
use lesson::share::host::link::laid_over;
use lesson::share::host::request::{Field, Request, Step};

use super::links::comes_back;
use super::{text, texts};
use crate::{MOST_BYTES, Target};

/// A present link, a line end, and the entries of a message, `key=value`, each on a line of its own.
pub const HOST: Target = Target {
    name: "host",
    run: host,
    seeds: || {
        texts(&[
            "lesson=stepper&preset=cat\nattention-lab=1\ntype=set\nfragment=q=1,2;3,4;5,6",
            "lesson=flash\nattention-lab=1\ntype=step\nto=next",
            "lesson=cost\nattention-lab=1\ntype=get\nmatrix=weights",
            "lesson=heads\nattention-lab=1\ntype=step\nto=7",
            "\nattention-lab=2\ntype=set\nfragment=lesson=flash&n=8",
        ])
    },
    words: || {
        [
            "attention-lab",
            "type",
            "set",
            "step",
            "get",
            "fragment",
            "to",
            "matrix",
            "next",
            "back",
            "reset",
            "play",
            "pause",
            "lesson",
            "preset",
            "ver",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: "\n=&,;",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn host(input: &[u8]) {
    let mut lines = text(input).lines();
    let present = lines.next().unwrap_or_default();
    let entries: Vec<_> = lines.filter_map(|line| line.split_once('=')).collect();
    let field = |key: &str| {
        let (_, value) = entries.iter().find(|(own, _)| *own == key)?;
        Some(match value.strip_prefix('!') {
            Some("other") => Field::Other,
            Some(long) => Field::TooLong(long.len()),
            None => Field::Text((*value).to_owned()),
        })
    };
    match Request::read(field) {
        Some(Ok(Request::Set(change))) => {
            if let Ok(after) = registry::open(&laid_over(present, &change)) {
                comes_back(&*after);
                told(present, &after.link());
            }
        }
        Some(Ok(Request::Step(step))) => assert_eq!(Step::from_key(&step.key()), step),
        Some(Ok(Request::Get(_)) | Err(_)) | None => {}
    }
}

/// What the page around is told of it is a link that it can set again, whatever it has then.
fn told(present: &str, after: &str) {
    let Ok(before) = registry::open(present) else {
        return;
    };
    for event in between(&before.link(), after) {
        if let Event::Stage { fragment, .. } | Event::Edit { fragment, .. } = event {
            assert_eq!(laid_over(present, &fragment), after);
        }
    }
}
