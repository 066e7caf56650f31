//! Rows and tables on a real HBase, at all edges.

mod server;

use rowkey::{KeyRange, RowKey};
use rowkey_hbase::{HBase, HBaseError, MAX_KEY};
use rowkey_store::{Batch, Direction, MemoryStore, Store, Table, region_report, split_difference};
use server::Fresh;

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Call {
    #[salt(buckets = 6)]
    #[pad(20)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

fn call(phone: u64, at: i64) -> Call {
    Call { phone: phone.to_string(), at }
}

/// One test, as one server is enough.
#[test]
fn rows() {
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    typed_rows_are_put_and_scanned(&hbase);
}

fn typed_rows_are_put_and_scanned(hbase: &HBase) {
    hbase.create_table::<Call>("calls", "f").unwrap();
    let starts: Vec<_> = hbase.regions("calls").unwrap().iter().map(|it| it.range.start().to_vec()).collect();
    assert_eq!(starts[0], b"");
    assert_eq!(starts[1..], *Call::SPLIT_KEYS);

    let calls = Table::new(hbase.table("calls", "f"));
    let model = Table::new(MemoryStore::new());
    let rows: Vec<_> = (0..1_000).map(|i| (call(i % 50, i as i64), i.to_string())).collect();
    calls.put_all(rows.iter().map(|(key, value)| (key, value.as_str()))).unwrap();
    model.put_all(rows.iter().map(|(key, value)| (key, value.as_str()))).unwrap();
    assert_eq!(calls.get(&call(7, 7)).unwrap(), Some(b"7".to_vec()));
    assert_eq!(calls.get(&call(7, 8)).unwrap(), None);
    calls.delete(&call(7, 7)).unwrap();
    model.delete(&call(7, 7)).unwrap();
    assert_eq!(calls.get(&call(7, 7)).unwrap(), None);

    for plan in [Call::scan().plan(), Call::scan().phone("7").plan(), Call::scan().phone("7").limit(3).plan()] {
        let plan = plan.unwrap();
        for plan in [plan.clone(), plan.reversed()] {
            let found: Vec<_> = calls.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            let wanted: Vec<_> = model.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            assert_eq!(found, wanted);
        }
    }
}
