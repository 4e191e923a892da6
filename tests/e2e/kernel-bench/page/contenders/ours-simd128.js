import { ours } from "../lib/ours.js";

export const name = "ours, simd128";
export const load = () => ours("simd128");
