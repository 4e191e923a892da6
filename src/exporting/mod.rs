//! Makes exported files. A part of the page, fetched when an export menu is opened first, so that the page does
//! not carry programs, formulas and SVG for everybody.

mod chart;
mod figure;
mod mathml;
mod table;

use lesson::share::export::{ExportError, Figure, Format, Request, Subject};
use wasm_bindgen_futures::spawn_local;

use crate::browser::export::{self, Draw};
use crate::plot::Framed;

/// What is made of a request.
enum Made {
    /// A file's bytes.
    Bytes(Vec<u8>),
    /// A picture of (width, height) pixels, to be drawn and then packed as PNG.
    Picture((u32, u32), Draw),
}

/// Makes a file; `take` gets its bytes, or nothing where it cannot be made.
pub fn make(request: Request, take: Box<dyn FnOnce(Option<Vec<u8>>)>) {
    spawn_local(async move {
        let bytes = match made(&request) {
            Ok(Made::Bytes(bytes)) => Some(bytes),
            Ok(Made::Picture(size, draw)) => export::png(size, draw).await.ok(),
            Err(error) => {
                leptos::logging::warn!("{error:?}");
                None
            }
        };
        take(bytes);
    });
}

/// How many pixels of the picture there are to one of the page's.
const PIXELS: f64 = 2.0;

fn made(request: &Request) -> Result<Made, ExportError> {
    let (title, dark) = (&request.title, request.dark);
    match &request.subject {
        Subject::Matrix { fragment, key } => {
            let figure = Figure::of(fragment, key)?;
            match request.format {
                Format::Svg | Format::Png => {
                    let framed = figure::framed(&figure, title, request.digits);
                    Ok(picture(framed, request.format, dark))
                }
                Format::MathMl => Ok(text(mathml::of(&figure))),
                format => Ok(Made::Bytes(figure.bytes(format)?)),
            }
        }
        Subject::Table(table) => match request.format {
            Format::Svg | Format::Png => {
                let framed = table::framed(table, title, request.digits)?;
                Ok(picture(framed, request.format, dark))
            }
            format => Ok(Made::Bytes(table.bytes(format)?)),
        },
        Subject::Chart(chart) => {
            chart.check()?;
            match request.format {
                Format::Svg | Format::Png => {
                    let framed = chart::framed(chart, title);
                    Ok(picture(framed, request.format, dark))
                }
                Format::MathMl => Ok(text(mathml::of_chart(chart.kind))),
                format => Ok(Made::Bytes(chart.bytes(format)?)),
            }
        }
    }
}

fn text(text: String) -> Made {
    Made::Bytes(text.into_bytes())
}

/// As lines and letters, or, for [`Format::Png`], of pixels.
fn picture(framed: Framed, format: Format, dark: bool) -> Made {
    if format == Format::Svg {
        return text(framed.svg(dark));
    }
    let size = framed.size(PIXELS);
    Made::Picture(
        size,
        Box::new(move |area| {
            if let Err(error) = framed.draw(area, PIXELS, dark) {
                leptos::logging::warn!("drawing failed: {error}");
            }
        }),
    )
}

/// Control characters cannot stand in an SVG, escaped or not.
fn readable(label: &str) -> String {
    let visible = |c: char| {
        if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') {
            '\u{fffd}'
        } else {
            c
        }
    };
    label.chars().map(visible).collect()
}
