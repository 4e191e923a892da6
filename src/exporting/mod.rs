//! The bundle that makes exported files. It is fetched when an export menu is opened first, so that
//! the page does not carry programs, formulas and SVG for everybody.

mod chart;
mod figure;
mod mathml;
mod table;

use lesson::share::export::{Chart, ExportError, Figure, Format, Request, Subject, Table};

use crate::browser::export::{self, Made};
use crate::plot::Framed;

/// Answers the page's requests from now on.
pub fn start() {
    export::offer(|bytes| {
        let request = Request::from_bytes(&bytes)?;
        match made(&request) {
            Ok(made) => Some(made),
            Err(error) => {
                leptos::logging::warn!("{error:?}");
                None
            }
        }
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
                    let framed = figure::framed(&figure, title);
                    Ok(picture(framed, request.format, dark))
                }
                Format::MathMl => Ok(text(mathml::of(&figure))),
                format => Ok(Made::Bytes(figure.bytes(format)?)),
            }
        }
        Subject::Table(bytes) => {
            let table = Table::from_bytes(bytes)?;
            match request.format {
                Format::Svg | Format::Png => {
                    let framed = table::framed(&table, title)?;
                    Ok(picture(framed, request.format, dark))
                }
                format => Ok(Made::Bytes(table.bytes(format)?)),
            }
        }
        Subject::Chart(bytes) => {
            let chart = Chart::from_bytes(bytes)?;
            match request.format {
                Format::Svg | Format::Png => {
                    let framed = chart::framed(&chart, title);
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
