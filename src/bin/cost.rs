//! The bundle of the two lessons on what attention costs: measured, and by hand.

fn main() {
    attention_lab::start_cost();
}
