//! All tests of the crate in one program, so that it is linked once.

mod failures;
mod killed;
mod prefixes;
mod store;
mod suite;
mod tables;

use rocksdb::Options;
use rowkey::RowKey;
use rowkey_rocksdb::{RocksOptions, RocksStore};
use std::error::Error;
use std::path::PathBuf;
use tempfile::TempDir;

/// A key whose first fields are prefixes of 1, 2, and 3 bytes.
#[derive(RowKey, Debug)]
struct Widths {
    first: u8,
    second: u8,
    third: u8,
}

/// A database that is removed with this value.
struct Scratch {
    path: PathBuf,
    _dir: TempDir,
}

fn scratch() -> Scratch {
    let dir = tempfile::tempdir().unwrap();
    Scratch { path: dir.path().join("rows"), _dir: dir }
}

/// Returns options for a table with prefixes of so many bytes, or without.
fn options(prefix_width: usize) -> RocksOptions {
    let options = RocksOptions::default();
    if prefix_width == 0 { options } else { options.with_prefix_of::<Widths>(prefix_width).unwrap() }
}

/// Opens a new database whose writes do not wait for the disk.
fn scratch_store(prefix_width: usize) -> (RocksStore, Scratch) {
    let scratch = scratch();
    (options(prefix_width).open(&scratch.path, "rows").unwrap().without_waiting(), scratch)
}

/// Returns another table of a database, with prefixes like those of [`options`].
fn other_table(store: &RocksStore, name: &str, prefix_width: usize) -> RocksStore {
    if prefix_width == 0 { store.with_table(name) } else { store.with_table_of::<Widths>(name, prefix_width) }.unwrap()
}

/// Returns options that create a missing database.
fn creating() -> Options {
    let mut options = Options::default();
    options.create_if_missing(true);
    options
}

/// Returns the text of an error with all its sources, as a program would print it.
fn message(error: &dyn Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.fold(error.to_string(), |message, source| format!("{message}: {source}"))
}

rowkey::laws!(Widths);
