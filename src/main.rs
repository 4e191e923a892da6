//! The page.

fn main() {
    attention_lab::start();
}
