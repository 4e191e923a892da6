//! The table that is printed at the end.

use e2e::{Error, Page};

/// One line: what, how much, and what is to be reached.
struct Line {
    what: String,
    value: String,
    to_reach: &'static str,
}

/// All lines, under the browser's version and the date.
pub struct Report {
    title: String,
    lines: Vec<Line>,
}

/// How the times come about, so that nobody takes them for more than they are.
const CAVEATS: &str = "\
Load times: this machine, server on the same machine, no throttling, a new document each time \
(median). A time “to the painted frame” runs from the key event's own time stamp to a task queued \
by the first animation frame after the numbers changed: that frame is then handed to the \
compositor, but the screen's own delay is not in it, and without a GPU drawing is slower than on \
a usual machine. The browser shows at most one frame each frame interval, so half an interval on \
average is waiting. Lighthouse simulates its own network and CPU; its performance score varies by \
a few points.";

impl Report {
    /// An empty report.
    pub async fn new(page: &Page) -> Result<Self, Error> {
        let date = page
            .text_of("return new Date().toISOString().slice(0, 10)")
            .await?;
        Ok(Self {
            title: format!("{}, {date}", page.browser().await?),
            lines: Vec::new(),
        })
    }

    /// Adds a line; `to_reach` may be empty.
    pub fn add(
        &mut self,
        what: impl Into<String>,
        value: impl Into<String>,
        to_reach: &'static str,
    ) {
        self.lines.push(Line {
            what: what.into(),
            value: value.into(),
            to_reach,
        });
    }

    /// Prints Markdown.
    pub fn print(&self) {
        println!(
            "\n{}\n\n| measure | value | to reach |\n|---|---:|---|",
            self.title
        );
        for Line {
            what,
            value,
            to_reach,
        } in &self.lines
        {
            println!("| {what} | {value} | {to_reach} |");
        }
        println!("\n{CAVEATS}");
    }
}

/// Milliseconds with one digit.
pub fn milliseconds(value: f64) -> String {
    format!("{value:.1} ms")
}

/// Bytes as kilobytes of 1000, or as they are when few.
pub fn kilobytes(bytes: f64) -> String {
    format!("{:.1} KB", bytes / 1000.0)
}
