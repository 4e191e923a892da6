import { multiplier } from "../lib/rust.js";

export const name = "gemm";
export const load = () => multiplier("peers/gemm.wasm", "0.19.0");
