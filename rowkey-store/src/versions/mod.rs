//! Secondary keys on engines without transactions, such as HBase and Bigtable.
//!
//! These engines change one row atomically, but not several. So an [`IndexedTable`](crate::IndexedTable) writes the
//! secondary keys of a row first, and then the row. Programs crash and stall, messages arrive late, and clocks differ. One
//! promise still holds: **you can find each row by each of its secondary keys**, even if the write of the row was never
//! acknowledged.
//!
//! This page explains how the promise is kept, and its limits. It is for users who want to know the limits, and for
//! authors of engines. An engine implements [`Versioned`] or `AsyncVersioned`, and names [`Versions`](crate::Versions) as
//! its [way](crate::IndexedStore::Way).
//!
//! # Terms
//!
//! | Term | Meaning |
//! |---|---|
//! | row | A row of the primary table |
//! | entry | A row in the table of a secondary key. Its key is the secondary key, and its value is the key of the row |
//! | stale entry | An entry whose row does not have this secondary key, or does not exist |
//! | cell | A value with a timestamp in milliseconds. A column has several, and the newest one counts |
//! | version | A second column of each row, hidden from tables. Each write of the row sets another version |
//! | swap | One atomic step of a row. If the row has the expected version, it gets a new one, and its value changes |
//! | fence | A swap that keeps the value. Each writer that has read the old version must begin again |
//! | tombstone | A row with a version and without a value. Tables do not see it |
//! | grace | The longest time that an operation or a message takes: [`Versioned::grace`], one day by default |
//! | plain write | A write of the row alone: [`Table::put`](crate::Table::put), or another program |
//!
//! # Example
//!
//! User 7 changes their email address from `a` to `b`. The version of the row has the time 100. The clock shows 205:
//!
//! | Step | Row `7` | Entry `a7` | Entry `b7` |
//! |---|---|---|---|
//! | Read the row | version 100, value `a` | at 100 | |
//! | Put the new entry | version 100, value `a` | at 100 | at 205 |
//! | Swap from version 100 to 205 | version 205, value `b` | at 100 | at 205 |
//! | Delete the old entry, up to 205 | version 205, value `b` | | at 205 |
//!
//! A program that crashes in between leaves a stale entry: `b7` before the swap, or `a7` after it. A scan skips it, and a
//! sweep deletes it. The row has its entry at each step.
//!
//! # The version
//!
//! A version has 24 or 25 bytes:
//!
//! | Bytes | Content |
//! |---|---|
//! | 8 | The time in milliseconds, in big-endian order. It is also the timestamp of the value and of its entries |
//! | 8 | Random bytes, so that all versions differ |
//! | 8 | The XXH3 hash of the value, or zeros for "no value" |
//! | 0 or 1 | After a move of rows to other keys: `0x63 ('c')` for a copy, or `0x6d ('m')` for a row that has moved |
//!
//! An indexed table only sets versions of 24 bytes. It reads a copy as a row from before its secondary keys. An operation on
//! a row that has moved fails with an error, and sweeps leave this row.
//!
//! The time of a new version is the time of the clock, or one more than the newest cell of the row. So the versions of a
//! row always increase, however wrong the clocks are.
//!
//! The hash names the value that has all its entries. The value can change without the version: it expires, or a plain
//! write replaces it. Then the hash differs, and the entries of the new value are unknown. A fence names the value only if
//! the old version did.
//!
//! # Writes
//!
//! **A put or a delete** begins again until its swap succeeds:
//!
//! 1. Read the version and the value of the row, together.
//! 2. Put the entries of the new value, at the time of the new version, and wait for all. Skip those that the old value
//!    has, if the version names the old value.
//! 3. Swap. The value is put, or deleted up to the time of the new version. If the row has another version than in step 1,
//!    begin again.
//! 4. Delete the entries that only the old value has, up to the time of the new version. If this fails, they stay until
//!    the sweep.
//!
//! A delete leaves a tombstone. If the row has neither a version nor a value, the delete writes nothing. A compare-and-set
//! compares the value after step 1. If the value cannot be decoded, the write fails, and the row does not change.
//!
//! **A lost answer** to the swap leaves its outcome unknown. Then the writer reads the version:
//!
//! | Version | Next step |
//! |---|---|
//! | The new one | Continue with step 4 |
//! | The old one | Fence the row, so that the swap fails if it arrives late. Then begin again |
//! | Another one | Return the error of the engine. The write may have been made, and then replaced |
//!
//! **A load** puts rows that do not exist, many in one call. It reads the rows ([`Versioned::read_new_rows`]), puts their
//! entries, and then creates the rows ([`Versioned::create`]). A row that has a version or a value is a put. If the answer to a creation is lost, the load
//! reads the row, and creates it again with the same version if it is still empty.
//!
//! Writers of the same row never wait for a lock. If a write begins again until [`Versioned::retry_for`] is over, it returns
//! [`TableError::Contended`](crate::TableError::Contended).
//!
//! # Reads
//!
//! A scan by a secondary key reads entries, and then their rows. An entry counts if its row has this secondary key. Readers
//! never write.
//!
//! # Sweeps and builds
//!
//! Each delete of an entry follows one **rule of deletes**: to delete an entry up to the time `s`, a client must have read
//! the row without this entry, at a version of time `s` or later.
//!
//! **A sweep** checks each entry that its row does not have:
//!
//! 1. Read the row. If its version is earlier than the entry, a writer may be between its entries and its swap. Then fence
//!    the row. Also fence it if its version names a value that it no longer has. If the fence fails, read again.
//! 2. Delete the entry up to the time at which it was seen.
//!
//! A load may be about to create a row without a version. So the sweep leaves its entries until they are older than the
//! grace. After all entries, the sweep removes tombstones that are older than the grace, if they still have the same
//! version.
//!
//! **A build** of a new secondary key ([`IndexedTable::reindex`](crate::IndexedTable::reindex)) reads each row, and puts
//! its entries at the time of its newest cell. If the version names a value that the row no longer has, it first fences the
//! row. All programs must write the key before its build begins. Programs may read it when the build is complete.
//!
//! # Why it works
//!
//! Let a row have the entry `e` in its versions from time `m` to `n`, and not in the version before `m`. The writer of `m`
//! has put `e` at `m`, before its swap. Consider a delete of `e` up to `s`. By the rule of deletes, its client has read a
//! version without `e`:
//!
//! - If that version is earlier than `m`, then `s` is too. The cell at `m` stays.
//! - If it is later than `n`, then the versions from `m` to `n` are no longer current.
//! - If a value without `e` was there under one of these versions, the client has fenced the row before the delete. No swap
//!   that relies on the entries of the old value succeeds.
//!
//! So a late copy of a delete removes only entries that the row does not have. A late copy of an entry is a stale entry. A
//! late copy of a swap finds another version.
//!
//! # Races
//!
//! | Race | Outcome |
//! |---|---|
//! | A sweep sees an entry before the swap of its row | The fence makes the put begin again |
//! | A sweep stalls, and the entry is put again | The new cell is later than the delete |
//! | Two writers read the same version | One swap succeeds. The other writer begins again |
//! | The next writer's clock is slow | The tombstone keeps the time, so the next version is later |
//! | A value expires after a put has read it, and a sweep deletes its entries | The fence makes the put begin again |
//! | A value expires after a put has read it, and a build skips the row | The fence makes the put begin again |
//! | A plain write replaces the value | The next put puts all its entries |
//! | A sweep sees the entries of a load | They are younger than the grace, so they stay |
//! | A load's creation of a row is late, and its outcome unknown | The load repeats it. A fence would let a sweep delete the entries |
//! | A copy of the creation arrives after a delete of the row | HBase hides it, because a delete leaves a marker. Bigtable has no markers, so it creates rows by a swap |
//!
//! # Limits
//!
//! - **Plain writes** keep no entries. The next put or build of the row puts them. A plain write that overlaps with a swap
//!   can be lost. A compare-and-set does not notice a plain write, or an expiry, between its read and its swap. On HBase, a
//!   plain delete by a fast clock hides later puts.
//! - **Clocks** matter in two places. A sweep deletes an entry whose row has no version, and a tombstone, only if it is
//!   older than the grace. No operation and no message may take longer.
//! - **Loads on HBase** need rows that no other program writes until the load has returned. If a load fails or its program
//!   crashes, its put may still arrive. Wait for the grace before you load these rows again. Until then, a major compaction
//!   must not remove the markers of deletes. On Bigtable, a load is as safe as a put.
//! - **Stale entries** cost a read each until the next sweep.
//!
//! # Your own engine
//!
//! [`Versioned`] lists the methods. The protocol relies on these properties:
//!
//! - One read of a row returns its version and its value from the same moment.
//! - The read of a load finds each row that has a version or a value, also tombstones: [`Versioned::read_new_rows`].
//! - A put or a delete of entries can be repeated, and can arrive late. A delete up to a time leaves later cells.
//! - A put of a whole row changes both cells together: [`Versioned::put_rows_at`]. Only a move of rows to other keys needs it.
//! - A swap is atomic, and is sent only once. If its outcome is unknown, it is [`Swapped::Unknown`], not an error.
//! - Creating a row is a swap that expects no version. It can be a put without a condition if a delete hides each copy of
//!   the put that arrives later. The put may then be repeated with the same bytes and timestamps.
//!
//! The tests of this repository run the same steps in thousands of random histories, with crashes, lost and late messages,
//! and wrong clocks. They also break each step on purpose, and check that the histories find it.

#[cfg(feature = "async")]
mod async_store;
#[cfg(feature = "async")]
pub(crate) mod async_way;
#[cfg(feature = "async")]
mod blocking;
mod changes;
pub(crate) mod operations;
mod pass;
#[doc(hidden)]
pub mod protocol;
mod rounds;
mod store;
pub(crate) mod way;
mod within;

#[cfg(feature = "async")]
pub use async_store::AsyncVersioned;
pub use pass::Swept;
pub use store::{Cell, Swap, SwapValue, Swapped, TimedDelete, TimedPut, TimedRow, Versioned, VersionedRow};
