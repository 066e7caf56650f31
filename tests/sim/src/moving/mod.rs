//! A model of the protocol that moves the rows of a live table to other keys.
//!
//! The rows of an old table move to a new table, one to one. `map` gives the new key of an old row, and `back` the old key
//! of a new row. Programs of two neighboring steps run at the same time, and each may go back to the step before.
//!
//! Engines with transactions and engines without them need two protocols. For the former, the steps are the model's own. For
//! the latter, the model runs the [machines](rowkey_store::__moving) of `rowkey-store`. Read [`steps`] first, then
//! [`transactions`] for the former, and the machines, [`passes`], [`scans`], and [`ordered_scan`] for the latter. The [`world`]
//! runs both.
//! [Histories](history) draw random schedules, [`schedules`] has one for each race, and the [`mutants`] are wrong protocols.
//!
//! # Properties
//!
//! 1. All calls on a row fit into one order, in each step ([`Model`](crate::model::Model)). So no acknowledged write is
//!    lost, and no deleted row comes back. The calls are get, put, delete, compare-and-set, and each row of a scan.
//! 2. A scan in order returns each row once, and misses none. A scan by range misses no row that exists all the time.
//! 3. A program that goes back to the step before reads every acknowledged write.
//! 4. After the passes, no old row is left but those with `back(map(old)) != Some(old)`. These stay as they are.
//!
//! # Steps
//!
//! | Step | With transactions | Without transactions |
//! |---|---|---|
//! | `OldOnly` | Reads and writes the old table. It is the program from before the move | The same. It must end before a row moves |
//! | `OldFirst` | Reads the old table. Writes both | Reads the old row, then the new one if the old row does not decide. Writes the row where it is, and an absent row in the old table |
//! | `NewFirst` | Reads the new table. Writes both | Reads as `OldFirst` does. Hands a row over before it writes it |
//! | `NewOnly` | Reads and writes the new table | The same |
//!
//! | From, to | With transactions | Without transactions |
//! |---|---|---|
//! | `OldOnly`, `OldFirst` | At any time | At any time |
//! | `OldFirst`, `NewFirst` | After a copy that began when no `OldOnly` ran | At any time. The passes of `NewFirst` may run beside `OldFirst` |
//! | `NewFirst`, `NewOnly` | When no `OldFirst` runs | After a pass `Mark` that began when no `OldFirst` ran and no message of one was on its way |
//! | `NewOnly`, `NewFirst` | Until `finish` has begun. It is safe even later | Until `finish` has begun |
//! | `NewFirst`, `OldFirst` | At any time if no `NewOnly` has run. Else after a copy back, which a program of `NewFirst` runs | At any time if no `NewOnly` has run. Else when no message of one is on its way |
//! | `OldFirst`, `OldOnly` | At any time. Then the copy begins again | Only if no row has moved |
//!
//! A new row without an old key (`back` is `None`) can be put only when no program reads the old row alone. With
//! transactions that is `NewOnly`. Without them, it is `NewFirst`. The earlier steps refuse the put with an error.
//!
//! # With transactions
//!
//! Both tables must be in one database. Each call is one transaction. So is each row of a pass:
//!
//! - **`move_rows` in `OldFirst`** makes the new table equal to the old one. It puts and also deletes: `OldOnly` may have
//!   replaced or deleted an old row whose new row `OldFirst` has written.
//! - **`move_rows` in `NewFirst`** makes the old table equal to the new one, for a rollback after `NewOnly`. A row without
//!   an old key cannot be copied back, and is counted.
//! - **`finish` in `NewOnly`** deletes the old rows that can move.
//!
//! Why it works: in each step one table decides. While `OldFirst` and `NewFirst` run, both tables are equal after each
//! transaction, so it does not matter which one a program reads. While other steps run together, all of them read the
//! same table. A scan reads one table. So it needs no merge, it keeps the order of its table, and a row is never doubled.
//!
//! # Without transactions
//!
//! A swap changes one row atomically, if it has the expected [version](rowkey_store::versions). A version has a kind:
//!
//! | Kind | Table | Meaning |
//! |---|---|---|
//! | `Written` | both | A program wrote the row here |
//! | `Copied` | new | A copy. It counts if the old row has a mark |
//! | `Moved` | old | The mark: the new row counts, whatever it is |
//!
//! A row from before the move has no version. A row whose newest version names no value is a tombstone, even if an older
//! copy of a value arrives later.
//!
//! **A get** reads the old row. If it has a value, that is the result. If it has a mark, the new row is the result.
//! Otherwise the row is absent, unless the new row is `Written`. That happens only beside or after `NewOnly`.
//!
//! **A hand-over** moves one row. Each step that fails begins it again:
//!
//! 1. Read the new row, and then the old row. If the old row has a mark or the new row is `Written`, it is over.
//! 2. Swap the copy into the new row: the value of the old row, or a tombstone. Its time is later than both rows.
//! 3. Swap the mark into the old row, and delete its value.
//!
//! **A write** of `OldFirst` swaps the row that counts. A write of `NewFirst` hands the row over, and then swaps the new
//! row. A delete of a row without any cell writes nothing. If the answer to a swap is lost, the writer reads the version: its
//! own is done, the expected one is fenced, and any other one leaves the outcome unknown.
//!
//! **Passes** of `NewFirst`, each of which may be repeated:
//!
//! - **`Copy`** (`move_rows`) puts copies of many old rows in one batch, without a condition. A copy has the time and the
//!   random bytes of its old row, so all copies of one version are the same cells.
//! - **`Mark`** reads the old row and then the new one. If the new row is the copy of exactly this version, it swaps the
//!   mark into the old row. Otherwise it hands the row over. Tombstones of the old table are handed over too.
//! - **`Finish`** (in `NewOnly`, when no message of `NewFirst` is on its way) deletes the marks and tombstones of the old table.
//!   Before that, it swaps away the value of a new row if that does not count: a late copy has put it under a tombstone.
//!
//! # Why it works
//!
//! The old row decides until its mark, and the new row from then on. The mark is one swap, so the change is atomic. It is
//! right if the new row equals the old row at the time of the mark. Let the mark expect version `n` of the old row:
//!
//! - Versions never come back, so the old row was at `n` from the read to the mark.
//! - A copy by a swap expects what the new row was before its client read the old row. If it succeeds after the copy of `n`,
//!   its client has read the old row later, so it is a copy of `n` too.
//! - A copy without a condition has the time of its version. Versions up to `n` are not later than the copy that the mark
//!   relies on, and there are no later versions. So a late copy is hidden, or writes the same cells again.
//! - A new row that was written after the mark is later than each copy, so all late copies are hidden.
//!
//! After `Mark`, each old row that ever had a version or a value has a mark, and its new row is right. An old row without any
//! cell was never copied. So `NewOnly` needs no old row, and the earlier steps look at the new row if the old one is empty.
//!
//! # Races
//!
//! | Race | Outcome |
//! |---|---|
//! | Two clients hand over one row | One copy and one mark succeed. The other client begins again |
//! | The old row changes between copy and mark | The mark fails, and the hand-over begins again |
//! | The old row is deleted after its copy | The copy does not count without a mark. `Mark` puts a tombstone over it |
//! | A copy arrives after the new row was written or deleted | The version of the new row is later |
//! | A copy of an older version has a later time, from a fast clock | `Mark` sees another version, and hands the row over |
//! | A row moves between the two reads of a get | The old row is read first, so the new row is there |
//! | A row moves during a scan by range | Old rows are read first, so it is found, at most twice |
//! | A row moves between the two pages of a window | It is in both, with equal keys, so a scan in order returns it once |
//! | A row moves between two windows of a scan in order | The new rows of each window are read after its old page |
//! | A client crashes between copy and mark | The old row still decides. The next writer or pass moves it |
//! | A put of `OldFirst` arrives beside `NewOnly` | The pass before `NewOnly` waits until no such message is left |
//! | A put of `NewOnly` arrives beside `OldFirst` | The rollback waits until no such message is left |
//! | `OldOnly` replaces a row that `OldFirst` has copied | With transactions: the copy replaces and deletes. `put_if_absent` would keep the old value |
//!
//! # The proposal
//!
//! The first plan had three steps: read old and write both, read both and write new, new only. Programs of its first two
//! steps do not agree. The second one puts a row into the new table, and the first one reads the old table alone: an
//! acknowledged put is not read, and a `put_if_absent` beside it succeeds too ([`AsProposed`](mutants::Mutant::AsProposed)).
//! On engines without transactions, no order of two writes helps. One program swaps the old row and the other the new
//! one, so two compare-and-sets of one value both succeed. Hence the mark, which says for each row where it is.
//!
//! # Limits
//!
//! - **`OldOnly` on engines without transactions** is not in the model. Its plain writes have the limits of
//!   [plain writes](rowkey_store::versions) beside the swaps of `OldFirst`. It cannot read a row that has moved.
//! - **A plain table** after `NewOnly` reads the value alone. On Bigtable, or after a major compaction of HBase, a late copy
//!   of a deleted row would come back there. `Finish` deletes the values of those that came before it. Wait for the grace after
//!   it, and keep tombstones until then.
//! - **A scan in order** needs `ordered()`. It reads a page of the old table, and then the new rows up to the last row of this
//!   page. The next window begins after that row, and so does a scan from a cursor. All functions of the model keep the order.
//! - **A scan by range** on engines without transactions returns a row twice if it moves meanwhile. It reads all old rows
//!   first.
//! - In both scans, a row in a page of the new table counts if it is `Written`. A copy in the page may be older than the old row,
//!   so its row is read as a get does.
//! - **Two databases** have no common transaction, so the protocol with transactions does not move rows between them.
//! - **Values that expire**, several columns in a row, and secondary keys are not in the model.
//! - **Rows that cannot move** are not visible to calls of the new type. A scan reports each as an error, and goes on.
//!
//! # Run
//!
//! `FAULT_SEED=7` runs one history and prints its events, and `FAULT_HISTORIES=100000` runs that number of histories:
//!
//! ```text
//! FAULT_HISTORIES=100000 cargo test -p simulation --lib moving::seeds::histories
//! cargo test -p simulation --lib moving::seeds::each_mutant -- --nocapture
//! ```

mod client;
mod history;
mod message;
mod mutants;
mod ordered_scan;
mod passes;
mod scans;
mod schedules;
mod script;
mod seeds;
mod server;
mod steps;
mod transactions;
mod world;
