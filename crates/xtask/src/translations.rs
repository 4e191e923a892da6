//! `cargo xtask texts`: how far each language is translated. The build stops at what is wrong; what is
//! only untranslated it lets pass, in English, until a release is built.

use texts::files::{Findings, Translations};

use crate::error::Error;
use crate::workspace;

const LOCALES: &str = "assets/locales";

/// Prints the list.
///
/// # Errors
/// Something in the files is wrong, not only untranslated.
pub fn list() -> Result<(), Error> {
    let translations =
        Translations::read(&workspace::root().join(LOCALES)).map_err(Error::Content)?;
    let findings = translations.findings().map_err(Error::Content)?;
    print!("{}", listed(&findings));
    match findings.iter().all(|(_, found)| found.wrong.is_empty()) {
        true => Ok(()),
        false => Err(Error::Content(format!(
            "{LOCALES}: the page cannot be built of these files; see “wrong” above"
        ))),
    }
}

fn listed(findings: &[(&str, Findings)]) -> String {
    let language = |(code, found): &(&str, Findings)| {
        let untranslated = found.untranslated.iter();
        let untranslated = untranslated.map(|key| format!("  untranslated: {key}\n"));
        let wrong = found.wrong.iter().map(|what| format!("  wrong: {what}\n"));
        let lines: String = untranslated.chain(wrong).collect();
        match lines.is_empty() {
            true => format!("{code}: whole\n"),
            false => format!("{code}:\n{lines}"),
        }
    };
    findings.iter().map(language).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_listed_with_what_it_lacks() {
        let found = Findings {
            untranslated: vec!["a.b".to_owned()],
            wrong: vec!["c is empty".to_owned()],
        };
        let listed = listed(&[("de", found), ("fr", Findings::default())]);
        let wanted = "de:\n  untranslated: a.b\n  wrong: c is empty\nfr: whole\n";
        assert_eq!(listed, wanted);
    }

    #[test]
    fn the_files_of_the_page_are_not_wrong() -> Result<(), Error> {
        list()
    }
}
