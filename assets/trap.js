// Says so where the page's code has stopped: then nothing in it answers any more, but the link still holds what was
// typed. And where it never came: this script stands before the page's own. The words are the page's own in every
// language, from when it was there.
"use strict";
{
  const said = document.getElementById("trap"), show = () => said.hidden = false;
  // A stack that is used up is an error of another kind.
  const stopped = problem => problem instanceof WebAssembly.RuntimeError
    || problem instanceof RangeError && /wasm/.test(problem.stack);
  // Until it has begun the page says that it loads. What it can do without does not keep it from going on.
  const loads = () => document.getElementById("loading");
  const missed = () => {
    if (!loads()) return;
    loads().hidden = true;
    said.querySelector("p").textContent = "The page could not be fetched. Is there a network?";
    show();
  };
  const hear = (problem, own) => {
    if (stopped(problem)) show();
    else if (own && loads()) setTimeout(missed, 3000);
  };
  addEventListener("error", event => hear(event.error, !event.target.rel), true);
  addEventListener("unhandledrejection", event => hear(event.reason, true));
  said.querySelector("button").addEventListener("click", () => location.reload());
}
