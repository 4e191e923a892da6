//! What workers of one model carry numbers to each other in. Memory that is new to a page of it costs more than the copy
//! into it, so buffers are used again: what came with a message goes home with the next one the other way.

use js_sys::{Array, ArrayBuffer, Float32Array};
use wasm_bindgen::{JsCast, JsValue};

/// So few numbers are copied by the browser; handing over a buffer takes it longer.
const FEW: usize = 4096;

/// So many buffers are kept.
const MOST: usize = 8;

/// The buffers of one who sends and is sent numbers.
#[derive(Default)]
pub struct Buffers {
    /// Its own, that are here and free.
    free: Vec<ArrayBuffer>,
    /// The other's, that have been read.
    read: Vec<ArrayBuffer>,
}

impl Buffers {
    /// A list that carries `numbers`, which may be none, and the other's buffers home, at its end; and what is handed over
    /// with it.
    pub fn carry(&mut self, list: &Array, numbers: Option<&[f32]>) -> Array {
        let handed = Array::new();
        let array = numbers.map(|numbers| match numbers.len() {
            0..FEW => Float32Array::from(numbers),
            _ => {
                let array = self.filled(numbers);
                handed.push(&array.buffer());
                array
            }
        });
        list.push(&array.map_or(JsValue::UNDEFINED, Into::into));
        let home = Array::new();
        for buffer in self.read.drain(..) {
            home.push(&buffer);
            handed.push(&buffer);
        }
        list.push(&home);
        handed
    }

    /// The numbers at `at` of what [`Buffers::carry`] made, if there are any; after them buffers come home.
    pub fn read(&mut self, list: &Array, at: u32) -> Option<Vec<f32>> {
        let home = list.get(at + 1);
        let home = home.dyn_ref::<Array>().map(Array::iter);
        for buffer in home.into_iter().flatten() {
            self.free.extend(buffer.dyn_into::<ArrayBuffer>());
        }
        self.free.sort_by_key(ArrayBuffer::byte_length);
        // The small ones are soon had again.
        self.free.drain(..self.free.len().saturating_sub(MOST));
        let array = list.get(at).dyn_into::<Float32Array>().ok()?;
        if array.length() as usize >= FEW {
            self.read.push(array.buffer());
        }
        Some(array.to_vec())
    }

    /// The smallest buffer that holds them, filled with `numbers`.
    fn filled(&mut self, numbers: &[f32]) -> Float32Array {
        let bytes = size_of_val(numbers);
        let fits = |own: &ArrayBuffer| own.byte_length() as usize >= bytes;
        let buffer = match self.free.iter().position(fits) {
            Some(at) => self.free.remove(at),
            None => ArrayBuffer::new(bytes as u32),
        };
        let length = numbers.len() as u32;
        let array = Float32Array::new_with_byte_offset_and_length(&buffer, 0, length);
        array.copy_from(numbers);
        array
    }
}
