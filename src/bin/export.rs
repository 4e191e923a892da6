//! The bundle that makes exported files.

fn main() {
    attention_lab::start_export();
}
