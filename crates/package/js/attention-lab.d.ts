/**
 * Attention and what it is made of, as WebAssembly.
 *
 * Matrices are row-major: `q` of n×dk is n·dk numbers, one token after the other. What is passed in is
 * copied, so `out` may be one of the operands; and when anything is thrown, no operand was changed (an
 * `out` of its own may already hold the first rows).
 *
 * Everything throws a `RangeError` that names the operand and its shape when a length does not fit,
 * when a size is not a whole number of at least 1, when a number is NaN or infinite, when a result is
 * beyond f32, or when WebAssembly has not so much memory; and a `TypeError` for an argument that is no
 * array, or an option that does not exist. A `Packed` that was freed, or belongs to another module, is a
 * plain `Error`.
 */

/** A matrix or vector. A `Float32Array` is copied fastest; everything else is rounded to f32. */
export type Numbers = Float32Array | Float64Array | Int8Array | Uint8Array | Uint8ClampedArray
  | Int16Array | Uint16Array | Int32Array | Uint32Array | readonly number[];

/** `relaxed`: with relaxed SIMD, faster, the last bits differ between machines. */
export type Variant = "relaxed" | "simd128";

/** The sizes of attention. One of them is enough, if all lengths are right; the others follow. */
export interface AttentionSizes {
  /** Queries. */
  n?: number;
  /** Keys and values. */
  m?: number;
  /** Width of queries and keys. */
  dk?: number;
  /** Width of values. */
  dv?: number;
}

/** What attention looks at. */
export interface Sight {
  /** The factor on the scores; 1/√dk unless given. */
  scale?: number;
  /** Query i sees keys j ≤ first + i only. */
  causal?: boolean;
  /** Query i sees itself and the window − 1 keys before it: first + i − window < j ≤ first + i. */
  window?: number | null;
  /**
   * The place of the first query among the tokens; 0 unless given. With a cache of keys and values, or
   * when a call is made in pieces, it is how many tokens came before.
   */
  first?: number;
  /**
   * n×m. A `Float32Array` is added to the scaled scores (0 or −Infinity, or any bias); in a
   * `Uint8Array` 1 says that a query may look, 0 that it may not. A query that sees nothing gets zeros.
   */
  mask?: Float32Array | Uint8Array | null;
}

export interface AttentionOptions extends AttentionSizes, Sight {
  /** Where the result goes, n×dv; a new array unless given. A reused one is quicker. */
  out?: Float32Array;
}

/** Every stage of attention on the way to its output. */
export interface Stages {
  /** Q·Kᵀ, n×m. */
  scores: Float32Array;
  /** scores · scale, n×m. */
  scaled: Float32Array;
  /** scaled + mask, n×m; −Infinity where a query may not look. */
  masked: Float32Array;
  /** The largest masked score of each query, n. */
  max: Float32Array;
  /** exp(masked − max), n×m. */
  exp: Float32Array;
  /** The sum of each query's exp, n. */
  sum: Float32Array;
  /** exp / sum, n×m. */
  weights: Float32Array;
  /** weights·V, n×dv. */
  output: Float32Array;
}

export interface StagesOptions extends AttentionSizes, Sight {
  /** Where the stages go, each an array of its own; what is missing is made. This object is returned. */
  out?: Partial<Stages>;
}

export interface LinearAttentionOptions extends AttentionSizes {
  /** Query i sees keys j ≤ first + i only. */
  causal?: boolean;
  /** The place of the first query among the tokens; 0 unless given. */
  first?: number;
  /** Where the result goes, n×dv. */
  out?: Float32Array;
}

/** The right factor of products, packed once; it stays in WebAssembly's memory. */
export interface Packed {
  readonly k: number;
  readonly m: number;
  readonly transposed: boolean;
  /** Gives its memory back now, not only when it is garbage. */
  free(): void;
}

export interface PackOptions {
  /** Terms of a sum. One of k and m is enough. */
  k?: number;
  /** Columns of the result. */
  m?: number;
  /** b is given as its transpose, m×k, as keys are. */
  transposed?: boolean;
}

export interface MatmulOptions extends PackOptions {
  /** Rows of a and of the result. */
  n?: number;
  /** Where the result goes, n×m. */
  out?: Float32Array;
}

export interface RowsOptions {
  /** Rows; one, if neither is given. */
  rows?: number;
  /** Numbers of a row. */
  cols?: number;
  /** Where the result goes, rows×cols. */
  out?: Float32Array;
}

/** softmax(scale·Q·Kᵀ + mask)·V, n×dv, without ever holding the n×m weights. */
export declare function attention(q: Numbers, k: Numbers, v: Numbers, options?: AttentionOptions): Float32Array;

/** The same, with every stage kept. */
export declare function attentionStages(q: Numbers, k: Numbers, v: Numbers, options?: StagesOptions): Stages;

/**
 * φ(Q)·(φ(K)ᵀ·V) / φ(Q)·Σφ(k) with φ(x) = elu(x) + 1 (Katharopoulos et al. 2020): not softmax attention,
 * and its time grows with n, not n².
 */
export declare function linearAttention(
  q: Numbers, k: Numbers, v: Numbers, options?: LinearAttentionOptions,
): Float32Array;

/** A·B, n×m; a is n×k, b is k×m or, transposed, m×k, or what `pack` gave. One size is enough. */
export declare function matmul(a: Numbers, b: Numbers | Packed, options?: MatmulOptions): Float32Array;

/** Packs b for many products: `matmul` then neither copies nor packs it again. */
export declare function pack(b: Numbers, options: PackOptions): Packed;

/** The softmax of each row; −Infinity is allowed and gets 0, and a row of nothing else zeros. */
export declare function softmax(x: Numbers, options?: RowsOptions): Float32Array;

/** (x − mean) / √(variance + eps) · gain + bias, row by row; eps is 1e-5 unless given. */
export declare function layerNorm(
  x: Numbers, gain: Numbers, bias: Numbers, options?: RowsOptions & { eps?: number },
): Float32Array;

/** GELU (its tanh form) of every number. */
export declare function gelu(x: Numbers, options?: { out?: Float32Array }): Float32Array;

/** Which module the functions above use: the best that `WebAssembly.validate` admits. */
export declare const variant: Variant;

/** The functions of one module. */
export interface Lab {
  readonly variant: Variant;
  attention: typeof attention;
  attentionStages: typeof attentionStages;
  linearAttention: typeof linearAttention;
  matmul: typeof matmul;
  pack: typeof pack;
  softmax: typeof softmax;
  layerNorm: typeof layerNorm;
  gelu: typeof gelu;
}

/**
 * Another module with a memory of its own, which goes when its functions do; of a certain variant, if
 * one is named. Rejects where this machine has no such SIMD, or the file cannot be had.
 */
export declare function load(variant?: Variant): Promise<Lab>;
