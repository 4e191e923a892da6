//! A token as the panels show it.

use lesson::lessons::training::task::Task;

use crate::plot::colours;

/// The token of that number; one the task does not have is shown as such.
pub fn word(task: Task, id: u32) -> &'static str {
    task.words().get(id as usize).copied().unwrap_or("?")
}

/// The style that gives an element the colour of the token at that place.
pub fn style(place: usize, dark: bool) -> String {
    format!("--token:{}", colours::css(colours::token(place, dark)))
}
