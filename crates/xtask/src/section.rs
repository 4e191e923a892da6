//! Sections of a Markdown file that a chore writes.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// Puts `text` under `heading` (“## …”) in a file, in place of what stood there, or at its end.
pub fn write(file: &Path, heading: &str, text: &str) -> Result<(), Error> {
    let old = fs::read_to_string(file).map_err(Error::file("read", file))?;
    fs::write(file, replaced(&old, heading, text)).map_err(Error::file("write", file))
}

/// `old` with the section replaced: from its heading up to the next of the same or a higher level.
fn replaced(old: &str, heading: &str, text: &str) -> String {
    let starts_other = |line: &&str| line.starts_with("# ") || line.starts_with("## ");
    let lines: Vec<_> = old.lines().collect();
    let start = lines.iter().position(|line| *line == heading);
    let start = start.unwrap_or(lines.len());
    let rest = lines.iter().skip(start + 1);
    let length = rest.take_while(|line| !starts_other(line)).count();
    let before = lines[..start].join("\n");
    let after = lines.iter().skip(start + 1 + length).copied();
    let after = after.collect::<Vec<_>>().join("\n");
    let parts = [before.trim(), heading, text.trim(), after.trim()];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn a_section_is_replaced_and_its_neighbours_stay() {
        let old = "# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n";
        let new = "# A\n\na\n\n## B\n\nnew\n\n## D\n\nd\n";
        assert_eq!(replaced(old, "## B", "new\n"), new);
        assert_eq!(replaced(new, "## B", "new\n"), new);
    }

    #[test]
    fn a_new_section_comes_last() {
        assert_eq!(
            replaced("# A\n\na\n", "## B", "b"),
            "# A\n\na\n\n## B\n\nb\n"
        );
        assert_eq!(replaced("# A\n\n## B", "## B", "b"), "# A\n\n## B\n\nb\n");
    }
}
