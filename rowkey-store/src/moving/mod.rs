//! Moves the rows of a live table to other keys.
//!
//! A layout changes: a field is added, removed, or widened, fields change their order, text becomes binary, a prefix or a salt
//! is added. Then each row gets another key. With a [`MovingTable`], programs read and write rows during the change, and each
//! deployment can be rolled back. For another number of buckets, another hash, or another tag, `was(..)` and
//! [`Table::rekey`](crate::Table::rekey) need less.
//!
//! You need three things:
//!
//! - The old key type, in a module of its own, such as `v1`.
//! - Two functions that map each old key to its new key and back: [`MovesTo`]. The new key follows from the old key alone.
//!   [`move_laws!`](crate::move_laws) tests the functions with random keys.
//! - Two tables. On an engine with [transactions](crate::Transact), both must be in one database. HBase and Bigtable have no
//!   transactions: there, both tables need [versions](crate::versions).
//!
//! The tables can share a store if their layouts are disjoint, for example because the new one has another prefix.
//! `rowkey::disjoint!` proves it at compile time, and shows a key of both otherwise. If they share a store and are not disjoint,
//! each call returns [`TableError::SharedStore`](crate::TableError::SharedStore).
//!
//! # Steps
//!
//! Each program has a [`MoveStep`](crate::MoveStep). Deploy the steps one after the other. Programs of two neighboring steps can run at the same
//! time.
//!
//! **With transactions**, both tables have each row while programs use both:
//!
//! | Step | Reads | Writes | Before the next step |
//! |---|---|---|---|
//! | The program before the move | old table | old table | |
//! | [`OldFirst`](crate::MoveStep::OldFirst) | old table | both | Wait until no program from before the move runs. Then call [`move_rows`](MovingTable::move_rows) |
//! | [`NewFirst`](crate::MoveStep::NewFirst) | new table | both | Wait until no program of `OldFirst` runs |
//! | [`NewOnly`](crate::MoveStep::NewOnly) | new table | new table | Wait until no program of `NewFirst` runs. Then call [`finish`](MovingTable::finish) |
//! | The program after the move | new table | new table | |
//!
//! **Without transactions**, each row is in one table, and a mark in the old table says that it has moved:
//!
//! | Step | Reads | Writes | Before the next step |
//! |---|---|---|---|
//! | The program before the move | old table | old table | |
//! | `OldFirst` | both | the table that has the row, or the old one | Wait until no program from before the move runs |
//! | `NewFirst` | both | moves the row, and then writes the new table | Wait until no program of `OldFirst` runs, and none of its messages is on its way. Then call `move_rows` |
//! | `NewOnly` | new table | new table | Wait until no program of `NewFirst` runs, and none of its messages is on its way. Then call `finish` |
//! | The program after the move | new table | new table | Wait for the [grace](crate::versions::Versioned::grace) after `finish` |
//!
//! The step is a value, so it can be part of the configuration of your program. A step that begins too early is refused:
//! until `move_rows` has ended, calls in the step after it return
//! [`TableError::NotCopied`](crate::TableError::NotCopied).
//!
//! To roll back, deploy the step before. A rollback loses no write:
//!
//! | From, to | With transactions | Without transactions |
//! |---|---|---|
//! | `OldFirst`, the program before the move | At any time. Later, call `move_rows` again in `OldFirst`, because that program writes the old table alone | Only if no program of `NewFirst` has run |
//! | `NewFirst`, `OldFirst` | At any time if no program of `NewOnly` has run. Otherwise, first call `move_rows` in `NewFirst`: it copies rows back | At any time if no program of `NewOnly` has run. Otherwise when none of its messages is on its way. Later, call `move_rows` again |
//! | `NewOnly`, `NewFirst` | Until you call `finish` | Until you call `finish` |
//!
//! # Rows
//!
//! - **A new row without an old key** ([`MovesTo::old_key`] returns `None`) can be put in `NewOnly`, and without transactions
//!   also in `NewFirst`. Earlier, [`TableError::NoOldKey`](crate::TableError::NoOldKey) refuses it, because other programs could
//!   not read it.
//! - **A row that cannot move** has a key that does not come back, or a value that cannot be changed. It stays where it is.
//!   A scan in `OldFirst` returns it as an error. The passes move all other rows, and then return
//!   [`TableError::NotMoved`](crate::TableError::NotMoved) with the number of these rows and the first of them.
//! - **The order of rows** in a scan is that of the table that decides, with transactions. Without, call
//!   [`ordered`](MovingTable::ordered) if the later one of two old rows always has the later new key. Then a scan returns the
//!   rows of both tables in the order of the new key. It checks this order, and a row that breaks it is a
//!   [`TableError::OrderNotKept`](crate::TableError::OrderNotKept).
//! - **Deleted rows** stay deleted. With transactions, a pass reads both keys of a row in one transaction, and deletes a copy
//!   whose row is gone. Without, a copy counts only under the mark of its row, and a delete leaves a tombstone until `finish`.
//! - **Values** stay the same, or change with the key: [`MovingTable::with_values`].
//! - **Secondary keys** follow with transactions: [`MovingTable::with_secondary_keys`]. Each table has its own, and each
//!   transaction writes them with the rows. A row that would share a unique key of the new table cannot move.
//!
//! # How it works
//!
//! **With transactions**, each call is one transaction. In each step, one table decides. While `OldFirst` and `NewFirst` run
//! together, both tables have the same rows after each transaction, so it does not matter which one a program reads. Programs of
//! other neighboring steps read the same table. So a scan reads one table, in its order, and a row never comes twice.
//!
//! **Without transactions**, the old row decides until it has a mark, and the new row from then on. A row moves in two steps: a
//! copy, which does not count yet, and the mark, which replaces exactly the version that was copied. If the old row has changed
//! in between, the mark fails, and the row is copied again. `move_rows` puts copies of many rows at the times of the old rows,
//! without a condition, so a late copy is never newer than a later write. Then it marks them. `finish` deletes the values of
//! late copies from deleted rows, because programs after the move do not know versions.
//!
//! An ordered scan reads a page of the old table, and then the new rows up to the new key of its last row. Rows move to the new
//! table only, so a row that has left the old page is in the new rows, which are read later. If a row is in both, its two keys
//! are next to each other, and the scan returns it once.
//!
//! # Limits
//!
//! - **Without transactions**, a scan reads the old table and then the new one, in no particular order, and a row that moves
//!   meanwhile can come twice. If the key functions keep the order, [`ordered`](MovingTable::ordered) changes both. Plans cannot
//!   be reversed or sorted even then. Plain writes of the program before the move have the limits of
//!   [plain writes](crate::versions#limits) beside writes of `OldFirst`. Values must not expire during the move. A batch is
//!   not atomic.
//! - **Without transactions**, a moving table has no secondary keys. After the move, [`reindex`](crate::IndexedTable::reindex)
//!   the new table.
//! - The layouts cannot have older versions (`was(..)`): end the rekey first.
//! - A key must not depend on the value. If a field moves from the value into the key, write the new table from your program.

#[cfg(feature = "async")]
mod async_rows;
#[cfg(feature = "async")]
mod async_rows_by;
#[cfg(feature = "async")]
mod async_table;
#[cfg(feature = "async")]
mod async_transactions;
#[cfg(feature = "async")]
mod async_version_way;
#[cfg(feature = "async")]
#[doc(hidden)]
pub mod async_versions;
#[cfg(feature = "async")]
mod async_way;
mod both;
#[doc(hidden)]
pub mod calls;
mod copied;
mod deletes;
mod keys;
mod lanes;
mod moved;
mod one_page;
mod ordered;
mod page;
mod pass;
#[doc(hidden)]
pub mod protocol;
mod rounds;
mod rows;
mod rows_by;
mod secondary;
mod table;
mod transactions;
mod twins;
mod values;
mod version_way;
#[doc(hidden)]
pub mod versions;
mod way;

#[cfg(feature = "async")]
pub use async_rows::AsyncMovingRows;
#[cfg(feature = "async")]
pub use async_rows_by::AsyncMovingRowsBy;
#[cfg(feature = "async")]
pub use async_table::AsyncMovingTable;
pub use keys::MovesTo;
pub use moved::Moved;
pub use rows::MovingRows;
pub use rows_by::MovingRowsBy;
pub use table::MovingTable;
