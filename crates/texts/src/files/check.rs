//! Whether a file of translations fits English.

use std::collections::BTreeMap;

use super::forms::{Forms, OTHER};
use super::{HEAD, Texts, Wording, names};
use crate::COUNT;

/// What is to be said about a file of translations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Keys that it lacks. The page says these in English.
    pub untranslated: Vec<String>,
    /// Everything that cannot be right, in words.
    pub wrong: Vec<String>,
}

/// Everything in which the file of the language `code` does not fit English. English is compared with
/// itself, for the forms of its own.
///
/// # Errors
/// In words: there is no language of that code.
pub fn differences(code: &str, english: &Texts, other: &Texts) -> Result<Findings, String> {
    let forms = Forms::of(code)?;
    let mut found = Findings::default();
    for (key, text) in english {
        match other.get(key) {
            // Without its head no file can be read; that is said where the head is read.
            None if key.starts_with(HEAD) => {}
            None => found.untranslated.push(key.clone()),
            Some(own) => {
                found.wrong.extend(faults(key, text, own, &forms));
                found.wrong.extend(divided(code, key, own));
            }
        }
    }
    let unknown = other.keys().filter(|key| !english.contains_key(*key));
    let unknown = unknown.map(|key| format!("{key} is no key of English"));
    found.wrong.extend(unknown);
    Ok(found)
}

/// French sets a space before high signs and inside its quotes, at which no line may end.
fn divided(code: &str, key: &str, own: &Wording) -> Option<String> {
    const SIGNS: [&str; 6] = [" ;", " :", " !", " ?", " »", "« "];
    let parts = |text: &str| SIGNS.into_iter().find(|sign| text.contains(sign));
    let sign = match own {
        Wording::Plain(text) => parts(text),
        Wording::Forms(forms) => forms.values().find_map(|text| parts(text)),
    };
    let sign = sign.filter(|_| code == "fr")?;
    Some(format!(
        "{key} has “{sign}” with a space at which a line may end (U+00A0, or U+202F before ; ! ?, holds them together)"
    ))
}

/// What is wrong with one text.
fn faults(key: &str, english: &Wording, own: &Wording, forms: &Forms) -> Vec<String> {
    let names = names(english.fullest());
    match (english, own) {
        (Wording::Plain(_), Wording::Plain(own)) => fault(key, own, &names).into_iter().collect(),
        (Wording::Forms(_), Wording::Forms(own)) => faults_of_forms(key, own, &names, forms),
        (Wording::Plain(_), Wording::Forms(_)) => vec![format!(
            "{key} has forms of number, English has one text for all"
        )],
        (Wording::Forms(_), Wording::Plain(_)) => {
            let wanted: Vec<_> = forms.names().collect();
            let wanted = wanted.join(", ");
            vec![format!(
                "{key} has forms of number in English; here it needs {wanted}"
            )]
        }
    }
}

fn fault(key: &str, own: &str, wanted: &[&str]) -> Option<String> {
    let sorted = |mut names: Vec<_>| {
        names.sort_unstable();
        names
    };
    let (own_names, wanted) = (sorted(names(own)), sorted(wanted.to_vec()));
    if own.trim().is_empty() {
        return Some(format!("{key} is empty"));
    }
    (own_names != wanted)
        .then(|| format!("{key} takes the values {own_names:?}, English {wanted:?}"))
}

fn faults_of_forms(
    key: &str,
    own: &BTreeMap<String, String>,
    wanted: &[&str],
    forms: &Forms,
) -> Vec<String> {
    let missing = forms.names().filter(|form| !own.contains_key(*form));
    let missing = missing.map(|form| {
        let examples = forms.examples(form);
        format!("{key} lacks the form “{form}”, for numbers such as {examples}")
    });
    let unused = own.keys().filter(|form| !forms.has(form));
    let unused = unused
        .map(|form| format!("{key} has the form “{form}”, which no number of this language takes"));
    let mut found: Vec<_> = missing.chain(unused).collect();
    if own.contains_key(OTHER) && !wanted.contains(&COUNT) {
        found.push(format!(
            "{key} has forms of number, but no {{{{ {COUNT} }}}}"
        ));
    }
    for (form, text) in own {
        // “Two heads” is one word in Arabic, and says its number.
        let in_words = forms.is_of_one_number(form) && !names(text).contains(&COUNT);
        let wanted = wanted.iter().filter(|name| !in_words || **name != COUNT);
        let wanted: Vec<_> = wanted.copied().collect();
        found.extend(fault(&format!("{key}.{form}"), text, &wanted));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    const ENGLISH: &str = r#"{
        "a": {"b": "{{ x }} {{ y }}", "c": {"d": "D"}}, "e": "E",
        "n": {"one": "{{ count }} head of {{ x }}", "other": "{{ count }} heads of {{ x }}"}
    }"#;

    fn compared(code: &str, english: &str, other: &str) -> Findings {
        let read = |json| read(json).unwrap_or_default();
        let found = differences(code, &read(english), &read(other));
        found.unwrap_or_default()
    }

    #[test]
    fn french_signs_stay_with_their_words() {
        let french = |text: &str| {
            let file = format!(r#"{{"e": "{text}"}}"#);
            compared("fr", ENGLISH, &file).wrong
        };
        assert_eq!(french("« oui » ?").len(), 1);
        assert_eq!(french("oui ?").len(), 1);
        assert!(french("«\u{a0}oui\u{a0}»\u{202f}?").is_empty());
        assert!(compared("de", ENGLISH, r#"{"e": "ja ?"}"#).wrong.is_empty());
    }

    /// What is wrong with `n` alone, in that language.
    fn of_forms(code: &str, forms: &str) -> String {
        let compared = compared(code, ENGLISH, &format!(r#"{{"n": {forms}}}"#));
        compared.wrong.join("; ")
    }

    #[test]
    fn english_and_a_whole_translation_fit() {
        assert_eq!(compared("en", ENGLISH, ENGLISH), Findings::default());
        let whole = r#"{
            "a": {"b": "{{ y }}: {{ x }}", "c": {"d": "d"}}, "e": "e",
            "n": {"other": "{{ x }}{{ count }}"}
        }"#;
        assert_eq!(compared("zh", ENGLISH, whole), Findings::default());
    }

    #[test]
    fn what_does_not_fit_english_is_said() {
        let wrong = r#"{"a": {"b": "{{ x }}", "f": "F"}, "e": " ", "n": "{{ count }} {{ x }}"}"#;
        let found = compared("de", ENGLISH, wrong);
        assert_eq!(found.untranslated, ["a.c.d"]);
        let said = found.wrong.join("; ");
        for part in [
            "a.b takes",
            "e is empty",
            "a.f is no key",
            "n has forms of number in English; here it needs one, other",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        let plain = compared(
            "de",
            r#"{"n": "N"}"#,
            r#"{"n": {"one": "N", "other": "N"}}"#,
        );
        assert_eq!(plain.wrong.len(), 1, "{plain:?}");
    }

    #[test]
    fn forms_are_exactly_those_of_the_language() {
        let two = r#"{"one": "{{ count }} {{ x }}", "other": "{{ count }} {{ x }}"}"#;
        assert_eq!(of_forms("de", two), "");
        assert!(of_forms("zh", two).contains("n has the form “one”"));
        let said = of_forms("ar", two);
        for part in [
            "“zero”, for numbers such as 0",
            "“two”",
            "“few”, for numbers such as 3, 4, 5",
            "“many”",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(
            of_forms("de", r#"{"one": "{{ count }} {{ x }}"}"#).contains("lacks the form “other”")
        );
    }

    #[test]
    fn only_a_form_of_one_number_may_say_it_in_words() {
        let worded = r#"{"one": "one of {{ x }}", "other": "{{ count }} of {{ x }}"}"#;
        assert_eq!(of_forms("de", worded), "");
        let worded = r#"{"one": "un {{ x }}", "many": "{{ count }} {{ x }}", "other": "{{ count }} {{ x }}"}"#;
        assert!(of_forms("fr", worded).contains("n.one takes"));
        assert!(
            of_forms("de", r#"{"one": "one", "other": "{{ count }} {{ x }}"}"#)
                .contains("n.one takes")
        );
        assert!(of_forms("zh", r#"{"other": "{{ x }}"}"#).contains("n.other takes"));
    }

    #[test]
    fn forms_need_a_count_in_english_too() {
        let english = r#"{"n": {"one": "{{ k }} head", "other": "{{ k }} heads"}}"#;
        let said = compared("en", english, english).wrong.join("; ");
        assert!(said.contains("no {{ count }}"), "{said}");
    }
}
