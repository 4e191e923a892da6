//! A static file server, as plain as the plainest host: GET and HEAD, a subfolder, gzip if asked.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::error::Error;
use crate::lie::Lie;
use crate::site::{Site, plain};
use crate::watch::Watch;

/// Where the page lies on the server; not at its root, so that absolute URLs in it would fail.
pub const FOLDER: &str = "/some/folder/";

/// An empty page beside the page's folder.
const BLANK: &str = "/blank";

/// What a browser wants before it lets a page measure finely.
const ISOLATION: &str = "Cross-Origin-Opener-Policy: same-origin\r\n\
                         Cross-Origin-Embedder-Policy: require-corp\r\n";

/// A running server. It ends with the process.
pub struct Server {
    port: u16,
    shared: Arc<Shared>,
}

/// What all connections share.
struct Shared {
    site: Mutex<Arc<Site>>,
    /// No connection is answered any more.
    stopped: AtomicBool,
    /// Header lines that every answer carries.
    headers: String,
    /// Nothing is put into a page: a version of it is what its service worker's list says.
    as_it_is: bool,
    requests: Mutex<Vec<String>>,
    missing: Mutex<Vec<String>>,
    watch: Watch,
}

impl Server {
    /// Starts to serve on a free port. Browsers may keep what is named by its content, as docs/HOSTING.md asks of hosts,
    /// until a test interferes with what comes: most tests load the page more than once.
    pub fn start(site: Site) -> Result<Self, Error> {
        Self::with_headers(site, "")
    }

    /// As [`Server::start`], whatever a test does with what comes, and for what a service worker may keep: no script is
    /// put before the page's own.
    pub fn hosted(site: Site) -> Result<Self, Error> {
        Self::watched(site, "", true, Watch::new()?)
    }

    /// As [`Server::start`], and pages have fine timers: 5 µs instead of 100.
    pub fn isolated(site: Site) -> Result<Self, Error> {
        Self::with_headers(site, ISOLATION)
    }

    /// As [`Server::start`], with header lines (each ended by `\r\n`) that every answer carries.
    pub fn with_headers(site: Site, headers: &str) -> Result<Self, Error> {
        Self::watched(site, headers, false, Watch::new()?)
    }

    /// As [`Server::with_headers`], and what is complained of to another server is heard here too.
    pub fn beside(other: &Self, site: Site, headers: &str) -> Result<Self, Error> {
        let mut watch = Watch::new()?;
        watch.hear(&other.shared.watch);
        Self::watched(site, headers, false, watch)
    }

    fn watched(site: Site, headers: &str, as_it_is: bool, watch: Watch) -> Result<Self, Error> {
        let (listener, port) = listen().map_err(Error::io("open a port for the page"))?;
        let shared = Arc::new(Shared {
            site: Mutex::new(Arc::new(site)),
            stopped: AtomicBool::new(false),
            headers: headers.to_owned(),
            as_it_is,
            requests: Mutex::default(),
            missing: Mutex::default(),
            watch,
        });
        let for_connections = Arc::clone(&shared);
        thread::spawn(move || accept(&listener, &for_connections));
        Ok(Self { port, shared })
    }

    /// Whether it serves what a service worker may keep.
    pub(crate) fn is_hosted(&self) -> bool {
        self.shared.as_it_is
    }

    /// The page's address.
    pub fn url(&self) -> String {
        format!("{}{FOLDER}", self.origin())
    }

    /// Where the server is, without the page's folder.
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// An empty page of the same origin; none where nobody is answered any more. From one page of an origin to another a
    /// browser goes in one process, and a new process costs more than most of what is tested.
    pub(crate) fn blank(&self) -> Option<String> {
        let answers = !self.shared.stopped.load(Ordering::SeqCst);
        answers.then(|| format!("{}{BLANK}", self.origin()))
    }

    /// The files that were asked for so far, relative to the page's folder.
    pub fn requested(&self) -> Vec<String> {
        lock(&self.shared.requests).clone()
    }

    /// What was asked for so far and is not there.
    pub fn missing(&self) -> Vec<String> {
        lock(&self.shared.missing).clone()
    }

    /// From now on no file comes whose path has one of these in it: the connection ends.
    pub fn refuse(&self, parts: &[&'static str]) {
        self.shared.watch.refuse(parts);
    }

    /// From now on something else comes in the place of files whose path has this in it.
    pub fn lie(&self, part: &'static str, lie: Lie) {
        self.shared.watch.lie(part, lie);
    }

    /// From now on every file comes again.
    pub fn forgive(&self) {
        self.shared.watch.forgive();
    }

    /// Puts a script before the page's own, after those that are there already.
    pub(crate) fn put_before(&self, source: &str) {
        self.shared.watch.put_before(source);
    }

    /// Keeps a complaint of the page.
    pub(crate) fn complain(&self, text: String) {
        self.shared.watch.complain(text);
    }

    /// What pages have complained of since this was last asked.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.shared.watch.complaints()
    }

    /// The content of a file of the page.
    pub fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.shared.site().get(path).map(|file| file.bytes.to_vec())
    }

    /// Serves these files from now on.
    pub fn deploy(&self, site: Site) {
        self.shared.watch.interfere();
        *lock(&self.shared.site) = Arc::new(site);
    }

    /// Answers nobody from now on, as if there were no network.
    pub fn stop(&self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
    }
}

/// A port that no server had before: a browser that several tests use keeps what pages leave there by their address.
fn listen() -> io::Result<(TcpListener, u16)> {
    static KNOWN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        if lock(&KNOWN).insert(port) {
            return Ok((listener, port));
        }
    }
}

/// One thread a connection; there are only ever a few.
fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming().flatten() {
        let shared = Arc::clone(shared);
        // A browser that closes a connection early is no fault of the page.
        thread::spawn(move || converse(&stream, &shared).ok());
    }
}

/// Answers the requests of one connection until the browser closes it.
fn converse(stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(request) = lines.next() {
        let request = request?;
        let mut accepts_gzip = false;
        for header in lines.by_ref() {
            let header = header?.to_ascii_lowercase();
            accepts_gzip |= header.starts_with("accept-encoding:") && header.contains("gzip");
            if header.is_empty() {
                break;
            }
        }
        if shared.stopped.load(Ordering::SeqCst) {
            return Ok(());
        }
        answer(stream, shared, &request, accepts_gzip)?;
    }
    Ok(())
}

/// Sends the file that the request line asks for.
fn answer(mut out: &TcpStream, shared: &Shared, request: &str, gzip: bool) -> io::Result<()> {
    let target = request.split(' ').nth(1).unwrap_or("/");
    let path = target.split(['?', '#']).next().unwrap_or("/");
    if path == "/favicon.ico" {
        // Browsers ask for it unasked, and a page of somebody's need not have one.
        return out.write_all(b"HTTP/1.1 204 No Content\r\n\r\n");
    }
    if path == BLANK {
        return send(
            out,
            shared,
            request,
            ("text/html", FRESH, b"<!doctype html>"),
        );
    }
    if let Some((mime, text)) = shared.watch.answer(target) {
        return send(out, shared, request, (mime, FRESH, text.as_bytes()));
    }
    if shared.watch.refuses(path) {
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    let relative = path.strip_prefix(FOLDER);
    let site = shared.site();
    let Some((name, file)) = relative.and_then(|name| Some((name, site.get(name)?))) else {
        lock(&shared.missing).push(path.to_owned());
        return out.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    };
    lock(&shared.requests).push(name.to_owned());
    if let Some(lie) = shared.watch.lie_of(path) {
        return lie.tell(out, file.mime, &file.bytes);
    }
    let page = shared.watch.page(file.mime, &file.bytes);
    if let Some(page) = page.filter(|_| !shared.as_it_is) {
        return send(out, shared, request, (file.mime, FRESH, &page));
    }
    let keep = if plain(name) != name && (shared.as_it_is || shared.watch.has_let_be()) {
        KEPT
    } else {
        FRESH
    };
    if gzip {
        let bytes = file.packed()?;
        let headers = format!("Content-Encoding: gzip\r\n{keep}");
        return send(out, shared, request, (file.mime, &headers, bytes));
    }
    send(out, shared, request, (file.mime, keep, &file.bytes))
}

/// How long browsers may keep an answer: until the next question, or for ever.
const FRESH: &str = "Cache-Control: no-cache\r\n";
const KEPT: &str = "Cache-Control: public, max-age=31536000, immutable\r\n";

/// Sends bytes of a type, with headers of their own; to HEAD only the head.
fn send(
    mut out: &TcpStream,
    shared: &Shared,
    request: &str,
    (mime, headers, body): (&str, &str, &[u8]),
) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {mime}\r\nContent-Length: {}\r\n{headers}{}\r\n",
        body.len(),
        shared.headers
    );
    out.write_all(head.as_bytes())?;
    if request.starts_with("HEAD") {
        Ok(())
    } else {
        out.write_all(body)
    }
}

impl Shared {
    /// What is served at this moment.
    fn site(&self) -> Arc<Site> {
        Arc::clone(&lock(&self.site))
    }
}

/// A lock that a panicking thread left behind is still good here: nothing is ever half written.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
