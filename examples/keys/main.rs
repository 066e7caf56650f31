//! A command-line tool for your keys: compares four layouts for the departures of `examples/flights`.
//!
//! ```text
//! cargo run -p rowkey-examples --features inspect --bin keys -- compare TimeFirst PlaneFirst Salted SaltedDead \
//!     examples/data/flights-2013-01.csv --time scheduled --html flights.html
//! ```
//!
//! The HTML page shows how each layout uses a table of eight regions, before you store a single row:
//!
//! - `TimeFirst`: a hot region that moves. This key does not compile for HBase without `allow(hot)`, which is here so
//!   that you can see why.
//! - `PlaneFirst`: a hot region that stays.
//! - `Salted`: eight regions that share the writes.
//! - `SaltedDead`: the same, and one more region that never receives a write.

mod layouts;

use layouts::{PlaneFirst, Salted, SaltedDead, TimeFirst};

rowkey_inspect::main!(TimeFirst, PlaneFirst, Salted, SaltedDead);
