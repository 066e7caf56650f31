//! A model that checks the secondary keys of engines without transactions.
//!
//! The [protocol](rowkey_store::versions) is documented in `rowkey-store`, with its terms. The model runs the steps of that
//! crate, so it checks the code that tables run. The steps do no I/O. Here they run against a server in memory:
//!
//! - The [`server`] has rows and entries with timestamps, as HBase or Bigtable keep them.
//! - The [`passes`] run one step machine per entry or row. The scan of a secondary key ([`read`]) is the model's own.
//! - The [`world`] sends messages between clients and the server. They may be lost, late, or copied.
//! - A [history](history) draws a random schedule of operations, crashes, and messages, in a drawn [`weather`].
//! - A [script](script) is a schedule of a test. The [`schedules`] have one for each race.
//! - The [`checks`] run after each step.
//! - The [`mutants`] are wrong protocols, which the checks must find.
//!
//! Three properties hold in each history:
//!
//! 1. After each step, each row with a value has a visible entry for each of its secondary keys.
//! 2. All calls on a row fit into one order ([`Model`](crate::model::Model)). A write that cannot decode its row has not
//!    changed it.
//! 3. A scan never returns a row under a secondary key that it does not have. After a sweep past the grace, no stale
//!    entries and no tombstones are left.
//!
//! A new secondary key of a table in use goes through the states of [`KeyState`](world::KeyState). Values that begin with
//! `x` do not decode.
//!
//! # Loads
//!
//! On HBase, a load puts its row without a condition. Then no other program writes the row, and no load of it begins while
//! the put of a crashed load may still arrive. On Bigtable, a load swaps, and its row may have other writers.
//!
//! # An alternative
//!
//! A put could put all its entries each time, in one more round trip. Then only a build needs the digest of the value. A
//! plain write in the millisecond of a swap shows why it does: without the digest, the build puts the entries of the plain
//! value at the time up to which the swap deletes its own, and HBase hides them. That is one of 233,283 histories of
//! [`PutsAllEntries`](mutants::Mutant::PutsAllEntries).
//!
//! # Run
//!
//! `FAULT_SEED=7` runs one history and prints its events, and `FAULT_HISTORIES=100000` runs that number of histories:
//!
//! ```text
//! FAULT_HISTORIES=100000 cargo test -p simulation --lib histories_keep
//! cargo test -p simulation --lib each_mutant_is_found -- --nocapture
//! ```

mod checks;
mod client;
mod history;
mod message;
mod mutants;
mod passes;
mod read;
mod schedules;
mod script;
mod seeds;
mod server;
mod weather;
mod world;

use rowkey_store::__protocol as protocol;
