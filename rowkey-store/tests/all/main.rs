//! All tests of the stores in one program, so that it is linked once.

mod async_secondary_keys;
mod async_tables;
mod built;
mod events;
#[cfg(feature = "fjall")]
mod fjall;
mod full_scans;
mod generations;
mod indexed;
mod joined;
#[cfg(any(feature = "fjall", feature = "redb"))]
mod killed;
#[cfg(feature = "redb")]
mod kinds;
mod memory;
mod moving;
mod moving_ordered;
mod moving_secondary;
mod moving_versions;
#[cfg(feature = "redb")]
mod power_cuts;
mod queries;
#[cfg(feature = "redb")]
mod redb;
#[cfg(feature = "redb")]
mod row_orders;
mod rows_by;
mod scans_beside_rekey;
#[cfg(feature = "redb")]
mod table;
mod values;
mod versions;
mod wide_salts;
mod within;
mod writes_in_steps;

use rowkey::OwnedKey;
use rowkey_store::{CompareAndSet, Table, ValueCodec};
use std::ops::ControlFlow;

/// Runs both phases of a rekey. Returns the number of rows that were at older storage locations.
fn rekey_all<K: OwnedKey, S: CompareAndSet, V: ValueCodec>(table: &Table<K, S, V>) -> u64 {
    table.rekey(None, |_| ControlFlow::Continue(())).unwrap();
    let done = table.finish_rekey(None, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(table.count_older().unwrap(), 0);
    done.moved
}
