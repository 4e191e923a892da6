// One WebAssembly module at work: where its operands lie, and how a call is made.
//
// The module has no allocator. Its memory is laid out here: behind the module's own data the frame of
// a call (`Frame` in src/frame.rs), then what is kept between calls (packed matrices), then the
// operands of one call. Nobody outside ever sees a view of it, because growing detaches them all.

/** The words of a frame, counted from its start. */
const SWITCH = 4, WINDOW = 5, FIRST = 6, NUMBER = 7, MASK = 8, OPERAND = 9, CELL = 21, NAME = 23;
/** Room for a frame, so that what follows begins at a line of the cache. */
const FRAME_BYTES = 128;
const PAGE = 65536;
/** Rust can address no more than 2³¹ − 1 bytes in one piece: so many numbers. */
const MOST_NUMBERS = 0x1fffffff;

/** Operands begin at multiples of 64 bytes, a line of a processor's cache. */
const aligned = (bytes) => Math.ceil(bytes / 64) * 64;

export class Engine {
  /** @param {WebAssembly.Exports} exports what `open` in load.js gives */
  constructor(exports) {
    this.exports = exports;
    this.frame = aligned(exports.__heap_base.value);
    /** What is kept between calls, in the order of memory: `{ at, end }`. */
    this.kept = [];
    /** The last view of each result, made anew only when something moved. */
    this.results = [];
    this.top = this.floor();
    this.look();
    this.reserve();
  }

  /** Looks at the memory as it is now; needed whenever it has grown. */
  look() {
    const { buffer } = this.exports.memory;
    this.buffer = buffer;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.numbers = new Float32Array(buffer);
  }

  /** Where the operands of a call begin. */
  floor() {
    const last = this.kept.at(-1);
    return last === undefined ? this.frame + FRAME_BYTES : last.end;
  }

  /** Begins a call: sizes as the kernel's frame has them, all operands forgotten. */
  begin(size0, size1, size2, size3) {
    const { words } = this, at = this.frame / 4;
    words[at] = size0;
    words[at + 1] = size1;
    words[at + 2] = size2;
    words[at + 3] = size3;
    words[at + MASK] = 0;
    this.top = this.floor();
  }

  /** The switches of a call: causal or transposed; the window or 0; the first query's place; the scale or epsilon. */
  set(flag, window, first, number) {
    const at = this.frame / 4;
    this.words[at + SWITCH] = flag ? 1 : 0;
    this.words[at + WINDOW] = window;
    this.words[at + FIRST] = first;
    this.numbers[at + NUMBER] = number;
  }

  /** Changes the first size of a call. */
  rows(rows) {
    this.words[this.frame / 4] = rows;
  }

  /** Sets bytes aside behind everything else; gives where. */
  space(bytes) {
    const at = this.top;
    this.top = at + aligned(bytes);
    return at;
  }

  /** Sets numbers aside as the operand `slot`. */
  room(slot, numbers) {
    fits(numbers);
    this.point(slot, this.space(4 * numbers));
  }

  /** Says where the operand `slot` lies. */
  point(slot, at) {
    this.words[this.frame / 4 + OPERAND + slot] = at;
  }

  /** Sets a mask aside, and for one of bytes the bytes too; gives where those lie. */
  roomForMask(mask) {
    fits(mask.length);
    this.words[this.frame / 4 + MASK] = this.space(4 * mask.length);
    return mask instanceof Uint8Array ? this.space(mask.length) : 0;
  }

  /** Makes the memory as large as what was set aside. */
  reserve() {
    const missing = this.top - this.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.exports.memory.grow(Math.ceil(missing / PAGE));
    } catch {
      throw new RangeError(`this needs ${this.top} bytes of WebAssembly memory, which cannot be had`);
    }
    this.look();
  }

  /** Copies numbers to the operand `slot`. */
  put(slot, numbers) {
    this.numbers.set(numbers, this.words[this.frame / 4 + OPERAND + slot] / 4);
  }

  /** Copies a mask in; bytes become 0 and −∞ on the way. */
  putMask(mask, bytesAt) {
    const at = this.words[this.frame / 4 + MASK];
    if (bytesAt === 0) {
      this.numbers.set(mask, at / 4);
      return;
    }
    this.bytes.set(mask, bytesAt);
    this.exports.mask_of(bytesAt, at, mask.length);
  }

  /** Calls a kernel of the module, and throws what it finds wrong; its operands begin at row `first`. */
  run(kernel, first = 0) {
    const outcome = kernel(this.frame);
    if (outcome !== 0) throw this.complaint(outcome, first);
  }

  /** Copies the operand `slot` out. */
  take(slot, out) {
    const at = this.words[this.frame / 4 + OPERAND + slot];
    let view = this.results[slot];
    if (view === undefined || view.byteOffset !== at || view.length !== out.length
      || view.buffer !== this.buffer) {
      view = this.results[slot] = new Float32Array(this.buffer, at, out.length);
    }
    out.set(view);
  }

  /** What a kernel returned, in words. */
  complaint(outcome, first) {
    const at = this.frame / 4;
    const row = this.words[at + CELL] + first, column = this.words[at + CELL + 1];
    if (outcome === 1) {
      const [name, length] = this.words.subarray(at + NAME, at + NAME + 2);
      const text = String.fromCharCode(...this.bytes.subarray(name, name + length));
      return new RangeError(`${text}[${row}][${column}] is not a finite number`);
    }
    if (outcome === 2) return new RangeError(`the result's cell [${row}][${column}] is beyond f32`);
    return new Error("attention-lab laid its operands out wrongly; please report this");
  }

  /** Keeps room for numbers until it is released: the first gap that is large enough. */
  keep(numbers) {
    fits(numbers);
    const bytes = aligned(4 * numbers);
    let at = this.frame + FRAME_BYTES, place = 0;
    while (place < this.kept.length && this.kept[place].at - at < bytes) at = this.kept[place++].end;
    const block = { at, end: at + bytes };
    this.kept.splice(place, 0, block);
    return block;
  }

  /** Gives back what `keep` gave; a second time does nothing. */
  release(block) {
    const place = this.kept.indexOf(block);
    if (place >= 0) this.kept.splice(place, 1);
  }
}

/** @throws {RangeError} if one operand is larger than the module can address. */
function fits(numbers) {
  if (numbers > MOST_NUMBERS) {
    throw new RangeError(`${4 * numbers} bytes are more than one matrix can have in WebAssembly`);
  }
}
