//! The bundle that makes exported files. It is fetched when an export menu is opened first, so that
//! the page does not carry programs, formulas and SVG for everybody.

mod figure;
mod mathml;

use lesson::export::{ExportError, Figure, Format, Request};

use crate::browser::export::{self, Made};

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
    let figure = Figure::of(request)?;
    let framed = || figure::framed(&figure, &request.title);
    let dark = request.dark;
    Ok(match request.format {
        Format::Svg => Made::Bytes(framed().svg(dark).into_bytes()),
        Format::Png => {
            let framed = framed();
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
        Format::MathMl => Made::Bytes(mathml::of(&figure).into_bytes()),
        format => Made::Bytes(figure.bytes(format)?),
    })
}
