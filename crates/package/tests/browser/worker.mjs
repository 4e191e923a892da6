import { runAll } from "./all.mjs";

runAll().then(postMessage, (error) => postMessage({ failures: [String(error)] }));
