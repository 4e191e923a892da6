// What calls take of memory.

import * as oracle from "./oracle.mjs";
import { expect, near, normal, throws, withGrowth } from "./tools.mjs";

export const memoryOfAttention = {
  "many calls take no more memory than the first": ({ attention }) => {
    const [n, d] = [64, 64], out = new Float32Array(n * d);
    const three = [normal(n * d, 1), normal(n * d, 2), normal(n * d, 3)];
    const call = () => attention(...three, { n, causal: true, mask: new Uint8Array(n * n).fill(1), out });
    call();
    const grown = withGrowth(undefined, () => {
      for (let i = 0; i < 2000; i++) call();
    });
    expect(grown === 0, `grown ${grown} times`);
  },

  "memory grows between calls, and what was moved is found": ({ attention }) => {
    const small = () => near("small", attention([0], [0, 0], [1, 3], { dk: 1 }), [2], 0);
    small();
    const m = 3000, d = 200, k = normal(m * d, 2), v = normal(m * d, 3);
    let out;
    const grown = withGrowth(undefined, () => (out = attention(normal(d, 1), k, v, { dk: d })));
    expect(grown === 1, `grown ${grown} times`);
    const wanted = oracle.attentionStages(normal(d, 1), k, v, { n: 1, m, dk: d, dv: d });
    near("large", out, wanted.output, 1e-5);
    small();
  },

  "memory that cannot be had is said, in bytes": ({ attention }) => {
    const long = new Float32Array(4_000_000);
    const refuse = () => {
      throw new RangeError("WebAssembly.Memory.grow(): no");
    };
    const call = () => attention(long, long, long, { n: 1 });
    let words = "";
    withGrowth(refuse, () => {
      try {
        call();
      } catch (error) {
        expect(error instanceof RangeError, error.name);
        words = error.message;
      }
    });
    const bytes = Number(/^this needs (\d+) bytes of WebAssembly memory, which cannot be had$/.exec(words)?.[1]);
    expect(bytes >= 16 * long.length && bytes < 80 * long.length, words);
    near("the next call", attention([1], [1], [5], { n: 1 }), [5], 0);
    throws(() => attention(new Float32Array(1e6), [1], new Float32Array(1e6), { dk: 1 }),
      RangeError, "4000000000000 bytes are more than one matrix can have in WebAssembly");
  },
};

export const memoryOfOthers = {
  "stages too large for any memory are refused before they are made": ({ attentionStages }) => {
    const [n, one] = [20_000, new Float32Array(20_000)];
    let words = "";
    try {
      attentionStages(one, one, one, { n });
    } catch (error) {
      words = `${error.name}: ${error.message}`;
    }
    const bytes = Number(/^RangeError: this needs (\d+) bytes of/.exec(words)?.[1]);
    expect(bytes > 20 * n * n, words);
  },

  "freed matrices make room for the next": ({ matmul, pack }) => {
    const b = normal(300 * 300, 1);
    pack(b, { k: 300 }).free();
    const grown = withGrowth(undefined, () => {
      for (let i = 0; i < 50; i++) {
        const packed = pack(b, { k: 300 });
        matmul(b, packed);
        packed.free();
      }
    });
    expect(grown <= 1, `grown ${grown} times`);
  },
};
