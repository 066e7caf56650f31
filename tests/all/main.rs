//! All tests of the library, as one program: it is linked once. `ui` is apart, as it runs the compiler.

#[macro_use]
mod golden;

mod codecs;
mod cursors;
mod cut_texts;
mod digests;
mod explain;
mod fanout;
mod fdb_tuples;
mod further_keys;
mod generations;
mod hbase_bytes;
mod java_numbers;
mod java_pad;
mod java_salts;
mod java_times;
mod laws;
mod lock;
mod longest_keys;
mod next;
mod numbers;
mod one_error;
mod open_ahead;
mod own_codecs;
mod owned_texts;
mod plans;
mod public_tables;
mod reader;
mod readme;
mod regions;
mod salt_evaluators;
mod salt_inputs;
mod salted;
mod salts;
mod scans;
mod shell_scan;
mod shown_messages;
mod skip;
mod spec;
mod split_text;
mod split_vectors;
mod splits;
mod sql;
mod tables;
mod times;
