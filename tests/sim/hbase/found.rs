//! Bugs that histories have found. Each has its own history with fewer random choices.

use fastrand::Rng;
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, CompareAndSet, Direction, Reader, Store, Table};
use std::sync::Arc;
use std::time::Duration;

use super::machine::Machine;
use super::network::{Faults, Network};
use super::races::{Moved, before, bytes, ids};
use crate::{Builder, HBase, HBaseError};

/// Runs 200 histories of a client with a table `t`, after which the network has faults.
fn histories(
    options: &Builder,
    faults: Faults,
    history: impl Fn(&HBase, &Network) -> Result<(), String> + Send + Sync + 'static,
) {
    let history = Arc::new(history);
    for seed in 0..200 {
        let (options, history) = (options.clone(), Arc::clone(&history));
        let (events, failure) = Machine::run(seed, move |machine| {
            let network = Network::new(machine, Rng::with_seed(seed), false);
            machine.set_network(&network);
            let hbase = options.clone().connect("gateway:9090").expect("a gateway without faults");
            hbase.create_split_table("t", &["f"], &[] as &[&[u8]]).expect("a table");
            network.set_faults(faults);
            if let Err(failure) = history(&hbase, &network) {
                machine.fail(&failure);
            }
        });
        assert_eq!(failure, None, "seed {seed}:\n{}", events.join("\n"));
    }
}

/// Returns an error if a call reports a refused connection, although the network refuses none.
fn is_refused<T>(done: &Result<T, HBaseError>) -> Result<(), String> {
    match done {
        Err(error @ HBaseError::Unreachable { .. }) => Err(format!("no connection was refused, but {error}")),
        _ => Ok(()),
    }
}

/// Each answer is cut off, at once or after up to some minutes. Earlier, a pooled connection that was lost late left no
/// time to open another.
#[test]
fn a_connection_that_is_lost_late_is_made_anew() {
    let options = HBase::builder().retries(0).connect_timeout(Duration::from_secs(1));
    histories(&options, Faults { cut_answer: 1.0, ..Faults::default() }, |hbase, _| {
        is_refused(&hbase.table("t", "f").reader().and_then(|reader| reader.get(b"k")))
    });
}

/// No answer arrives. Earlier, the check of a pooled connection left no time to open another.
#[test]
fn the_proof_of_a_connection_leaves_time_for_another() {
    let options = HBase::builder().connect_timeout(Duration::from_secs(1));
    histories(&options, Faults { stall: 1.0, ..Faults::default() }, |hbase, _| is_refused(&hbase.disable_table("t")));
}

/// Three threads share a connection, which is sometimes lost. Earlier, a new connection was opened in addition to one
/// that another thread had returned in the meantime.
#[test]
fn no_connection_is_made_beside_one_that_was_kept() {
    let options = HBase::builder().connections(1).parallel(1);
    histories(&options, Faults { cut_answer: 0.3, ..Faults::default() }, |hbase, network| {
        let write = |row: u8| {
            let store = hbase.table("t", "f");
            shuttle::thread::spawn(move || {
                for _ in 0..10 {
                    // The write may fail.
                    let _ = store.write(Batch::new().put([row], [row]));
                }
            })
        };
        let threads: Vec<_> = (0..3).map(write).collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        let open = network.most_open();
        if open > 1 { Err(format!("{open} connections at a time")) } else { Ok(()) }
    });
}

/// Every answer has a row that was not requested, if there is one. Earlier, it was returned as the requested row.
#[test]
fn no_row_is_returned_that_was_not_requested() {
    histories(&HBase::builder().page_rows(2), Faults::default(), |hbase, network| {
        let store = hbase.table("t", "f");
        let (keys, mut batch) = ([b"b", b"c", b"d", b"e", b"x"], Batch::new());
        keys.iter().for_each(|key| _ = batch.put(key, key));
        store.write(&batch).map_err(|error| error.to_string())?;
        network.set_faults(Faults { stray: 1.0, ..Faults::default() });
        let is_refused = |call: &str, error: Option<HBaseError>| match error {
            Some(HBaseError::Protocol { .. }) => Ok(()),
            other => Err(format!("{call}: {other:?}")),
        };
        is_refused("get", store.get(b"b").err())?;
        is_refused("contains", store.reader().and_then(|reader| reader.contains(b"missing")).err())?;
        is_refused("get_all", store.get_all(&keys).err())?;
        is_refused("get_columns", store.get_columns(b"b").err())?;
        is_refused("get_cells", store.get_cells(b"b").err())?;
        is_refused("compare_and_set", store.compare_and_set(b"b", Some(b"b"), Change::Put(b"2")).err())?;
        for direction in [Direction::Forward, Direction::Reverse] {
            for range in [KeyRange::new("b", Some(b"x".to_vec())), KeyRange::exactly(b"c"), KeyRange::exactly(b"none")]
            {
                let rows = store.scan(range.clone(), direction).and_then(Iterator::collect::<Result<Vec<_>, _>>);
                is_refused("scan", rows.err())?;
                let mut rows = store.scan_columns(range, direction);
                is_refused("scan_columns", rows.find_map(Result::err))?;
            }
        }
        is_refused("count", store.count(KeyRange::exactly(b"c")).err())?;
        network.set_faults(Faults::default());
        match store.get(b"b") {
            Ok(Some(value)) if value == b"b" => Ok(()),
            other => Err(format!("a row that was compared by the answer for another: {other:?}")),
        }
    });
}

/// A row is at two storage locations, because a program of the step before has ended in the middle of a put. Earlier, a
/// delete that failed could bring the older version back.
#[test]
fn a_delete_that_fails_leaves_the_row_as_it_was() {
    histories(&HBase::builder().retries(1), Faults::default(), |hbase, network| {
        let store = hbase.table("t", "f");
        for id in ids().take(8) {
            let mut batch = Batch::new();
            batch.put(bytes(&Moved { id }), "older").put(bytes(&before::Moved { id }), "newer");
            store.write(&batch).expect("no faults");
            network.gateway.disturb(0.7, 0.2);
            let table = Table::<Moved, _>::new(store.clone());
            let deleted = table.delete(&Moved { id });
            network.gateway.disturb(0.0, 0.0);
            Machine::current().expect("a machine").sleep(Duration::from_secs(60));
            let found = table.get(&Moved { id }).expect("no faults any more");
            if found.as_deref().is_some_and(|found| deleted.is_ok() || found != b"newer") {
                return Err(format!("row {id} is {found:?} after {deleted:?}"));
            }
        }
        Ok(())
    });
}
