//! Tests of the protocol's rules, with fake servers. They start no emulator.

mod calls;
mod chunks;
mod deadlines;
mod doubts;
mod env;
mod fake;
mod going;
mod lies;
mod limits;
mod retries;
mod schema;
mod streams;
mod table;
mod tables;
mod tls;
