//! What the pictures of all beats are made of. A picture is markup made from the numbers; readers get the same
//! numbers as a table.

use html_escape::encode_text;

use crate::plot::colours::token_style;
use crate::widgets::markup::{element, row, td, th};

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

/// The line of zero on such a scale.
pub fn zero((low, high): (f32, f32)) -> String {
    let at = (0.0 - low) / (high - low).max(f32::MIN_POSITIVE) * 100.0;
    format!("<i class=\"g-zero\" style=\"left:{at:.2}%\"></i>")
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

/// The table of the same numbers for readers: the rows have names, the columns too.
pub fn twin(caption: &str, columns: &[String], rows: Vec<(String, Vec<String>)>) -> String {
    let head = columns.iter().map(|name| th(name));
    let body: String = rows
        .into_iter()
        .map(|(name, cells)| row("", th(&name), cells.iter().map(|cell| td(cell))))
        .collect();
    format!(
        "<div class=\"only-read\"><table>{}<thead>{}</thead><tbody>{body}</tbody></table></div>",
        element("caption", "", caption),
        row("", td(""), head)
    )
}
