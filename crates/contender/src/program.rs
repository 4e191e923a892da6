//! Questions on standard input, answers on standard output, until there are no more.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use contender::Contender;

/// Converses; a question that cannot be answered ends it.
pub fn main() -> ExitCode {
    match converse() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn converse() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64() * 1e3;
    let mut contender = Contender::new()?;
    for line in io::stdin().lines() {
        println!("{}", contender.answer(&line?, &now)?);
        io::stdout().flush()?;
    }
    Ok(())
}
