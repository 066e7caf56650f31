//! Tests against the rules of the protocol, and against servers made for the test: no emulator is started.

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
