import { multiplier } from "../lib/rust.js";

export const name = "matrixmultiply";
export const load = () => multiplier("peers/matrixmultiply.wasm", "0.3.11");
