//! What there is to do at a step, which its sentence marks by two stars at either end: `**Move dₖ.**` It is shown as the
//! tasks of the guided walk are; who hears the sentence hears no stars.

use crate::widgets::markup::typeset;

/// What stands at both ends of a task.
const MARK: &str = "**";

/// The sentence as markup, its tasks set apart.
pub(super) fn shown(sentence: &str) -> String {
    let parts: Vec<String> = sentence.split(MARK).map(typeset).collect();
    // A mark that is not closed begins no task.
    let last = parts.len() - 1;
    let one = |(place, part): (usize, String)| match place % 2 == 1 && place < last {
        true => format!("<strong class=\"todo\">{part}</strong>"),
        false => part,
    };
    parts.into_iter().enumerate().map(one).collect()
}

/// The sentence as it is said.
pub(super) fn said(sentence: &str) -> String {
    sentence.replace(MARK, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_set_apart_and_said_without_its_marks() {
        let sentence = "A < B. **Move dₖ.** More.";
        let set = "A &lt; B. <strong class=\"todo\">Move <i>d</i><sub>k</sub>.</strong> More.";
        assert_eq!(shown(sentence), set);
        assert_eq!(said(sentence), "A < B. Move dₖ. More.");
        assert_eq!(shown("no task"), "no task");
        assert_eq!(shown(""), "");
    }
}
