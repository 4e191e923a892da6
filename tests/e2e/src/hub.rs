//! A hub of models that behaves like Hugging Face's: lists with hashes, files by revision, ranges, other hosts for
//! large files. It can also behave as hubs and networks do on bad days.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

use serde_json::{Value, json};
use sha1::Sha1;
use sha2::{Digest, Sha256};

use crate::server::lock;
use crate::{Error, Site};

/// The commit that everything is of.
pub const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// Files from so many bytes on lie with another host.
const LARGE: usize = 2000;

/// What is sent before a slow or breaking connection pauses or breaks.
const PIECE: usize = 4096;

/// How the hub behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// As it should.
    #[default]
    Well,
    /// It knows nothing of ranges.
    NoRanges,
    /// A page comes instead of a large file.
    Html,
    /// A page comes instead of a small file.
    SmallHtml,
    /// Of a small file the first half comes, with 206, whatever was asked for.
    SmallHalf,
    /// A byte of each large file is another.
    Altered,
    /// Each connection breaks off after a piece.
    Breaking,
    /// Each connection of a large file breaks off at once.
    Dead,
    /// It pauses after every piece.
    Slow,
    /// It answers with this status.
    Status(u16),
    /// Large files lie with a host that nobody has heard of.
    Foreign,
    /// It reads what it is asked, and ends the connection.
    Silent,
    /// It goes, for good: the next connection ends at once, and all after it are refused.
    Closed,
}

/// A hub with one model, and the host of its large files.
pub struct Hub {
    ports: [u16; 3],
    shared: Arc<Shared>,
}

struct Shared {
    id: String,
    files: BTreeMap<String, Vec<u8>>,
    mood: Mutex<Mood>,
    /// The requests for files, with their ranges.
    asked: Mutex<Vec<String>>,
    ports: Mutex<[u16; 3]>,
}

impl Hub {
    /// A hub that has the files of a folder as the model `id`.
    pub fn of(id: &str, folder: &Path) -> Result<Self, Error> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(Error::io("list a folder"))? {
            let path = entry.map_err(Error::io("list a folder"))?.path();
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned());
            let bytes = fs::read(&path).map_err(Error::io("read a model"))?;
            files.insert(name.unwrap_or_default(), bytes);
        }
        let shared = Arc::new(Shared {
            id: id.to_owned(),
            files,
            mood: Mutex::default(),
            asked: Mutex::default(),
            ports: Mutex::default(),
        });
        // The hub, the host of its large files, and a stranger.
        let mut ports = [0; 3];
        for (number, port) in ports.iter_mut().enumerate() {
            let listener =
                TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(Error::io("open a port"))?;
            *port = listener
                .local_addr()
                .map_err(Error::io("open a port"))?
                .port();
            let shared = Arc::clone(&shared);
            thread::spawn(move || accept(&listener, &shared, number));
        }
        *lock(&shared.ports) = ports;
        Ok(Self { ports, shared })
    }

    /// The page with this hub in the place of its own, as a build with `--hub` has it.
    pub fn in_page(&self, mut site: Site) -> Result<Site, Error> {
        let page = site
            .bytes("index.html")
            .and_then(|bytes| String::from_utf8(bytes).ok());
        let own = "https://huggingface.co https://*.hf.co";
        let page = page.filter(|page| page.matches(own).count() == 2);
        let page =
            page.ok_or_else(|| Error::Setup("the page does not name the hub twice".into()))?;
        let [hub, files, _] = self.ports;
        let ours = format!("http://127.0.0.1:{hub} http://127.0.0.1:{files}");
        site.put("index.html", page.replace(own, &ours).into_bytes());
        Ok(site)
    }

    /// How it behaves from now on.
    pub fn behave(&self, mood: Mood) {
        *lock(&self.shared.mood) = mood;
    }

    /// The requests for files since this was last asked: path, and range.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.shared.asked))
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>, number: usize) {
    for stream in listener.incoming().flatten() {
        // Its port goes with the listener.
        if *lock(&shared.mood) == Mood::Closed {
            return;
        }
        let shared = Arc::clone(shared);
        // A connection that breaks is what some tests are about.
        thread::spawn(move || converse(&stream, &shared, number).ok());
    }
}

/// One request a connection.
fn converse(stream: &TcpStream, shared: &Shared, number: usize) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    let mut range = String::new();
    for header in lines {
        let header = header?.to_ascii_lowercase();
        if let Some(value) = header.strip_prefix("range: ") {
            range = value.to_owned();
        }
        if header.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or("/"));
    if method == "OPTIONS" {
        return head(
            stream,
            "204 No Content",
            "Access-Control-Allow-Headers: range\r\n",
            0,
        );
    }
    let mood = *lock(&shared.mood);
    match mood {
        Mood::Status(status) => return head(stream, &format!("{status} No"), "", 0),
        Mood::Silent => return Ok(()),
        _ => {}
    }
    let path = target.split('?').next().unwrap_or("/");
    let api = format!("/api/models/{}/revision/", shared.id);
    if let Some(revision) = path.strip_prefix(&api) {
        let known = ["main", COMMIT].contains(&revision);
        return if known {
            list(stream, shared)
        } else {
            absent(stream)
        };
    }
    let file = path.strip_prefix(&format!("/{}/resolve/{COMMIT}/", shared.id));
    let Some((name, bytes)) = file.and_then(|name| Some((name, shared.files.get(name)?))) else {
        return absent(stream);
    };
    let ports = *lock(&shared.ports);
    if bytes.len() >= LARGE && number == 0 {
        let other = ports[if mood == Mood::Foreign { 2 } else { 1 }];
        let to = format!("Location: http://127.0.0.1:{other}{target}\r\n");
        return head(stream, "302 Found", &to, 0);
    }
    lock(&shared.asked).push(format!("{name} {range}").trim_end().to_owned());
    let of_small = matches!(mood, Mood::SmallHtml | Mood::SmallHalf);
    let meant = (bytes.len() < LARGE) == of_small;
    send(stream, bytes, &range, if meant { mood } else { Mood::Well })
}

fn absent(stream: &TcpStream) -> io::Result<()> {
    head(stream, "404 Not Found", "", 0)
}

fn head(mut stream: &TcpStream, status: &str, headers: &str, length: usize) -> io::Result<()> {
    let common = "Access-Control-Allow-Origin: *\r\nConnection: close\r\nCross-Origin-Resource-Policy: cross-origin\r\n\
                  Access-Control-Expose-Headers: Content-Range\r\n";
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{common}{headers}Content-Length: {length}\r\n\r\n"
    )
}

fn list(mut stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    let files: Vec<Value> = shared
        .files
        .iter()
        .map(|(name, bytes)| sibling(name, bytes))
        .collect();
    let all = json!({ "id": shared.id, "sha": COMMIT, "gated": false, "siblings": files });
    let all = all.to_string();
    head(
        stream,
        "200 OK",
        "Content-Type: application/json\r\n",
        all.len(),
    )?;
    stream.write_all(all.as_bytes())
}

fn sibling(name: &str, bytes: &[u8]) -> Value {
    let mut git = Sha1::new_with_prefix(format!("blob {}\0", bytes.len()));
    git.update(bytes);
    let mut file =
        json!({ "rfilename": name, "size": bytes.len(), "blobId": hexadecimal(&git.finalize()) });
    if bytes.len() >= LARGE {
        let sha256 = hexadecimal(&Sha256::digest(bytes));
        file["lfs"] = json!({ "sha256": sha256, "size": bytes.len(), "pointerSize": 134 });
    }
    file
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A file, or the part of it that was asked for.
fn send(mut stream: &TcpStream, bytes: &[u8], range: &str, mood: Mood) -> io::Result<()> {
    if matches!(mood, Mood::Html | Mood::SmallHtml) {
        let page = "<html>Sign in to this network</html>";
        head(
            stream,
            "200 OK",
            "Content-Type: text/html; charset=utf-8\r\n",
            page.len(),
        )?;
        return stream.write_all(page.as_bytes());
    }
    if mood == Mood::SmallHalf {
        return half(stream, bytes);
    }
    let from = range
        .strip_prefix("bytes=")
        .and_then(|range| range.strip_suffix('-')?.parse::<usize>().ok());
    let from = from.filter(|from| *from < bytes.len() && mood != Mood::NoRanges);
    let mut part = bytes[from.unwrap_or(0)..].to_vec();
    if mood == Mood::Altered
        && let Some(last) = part.last_mut()
    {
        *last ^= 1;
    }
    let kind = "Content-Type: application/octet-stream\r\n";
    match from {
        Some(from) => {
            let range = format!(
                "{kind}Content-Range: bytes {from}-{}/{}\r\n",
                bytes.len() - 1,
                bytes.len()
            );
            head(stream, "206 Partial Content", &range, part.len())?;
        }
        None => head(stream, "200 OK", kind, part.len())?,
    }
    for (number, piece) in part.chunks(PIECE).enumerate() {
        match mood {
            Mood::Dead => return Ok(()),
            Mood::Breaking if number > 2 => {
                // What came is then with the page, not only with the browser, which forgets it with the connection.
                thread::sleep(Duration::from_secs(2));
                return Ok(());
            }
            Mood::Slow => thread::sleep(Duration::from_millis(150)),
            _ => {}
        }
        stream.write_all(piece)?;
        stream.flush()?;
    }
    Ok(())
}

/// The first half of a file, as if that had been asked for.
fn half(mut stream: &TcpStream, bytes: &[u8]) -> io::Result<()> {
    let half = &bytes[..bytes.len() / 2];
    let range = format!(
        "Content-Type: application/octet-stream\r\nContent-Range: bytes 0-{}/{}\r\n",
        half.len().saturating_sub(1),
        bytes.len()
    );
    head(stream, "206 Partial Content", &range, half.len())?;
    stream.write_all(half)
}
