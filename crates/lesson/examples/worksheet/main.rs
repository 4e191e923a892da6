//! Prints the worksheet for a class as one HTML file: `cargo xtask worksheet` puts it into `docs/worksheet.html`.
//! Its argument is the address of the page; without one the links lead to the address that the documentation uses.

use std::process::ExitCode;

mod sheet;

fn main() -> ExitCode {
    let address = std::env::args().nth(1);
    let address = address.as_deref().unwrap_or(sheet::ADDRESS);
    match sheet::page(address) {
        Ok(page) => {
            print!("{page}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("no worksheet: {why}");
            ExitCode::FAILURE
        }
    }
}
