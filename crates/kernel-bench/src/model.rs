//! A model of GPT-2's size with random weights, read and written on as the lesson on real models does it, behind plain
//! functions for the page.

use attention::Matrix;
use attention::model::{Cache, Config, Form, Model, Run, Tensors};

/// GPT-2's vocabulary, positions, width and heads (Radford et al. 2019).
const VOCAB: usize = 50_257;
const MAX_LEN: usize = 1024;
const WIDTH: usize = 768;
const HEADS: usize = 12;

/// The model, what it read last, and the names of its weights.
pub struct Whole {
    model: Model,
    names: Vec<String>,
    read: Option<Run>,
    cache: Option<(Cache, Run)>,
}

/// Tokens that are all different, as far as they go.
fn ids(n: usize) -> Vec<u32> {
    (0..n).map(|at| (at * 7919 % VOCAB) as u32).collect()
}

/// A model of so many layers; null where there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn model_new(layers: usize) -> *mut Whole {
    let config = Config::gpt2(VOCAB, MAX_LEN, WIDTH, layers, HEADS);
    let Ok(model) = Model::random(config, 1) else {
        return std::ptr::null_mut();
    };
    let mut names = Vec::new();
    model
        .params()
        .each("", &mut |path, _| names.push(path.to_owned()));
    Box::into_raw(Box::new(Whole {
        model,
        names,
        read: None,
        cache: None,
    }))
}

/// The same model as the lesson holds it, laid out for reading: as f32, or as whole numbers of eight bits. Its weights
/// cannot be had by name.
#[unsafe(no_mangle)]
pub extern "C" fn model_held(whole: &Whole, int8: bool) -> *mut Whole {
    let form = if int8 { Form::Int8 } else { Form::Panels };
    Box::into_raw(Box::new(Whole {
        model: whole.model.clone().held_as(form).0,
        names: Vec::new(),
        read: None,
        cache: None,
    }))
}

/// Gives the memory of a model back; null has none.
///
/// # Safety
/// `whole` is null, or from [`model_new`] or [`model_held`], and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn model_drop(whole: *mut Whole) {
    if !whole.is_null() {
        // SAFETY: the caller's promise: a box was made this pointer, and is given back once.
        drop(unsafe { Box::from_raw(whole) });
    }
}

/// How many weights there are.
#[unsafe(no_mangle)]
pub extern "C" fn model_count(whole: &Whole) -> usize {
    whole.names.len()
}

/// Where the name of a weight stands, and how long it is: a pair, as one number (start · 2³² + length).
#[unsafe(no_mangle)]
pub extern "C" fn model_name(whole: &Whole, at: usize) -> u64 {
    whole
        .names
        .get(at)
        .map_or(0, |name| pair(name.as_ptr() as usize, name.len()))
}

/// Where the numbers of a weight stand, and its columns.
#[unsafe(no_mangle)]
pub extern "C" fn model_weight(whole: &Whole, at: usize) -> u64 {
    let (mut place, mut found) = (0, 0);
    whole.model.params().each("", &mut |_, own| {
        if place == at {
            found = pair(own.data().as_ptr() as usize, own.cols());
        }
        place += 1;
    });
    found
}

/// How many numbers a weight has.
#[unsafe(no_mangle)]
pub extern "C" fn model_length(whole: &Whole, at: usize) -> usize {
    let (mut place, mut found) = (0, 0);
    whole.model.params().each("", &mut |_, own| {
        if place == at {
            found = own.data().len();
        }
        place += 1;
    });
    found
}

fn pair(start: usize, length: usize) -> u64 {
    (start as u64) << 32 | length as u64
}

fn at(matrix: &Matrix) -> *const f32 {
    matrix.data().as_ptr()
}

/// Reads `n` tokens, with room as the lesson makes it; the logits, n×vocabulary. Null where it cannot.
#[unsafe(no_mangle)]
pub extern "C" fn model_read(whole: &mut Whole, n: usize) -> *const f32 {
    let kept = whole.read.take().filter(|run| run.extent().n == n);
    let Ok(mut run) = kept.map_or_else(|| Run::lean(&whole.model, 1, n), Ok) else {
        return std::ptr::null();
    };
    let done = whole.model.forward(&ids(n), &mut run);
    let run = whole.read.insert(run);
    done.map_or(std::ptr::null(), |()| at(run.logits()))
}

/// What entered the first block of what was read last, n×width.
#[unsafe(no_mangle)]
pub extern "C" fn model_embedded(whole: &Whole) -> *const f32 {
    let run = whole.read.as_ref();
    run.map_or(std::ptr::null(), |run| at(run.embedding.output()))
}

/// Keys (`which` 0) or values (1) of a layer of what was read last, n×width.
#[unsafe(no_mangle)]
pub extern "C" fn model_kept(whole: &Whole, layer: usize, which: usize) -> *const f32 {
    let block = whole.read.as_ref().and_then(|run| run.blocks.get(layer));
    block.map_or(std::ptr::null(), |block| {
        at([&block.attention.k, &block.attention.v][which % 2])
    })
}

/// Reads `n` tokens into a cache.
#[unsafe(no_mangle)]
pub extern "C" fn model_begin(whole: &mut Whole, n: usize) -> bool {
    let room = n + 1;
    let made = Cache::of(&whole.model, room).and_then(|mut cache| {
        let mut run = Run::next_of(&whole.model, n, room)?;
        whole.model.extend(&mut cache, &ids(n), &mut run)?;
        Ok((cache, Run::next_of(&whole.model, 1, room)?))
    });
    whole.cache = made.ok();
    whole.cache.is_some()
}

/// The token after those in the cache, which then forgets it again; its logits. Null where there is no cache.
#[unsafe(no_mangle)]
pub extern "C" fn model_next(whole: &mut Whole) -> *const f32 {
    let Some((cache, one)) = &mut whole.cache else {
        return std::ptr::null();
    };
    let id = ids(cache.len() + 1);
    let done = whole.model.extend(cache, &id[cache.len()..], one);
    cache.forget(1);
    done.map_or(std::ptr::null(), |()| at(one.logits()))
}

/// What entered the first block for that token.
#[unsafe(no_mangle)]
pub extern "C" fn model_next_embedded(whole: &Whole) -> *const f32 {
    let one = whole.cache.as_ref();
    one.map_or(std::ptr::null(), |(_, one)| at(one.embedding.output()))
}
