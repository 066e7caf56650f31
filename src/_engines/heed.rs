use heed::types::Bytes;
use heed::{Database, RoTxn};
use rowkey::Plan;
use rowkey::scan::Direction;
use std::error::Error;

/// A row borrowed from the memory map.
type Row<'t> = (&'t [u8], &'t [u8]);
type Rows<'t> = Box<dyn Iterator<Item = heed::Result<Row<'t>>> + 't>;

/// Returns the rows of a plan in order, reading them lazily.
pub fn rows<'t, K: 't>(
    table: &'t Database<Bytes, Bytes>,
    reading: &'t RoTxn,
    plan: &'t Plan<K>,
) -> impl Iterator<Item = Result<Row<'t>, Box<dyn Error>>> + 't {
    let merged = plan.merge(|range, direction| -> Rows<'t> {
        let rows = match direction {
            Direction::Forward => table.range(reading, &range).map(|rows| Box::new(rows) as Rows<'t>),
            Direction::Reverse => table.rev_range(reading, &range).map(|rows| Box::new(rows) as Rows<'t>),
        };
        rows.unwrap_or_else(|error| Box::new(std::iter::once(Err(error))))
    });
    merged.map(|row| Ok(row??))
}
