//! The end-to-end tests that a browser lacks something for: left out, but by name and with a reason.

use crate::error::Error;
use crate::tools::engines::Engine;

/// A test that cannot be done in a browser.
#[derive(Debug, PartialEq, Eq)]
pub struct Lack<'a> {
    /// Its name.
    pub test: &'a str,
    /// What is missing there.
    pub why: &'a str,
}

/// Those of an engine in the text of `tests/e2e/lacks.txt`: `engine | test | why`.
pub fn of(text: &str, engine: Engine) -> Result<Vec<Lack<'_>>, Error> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut found = Vec::new();
    for line in lines {
        let parts: Vec<_> = line.splitn(3, '|').map(str::trim).collect();
        match parts[..] {
            ["firefox" | "webkit", test, why] if !test.is_empty() && !why.is_empty() => {
                found.extend((parts[0] == engine.name()).then_some(Lack { test, why }));
            }
            _ => return Err(Error::Content(format!("lacks.txt has a line “{line}”"))),
        }
    }
    Ok(found)
}

/// Fails if a test that is to be left out is not among those that `--list` names.
pub fn all_exist(lacks: &[Lack], list: &str) -> Result<(), Error> {
    let exists = |lack: &&Lack| {
        list.lines()
            .any(|line| line == format!("{}: test", lack.test))
    };
    match lacks.iter().find(|lack| !exists(lack)) {
        None => Ok(()),
        Some(Lack { test, .. }) => Err(Error::Content(format!(
            "lacks.txt names a test that does not exist: {test}"
        ))),
    }
}

/// Says what was left out, and why.
pub fn print(lacks: &[Lack], engine: Engine) {
    let browser = engine.title();
    for Lack { test, why } in lacks {
        println!("not in {browser}: {test}: {why}");
    }
    println!("{} tests were left out in {browser}.", lacks.len());
}

#[cfg(test)]
mod tests {
    use super::{Lack, all_exist, of};
    use crate::tools::engines::Engine;

    const TEXT: &str = "# engine | test | why\n\nwebkit | a::b | no | pipes\nfirefox | c | none\n";

    #[test]
    fn each_engine_lacks_its_own() {
        let (test, why) = ("a::b", "no | pipes");
        let webkit = of(TEXT, Engine::WebKit);
        assert_eq!(webkit.ok(), Some(vec![Lack { test, why }]));
        let firefox = of(TEXT, Engine::Firefox);
        assert!(firefox.is_ok_and(|lacks| lacks.len() == 1));
        for bad in [
            "webkit | a",
            "chromium | a | b",
            "webkit | | why",
            "nothing",
        ] {
            assert!(of(bad, Engine::WebKit).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_left_out_must_be_there() {
        let lacks = [Lack {
            test: "a::b",
            why: "",
        }];
        assert!(all_exist(&lacks, "a::b: test\nc: test\n").is_ok());
        assert!(all_exist(&lacks, "a::bc: test\n").is_err());
    }

    #[test]
    fn the_file_can_be_read() {
        let text = include_str!("../../../../tests/e2e/lacks.txt");
        for engine in [Engine::Firefox, Engine::WebKit] {
            assert!(of(text, engine).is_ok());
        }
    }
}
