use rowkey::{OwnedKey, Plan};
use rowkey_store::{AsyncStore, AsyncTable};
use std::error::Error;
use std::fmt::Debug;

/// Prints the rows of a plan in order, reading all buckets concurrently.
pub async fn print<K, S>(table: &AsyncTable<K, S>, plan: &Plan<K>) -> Result<(), Box<dyn Error>>
where
    K: OwnedKey + Debug,
    S: AsyncStore, // a `SlateStore`, a `BigtableStore`, or any store in a `Blocking`
{
    let mut rows = table.scan(plan).await?;
    while let Some(row) = rows.next().await {
        let (key, value) = row?;
        println!("{key:?}: {} bytes", value.len());
    }
    Ok(())
}
