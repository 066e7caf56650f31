use bigtable_rs::bigtable::{BigTable, RowCell};
use bigtable_rs::google::bigtable::v2::row_range::{EndKey, StartKey};
use bigtable_rs::google::bigtable::v2::{ReadRowsRequest, RowRange, RowSet};
use rowkey::ScanPlan;
use std::collections::BTreeMap;
use std::error::Error;

/// The rows of a plan, in order. All that its ranges hold is read first, by one request.
pub async fn rows(
    bigtable: &mut BigTable,
    table_name: String,
    plan: &ScanPlan,
) -> Result<Vec<(Vec<u8>, Vec<RowCell>)>, Box<dyn Error>> {
    let range = |(start, stop): (Vec<u8>, Option<Vec<u8>>)| RowRange {
        start_key: Some(StartKey::StartKeyClosed(start)),
        end_key: stop.map(EndKey::EndKeyOpen),
    };
    let row_ranges: Vec<_> = plan.ranges().map(|it| range(it.into_parts())).collect();
    if row_ranges.is_empty() {
        // Bigtable takes a set of no rows for all rows.
        return Ok(Vec::new());
    }
    let rows = Some(RowSet { row_keys: Vec::new(), row_ranges });
    let request = ReadRowsRequest { table_name, rows, ..Default::default() };
    let mut read: BTreeMap<_, _> = bigtable.read_rows(request).await?.into_iter().collect();
    let merged = plan.merge(|range, direction| direction.of(read.range::<[u8], _>(range)));
    let keys: Vec<_> = merged.map(|row| row.map(|(key, _)| key.clone())).collect::<Result<_, _>>()?;
    Ok(keys.iter().filter_map(|key| read.remove_entry(key)).collect())
}
