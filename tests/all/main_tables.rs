//! Tests of the library: whole tables, formats of other programs, splits, layouts, and their reader in Python.

#[macro_use]
#[allow(dead_code)] // Each program uses a part of it.
mod golden;

mod examples;
mod fdb_tuples;
mod hbase_bytes;
mod java_numbers;
mod java_pad;
mod java_salts;
mod java_times;
mod lock;
mod ordered_code;
mod public_tables;
mod reader;
mod regions;
mod secondary_keys;
mod shell_scan;
mod spans;
mod spec;
mod split_text;
mod split_vectors;
mod splits;
mod sql;
mod subspaces;
mod tables;
