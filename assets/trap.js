// Says so where the page's code has stopped: then nothing in it answers any more, but the link still holds what was
// typed. The words are the page's own in every language, from when it was there.
"use strict";
{
  const said = document.getElementById("trap");
  // A stack that is used up is an error of another kind.
  const stopped = problem => problem instanceof WebAssembly.RuntimeError
    || problem instanceof RangeError && /wasm/.test(problem.stack);
  const hear = problem => { if (stopped(problem)) said.hidden = false; };
  addEventListener("error", event => hear(event.error));
  addEventListener("unhandledrejection", event => hear(event.reason));
  said.querySelector("button").addEventListener("click", () => location.reload());
}
