//! Prints a table of times from standard input, and compares it with the table in a file. With `--write`, updates the
//! file: `settle FILE COMMAND [--write]`.

use rowkey_benches::table::{Shown, same_shape};
use std::error::Error;
use std::io::{Read, stdin};
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, command, ..] = &arguments[..] else { return Err("expected a file and a command".into()) };
    let mut table = String::new();
    stdin().read_to_string(&mut table)?;
    print!("{table}");
    let differences = Shown { file, command }.settle(&table, same_shape)?;
    differences.iter().for_each(|difference| eprintln!("{difference}"));
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
