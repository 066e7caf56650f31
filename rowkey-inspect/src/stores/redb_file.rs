//! The keys of a redb file. The file is opened read-only, so that other programs can read it at the same time.

use super::StoredKeys;
use crate::failure::Failure;
use redb::{Builder, DatabaseError, ReadOnlyDatabase, ReadableDatabase, TableDefinition, TableHandle};
use std::path::Path;

/// The size of redb's cache in bytes. Keys are read once in order, so the default of 1 GiB would fill with pages that
/// are not read again.
const CACHE: usize = 16 << 20;

/// Opens a table. Without a name, opens the only one.
pub(super) fn open(file: &Path, table: Option<&str>) -> Result<StoredKeys, Failure> {
    let wrong = |error: redb::Error| Failure::Wrong(format!("{}: {error}", file.display()));
    let database = Builder::new().set_cache_size(CACHE).open_read_only(file).map_err(|error| match error {
        DatabaseError::RepairAborted => Failure::Wrong(format!(
            "{}: the database was not closed and needs a repair: open it once with the program that wrote it",
            file.display()
        )),
        error => wrong(error.into()),
    })?;
    let names = tables(&database).map_err(wrong)?;
    let table = match (&names[..], table) {
        ([only], None) => only,
        (names, Some(table)) if names.iter().any(|name| name == table) => table,
        _ => return Err(Failure::Usage(format!("expected `--table`, one of {}", names.join(", ")))),
    };
    let mut keys = keys_of(&database, table).map_err(wrong)?;
    let file = file.to_owned();
    let next = move || {
        // The closure keeps the database open.
        let _ = &database;
        keys.next().transpose().map_err(|error| Failure::Wrong(format!("{}: {error}", file.display())))
    };
    Ok(StoredKeys { next: Box::new(next), number: 0, split_keys: None })
}

/// Returns the sorted names of the tables.
fn tables(database: &ReadOnlyDatabase) -> Result<Vec<String>, redb::Error> {
    let transaction = database.begin_read()?;
    let tables = transaction.list_tables()?;
    Ok(tables.map(|table| table.name().to_owned()).collect())
}

/// Returns the keys of a table.
fn keys_of(
    database: &ReadOnlyDatabase,
    table: &str,
) -> Result<impl Iterator<Item = Result<Vec<u8>, redb::StorageError>> + use<>, redb::Error> {
    let rows = database.begin_read()?.open_table(TableDefinition::<&[u8], &[u8]>::new(table))?;
    let rows = rows.range_owned::<&[u8]>(..)?;
    Ok(rows.map(|row| row.map(|(key, _)| key.value().to_vec())))
}
