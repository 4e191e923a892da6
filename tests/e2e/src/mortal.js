// Workers that end when they are told to. `window.death` is the worker's file and the kinds of requests (the numbers of
// their variants, as postcard writes them) that end it, and how often: ["inspector", [1], 1]. Every kind that was
// asked for stands in `window.asked`, every worker in `window.workers`, with how many messages were `heard` of it and
// whether it was `ended` so.
window.death = ["", [], 0];
window.asked = [];
window.workers = [];
{
  // The variant of a message, of a question also its own: "5.0".
  const kindOf = (name, message) => {
    const bytes = Array.isArray(message) ? message[0] : message;
    if (!(bytes instanceof Uint8Array)) return "";
    if (name !== "worker" || bytes[0] !== 5) return String(bytes[0]);
    let at = 1;
    while (bytes[at] & 128) at += 1;
    return `5.${bytes[at + 2]}`;
  };
  const Own = Worker;
  window.Worker = class extends Own {
    constructor(address, options) {
      super(address, options);
      this.called = /(worker|inspector)_loader/.exec(String(address))?.[1] ?? "";
      this.heard = 0;
      this.addEventListener("message", () => this.heard += 1);
      window.workers.push(this);
    }
    postMessage(message, ...rest) {
      const kind = kindOf(this.called, message), [called, kinds, times] = window.death;
      window.asked.push(`${this.called} ${kind}`);
      if (called === this.called && times > 0 && kinds.includes(kind)) {
        window.death[2] -= 1;
        this.ended = true;
        // Later, as a browser would say it, and in one task: WebKit tells nobody of a worker that was ended before.
        setTimeout(() => {
          this.dispatchEvent(new Event("error", { cancelable: true }));
          this.terminate();
        });
        return;
      }
      super.postMessage(message, ...rest);
    }
  };
}
