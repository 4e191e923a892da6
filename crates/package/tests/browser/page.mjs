// Leaves in `window.outcome` what became of the test body: here, in a worker, and from odd servers.

import { runAll } from "./all.mjs";

function inWorker() {
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ failures: [message] });
  });
}

/** A module that is loaded while `fetch` answers otherwise; or why it was not. */
async function loadedWith(answer) {
  const { load } = await import("../pkg/attention-only.js");
  const real = globalThis.fetch;
  globalThis.fetch = async (url) => answer(await real(url));
  try {
    const { attention } = await load("simd128");
    return [...attention([0, 0], [1, 2], [4, 6], { dk: 1 })].join();
  } catch (error) {
    return error.message.replace(/^http\S*\//, "");
  } finally {
    globalThis.fetch = real;
  }
}

const withType = (type) => (response) => new Response(response.body, { headers: { "content-type": type } });

window.outcome = {
  page: await runAll().catch((error) => ({ failures: [String(error)] })),
  worker: await inWorker(),
  servers: [
    await loadedWith(withType("application/octet-stream")),
    await loadedWith((response) => new Response(response.body)),
    await loadedWith(() => new Response("gone", { status: 404 })),
  ],
};
