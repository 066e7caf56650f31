//! Connections that break while rows are read and written. No row is lost, and no row is returned twice.

use rowkey_bigtable::{Bigtable, BigtableError, BigtableStore, Config};
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, Direction};
use std::time::{Duration, Instant};

use crate::emulator::{Model, all, fresh, write};
use crate::proxy::{Fault, Proxy};

const FAULTS: [Fault; 3] = [Fault::Cut, Fault::Stall, Fault::Garbage];

async fn through(proxy: &Proxy, table: &str) -> BigtableStore {
    let config = Config::emulator(&proxy.address.to_string(), "p", "i");
    let config = config.attempt_timeout(Duration::from_millis(250)).timeout(Duration::from_secs(30)).batch_rows(50);
    Bigtable::connect(config).await.unwrap().table(table, "f")
}

fn model(rows: u16) -> Model {
    (0..rows).map(|at| (at.to_be_bytes().to_vec(), at.to_le_bytes().repeat(100))).collect()
}

#[tokio::test]
async fn a_scan_goes_on_over_connections_that_break() {
    let model = model(2_000);
    write(&fresh("broken_scan").await, &model).await;
    let mut random = fastrand::Rng::with_seed(3);
    for fault in FAULTS {
        for direction in [Direction::Forward, Direction::Reverse] {
            let proxy = Proxy::start().await;
            proxy.fail((0..8).map(|_| (random.usize(0..60_000), fault)));
            let rows = all(through(&proxy, "broken_scan").await.scan(KeyRange::all(), direction)).await;
            let mut expected: Vec<_> = model.clone().into_iter().collect();
            if direction == Direction::Reverse {
                expected.reverse();
            }
            assert!(rows == expected, "{fault:?} {direction:?}");
            assert!(proxy.left() < 8, "no connection broke");
        }
    }
}

/// This takes the time of one attempt, without a second attempt on the same connection.
#[tokio::test]
async fn a_connection_that_stalls_is_left_at_once() {
    let model = model(1_000);
    write(&fresh("stalled").await, &model).await;
    let proxy = Proxy::start().await;
    proxy.fail([(30_000, Fault::Stall)]);
    let config = Config::emulator(&proxy.address.to_string(), "p", "i").attempt_timeout(Duration::from_secs(3));
    let store = Bigtable::connect(config).await.unwrap().table("stalled", "f");
    let began = Instant::now();
    assert_eq!(all(store.scan(KeyRange::all(), Direction::Forward)).await.len(), 1_000);
    let took = began.elapsed();
    assert!((Duration::from_secs(3)..Duration::from_millis(5_900)).contains(&took), "{took:?}");

    // The connection stalls from the first byte, so the call does not even begin.
    let proxy = Proxy::start().await;
    proxy.fail([(0, Fault::Stall)]);
    let store = through(&proxy, "stalled").await;
    let began = Instant::now();
    assert!(store.contains(&[0, 7]).await.unwrap());
    // A retry on the same connection would take forever.
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_batch_is_written_over_connections_that_break() {
    let mut random = fastrand::Rng::with_seed(4);
    for fault in FAULTS {
        let name = format!("broken_batch_{fault:?}").to_lowercase();
        let direct = fresh(&name).await;
        let proxy = Proxy::start().await;
        proxy.fail((0..8).map(|_| (random.usize(0..4_000), fault)));
        let (model, store) = (model(3_000), through(&proxy, &name).await);
        write(&store, &model).await;
        assert!(all(direct.scan(KeyRange::all(), Direction::Forward)).await.into_iter().eq(model.clone()), "{fault:?}");
        // Each row has one cell, because a repeated copy is the same cell.
        let mut cells = direct.scan_cells(KeyRange::all(), Direction::Forward);
        while let Some(row) = cells.next().await.unwrap() {
            assert_eq!(row.cells.len(), 1);
        }
        assert!(proxy.left() < 8, "no connection broke");
    }
}

/// Holds the copies of a write on their way, and abandons the write. The copies arrive later.
async fn hold(proxy: &Proxy, change: Change<'static>) {
    let late = through(proxy, "late").await;
    late.write(Batch::new().put("k", "before")).await.unwrap();
    proxy.hold(true);
    let held = tokio::spawn(async move {
        let mut batch = Batch::new();
        match change {
            Change::Put(value) => batch.put("k", value),
            Change::Delete => batch.delete("k"),
        };
        late.write(&batch).await
    });
    // Longer than an attempt, so several copies are on their way.
    tokio::time::sleep(Duration::from_millis(600)).await;
    held.abort();
    assert!(held.await.unwrap_err().is_cancelled());
    tokio::time::sleep(Duration::from_millis(5)).await;
}

async fn arrive(proxy: &Proxy) {
    proxy.hold(false);
    tokio::time::sleep(Duration::from_millis(600)).await;
}

/// A write is held on its way and sent again, and a later write is acknowledged. Then the first copy arrives.
#[tokio::test]
async fn a_late_copy_of_a_write_does_not_undo_a_later_put() {
    let direct = fresh("late").await;
    for change in [Change::Put(b"late"), Change::Delete] {
        let proxy = Proxy::start().await;
        hold(&proxy, change).await;
        direct.write(Batch::new().put("k", "after")).await.unwrap();
        arrive(&proxy).await;
        assert_eq!(direct.get(b"k").await.unwrap(), Some(b"after".to_vec()), "{change:?}");
    }
    // Bigtable keeps no trace of a delete, so a put that arrives after it stays. The crate documentation says so.
    let proxy = Proxy::start().await;
    hold(&proxy, Change::Put(b"late")).await;
    direct.write(Batch::new().delete("k")).await.unwrap();
    assert_eq!(direct.get(b"k").await.unwrap(), None);
    arrive(&proxy).await;
    assert_eq!(direct.get(b"k").await.unwrap(), Some(b"late".to_vec()));
}

/// The proxy applies the fault to every connection, from its first byte.
#[tokio::test]
async fn a_server_that_is_cut_off_is_an_error_in_time() {
    fresh("cut_off").await;
    for fault in FAULTS {
        let proxy = Proxy::start().await;
        proxy.fail((0..10_000).map(|_| (0, fault)));
        let config = Config::emulator(&proxy.address.to_string(), "p", "i");
        let config = config.attempt_timeout(Duration::from_millis(100)).timeout(Duration::from_millis(700));
        let config = config.connect_timeout(Duration::from_millis(700));
        let began = Instant::now();
        let error = Bigtable::connect(config.clone()).await.unwrap_err();
        let is_of_server = matches!(error, BigtableError::Unreachable { .. } | BigtableError::OtherServer { .. });
        assert!(is_of_server, "{fault:?}: {error:?}");
        assert!(began.elapsed() < Duration::from_secs(2), "{fault:?} {:?}: {error:?}", began.elapsed());
        let store = Bigtable::lazy(config).unwrap().table("cut_off", "f");
        let began = Instant::now();
        let error = store.get(b"k").await.unwrap_err();
        assert!(began.elapsed() < Duration::from_secs(2), "{fault:?} {:?}: {error:?}", began.elapsed());
        assert!(proxy.left() < 10_000);
    }
}
