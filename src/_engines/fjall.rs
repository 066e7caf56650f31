use fjall::{Keyspace, KvPair};
use rowkey::Plan;
use std::error::Error;

/// Returns the rows of a plan in order, reading them lazily.
pub fn rows<'t, K: 't>(
    table: &'t Keyspace,
    plan: &'t Plan<K>,
) -> impl Iterator<Item = Result<KvPair, Box<dyn Error>>> + 't {
    let merged = plan.merge(|range, direction| {
        direction.of(table.range::<Vec<u8>, _>(range.into_bounds())).map(|row| row.into_inner())
    });
    merged.map(|row| Ok(row??))
}
