//! The tests that start an HBase. `wide` is a separate binary, because it measures the memory of its process.

mod buckets;
mod cells;
mod faults;
mod index_costs;
mod indexed;
mod moving;
mod phoenix;
mod regions;
mod rows;
mod server;
mod shell;
mod sql;
mod tables;
mod transport;
