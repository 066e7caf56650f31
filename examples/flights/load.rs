//! Loads the records into the database once.

use rowkey::{KeyBatch, RowKey};
use rowkey_store::{Batch, Part, RedbStore, Store, Transact};
use std::error::Error;

use crate::departure::{ByCarrier, Departure};
use crate::records::Records;

/// Loads the records unless the database already holds them. Returns `true` if it loaded them.
///
/// One transaction writes the rows and a marker that identifies them. An interrupted load therefore writes no rows, and
/// a later run recognizes its own database.
pub fn load(departures: &RedbStore, records: &Records) -> Result<bool, Box<dyn Error>> {
    let loads = departures.with_table("loads")?;
    let wanted = marker(records);
    match loads.get(MARKER)?.as_deref().map(String::from_utf8_lossy) {
        Some(found) if found == wanted => Ok(false),
        Some(found) => Err(format!("the database given with --db holds {found}\ninstead of {wanted}").into()),
        None => {
            refuse_other_tables(departures)?;
            let (mut rows, mut by_carrier) = (Batch::new(), Batch::new());
            for (record, key) in records.rows.iter().zip(&carrier_keys(records)?) {
                let details = record.details.encode();
                rows.put(&record.key, &details);
                by_carrier.put(key, &details);
            }
            // `false` if another process has loaded them in the meantime.
            let unmarked = [(MARKER.to_vec(), None)];
            Ok(RedbStore::transact(&[
                Part { store: departures, expected: &[], batch: &rows },
                Part { store: &departures.with_table(BY_CARRIER)?, expected: &[], batch: &by_carrier },
                Part { store: &loads, expected: &unmarked, batch: Batch::new().put(MARKER, wanted) },
            ])?)
        }
    }
}

/// Returns the secondary keys of the records.
pub fn carrier_keys(records: &Records) -> Result<KeyBatch, Box<dyn Error>> {
    let keys: Vec<_> = records.rows.iter().map(|record| ByCarrier::from(&record.departure)).collect();
    let mut batch = KeyBatch::new();
    ByCarrier::encode_batch(&keys, &mut batch)?;
    Ok(batch)
}

const MARKER: &[u8] = b"departures";

/// The name of the table with the secondary key.
pub const BY_CARRIER: &str = "by_carrier";

/// Returns the marker for these records. Two loads with equal markers have the same rows.
fn marker(records: &Records) -> String {
    let (layout, by_carrier) = (Departure::LAYOUT.lock(), ByCarrier::LAYOUT.lock());
    format!(
        "{} departures from {} bytes of CSV, under the keys {layout}, and {by_carrier}",
        records.rows.len(),
        records.bytes
    )
}

fn refuse_other_tables(store: &RedbStore) -> Result<(), Box<dyn Error>> {
    match store.tables()?.as_slice() {
        [] => Ok(()),
        tables => {
            let tables = tables.join("`, `");
            Err(format!("the database given with --db belongs to another program: its tables are `{tables}`").into())
        }
    }
}
