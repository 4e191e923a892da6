//! What workers that share a model ask their helpers. How a browser carries it is not tried: that code is the page's alone.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::LazyLock;

use attention::model::{Kind, Shard};
use inspector::sharing::Helper;

use super::models::FOLDERS;
use super::none;
use super::small::small;
use crate::{MOST_BYTES, Target};

/// So many models are shared: GPT-2's, Llama's and BERT's, and a very small one.
const MODELS: usize = 4;

/// A model, and whether it is held as whole numbers of eight bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Which(usize, pub bool);

impl Which {
    pub fn of(byte: u8) -> Self {
        Self(usize::from(byte & 63) % MODELS, byte & 64 != 0)
    }

    /// The small one, in its place.
    pub fn small(byte: u8) -> Self {
        Self(MODELS - 1, byte & 64 != 0)
    }

    /// A text that it knows all of.
    pub fn text(self) -> String {
        let text = match self.0 == MODELS - 1 {
            true => "a b c",
            false => "the cat sat on",
        };
        text.to_owned()
    }

    /// Its files.
    pub fn files(self) -> &'static BTreeMap<String, Vec<u8>> {
        static ALL: LazyLock<[BTreeMap<String, Vec<u8>>; MODELS]> = LazyLock::new(|| {
            let names = ["config.json", "tokenizer.json", "model.safetensors"];
            let named = |(name, bytes): (&str, &[u8])| (name.to_owned(), bytes.to_vec());
            let of = |own: usize| names.into_iter().zip(FOLDERS[own]).map(named).collect();
            [of(0), of(1), of(2), small()]
        });
        &ALL[self.0]
    }

    /// Its helper, the second of two workers; opened once a thread.
    pub fn helper(self) -> Rc<Helper> {
        thread_local! {
            static ALL: RefCell<BTreeMap<Which, Rc<Helper>>> = const { RefCell::new(BTreeMap::new()) };
        }
        let open = || {
            let shard = Shard::new(1, 2)?;
            Helper::open(self.files(), self.1, shard).ok().map(Rc::new)
        };
        ALL.with_borrow_mut(|all| {
            let known = all.get(&self).cloned();
            let Some(helper) = known.or_else(open) else {
                unreachable!("{self:?} is a model that two can share");
            };
            Rc::clone(all.entry(self).or_insert(helper))
        })
    }
}

/// Which model, what kind of question, of how many weights, in how many rows; then a byte a weight, then numbers.
pub const HELPER: Target = Target {
    name: "helper",
    run: helper,
    seeds: || {
        let numbers = 0.5_f32.to_le_bytes().repeat(2 * 48);
        let one = |of: &[u8], kind: u8| [&[0, kind, of.len() as u8, 2], of, &numbers].concat();
        let kinds = |of: &'static [u8]| (0..5).map(move |kind| (of, kind));
        let all: [&[u8]; 3] = [&[0], &[1], &[2, 3]];
        let all = all.into_iter().flat_map(kinds);
        all.map(|(of, kind)| one(of, kind)).collect()
    },
    words: none,
    separators: "",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

/// A leader asks of no more weights at once.
const MOST_WEIGHTS: usize = 16;
/// A leader sends no more numbers at once: as many rows as these models read, of their width.
const MOST_NUMBERS: usize = 64 * 48;

/// A byte as a number that may be far too large.
fn stretched(byte: u8) -> u32 {
    match byte {
        250.. => u32::MAX - u32::from(u8::MAX - byte),
        small => small.into(),
    }
}

fn helper(input: &[u8]) {
    let [which, kind, count, rows, rest @ ..] = input else {
        return;
    };
    let (of, numbers) = rest.split_at(usize::from(*count).min(MOST_WEIGHTS).min(rest.len()));
    let of: Vec<u32> = of.iter().map(|own| stretched(*own)).collect();
    let (numbers, _) = numbers.as_chunks::<4>();
    let numbers = numbers.iter().take(MOST_NUMBERS);
    let x: Vec<f32> = numbers.map(|own| f32::from_le_bytes(*own)).collect();
    let x = (*rows > 0).then(|| (stretched(*rows) as usize, x));
    let kind = Kind::ALL.get(usize::from(*kind)).copied();
    let name = kind.map_or("open", Kind::name);
    let mut said = 0;
    let done = Which::of(*which)
        .helper()
        .answer(name, &of, x, &mut |_| said += 1);
    let wanted = match (done, kind) {
        (None, _) => 0,
        (Some(()), Some(Kind::Heads)) => 2,
        (Some(()), _) => 1,
    };
    assert_eq!(said, wanted, "pieces that a leader waits for: {name}");
}
