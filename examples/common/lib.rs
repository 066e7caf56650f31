//! The code shared by the examples: storing rows, printing, exit codes, and tables in HBase and Bigtable.

#[cfg(feature = "bigtable")]
pub mod bigtable;
#[cfg(feature = "hbase")]
pub mod hbase;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use rowkey::split::to_short_string_binary;
use rowkey_store::{Batch, RegionReport, Store};
use std::error::Error;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io, process};

/// Prints a title, then text of several lines, indented.
pub fn section(title: &str, text: impl Display) {
    println!("{title}");
    for line in text.to_string().lines() {
        println!("{}", format!("    {line}").trim_end());
    }
    println!();
}

/// Returns one line for each region, with its start key and number of rows. For a chart, see the program `keys`.
pub fn regions(report: &RegionReport) -> String {
    let start = |start: &[u8]| if start.is_empty() { "start".to_owned() } else { to_short_string_binary(start) };
    let starts: Vec<String> = report.regions().iter().map(|region| start(region.range.start())).collect();
    let width = starts.iter().map(String::len).max().unwrap_or(0);
    let lines = starts.iter().zip(report.regions());
    lines.map(|(start, region)| format!("{start:<width$} {:>7} rows\n", region.rows)).collect()
}

/// A temporary folder, removed on drop. The crate `tempfile` would take longer to build than this whole library.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates the folder.
    pub fn new() -> io::Result<Self> {
        let path = env::temp_dir().join(format!("rowkey-example.{}", process::id()));
        fs::create_dir(&path)?;
        Ok(Self(path))
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Stores rows in batches. Rows of an earlier run are overwritten with the same bytes.
pub fn load<S: Store>(
    store: &S,
    what: &'static str,
    rows: impl ExactSizeIterator<Item = (impl AsRef<[u8]>, impl AsRef<[u8]>)>,
) -> Result<(), Box<dyn Error>> {
    // Draws nothing if stderr is not a terminal.
    let style = ProgressStyle::with_template("{msg} {bar:50} {human_pos} of {human_len} rows")?;
    let bar = ProgressBar::new(rows.len() as u64).with_style(style).with_finish(ProgressFinish::AndClear);
    let mut batch = Batch::new();
    for (key, value) in bar.with_message(what).wrap_iter(rows) {
        batch.put(key, value);
        if batch.len() == BATCH {
            store.write(&batch)?;
            batch.clear();
        }
    }
    Ok(store.write(&batch)?)
}

const BATCH: usize = 50_000;

/// Returns the value of `--hbase`, or an error if the example was built without HBase.
pub fn hbase_address(parser: &mut lexopt::Parser) -> Result<String, lexopt::Error> {
    use lexopt::ValueExt;

    if cfg!(feature = "hbase") {
        parser.value()?.parse()
    } else {
        Err("this example was built without HBase: run `cargo run -p rowkey-examples --features hbase ..`".into())
    }
}

/// Returns the value of `--bigtable`, or an error if the example was built without Bigtable.
pub fn bigtable_address(parser: &mut lexopt::Parser) -> Result<String, lexopt::Error> {
    use lexopt::ValueExt;

    if cfg!(feature = "bigtable") {
        parser.value()?.parse()
    } else {
        Err("this example was built without Bigtable: run `cargo run -p rowkey-examples --features bigtable ..`".into())
    }
}

/// Returns the value of `--slatedb`, or an error if the example was built without SlateDB.
pub fn slatedb_folder(parser: &mut lexopt::Parser) -> Result<PathBuf, lexopt::Error> {
    if cfg!(feature = "slatedb") {
        Ok(parser.value()?.into())
    } else {
        Err("this example was built without SlateDB: run `cargo run -p rowkey-examples --features slatedb ..`".into())
    }
}

/// Runs an example with its arguments, or prints its help for `None`. The run returns `true` if all results are
/// correct.
pub fn run<A>(
    arguments: Result<Option<A>, lexopt::Error>,
    help: &str,
    run: impl FnOnce(&A) -> Result<bool, Box<dyn Error>>,
) -> ExitCode {
    let ran = match arguments {
        Ok(Some(arguments)) => run(&arguments),
        Ok(None) => {
            println!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(error) => Err(error.into()),
    };
    match ran {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("error: a result differs from a full scan");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            let mut source = error.source();
            while let Some(error) = source {
                eprintln!("  because: {error}");
                source = error.source();
            }
            ExitCode::FAILURE
        }
    }
}
