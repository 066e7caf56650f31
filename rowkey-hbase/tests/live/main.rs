//! The tests that start an HBase. `wide` is apart, as it looks at the memory of its process.

mod buckets;
mod cells;
mod faults;
mod phoenix;
mod regions;
mod rows;
mod server;
mod shell;
mod sql;
mod tables;
mod transport;
