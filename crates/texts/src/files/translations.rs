//! All files of translations together, and whether the page may be built of them.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Findings, Texts, differences, read, source};

/// The language that the others are translations of.
const ENGLISH: &str = "en";

/// Every file of a folder.
pub struct Translations {
    english: Texts,
    others: BTreeMap<String, Texts>,
}

impl Translations {
    /// Reads `en.json` and whatever else lies in that folder.
    ///
    /// # Errors
    /// In words: a file cannot be read, or English is missing.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let unread = |error| format!("{}: {error}", folder.display());
        let mut others = BTreeMap::new();
        for entry in std::fs::read_dir(folder).map_err(unread)? {
            let path = entry.map_err(unread)?.path();
            let wrong = |why: String| format!("{}: {why}", path.display());
            let json = std::fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
            let code = path.file_stem().unwrap_or_default().to_string_lossy();
            others.insert(code.into_owned(), read(&json).map_err(wrong)?);
        }
        let english = others.remove(ENGLISH);
        let english = english.ok_or_else(|| format!("{}: en.json is missing", folder.display()))?;
        Ok(Self { english, others })
    }

    /// What is to be said about each language, English first.
    ///
    /// # Errors
    /// In words: a file is called by what is no language.
    pub fn findings(&self) -> Result<Vec<(&str, Findings)>, String> {
        let others = self.others.iter();
        let others = others.map(|(code, texts)| (code.as_str(), texts));
        let all = std::iter::once((ENGLISH, &self.english)).chain(others);
        all.map(|(code, texts)| Ok((code, differences(code, &self.english, texts)?)))
            .collect()
    }

    /// The keys of the page and its table of languages as Rust text; and what the build has to warn of:
    /// the languages that are not translated to the end, which only a release refuses.
    ///
    /// # Errors
    /// In words, with all that is wrong in all files.
    pub fn build(&self, release: bool) -> Result<(String, Vec<String>), String> {
        let findings = self.findings()?;
        let wrong = lines(&findings, |found| &found.wrong);
        if !wrong.is_empty() {
            return Err(format!(
                "translations do not fit English:\n{}",
                wrong.join("\n")
            ));
        }
        let untranslated = lines(&findings, |found| &found.untranslated);
        if release && !untranslated.is_empty() {
            let list = untranslated.join("\n");
            return Err(format!(
                "a release has no untranslated texts, and these are:\n{list}"
            ));
        }
        Ok((self.source()?, warnings(&findings)))
    }

    fn source(&self) -> Result<String, String> {
        let mut table = source::language(ENGLISH, &self.english)?;
        for (code, texts) in &self.others {
            table.push_str(&source::language(code, texts)?);
        }
        let keys = source::keys(&self.english);
        Ok(format!(
            "{keys}\npub const LANGUAGES: &[texts::Language] = &[{table}];\n"
        ))
    }
}

fn lines(findings: &[(&str, Findings)], of: fn(&Findings) -> &Vec<String>) -> Vec<String> {
    let lines = findings.iter().flat_map(|(code, found)| {
        let own = of(found).iter();
        own.map(move |line| format!("{code}.json: {line}"))
    });
    lines.collect()
}

fn warnings(findings: &[(&str, Findings)]) -> Vec<String> {
    let unfinished = findings
        .iter()
        .filter(|(_, found)| !found.untranslated.is_empty());
    let warning = |(code, found): &(&str, Findings)| {
        let count = found.untranslated.len();
        format!("{code}.json: texts untranslated: {count}; `cargo xtask texts` lists them")
    };
    unfinished.map(warning).collect()
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    const HEAD: &str =
        r#""language": {"name": "X", "direction": "ltr", "decimal": ".", "list": ", "}"#;

    /// English with the texts `a` and `b`, and German with these entries beside its head.
    fn folder(german: &str) -> Result<tempfile::TempDir, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let english = format!(
            r#"{{{HEAD}, "a": "A", "b": {{"one": "{{{{ count }}}} b", "other": "{{{{ count }}}} bs"}}}}"#
        );
        std::fs::write(folder.path().join("en.json"), english)?;
        std::fs::write(folder.path().join("de.json"), format!("{{{HEAD}{german}}}"))?;
        Ok(folder)
    }

    #[test]
    fn whole_translations_become_keys_and_a_table() -> Result<(), Box<dyn Error>> {
        let german = r#", "a": "Ä", "b": {"one": "ein b", "other": "{{ count }} b"}"#;
        let translations = Translations::read(folder(german)?.path())?;
        let (source, warnings) = translations.build(true)?;
        assert!(source.contains("pub const a:") && source.contains("code: \"de\""));
        assert_eq!(warnings, Vec::<String>::new());
        Ok(())
    }

    #[test]
    fn a_missing_key_is_refused_by_a_release_and_by_nothing_else() -> Result<(), Box<dyn Error>> {
        let translations = Translations::read(folder(r#", "a": "Ä""#)?.path())?;
        let (source, warnings) = translations.build(false)?;
        assert!(source.contains("pub const b:"));
        assert!(
            warnings.concat().contains("de.json: texts untranslated: 1"),
            "{warnings:?}"
        );
        let refused = translations.build(true).err().unwrap_or_default();
        assert!(refused.contains("de.json: b"), "{refused}");
        Ok(())
    }

    #[test]
    fn what_cannot_be_right_is_refused_always() -> Result<(), Box<dyn Error>> {
        let translations = Translations::read(folder(r#", "a": "", "z": "Z""#)?.path())?;
        for release in [false, true] {
            let refused = translations.build(release).err().unwrap_or_default();
            assert!(
                refused.contains("a is empty") && refused.contains("z is no key"),
                "{refused}"
            );
        }
        Ok(())
    }

    #[test]
    fn english_has_to_be_there() -> Result<(), Box<dyn Error>> {
        let folder = folder("")?;
        std::fs::remove_file(folder.path().join("en.json"))?;
        assert!(Translations::read(folder.path()).is_err());
        Ok(())
    }
}
