//! The table at the end of `cargo xtask test`.

use std::time::Duration;

/// What each step came to.
#[derive(Default)]
pub struct Summary {
    lines: Vec<(&'static str, Duration, bool)>,
}

impl Summary {
    /// Notes the end of a step.
    pub fn add(&mut self, name: &'static str, took: Duration, passed: bool) {
        self.lines.push((name, took, passed));
    }

    /// Prints a line per step and the total time, then what is to be said once more.
    pub fn print(&self, notes: &[String]) {
        println!("\n━━ summary");
        for (name, took, passed) in &self.lines {
            let word = if *passed { "ok" } else { "FAILED" };
            println!("{name:32} {:>7}  {word}", clock(*took));
        }
        let total = self.lines.iter().map(|line| line.1).sum();
        println!("{:32} {:>7}", "total", clock(total));
        for note in notes {
            println!("{note}");
        }
    }
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::clock;
    use std::time::Duration;

    #[test]
    fn times_read_like_a_clock() {
        assert_eq!(clock(Duration::from_millis(900)), "0:00");
        assert_eq!(clock(Duration::from_secs(61)), "1:01");
    }
}
