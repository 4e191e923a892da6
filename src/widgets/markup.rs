//! Read-only rows of tables as markup. A table that is only read needs no element-by-element view,
//! which costs a kilobyte of page for each kind of row; what users typed is escaped here.

use html_escape::{encode_double_quoted_attribute, encode_text};

/// `<tag attributes>text</tag>`; `attributes` is ours, `text` may be anyone's.
pub fn element(tag: &str, attributes: &str, text: &str) -> String {
    let space = if attributes.is_empty() { "" } else { " " };
    format!("<{tag}{space}{attributes}>{}</{tag}>", encode_text(text))
}

/// What anyone wrote between tags.
pub fn text(text: &str) -> String {
    encode_text(text).into_owned()
}

/// The symbols that have a subscript, as texts write them and as they are set.
const SET: [(&str, &str); 7] = [
    ("d_model", "<i>d</i><sub>model</sub>"),
    ("dₖ", "<i>d</i><sub>k</sub>"),
    ("dᵥ", "<i>d</i><sub>v</sub>"),
    ("W_Q", "<i>W</i><sub>Q</sub>"),
    ("W_K", "<i>W</i><sub>K</sub>"),
    ("W_V", "<i>W</i><sub>V</sub>"),
    ("W_O", "<i>W</i><sub>O</sub>"),
];

/// A text as markup, with its symbols set as mathematics.
pub fn typeset(own: &str) -> String {
    SET.iter()
        .fold(text(own), |text, (written, set)| text.replace(written, set))
}

/// What anyone wrote as the value of an attribute in double quotes.
pub fn attribute(text: &str) -> String {
    encode_double_quoted_attribute(text).into_owned()
}

/// A row: its heading and the cells after it.
pub fn row(attributes: &str, head: String, cells: impl Iterator<Item = String>) -> String {
    format!("<tr {attributes}>{head}{}</tr>", cells.collect::<String>())
}

/// A heading.
pub fn th(text: &str) -> String {
    element("th", "", text)
}

/// A heading, said to be that of a row (`row`) or of a column (`col`): next to an empty corner browsers cannot tell.
pub fn heading(scope: &str, text: &str) -> String {
    element("th", &format!("scope=\"{scope}\""), text)
}

/// A cell.
pub fn td(text: &str) -> String {
    element("td", "", text)
}

/// The numbers of a picture as a table for who does not see it: the rows have names, the columns too.
pub fn twin(caption: &str, columns: &[String], rows: Vec<(String, Vec<String>)>) -> String {
    let head = columns.iter().map(|name| heading("col", name));
    let one = |(name, cells): (String, Vec<String>)| {
        row("", heading("row", &name), cells.iter().map(|cell| td(cell)))
    };
    let body: String = rows.into_iter().map(one).collect();
    format!(
        "<div class=\"only-read\"><table>{}<thead>{}</thead><tbody>{body}</tbody></table></div>",
        element("caption", "", caption),
        row("", td(""), head)
    )
}

/// A choice of a `<select>`, with attributes of ours.
pub fn option(value: &str, text: &str, selected: bool, own: &str) -> String {
    let selected = if selected { " selected" } else { "" };
    let attributes = format!(
        "value=\"{}\"{selected} {own}",
        encode_double_quoted_attribute(value)
    );
    element("option", attributes.trim_end(), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn what_users_type_stays_text() {
        assert_eq!(th("<script>&"), "<th>&lt;script&gt;&amp;</th>");
        let option = option("a\"><b", "x", true, "lang=\"de\"");
        assert_eq!(
            option,
            "<option value=\"a&quot;&gt;&lt;b\" selected lang=\"de\">x</option>"
        );
    }
}
