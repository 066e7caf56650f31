use rowkey::Plan;
use sled::{IVec, Tree};
use std::error::Error;

/// Returns the rows of a plan in order, reading them lazily.
pub fn rows<'t, K: 't>(
    table: &'t Tree,
    plan: &'t Plan<K>,
) -> impl Iterator<Item = Result<(IVec, IVec), Box<dyn Error>>> + 't {
    let merged = plan.merge(|range, direction| direction.of(table.range::<Vec<u8>, _>(range.into_bounds())));
    merged.map(|row| Ok(row??))
}
