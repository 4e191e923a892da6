//! What a network does to a file on its way: what comes is not what was asked for, or not all of it, or late.

use std::io::{self, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

/// A page of somebody's, as networks put it in the place of what was asked for.
const SIGN_IN: &[u8] = b"<!doctype html><title>Sign in to this network</title>";
/// Pieces of a slow file, and the pause before each.
const PIECES: usize = 20;
const PAUSE: Duration = Duration::from_millis(120);

/// How an answer is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Not the same bytes, though it reads as well.
    Altered,
    /// A page to sign in, with 200.
    Html,
    /// 404, with a page.
    Missing,
    /// The first half, with 206, where all was asked for.
    Partial,
    /// The first half, and then the connection ends.
    CutOff,
    /// Nothing: the connection ends unanswered.
    Unanswered,
    /// All of it, some seconds late.
    Slow,
}

impl Lie {
    /// All after which the right file is not there.
    pub const WRONG: [Self; 6] = [
        Self::Altered,
        Self::Html,
        Self::Missing,
        Self::Partial,
        Self::CutOff,
        Self::Unanswered,
    ];

    /// Answers so in the place of a file.
    pub fn tell(self, mut out: &TcpStream, mime: &str, bytes: &[u8]) -> io::Result<()> {
        let half = &bytes[..bytes.len() / 2];
        match self {
            Self::Altered => {
                let bytes = altered(bytes);
                head(out, "200 OK", mime, bytes.len())?;
                out.write_all(&bytes)
            }
            Self::Html => page(out, "200 OK"),
            Self::Missing => page(out, "404 Not Found"),
            Self::Partial => {
                let (last, all) = (half.len().saturating_sub(1), bytes.len());
                let range = format!("{mime}\r\nContent-Range: bytes 0-{last}/{all}");
                head(out, "206 Partial Content", &range, half.len())?;
                out.write_all(half)
            }
            Self::CutOff => {
                head(out, "200 OK", mime, bytes.len())?;
                out.write_all(half)?;
                Err(io::ErrorKind::ConnectionAborted.into())
            }
            Self::Unanswered => Err(io::ErrorKind::ConnectionAborted.into()),
            Self::Slow => {
                head(out, "200 OK", mime, bytes.len())?;
                for piece in bytes.chunks(bytes.len().div_ceil(PIECES).max(1)) {
                    thread::sleep(PAUSE);
                    out.write_all(piece)?;
                }
                Ok(())
            }
        }
    }
}

/// Another file that can still be read, so that nothing but its digest tells: a module has one custom section more (of no
/// name: WebAssembly 2.0, §5.5.3), a text one empty line, anything else one bit in its middle.
fn altered(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let middle = bytes.len() / 2;
    if bytes.starts_with(b"\0asm") {
        bytes.extend([0, 1, 0]);
    } else if str::from_utf8(&bytes).is_ok() {
        bytes.push(b'\n');
    } else if let Some(middle) = bytes.get_mut(middle) {
        *middle ^= 1;
    }
    bytes
}

fn page(mut out: &TcpStream, status: &str) -> io::Result<()> {
    head(out, status, "text/html; charset=utf-8", SIGN_IN.len())?;
    out.write_all(SIGN_IN)
}

fn head(mut out: &TcpStream, status: &str, mime: &str, length: usize) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\r\n"
    );
    out.write_all(head.as_bytes())
}
