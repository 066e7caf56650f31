//! The keys of a redb file, which is opened for reading alone: nothing is written to it, and others can read it too.

use super::StoredKeys;
use crate::failure::Failure;
use redb::{Builder, DatabaseError, ReadOnlyDatabase, ReadableDatabase, TableDefinition, TableHandle};
use std::path::Path;

/// The pages that redb keeps, in bytes. Keys are read once, in order, so its own gibibyte would fill with pages that nobody asks for.
const CACHE: usize = 16 << 20;

/// The keys of the table; of the only one, if none is named.
pub(super) fn open(file: &Path, table: Option<&str>) -> Result<StoredKeys, Failure> {
    let wrong = |error: redb::Error| Failure::Wrong(format!("{}: {error}", file.display()));
    let database = Builder::new().set_cache_size(CACHE).open_read_only(file).map_err(|error| match error {
        DatabaseError::RepairAborted => Failure::Wrong(format!(
            "{}: the database was not closed, and needs a repair: open it once with its own program",
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
        // Open as long as it is read.
        let _ = &database;
        keys.next().transpose().map_err(|error| Failure::Wrong(format!("{}: {error}", file.display())))
    };
    Ok(StoredKeys { next: Box::new(next), number: 0, split_keys: None })
}

/// The names of the tables, sorted.
fn tables(database: &ReadOnlyDatabase) -> Result<Vec<String>, redb::Error> {
    let transaction = database.begin_read()?;
    let tables = transaction.list_tables()?;
    Ok(tables.map(|table| table.name().to_owned()).collect())
}

/// The keys of a table.
fn keys_of(
    database: &ReadOnlyDatabase,
    table: &str,
) -> Result<impl Iterator<Item = Result<Vec<u8>, redb::StorageError>> + use<>, redb::Error> {
    let rows = database.begin_read()?.open_table(TableDefinition::<&[u8], &[u8]>::new(table))?;
    let rows = rows.range_owned::<&[u8]>(..)?;
    Ok(rows.map(|row| row.map(|(key, _)| key.value().to_vec())))
}
