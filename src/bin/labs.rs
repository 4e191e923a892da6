//! The bundle of the lessons that have none of their own.

fn main() {
    attention_lab::start_labs();
}
