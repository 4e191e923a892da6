//! Texts of others inside a page's markup. A link is untrusted: it may come from anybody.

use std::fmt::Write;

/// `text` as the value of an attribute in double quotes, for HTML, for Markdown, which passes HTML on,
/// and for MDX, whose attributes read the same entities. What means something to one of them is escaped
/// for all, and so is whatever is no visible character, because a new line ends a block of Markdown.
#[must_use]
pub fn attribute(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => value.push_str("&amp;"),
            '"' => value.push_str("&quot;"),
            '<' => value.push_str("&lt;"),
            '>' => value.push_str("&gt;"),
            '`' | '{' | '}' | '\'' | '\\' | '*' => entity(&mut value, c),
            c if c.is_control() || (c.is_whitespace() && c != ' ') => entity(&mut value, c),
            c => value.push(c),
        }
    }
    value
}

fn entity(value: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = write!(value, "&#{};", u32::from(c));
}

/// `text` between the triple double quotes of a Python string. It may go over several lines, and does not
/// end in a double quote.
#[must_use]
pub fn python(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"")
}
