// <attention-lab lesson="stepper" preset="cat" stage="weights"></attention-lab>
// A lesson of Attention Lab as a figure of your page. A plain script or a module, without dependency;
// attributes, events, methods and messages: docs/EMBED.md.
(() => {
  "use strict";
  const NAME = "attention-lab", PROTOCOL = 1, RELEASE = "0.1.0";

  const first = customElements.get(NAME);
  if (first) {
    if (first.release !== RELEASE) {
      console.warn(`attention-lab: version ${first.release} of this script is on the page already and stays in ` +
        `charge; version ${RELEASE} does nothing. One <script> is enough for all figures.`);
    }
    return;
  }

  // A module has no currentScript, and `import.meta` would be an error in a plain script.
  const own = script => /\/attention-lab\.js([?#]|$)/.test(script?.src);
  const script = [document.currentScript, ...document.scripts].find(own);
  const site = script && new URL("./", script.src).href;

  const IN_LINK = ["lesson", "preset", "stage", "lock", "hide", "steps", "theme", "lang"];
  // What is said to a lesson when it starts, and cannot be said later.
  const AT_START = ["src", "lock", "hide", "steps", "theme", "lang"];
  const HEIGHT = 640, HIGHEST = 100000, LONGEST = 262144, PATIENCE = 15000, PAUSE = 250, SHRINK = 200;

  // What the element says to readers, by language; what it says to authors is English. The release build
  // puts the translations in (crates/xtask/src/seal).
  const WORDS = { en: { loading: "The figure is loading\u2026", silent: "The figure has not answered yet. Is there a network?", open: "Open it by itself." } };
  const words = element => {
    const wishes = [element.lang, element.closest("[lang]")?.lang, ...navigator.languages].filter(Boolean);
    const known = wishes.map(wish => wish.toLowerCase().split("-")[0]).find(wish => Object.hasOwn(WORDS, wish));
    return WORDS[known ?? "en"];
  };

  const style = new CSSStyleSheet();
  style.replaceSync(`:host { display: block } :host([hidden]) { display: none }
    div { position: relative; overflow: hidden } iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0 }
    p { margin: 0 0 .5em }`);

  // Lessons start one after the other, so that the first answers as soon as if it were alone.
  const live = new Set(), queue = [];
  let starting = null;
  const next = () => {
    if (!starting && (starting = queue.shift())) starting.start();
  };
  const enqueue = figure => {
    if (figure.idle && !queue.includes(figure)) queue.push(figure);
    next();
  };
  const settled = figure => {
    if (queue.includes(figure)) queue.splice(queue.indexOf(figure), 1);
    if (starting !== figure) return;
    starting = PAUSE;
    setTimeout(() => { starting = null; next(); }, PAUSE);
  };
  const sight = new IntersectionObserver(entries => entries.forEach(entry => {
    if (entry.isIntersecting) enqueue(entry.target.attentionLab);
  }), { rootMargin: "300px" });

  addEventListener("message", event => {
    const figure = [...live].find(figure => figure.frame.contentWindow === event.source);
    if (figure && event.origin === figure.origin && event.data?.[NAME] !== undefined) figure.hear(event.data);
  });
  document.addEventListener("securitypolicyviolation", event => {
    if (!/^(frame|child|default)-src$/.test(event.effectiveDirective)) return;
    for (const figure of live) {
      if (figure.ready || !event.blockedURI.startsWith(figure.origin)) continue;
      figure.refuse(`The Content-Security-Policy of this page lets no frame of ${figure.origin} in; it needs 'frame-src ${figure.origin}'.`);
    }
  });

  // What a frame says may be anything: not everything can be written, and not all of it is read.
  const written = value => ["string", "number"].includes(typeof value) ? String(value).slice(0, 1000) : "?";
  // What a link says of its frame; what the frame tells of where it stands says nothing of that.
  const framed = link => link.split("&").filter(entry => /^(lock|hide|steps|theme|lang)=/.test(entry));
  const entry = (key, value) => `${key}=${String(value).replace(/[&#%\s]/g, encodeURIComponent)}`;

  // One figure: what stands in the shadow of its element, and the talk with its frame.
  class Figure {
    frame = null;
    ready = false;
    // Why it answers nothing, until it is started anew.
    refused = "";
    link = "";
    asked = new Map();
    unsent = [];
    count = 0;

    constructor(element) {
      this.element = element;
      const root = element.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [style];
      this.words = document.createElement("p");
      this.words.setAttribute("role", "alert");
      this.box = document.createElement("div");
      this.meanwhile = document.createElement("slot");
      this.meanwhile.textContent = words(element).loading;
      this.box.append(this.meanwhile);
      root.append(this.words, this.box);
      this.reserve();
    }

    get idle() { return this.element.isConnected && !this.frame; }

    // The height of the content, once known; else what the author reserved.
    reserve() {
      const asked = Number.parseInt(this.element.getAttribute("height"), 10);
      this.box.style.height = `${this.height || (asked > 0 ? Math.min(asked, HIGHEST) : HEIGHT)}px`;
    }

    get fragment() { return (this.element.getAttribute("fragment") ?? "").replace(/^#/, ""); }

    // Screen readers hear which lesson it is.
    name() {
      const [, lesson] = /(?:^|&)lesson=([^&]*)/.exec(this.attributes());
      this.frame.title = this.element.title || `Attention Lab: ${lesson}`;
    }

    // What the attributes say, as a whole link; where it stood before it was moved in the document.
    attributes() {
      const value = key => this.element.getAttribute(key);
      const given = this.link ? [this.link, ...framed(this.fragment)].join("&") : this.fragment;
      const keys = this.link ? AT_START.filter(key => key !== "src") : IN_LINK;
      const said = keys.filter(key => value(key) && !(key === "theme" && value(key) === "auto"));
      const entries = [given, ...said.map(key => entry(key, value(key)))].filter(Boolean);
      return entries.some(text => /(^|&)lesson=/.test(text)) ? entries.join("&") : ["lesson=stepper", ...entries].join("&");
    }

    start() {
      if (!this.idle) return settled(this);
      try {
        const src = this.element.getAttribute("src");
        if (!src && !site) throw Error("This element does not know where Attention Lab is: say so in its attribute 'src'.");
        const url = new URL(src || site, document.baseURI);
        if (!/^https?:$/.test(url.protocol)) throw Error(`'${url.protocol}' is no address of a web page (attribute 'src').`);
        const link = this.attributes();
        if (link.length > LONGEST) throw Error(`The link of this figure has ${link.length} characters; no link of Attention Lab has more than ${LONGEST}.`);
        url.hash = `${link}&embed`;
        this.origin = url.origin;
        this.framed = framed(this.fragment).join("&");
        this.address = url.href;
      } catch (error) {
        this.say(error instanceof TypeError ? "The attribute 'src' is no address." : error.message);
        this.end(error.message);
        return;
      }
      this.say("");
      this.frame = document.createElement("iframe");
      this.name();
      this.frame.allow = "clipboard-write";
      this.frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox");
      this.frame.src = this.address;
      live.add(this);
      this.box.append(this.frame);
      this.timer = setTimeout(() => {
        if (!this.words.textContent) this.say(words(this.element).silent, this.address);
        settled(this);
      }, PATIENCE);
    }

    // Takes the frame away.
    end(why = "The figure was taken away.") {
      clearTimeout(this.timer);
      clearTimeout(this.shrinking);
      live.delete(this);
      this.frame?.remove();
      this.frame = null;
      this.ready = false;
      this.refused = "";
      this.meanwhile.hidden = false;
      this.unsent = [];
      this.forget(why);
      settled(this);
    }

    // Nothing will be answered, whatever is asked.
    refuse(why) {
      this.say(why);
      this.refused = why;
      this.unsent = [];
      this.forget(why);
    }

    // What was asked will not be answered.
    forget(why) {
      for (const { reject } of this.asked.values()) reject(Object.assign(Error(why), { gone: true }));
      this.asked.clear();
    }

    // A frame that began anew by itself has lost what it was asked. A link may be opened twice; a step may have
    // been taken, and is not taken once more.
    askAgain() {
      for (const [id, asked] of this.asked) {
        if (asked.message.type === "step" || asked.again) {
          this.asked.delete(id);
          asked.reject(Object.assign(Error("The figure was started anew."), { gone: true }));
        } else {
          asked.again = true;
          this.unsent.push(asked.message);
        }
      }
    }

    // Words in the figure's place, with a link where that helps; none take them away.
    say(text, address) {
      this.words.textContent = text;
      if (address) {
        const link = document.createElement("a");
        link.href = address.replace(/&embed$/, "");
        link.textContent = words(this.element).open;
        this.words.append(" ", link);
      }
      this.words.hidden = !text;
    }

    post(message) { this.frame.contentWindow.postMessage({ [NAME]: PROTOCOL, ...message }, this.origin); }

    ask(type, entries) {
      return new Promise((resolve, reject) => {
        if (!this.element.isConnected) return reject(Error("The figure is not in the page."));
        if (this.refused) return reject(Error(this.refused));
        const id = ++this.count;
        const message = { type, id, ...entries };
        // What cannot be sent is refused here, and keeps nothing else from being sent later.
        structuredClone(message);
        this.asked.set(id, { resolve, reject, message });
        if (this.ready) return this.post(message);
        this.unsent.push(message);
        enqueue(this);
      });
    }

    hear({ [NAME]: version, type, id, ...rest }) {
      if (version !== PROTOCOL) {
        this.refuse(`This page's script speaks version ${PROTOCOL} of the messages, the figure version ${written(version)}: load both from one site.`);
        return settled(this);
      }
      if (typeof rest.fragment === "string") {
        this.link = rest.fragment;
        this.name();
      }
      if (type === "reply" || (type === "error" && this.asked.has(id))) {
        const { resolve, reject } = this.asked.get(id) ?? {};
        this.asked.delete(id);
        return type === "reply" ? resolve?.(rest) : reject(Error(written(rest.message)));
      }
      if (type === "ready") this.begin();
      else if (type === "height") this.fit(rest.height);
      else if (!["stage", "edit", "answer", "error"].includes(type)) return;
      this.tell(type, rest);
    }

    begin() {
      clearTimeout(this.timer);
      this.say("");
      this.refused = "";
      if (this.ready) this.askAgain();
      this.ready = true;
      this.meanwhile.hidden = true;
      // From the first message on the lesson knows whom it speaks to.
      this.post({ type: "get", id: 0 });
      this.unsent.splice(0).forEach(message => this.post(message));
      settled(this);
    }

    // Higher at once; lower a moment later, because that is often only on the way to the next.
    fit(height) {
      if (!(typeof height === "number" && height > 0 && height <= HIGHEST)) return;
      clearTimeout(this.shrinking);
      const take = () => { this.height = height; this.reserve(); };
      if (height >= this.box.offsetHeight) take();
      else this.shrinking = setTimeout(take, SHRINK);
    }

    tell(type, detail) {
      this.element.dispatchEvent(new CustomEvent(`${NAME}:${type}`, { bubbles: true, composed: true, detail }));
    }

    // Does what other attributes ask for, all that changed in one go.
    change(name) {
      if (this.changed) return this.changed.add(name);
      this.changed = new Set([name]);
      queueMicrotask(() => {
        const changed = this.changed, only = names => [...changed].every(name => names.includes(name));
        this.changed = null;
        this.reserve();
        const stood = this.link, looks = only(["title", "height"]);
        if (!looks) this.link = "";
        if (this.frame) this.name();
        if (looks) return;
        if (!this.frame) {
          // Looked at anew: what kept it from starting may be gone.
          sight.unobserve(this.element);
          if (this.element.isConnected) sight.observe(this.element);
          return;
        }
        const another = changed.has("fragment") && framed(this.fragment).join("&") !== this.framed;
        if (another || [...changed].some(name => AT_START.includes(name))) {
          this.end("The figure was started anew.");
          return enqueue(this);
        }
        const stage = this.element.getAttribute("stage");
        const fragment = only(["stage", "title", "height"]) && stage ? entry("stage", stage) : this.attributes();
        this.ask("set", { fragment }).then(() => this.say(""), error => {
          if (error.gone) return;
          this.link ||= stood;
          this.say(error.message);
          this.tell("error", { message: error.message });
        });
      });
    }
  }

  customElements.define(NAME, class extends HTMLElement {
    static release = RELEASE;
    static observedAttributes = [...IN_LINK, "fragment", "src", "title", "height"];
    attentionLab = new Figure(this);

    connectedCallback() { sight.observe(this); }
    disconnectedCallback() { sight.unobserve(this); this.attentionLab.end(); }
    attributeChangedCallback(name, before, after) { if (before !== after) this.attentionLab.change(name); }

    // Opens a link, or changes entries of the present one: a text, or an object of entries.
    async set(what) {
      if (typeof what !== "string" && Object(what) !== what) throw Error("What is set is a link, or an object of its entries.");
      const fragment = typeof what === "string" ? what : Object.entries(what).map(([key, value]) => entry(key, value)).join("&");
      return this.attentionLab.ask("set", { fragment });
    }
    // "next", "back", "reset", "play", "pause", a stage, or a place from 0.
    step(to = "next") { return this.attentionLab.ask("step", { to }); }
    // The link; with the name of a matrix also its numbers.
    get(matrix) { return this.attentionLab.ask("get", { matrix }); }
  });
})();
