//! Secondary keys on engines without transactions: the protocol, and a model that checks it.
//!
//! HBase and Bigtable change one row atomically, and no more. So a row and its entries in the tables of the secondary
//! keys are written one after the other. Clients crash and stall, messages arrive late, and clocks differ. The protocol
//! still keeps one promise: **each row has its entries**, acknowledged or not.
//!
//! # The version
//!
//! Each row has a version, in a column family without a TTL that tables do not see:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | milliseconds, which are also the timestamp of the value and of its entries |
//! | 8 | random bytes, so that no two versions are equal |
//! | 8 | the digest of the value that has all its entries, or a mark for "no value" |
//!
//! A row without a value is a tombstone. It keeps its version until it is older than the grace of one day.
//!
//! A read returns the version and the value together. The next time of a row is the time of the clock, or one more than
//! its newest cell. No step uses another clock.
//!
//! The value can change without the version: it expires, or a plain write replaces it. Then the digest differs, and
//! nothing is known about the entries of the row.
//!
//! A put could also put all its entries each time. Then no step needs the digest, and the expiry of a value needs no
//! fence. But a put that changes no secondary key would write its entries again, in one more round trip.
//!
//! # The steps
//!
//! - **put**: (1) Read the row. (2) Choose the next time. (3) Put the entries of the new value at that time, and wait for
//!   all. Skip those that the old value has, if the version names the old value. (4) Swap: if the row still has the
//!   version, set the new version and the new value. Otherwise begin again. (5) Delete the entries that only the old
//!   value has, up to the new time.
//! - **delete**: a put without a new value. The row becomes a tombstone. A delete of a row that has neither a version nor
//!   a value writes nothing.
//! - **rule of deletes**: only a client that has read the row at a version of time `s` or later, in which it has not the
//!   entry, deletes the entry up to `s`.
//! - **fence**: a swap that changes only the version. Every writer that has read the old version begins again. The new
//!   version names the value only if the old one did.
//! - **unknown outcome**: if the answer to a swap is lost, read the version. If it is the new one, the put is done. If it
//!   is the old one, fence the row, and begin again. Otherwise, the put may have been made and replaced, and the outcome
//!   is unknown.
//! - **sweep**: for an entry that its row does not have, fence the row if its version is earlier than the entry, or if it
//!   names a value that the row no longer has. Then delete the entry up to the time that was seen. Leave an entry whose
//!   row has no version, until the entry is older than the grace. Delete old tombstones, if they still have the version.
//! - **load**: read the rows. Put the entries of new rows, then the rows without a condition, in batches. Every other row
//!   is a put. On Bigtable, a new row is a put too.
//! - **build** of a new key: read each row, and put its entries at the time of its newest cell. First fence a row whose
//!   version names a value that it no longer has. All programs must write the key before a build begins, and no program
//!   reads the key before a build is complete: [`KeyState`](world::KeyState).
//! - **scan**: an entry counts if its row, read after it, has this secondary key. Readers never write.
//!
//! # Why it holds
//!
//! Let a row have the entry `e` in the versions from time `m` to `n`, and not in the version before `m`. Its writer put
//! `e` at `m` before its swap. Consider a delete of `e` up to `s`. Its client has read a version without `e`:
//!
//! - If that version is earlier than `m`, then `s` is too. The cell at `m` stays.
//! - If it is later than `n`, the versions from `m` to `n` are no longer current.
//! - If the value has changed without the version, the client has fenced the row before the delete. No swap succeeds that
//!   counts on the entries of the old value.
//!
//! So a late copy of a delete removes nothing that the row has. A late copy of an entry is a stale entry, which costs a
//! read until the next sweep. A late copy of a swap finds another version.
//!
//! # The races
//!
//! | Race | Outcome |
//! |---|---|
//! | a sweep sees an entry before its row is swapped | The fence makes the put begin again. |
//! | a sweep stalls, and the entry is put again | The new cell is later than the delete. |
//! | two writers read one version | One swap succeeds. The other writer begins again. |
//! | the clock of the next writer is behind | The tombstone keeps the time, so the next version is later. |
//! | a value expires after a put has read it, and a sweep deletes its entries | The fence makes the put begin again. |
//! | a value expires after a put has read it, and a build skips the row | The same fence. |
//! | a plain write replaces the value | The next put puts all its entries. |
//! | a sweep sees the entries of a load | They are younger than the grace, so they stay. |
//! | the row of a load arrives again after a delete | HBase hides it. Bigtable would restore it, so a load swaps there. |
//!
//! # What it does not promise
//!
//! - A plain write keeps no entries until the next put or build of its row. It can be lost beside a swap. A plain delete by
//!   a clock that is ahead hides a later put on HBase.
//! - A compare-and-set does not notice a plain write or an expiry between its read and its swap.
//! - Two steps trust clocks: a sweep waits for the grace before it deletes an entry without a version, or a tombstone. No
//!   operation and no message may take longer.
//! - Nobody else writes a row that is loaded, until a load of it has returned. If a load on HBase crashes or fails, no
//!   load of the row may begin while its put can still arrive. A fence does not stop a put without a condition. Nor may a
//!   major compaction remove the marker of a delete in that time.
//!
//! # The model
//!
//! [`protocol`] has the steps without I/O, and [`server`] the engines with timestamps. The [`world`] sends messages
//! between them, and [`checks`] checks each step. A [history](history) draws a random schedule. A [script](script) is a schedule of a
//! test, and [`schedules`] has one for each race. The [`mutants`] are wrong protocols that the checks must find.
//!
//! Three properties hold in each history:
//!
//! 1. After each step, each row with a value has a visible entry for each of its secondary keys.
//! 2. All calls on a row fit into one order ([`Model`](crate::model::Model)).
//! 3. A scan never returns a row under a secondary key that it does not have. After a sweep past the grace, no stale
//!    entries and no tombstones are left.
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
