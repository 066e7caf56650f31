//! Tests of the library: values, codecs, keys, salts, and the rules of the sources. `main_scans.rs` and `main_tables.rs` are two more
//! programs of this folder, so that rustc compiles them side by side, each in a third of the memory.

#[macro_use]
#[allow(dead_code)] // Each program uses a part of it.
mod golden;

mod batches;
mod broken_laws;
mod codecs;
mod cut_texts;
mod digests;
mod disjoint;
mod explain;
mod fanout;
mod generations;
mod kinds;
mod kinds_inside;
mod kinds_under;
mod laws;
mod laws_of_keys;
mod layers;
mod links;
mod longest_keys;
mod nested_errors;
mod numbers;
mod one_error;
mod own_codecs;
mod own_elements;
mod owned_texts;
mod prefix_widths;
mod readme;
mod recipes;
mod salted;
mod salts;
mod shown_ends;
mod shown_messages;
mod stability;
mod suffix;
mod time_ids;
mod times;
mod value_orders;
mod wide_salts;
