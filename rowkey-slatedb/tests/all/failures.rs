//! Keys that SlateDB refuses, and databases that are gone.

use crate::rows::{advance, in_memory, rows};
use rowkey_core::KeyRange;
use rowkey_slatedb::{SlateError, SlateStore};
use rowkey_store::{
    AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, AsyncTransact, Batch, Change, Direction, Part,
};
use slatedb::Db;
use slatedb::config::Settings;
use slatedb::object_store::memory::InMemory;
use std::error::Error;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

#[tokio::test]
async fn the_empty_key_is_refused_and_is_never_there() {
    let store = in_memory().await;
    let error = store.write(Batch::new().put("a", "1").put("", "2")).await.unwrap_err();
    assert!(matches!(error, SlateError::EmptyKey), "{error}");
    assert!(matches!(store.compare_and_set(b"", None, Change::Put(b"")).await, Err(SlateError::EmptyKey)));
    assert!(store.compare_and_set(b"", None, Change::Delete).await.unwrap());
    let mut batch = Batch::new();
    let part = Part { store: &store, expected: &[(vec![], None)], batch: batch.put("a", "1").put("", "2") };
    assert!(matches!(SlateStore::transact(&[part]).await, Err(SlateError::EmptyKey)));
    store.write(Batch::new().delete("")).await.unwrap();
    let reader = store.reader().await.unwrap();
    assert_eq!(reader.get(b"").await.unwrap(), None);
    for range in [KeyRange::all(), KeyRange::exactly(b""), KeyRange::new([], Some(vec![]))] {
        assert_eq!(rows(&reader, range, Direction::Forward).await, []);
    }
}

/// Longer than other engines take, and in a file.
#[tokio::test]
async fn long_keys_are_taken() {
    let store = in_memory().await;
    let key = vec![b'k'; 70_000];
    store.write(Batch::new().put(&key, "1")).await.unwrap();
    let flush = slatedb::config::FlushOptions { flush_type: slatedb::config::FlushType::MemTable };
    store.db().flush_with_options(flush).await.unwrap();
    assert_eq!(
        rows(&store.reader().await.unwrap(), KeyRange::prefix(b"kk"), Direction::Forward).await,
        [(key, b"1".to_vec())]
    );
}

#[tokio::test]
async fn a_closed_database_says_so() {
    let store = in_memory().await;
    store.write(Batch::new().put("a", "1").put("b", "2")).await.unwrap();
    let reader = store.reader().await.unwrap();
    let mut later = reader.scan(KeyRange::all(), Direction::Forward);
    store.close().await.unwrap();
    let closed = |error: &SlateError| {
        assert!(error.source().is_some_and(|source| source.to_string().to_lowercase().contains("closed")), "{error:?}");
    };
    closed(&store.reader().await.unwrap_err());
    closed(&reader.get(b"a").await.unwrap_err());
    closed(&store.write(Batch::new().put("a", "1")).await.unwrap_err());
    closed(&store.close().await.unwrap_err());
    closed(&advance(&mut later).await.unwrap_err());
    assert!(!advance(&mut later).await.unwrap() && later.key().is_empty());
}

/// Whoever opens a database last writes to it: the one before is told.
#[tokio::test]
async fn the_writer_before_is_fenced() {
    let objects = Arc::new(InMemory::new());
    let first = SlateStore::open("rows", objects.clone()).await.unwrap();
    first.write(Batch::new().put("a", "1")).await.unwrap();
    let snapshot = first.reader().await.unwrap();
    let second = SlateStore::open("rows", objects.clone()).await.unwrap();
    // The first write finds it out while it waits for the object store, later calls at once.
    let put = Change::Put(b"2");
    let errors = [
        first.write(Batch::new().put("a", "2")).await.unwrap_err(),
        first.write(Batch::new().put("a", "2")).await.unwrap_err(),
        first.compare_and_set(b"a", None, put).await.unwrap_err(),
        first.clone().without_waiting().write(Batch::new().put("a", "2")).await.unwrap_err(),
        first.reader().await.unwrap_err(),
        snapshot.get(b"a").await.unwrap_err(),
        advance(&mut snapshot.scan(KeyRange::all(), Direction::Forward)).await.unwrap_err(),
    ];
    for error in &errors {
        assert!(matches!(error, SlateError::Fenced { .. }), "{error:?}");
    }
    assert_eq!(
        errors[0].to_string(),
        "cannot confirm that the write is in the object store: another writer has opened the database, which allows only \
         one. Stop the other writer, then open the database again"
    );
    assert!(errors[1].to_string().starts_with("cannot write to SlateDB: another writer has opened"), "{}", errors[1]);
    assert!(errors[4].to_string().starts_with("cannot read from SlateDB: another writer has opened"), "{}", errors[4]);
    assert_eq!(second.reader().await.unwrap().get(b"a").await.unwrap(), Some(b"1".to_vec()));
    // What the message says to do.
    first.close().await.unwrap_or_else(|error| assert!(matches!(error, SlateError::Fenced { .. }), "{error:?}"));
    let third = SlateStore::open("rows", objects).await.unwrap();
    third.write(Batch::new().put("a", "3")).await.unwrap();
    assert!(matches!(second.write(Batch::new().put("a", "2")).await, Err(SlateError::Fenced { .. })));
}

/// Stores of the same open database are in one transaction, whoever made them; those of another are refused.
#[tokio::test]
async fn a_transaction_is_over_one_database() {
    let (store, other) = (in_memory().await.without_waiting(), in_memory().await.without_waiting());
    let (same, mut batch) = (SlateStore::new(store.db().clone()), Batch::new());
    batch.put("a", "1");
    let part = |store| Part { store, expected: &[], batch: &batch };
    assert!(SlateStore::transact(&[part(&store), part(&same)]).await.unwrap());
    for parts in [[part(&store), part(&other)], [part(&other), part(&same)]] {
        let error = SlateStore::transact(&parts).await.unwrap_err();
        assert!(matches!(error, SlateError::SeveralDatabases { other: 1 }), "{error:?}");
    }
    assert_eq!(other.get(b"a").await.unwrap(), None);
}

/// One part that waits is enough. A database that is not flushed of itself has nothing in its object store before.
#[tokio::test]
async fn a_transaction_waits_if_one_of_its_stores_does() {
    let settings = Settings { flush_interval: None, ..Settings::default() };
    let db = Db::builder("rows", Arc::new(InMemory::new())).with_settings(settings).build().await.unwrap();
    let (waits, hurries) = (SlateStore::new(db.clone()), SlateStore::new(db).without_waiting());
    let mut batch = Batch::new();
    batch.put("a", "1");
    let part = |store| Part { store, expected: &[], batch: &batch };
    assert!(SlateStore::transact(&[part(&hurries), part(&hurries)]).await.unwrap());
    for parts in [[part(&hurries), part(&waits)], [part(&waits), part(&hurries)]] {
        let mut written = pin!(SlateStore::transact(&parts));
        assert!(timeout(Duration::from_millis(50), &mut written).await.is_err(), "it did not wait");
        waits.db().flush().await.unwrap();
        assert!(written.await.unwrap());
    }
}

#[tokio::test]
async fn a_file_is_not_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "text").unwrap();
    let error = SlateStore::open_folder(&file).await.unwrap_err();
    assert!(matches!(error, SlateError::Folder { .. }) && error.to_string().contains("file"), "{error:?}");
}
