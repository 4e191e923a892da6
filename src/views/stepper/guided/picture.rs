//! What the pictures of all beats are made of. A picture is markup made from the numbers; readers get the same
//! numbers as a table.

use html_escape::encode_text;

use crate::language::typed;
use crate::plot::colours::token_style;
use crate::widgets::markup::element;
pub use crate::widgets::markup::twin;

/// A token's name over its colour.
pub fn token(index: usize, name: &str) -> String {
    let attributes = format!("class=\"g-name\" style=\"{}\"", token_style(index));
    element("b", &attributes, name)
}

/// `<tag attributes>inside</tag>`, where `inside` is markup of ours.
pub fn around(tag: &str, attributes: &str, inside: &str) -> String {
    format!("<{tag} {attributes}>{inside}</{tag}>")
}

/// Text of anyone's as markup.
pub fn text(text: &str) -> String {
    encode_text(text).into_owned()
}

/// A bar from one number to another on a scale that reaches from `low` to `high`. What goes to the left is hatched
/// as well as placed.
pub fn bar(name: &str, from: f32, to: f32, (low, high): (f32, f32)) -> String {
    let length = (high - low).max(f32::MIN_POSITIVE);
    let percent = |value: f32| ((value - low) / length * 100.0).clamp(0.0, 100.0);
    let (left, right) = (percent(from.min(to)), percent(from.max(to)));
    if !(right - left).is_finite() {
        return String::new();
    }
    let class = if to < from { "g-bar minus" } else { "g-bar" };
    let width = right - left;
    format!(
        "<i class=\"{class}\" data-m=\"{name}\" style=\"left:{left:.2}%;width:{width:.2}%\"></i>"
    )
}

/// Where a value stands on such a scale, in percent of its length.
fn place(value: f32, (low, high): (f32, f32)) -> f32 {
    (value - low) / (high - low).max(f32::MIN_POSITIVE) * 100.0
}

/// The line of zero on such a scale.
pub fn zero(bounds: (f32, f32)) -> String {
    let at = place(0.0, bounds);
    format!("<i class=\"g-zero\" style=\"left:{at:.2}%\"></i>")
}

/// The round number that lies furthest from zero on such a scale: 1, 2 or 5 times a power of ten.
pub fn round((low, high): (f32, f32)) -> f32 {
    let end = if high >= -low { high } else { low };
    let most = end.abs().max(f32::MIN_POSITIVE);
    let zeros = most.log10().floor() as i32;
    // Divided, not multiplied by a tenth: 0.3 is to be written with one digit.
    let step = |first: f32| match zeros {
        0.. => first * 10f32.powi(zeros),
        _ => first / 10f32.powi(-zeros),
    };
    let fits = [5.0, 2.0].map(step).into_iter().find(|step| *step <= most);
    fits.unwrap_or_else(|| step(1.0)).copysign(end)
}

/// A dotted line at a value.
pub fn mark(value: f32, bounds: (f32, f32)) -> String {
    let at = place(value, bounds);
    format!("<i class=\"g-mark\" style=\"left:{at:.2}%\"></i>")
}

/// The round number, written at its place. Zero is where the bars begin.
pub fn tick(bounds: (f32, f32)) -> String {
    let value = round(bounds);
    let (at, written) = (place(value, bounds), typed(value));
    format!("<small style=\"left:{at:.2}%\">{written}</small>")
}

/// The least scale that holds 0 and all of `values`.
pub fn scale(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((0.0f32, 0.0f32), |(low, high), v| (low.min(v), high.max(v)));
    if low == high { (0.0, 1.0) } else { (low, high) }
}

/// A curve between two points, `width` wide at both ends: so much flows there. In units of the picture.
pub fn ribbon((x0, y0): (f32, f32), (x1, y1): (f32, f32), width: f32, attributes: &str) -> String {
    let middle = (x0 + x1) / 2.0;
    format!(
        "<path {attributes} d=\"M{x0:.1} {y0:.1}C{middle:.1} {y0:.1} {middle:.1} {y1:.1} {x1:.1} {y1:.1}\" \
         style=\"stroke-width:{width:.2}\"/>"
    )
}
