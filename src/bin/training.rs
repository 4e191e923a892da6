//! The training lesson's bundle.

fn main() {
    attention_lab::start_training();
}
