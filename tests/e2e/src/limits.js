// Put before everything in a page, and before the script of a worker: its module gets no more than so many pages of
// memory beyond what it begins with (none: as many as it wants), and says how large its memory is. A worker that hears
// "trap" traps, in its own module.
{
  const MORE = Infinity;

  const number = (bytes, at) => {
    let value = 0, shift = 0, byte;
    do { byte = bytes[at++]; value |= (byte & 127) << shift; shift += 7; } while (byte & 128);
    return [value >>> 0, at];
  };
  const written = value => {
    const bytes = [];
    do { bytes.push(value & 127 | (value > 127 ? 128 : 0)); value >>>= 7; } while (value);
    return bytes;
  };
  // The module with an upper bound in its section on memory (5).
  const capped = bytes => {
    let at = 8;
    while (at < bytes.length) {
      const start = at, id = bytes[at++];
      let size;
      [size, at] = number(bytes, at);
      if (id === 5) {
        const [, first] = number(bytes, at), [least] = number(bytes, first + 1);
        const content = [1, 1, ...written(least), ...written(least + MORE)];
        return new Uint8Array([...bytes.subarray(0, start), 5, content.length, ...content, ...bytes.subarray(at + size)]);
      }
      at += size;
    }
    return bytes;
  };

  let memory, malloc;
  const { instantiate, instantiateStreaming } = WebAssembly;
  const keep = made => {
    const { exports } = made.instance ?? made;
    memory ??= exports.memory;
    malloc ??= exports.__wbindgen_malloc;
    return made;
  };
  WebAssembly.instantiateStreaming = async (response, imports) => {
    if (MORE === Infinity) return instantiateStreaming(response, imports).then(keep);
    const bytes = new Uint8Array(await (await response).arrayBuffer());
    return instantiate(capped(bytes), imports).then(keep);
  };
  WebAssembly.instantiate = (module, imports) => instantiate(module, imports).then(keep);

  globalThis.moduleMemory = () => memory?.buffer.byteLength ?? 0;
  if (typeof importScripts === "function") {
    const channel = new BroadcastChannel("memory of workers");
    channel.onmessage = () => channel.postMessage([self.name || "worker", String(location).replace(/.*\/|-.*/g, ""), moduleMemory()]);
    addEventListener("message", event => {
      if (event.data !== "trap") return;
      event.stopImmediatePropagation();
      malloc(2 ** 31, 1);
    });
  }
}
