use redb::ReadOnlyTable;
use rowkey::Plan;
use std::error::Error;

/// Returns the rows of a plan in order, reading them lazily.
pub fn rows<'t, K: 't>(
    table: &'t ReadOnlyTable<&'static [u8], &'static [u8]>,
    plan: &'t Plan<K>,
) -> impl Iterator<Item = Result<(Vec<u8>, Vec<u8>), Box<dyn Error>>> + 't {
    let merged = plan.merge(|range, direction| {
        let (rows, failed) = match table.range::<&[u8]>(range.bounds()) {
            Ok(rows) => (Some(direction.of(rows)), None),
            Err(error) => (None, Some(Err(error))),
        };
        failed.into_iter().chain(rows.into_iter().flatten()).map(|row| {
            let (key, value) = row?;
            Ok::<_, redb::StorageError>((key.value().to_vec(), value.value().to_vec()))
        })
    });
    merged.map(|row| Ok(row??))
}
