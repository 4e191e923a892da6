// In the place of a figure: what an element may hear of it, with everything in every place that can be sent. What has no
// text and is no number (`mute`) cannot even be written.
const mute = { toString: 1, valueOf: 1 };
const odd = [
  undefined, null, true, NaN, -1, 0, 1e308, Infinity, 10n, "", "640", "__proto__", "\u0000", "q=1".repeat(1e5),
  "<img src=x onerror=alert(1)>", [], [mute], {}, mute, new Map([["type", "ready"]]), new Date(NaN), new Uint8Array(1e6),
];
const types = ["ready", "height", "stage", "edit", "answer", "error", "reply", "fly"];
const places = ["id", "fragment", "height", "message", "matrix", "stage", "given"];
const say = message => parent.postMessage({ "attention-lab": 1, ...message }, "*");
// In the place of the answers that the page around waits for.
say({ type: "error", id: 1, message: mute });
say({ "attention-lab": 2, type: "ready" });
for (const own of odd) {
  parent.postMessage(own, "*");
  say({ type: own });
  for (const type of types) for (const place of places) say({ type, id: 1, [place]: own });
}
for (const own of odd) say({ "attention-lab": own, type: "ready" });
say({ type: "ready" });
say({ "attention-lab": "q=1".repeat(1e5), type: "ready" });
say({ type: "stage", stage: "told all" });
