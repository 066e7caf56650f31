//! A command-line tool for keys: the departures of `examples/flights` under four layouts.
//!
//! ```text
//! cargo run --release -p rowkey-examples --features inspect --bin keys -- compare TimeFirst PlaneFirst Salted SaltedDead \
//!     examples/data/flights-2013-01.csv --time scheduled --html flights.html
//! ```
//!
//! The page shows what each layout does to a table of eight regions before a row is stored: the hot region that moves, the hot
//! region that stays, eight regions that share the writes, and one more that never gets any.

mod layouts;

use layouts::{PlaneFirst, Salted, SaltedDead, TimeFirst};

rowkey_inspect::main!(TimeFirst, PlaneFirst, Salted, SaltedDead);
