// What would stand on the console as an error, for engines whose console no driver reads. Tests
// put this before everything else of a page.
(() => {
  const kept = (window.attentionLabComplaints = []);
  // A page around may allow its figures little, so frames tell the server, and the top keeps its own.
  const tell = text =>
    // Browsers ask for an icon unasked, and a page's policy may forbid it.
    text.endsWith("/favicon.ico") ? undefined :
    window === top ? kept.push(text) : (new Image().src = `COMPLAINT?${encodeURIComponent(text)}`);
  const words = value => String(value?.stack ? `${value}\n${value.stack}` : value);
  addEventListener("error", event => {
    const { target, message, filename, lineno } = event;
    if (target !== window) tell(`not loaded: ${target.src ?? target.href}`);
    // Whoever prevents the default has dealt with it.
    else setTimeout(() => event.defaultPrevented || tell(`${message} (${filename}:${lineno})`));
  }, true);
  addEventListener("unhandledrejection", event =>
    setTimeout(() => event.defaultPrevented || tell(`unhandled: ${words(event.reason)}`)));
  addEventListener("securitypolicyviolation", event =>
    tell(`${event.violatedDirective} forbids ${event.blockedURI}`));
  const error = console.error;
  console.error = (...values) => {
    tell(values.map(words).join(" "));
    error.apply(console, values);
  };
})();
