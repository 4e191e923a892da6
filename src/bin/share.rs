//! The bundle of the “Share” dialog.

fn main() {
    attention_lab::start_share();
}
