import { ours } from "../lib/ours.js";

export const name = "ours, relaxed";
export const load = () => ours("relaxed");

/** What a page loads that wants nothing but attention: the smallest module that runs here. */
export async function loadAttention() {
  const { attention } = await import("../pkg/attention-only.js");
  return {
    attention: ({ n, d, q, k, v, out }) => ({
      attention: () => attention(q, k, v, { n, dk: d, out }),
    }),
  };
}
