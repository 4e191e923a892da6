//! PNG: the screenshots that come, and the moving picture that is made.

use std::fmt::Display;
use std::io::{Cursor, Write};

use e2e::Error;
use png::{BitDepth, BlendOp, ColorType, Compression, Decoder, Encoder, EncodingError, Filter};

use crate::delta::{Delta, Size};
use crate::palette::Palette;

/// The pixels of a screenshot, three bytes each.
pub fn read(png: &[u8], size: Size) -> Result<Vec<u8>, Error> {
    let mut reader = Decoder::new(Cursor::new(png))
        .read_info()
        .map_err(unreadable)?;
    let room = reader.output_buffer_size().unwrap_or_default();
    let mut bytes = vec![0; room];
    let frame = reader.next_frame(&mut bytes).map_err(unreadable)?;
    if (frame.width, frame.height) != (size.width, size.height) {
        let (width, height) = (frame.width, frame.height);
        return Err(unreadable(format!("it is {width} × {height}")));
    }
    match (frame.color_type, frame.bit_depth) {
        (ColorType::Rgb, BitDepth::Eight) => Ok(bytes),
        // A page covers all that is behind it, so that nothing shows through.
        (ColorType::Rgba, BitDepth::Eight) => Ok(bytes
            .as_chunks::<4>()
            .0
            .iter()
            .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect()),
        (colours, depth) => Err(unreadable(format!("it has {colours:?} of {depth:?} bits"))),
    }
}

fn unreadable(why: impl Display) -> Error {
    Error::Page(format!("the screenshot cannot be used: {why}"))
}

/// The bytes of the moving picture, which begins again for ever. Programs that know no movement show `still`.
pub fn written(size: Size, still: &Delta, frames: &[Delta]) -> Result<Vec<u8>, Error> {
    let write = || -> Result<Vec<u8>, EncodingError> {
        let palette = Palette::of(frames.iter().chain([still]));
        let mut bytes = Vec::new();
        let mut writer = encoder(&mut bytes, size, &palette, frames.len())?.write_header()?;
        writer.write_image_data(&places(&palette, still))?;
        for frame in frames {
            // Back to where every rectangle fits: each is checked against the one before it too.
            writer.set_frame_position(0, 0)?;
            writer.set_frame_dimension(frame.area.0, frame.area.1)?;
            writer.set_frame_position(frame.place.0, frame.place.1)?;
            writer.set_frame_delay(frame.lasts as u16, 1000)?;
            writer.write_image_data(&places(&palette, frame))?;
        }
        writer.finish()?;
        Ok(bytes)
    };
    write().map_err(|error| Error::Setup(format!("could not make the picture: {error}")))
}

/// What holds for all frames.
fn encoder<'a, W: Write>(
    into: W,
    size: Size,
    palette: &Palette,
    frames: usize,
) -> Result<Encoder<'a, W>, EncodingError> {
    let mut encoder = Encoder::new(into, size.width, size.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    let stays = [0; 3];
    let colours: Vec<u8> = [stays]
        .iter()
        .chain(&palette.colours)
        .flatten()
        .copied()
        .collect();
    encoder.set_palette(colours);
    // The first place is seen through, all others are not.
    encoder.set_trns(vec![0]);
    encoder.set_animated(frames as u32, 0)?;
    encoder.set_sep_def_img(true)?;
    encoder.set_blend_op(BlendOp::Over)?;
    encoder.set_compression(Compression::High);
    // Neighbouring places are no neighbouring colours: a difference says nothing.
    encoder.set_filter(Filter::NoFilter);
    Ok(encoder)
}

/// The pixels as places in the palette.
fn places(palette: &Palette, frame: &Delta) -> Vec<u8> {
    let pixels = frame.pixels.iter();
    pixels.map(|pixel| palette.place(*pixel)).collect()
}
