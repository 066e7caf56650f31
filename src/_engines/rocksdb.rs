use rocksdb::{DB, IteratorMode, ReadOptions};
use rowkey::Plan;
use rowkey::scan::Direction;
use std::error::Error;

type Row = (Box<[u8]>, Box<[u8]>);

/// Returns the rows of a plan in order, reading them lazily.
pub fn rows<'t, K: 't>(table: &'t DB, plan: &'t Plan<K>) -> impl Iterator<Item = Result<Row, Box<dyn Error>>> + 't {
    let merged = plan.merge(|range, direction| {
        let (mut options, (start, stop)) = (ReadOptions::default(), range.into_parts());
        // Without it, a prefix extractor hides rows.
        options.set_total_order_seek(true);
        options.set_iterate_lower_bound(start);
        if let Some(stop) = stop {
            options.set_iterate_upper_bound(stop);
        }
        let from = match direction {
            Direction::Forward => IteratorMode::Start,
            Direction::Reverse => IteratorMode::End,
        };
        table.iterator_opt(from, options)
    });
    merged.map(|row| Ok(row??))
}
