//! What there is to do at a step, which its sentence marks by two stars at either end: `**Move dₖ.**` It is shown as the
//! tasks of the guided walk are; who hears the sentence hears no stars.

use crate::widgets::markup::typeset;

/// What stands at both ends of a task.
const MARK: &str = "**";

/// The sentence as markup, its tasks set apart, each with what is said with it: on paper there is nothing to be done.
pub(super) fn shown(sentence: &str) -> String {
    let mut parts = sentence.split(MARK);
    let mut shown = typeset(parts.next().unwrap_or_default());
    while let Some(task) = parts.next() {
        // A mark that is not closed begins no task.
        let Some(after) = parts.next() else {
            shown.push_str(&typeset(task));
            break;
        };
        let (with, rest) = belongs(task, after);
        let task = format!("<strong class=\"todo\">{}</strong>", typeset(task));
        shown.push_str(&format!(
            "<span class=\"task\">{task}{}</span>{}",
            typeset(with),
            typeset(rest)
        ));
    }
    shown
}

/// Whether there is something to do in a sentence that [`shown`] has written.
pub(super) fn is_in(shown: &str) -> bool {
    shown.contains("class=\"todo\"")
}

/// What of the words after a task is said with it, to the next full stop, and what is not.
fn belongs<'a>(task: &str, after: &'a str) -> (&'a str, &'a str) {
    let with = match task.ends_with(ends) {
        true => "",
        false => after.split_inclusive(ends).next().unwrap_or_default(),
    };
    (with, after.strip_prefix(with).unwrap_or_default())
}

/// The sentence without its tasks, for who can do none of them: with each goes what is said with it, to the next full stop.
pub(super) fn without(sentence: &str) -> String {
    let mut parts = sentence.split(MARK);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    while let (Some(task), Some(after)) = (parts.next(), parts.next()) {
        kept.truncate(kept.trim_end().len());
        kept.push_str(belongs(task, after).1);
    }
    kept.trim().to_owned()
}

/// What is said of something that a reader can do, or cannot.
pub fn for_who(can: bool, sentence: &str) -> String {
    match can {
        true => said(sentence),
        false => without(sentence),
    }
}

/// Whether a sentence ends with that letter, in any of the page's languages.
fn ends(letter: char) -> bool {
    matches!(letter, '.' | '。' | '?' | '؟' | '!')
}

/// The sentence as it is said.
pub(super) fn said(sentence: &str) -> String {
    sentence.replace(MARK, "")
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_task_is_set_apart_and_said_without_its_marks() {
        let sentence = "A < B. **Move dₖ.** More.";
        let todo = "<strong class=\"todo\">Move <i>d</i><sub>k</sub>.</strong>";
        let set = format!("A &lt; B. <span class=\"task\">{todo}</span> More.");
        assert_eq!(shown(sentence), set);
        let with = "<span class=\"task\"><strong class=\"todo\">Push</strong>: one.</span> More.";
        assert_eq!(shown("**Push**: one. More."), with);
        assert_eq!(shown("A **B"), "A B");
        assert_eq!(said(sentence), "A < B. Move dₖ. More.");
        assert_eq!(shown("no task"), "no task");
        assert_eq!(shown(""), "");
    }

    #[test]
    fn who_can_do_no_task_is_told_all_but_the_tasks() {
        assert_eq!(without("A. **Move dₖ.** More."), "A. More.");
        assert_eq!(without("**Drag q**: it turns. More."), "More.");
        assert_eq!(without("No. **Push**: one. **Add**: two."), "No.");
        assert_eq!(without("甲。**拖动 q**：转。乙。"), "甲。乙。");
        assert_eq!(without("no task"), "no task");
    }
}
