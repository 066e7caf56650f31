//! The error of a table.

use rowkey_core::scan::{MergeError, OutOfOrder};
use rowkey_core::{DecodeError, EncodeError, ScanError};
use std::error::Error;

use crate::move_step::{CannotMove, MoveStep};

/// The error of a [`Table`](crate::Table). `E` is the error type of the store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError<E: Error + 'static> {
    /// A key cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The store holds a key of another layout, or a damaged one.
    #[error("expected a key of the table's type, found the row \"{}\"", key.escape_ascii())]
    Decode {
        /// The key.
        key: Vec<u8>,
        /// The decode error.
        source: Box<DecodeError>,
    },
    /// A value cannot be encoded.
    #[error("cannot write the value of the row \"{}\"", key.escape_ascii())]
    WriteValue {
        /// The key of the row.
        key: Vec<u8>,
        /// The error of the [`ValueCodec`](crate::ValueCodec).
        source: Box<dyn Error + Send + Sync>,
    },
    /// The store has a value of another type, or a damaged value.
    #[error("cannot read the value of the row \"{}\"", key.escape_ascii())]
    ReadValue {
        /// The key of the row.
        key: Vec<u8>,
        /// The error of the [`ValueCodec`](crate::ValueCodec).
        source: Box<dyn Error + Send + Sync>,
    },
    /// Two rows of an [`IndexedTable`](crate::IndexedTable) have the same unique secondary key. The batch was not
    /// written.
    #[error(
        "the secondary key `{name}` \"{}\" already belongs to the row \"{}\", so the row \"{}\" cannot have it",
        key.escape_ascii(), row.escape_ascii(), refused.escape_ascii()
    )]
    NotUnique {
        /// The type of the secondary key.
        name: &'static str,
        /// The secondary key.
        key: Vec<u8>,
        /// The key of the row that already has it.
        row: Vec<u8>,
        /// The key of the row that was to get it.
        refused: Vec<u8>,
    },
    /// A secondary key gives the key of another row, so its [`SecondaryKey::row`](rowkey_core::SecondaryKey::row) or the
    /// function that makes it is wrong. The batch was not written.
    #[error("the secondary key `{name}` \"{}\" is not of the row \"{}\"", key.escape_ascii(), row.escape_ascii())]
    NotOfRow {
        /// The type of the secondary key.
        name: &'static str,
        /// The secondary key.
        key: Vec<u8>,
        /// The key of the row.
        row: Vec<u8>,
    },
    /// The secondary key depends on a field that neither the stored key nor the stored value contains. The batch was
    /// not written.
    #[error(
        "the secondary key `{name}` of the row \"{}\" uses a field that neither the row's key nor its value stores",
        row.escape_ascii()
    )]
    NotKept {
        /// The type of the secondary key.
        name: &'static str,
        /// The key of the row.
        row: Vec<u8>,
    },
    /// A row has more than 1,000 secondary keys of one type. The batch was not written.
    #[error("the row \"{}\" has {found} secondary keys `{name}`, more than 1,000", row.escape_ascii())]
    TooManySecondaryKeys {
        /// The type of the secondary keys.
        name: &'static str,
        /// The key of the row.
        row: Vec<u8>,
        /// The number of its secondary keys, each counted once.
        found: usize,
    },
    /// The table is not a secondary key of the [`IndexedTable`](crate::IndexedTable) whose rows it was to give.
    #[error("the table of `{name}` is not a secondary key of this table: add it with `with_key` or `with_index`")]
    NotASecondaryKey {
        /// The key type of the table.
        name: &'static str,
    },
    /// The secondary key is not [built](crate::IndexedTable#new-secondary-keys): the table has rows that may lack it.
    #[error(
        "the secondary key `{name}` is not built, so rows can be missing: deploy it to all programs that write the \
         table, then call `reindex`"
    )]
    NotBuilt {
        /// The type of the secondary key.
        name: &'static str,
    },
    /// Other writers change the row all the time, so a write of an [`IndexedTable`](crate::IndexedTable) or a
    /// [`MovingTable`](crate::MovingTable) has begun again until its time was over. The row was not written.
    #[error("other writers change the row \"{}\" all the time: gave up after {attempts} attempts", key.escape_ascii())]
    Contended {
        /// The key of the row.
        key: Vec<u8>,
        /// The number of attempts.
        attempts: u32,
    },
    /// The key of a row in the other table of a [`MovingTable`](crate::MovingTable) does not give its own key back.
    #[error(transparent)]
    CannotMove(#[from] Box<CannotMove>),
    /// A [move](crate::MovingTable) could not move some rows. It moved all others, and these stay where they are.
    #[error(
        "{rows} rows cannot be moved and stay, the first is \"{}\"; {moved} rows are moved",
        key.escape_ascii()
    )]
    NotMoved {
        /// The number of rows that this call has copied or deleted.
        moved: u64,
        /// The number of rows that stay.
        rows: u64,
        /// The key of the first of them.
        key: Vec<u8>,
        /// The reason why the first one stays.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The rows of the old table are not all in the new one, so the step of this program must not begin yet.
    #[error(
        "rows of `{from}` may not be in the table of `{name}` yet: run `move_rows` in the step `{step:?}` until it ends, \
         when no program of an earlier step runs any more"
    )]
    NotCopied {
        /// The new key type.
        name: &'static str,
        /// The old key type.
        from: &'static str,
        /// The step that copies them.
        step: MoveStep,
    },
    /// A [`MovingTable`](crate::MovingTable) cannot do this in its step.
    #[error("`{call}` cannot run in the step `{step:?}` of a move: it needs the step {needs}")]
    WrongStep {
        /// The call.
        call: &'static str,
        /// The step of the table.
        step: MoveStep,
        /// The steps in which it can run.
        needs: &'static str,
    },
    /// The plan of a scan is reversed, sorted, or distinct. On an engine without transactions, a
    /// [`MovingTable`](crate::MovingTable) cannot read it. Rows come in no order, or in the order of the new key if the table is
    /// [`ordered`](crate::MovingTable::ordered).
    #[error(
        "rows that move are only in the order of the new key on an engine without transactions, and only with `ordered()`: \
         do not reverse or sort the plan"
    )]
    Unordered,
    /// The key functions of an [`ordered`](crate::MovingTable::ordered) table do not keep the order. The scan left the row out,
    /// and it may miss others.
    #[error(
        "the row \"{}\" of `{name}` has the new key \"{}\", which is not after \"{}\", the new key of the row before: do not \
         call `ordered()`, because `new_key` does not keep the order",
        row.escape_ascii(), key.escape_ascii(), after.escape_ascii()
    )]
    OrderNotKept {
        /// The old key type.
        name: &'static str,
        /// The old key of the row.
        row: Vec<u8>,
        /// Its new key.
        key: Vec<u8>,
        /// The new key of the old row before it.
        after: Vec<u8>,
    },
    /// The row has no key in the old table, which programs of the step before still read. It was not written.
    #[error("the row \"{}\" has no key in the old table, which other programs may read: put it in the step {needs:?}", key.escape_ascii())]
    NoOldKey {
        /// The new key of the row.
        key: Vec<u8>,
        /// The first step that can put it.
        needs: MoveStep,
    },
    /// A `delete_all` could not delete some rows of its plan. It deleted all others, and these stay. A key that does not
    /// decode belongs to another layout or is damaged. An [`IndexedTable`](crate::IndexedTable) also keeps rows with
    /// unreadable values, because it cannot know their secondary keys.
    #[error(
        "{rows} of the rows to delete cannot be read and stay, the first is \"{}\"; {deleted} rows are deleted",
        key.escape_ascii()
    )]
    NotDeleted {
        /// The number of deleted rows.
        deleted: u64,
        /// The number of rows that stay.
        rows: u64,
        /// The key of the first of them.
        key: Vec<u8>,
        /// The reason why the first one stays.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Two tables of an [`IndexedTable`](crate::IndexedTable) share a store, and a row of one could be read as a row of
    /// the other. The call did nothing.
    #[error(
        "`{name}` and `{other}` are in one store, but their keys are not disjoint: give each table its own store or \
         subspace, or each key its own `#[rowkey(prefix = \"..\")]`. `rowkey::disjoint!({name}, {other})` shows a key \
         of both"
    )]
    SharedStore {
        /// The key type of one table.
        name: &'static str,
        /// The key type of the other table.
        other: &'static str,
    },
    /// The text is not a cursor of [`Table::rekey`](crate::Table::rekey),
    /// [`IndexedTable::reindex`](crate::IndexedTable::reindex), or a [move](crate::MovingTable), or it is a cursor of another
    /// table or another step.
    #[error("expected a cursor from an earlier call on the same table, found \"{found}\"")]
    Cursor {
        /// The text.
        found: String,
    },
    /// The query cannot be planned, or the plan cannot be read: it has too many ranges to merge, it resumes from a cursor
    /// of another order, or it is a [full scan](crate::Table::allow_full_scans) with conditions. The table did not read
    /// any row.
    #[error(transparent)]
    Scan(#[from] Box<ScanError>),
    /// The store returned rows in the wrong order, so its [`Reader`](crate::Reader) has a bug.
    #[error(transparent)]
    OutOfOrder(#[from] OutOfOrder),
    /// The store failed.
    #[error(transparent)]
    Store(E),
}

impl<E: Error> TableError<E> {
    /// Returns `true` if the reason is a cursor that the call cannot resume from: the cursor is damaged, or of another
    /// query, or of another order. In a web service, this is an error of the client.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_store::{MemoryStore, Store, Table, TableError};
    ///
    /// #[derive(RowKey, Debug)]
    /// struct Call { phone: u64, at: i64 }
    ///
    /// type Page<S> = Result<Vec<i64>, TableError<<S as Store>::Error>>;
    ///
    /// fn page<S: Store>(calls: &Table<Call, S>, phone: u64, cursor: &str) -> Page<S> {
    ///     let plan = Call::scan().phone(phone).limit(10).resume(Some(cursor)).plan()?;
    ///     calls.scan(&plan)?.map(|row| Ok(row?.0.at)).collect()
    /// }
    ///
    /// let calls = Table::new(MemoryStore::new());
    /// calls.put(&Call { phone: 7, at: 1 }, "")?;
    /// let newest_first = Call::scan().phone(7).reversed().plan()?;
    /// let mut rows = calls.scan(&newest_first)?;
    /// rows.next();
    /// for cursor in ["nonsense".to_owned(), rows.cursor().expect("one row was there")] {
    ///     let error = page(&calls, 7, &cursor).expect_err("no cursor of this scan");
    ///     assert!(error.is_wrong_cursor()); // a status of 400
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_wrong_cursor(&self) -> bool {
        match self {
            Self::Scan(error) => matches!(**error, ScanError::Cursor { .. }),
            Self::Cursor { .. } => true,
            _ => false,
        }
    }
}

impl<E: Error> From<ScanError> for TableError<E> {
    fn from(error: ScanError) -> Self {
        Self::Scan(error.into())
    }
}

impl<E: Error> From<MergeError> for TableError<E> {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::OutOfOrder(error) => Self::OutOfOrder(error),
            MergeError::Plan(error) => Self::Scan(error),
        }
    }
}
