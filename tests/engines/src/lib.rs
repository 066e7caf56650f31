//! The recipes of `rowkey::_engines` for the engines that build in a minute, held against rows that are sorted by value,
//! and the table of engines in the documents.

#[cfg(test)]
#[path = "../../../src/_engines/fjall.rs"]
mod fjall_rows;
#[cfg(test)]
#[path = "../../../src/_engines/heed.rs"]
mod heed_rows;
#[cfg(test)]
mod lmdb;
#[cfg(test)]
#[path = "../../../src/_engines/object_store.rs"]
mod object_store_rows;
#[cfg(test)]
mod objects;
#[cfg(test)]
#[path = "../../../src/_engines/redb.rs"]
mod redb_rows;
#[cfg(test)]
#[path = "../../../src/_engines/sled.rs"]
mod sled_rows;
#[cfg(test)]
mod table;
#[cfg(test)]
#[expect(dead_code, reason = "it needs a cluster, so it is compiled and not run")]
#[path = "../../../src/_engines/tikv.rs"]
mod tikv_rows;

#[cfg(test)]
mod tests {
    use rowkey::{Plan, RowKey, ScanError, one_of};
    use std::cmp::Reverse;

    #[derive(RowKey, Clone, Debug, PartialEq)]
    struct Reading {
        #[salt(buckets = 4)]
        device: u8,
        #[reverse_ts]
        at: i64,
        metric: u8,
    }

    /// All readings in the order of the key without its salt, each with its value.
    fn readings() -> Vec<(Reading, String)> {
        let mut all = Vec::new();
        for device in 0..20 {
            for at in 0..10 {
                all.extend((0..3).map(|metric| Reading { device, at, metric }));
            }
        }
        all.sort_by_key(|it| (it.device, Reverse(it.at), it.metric));
        all.into_iter().map(|it| (it.clone(), format!("{it:?}"))).collect()
    }

    fn rows() -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
        readings().into_iter().map(|(reading, value)| (reading.key().to_vec(), value.into_bytes()))
    }

    /// Holds the rows that an engine gives for plans of each kind against all rows, picked by value.
    fn check(found: impl Fn(&Plan<Reading>) -> Vec<(Vec<u8>, Vec<u8>)>) {
        type Asked = (fn(usize) -> Result<Plan<Reading>, ScanError>, fn(&Reading) -> bool);
        let asked: [Asked; 6] = [
            (|limit| Reading::scan().limit(limit).plan(), |_| true),
            (|limit| Reading::scan().device(7u8).limit(limit).plan(), |it| it.device == 7),
            (
                |limit| Reading::scan().device(7u8).at(3..6).limit(limit).plan(),
                |it| it.device == 7 && (3..6).contains(&it.at),
            ),
            (
                |limit| Reading::scan().device(one_of([3u8, 9, 200])).at(5).limit(limit).plan(),
                |it| [3, 9].contains(&it.device) && it.at == 5,
            ),
            (
                |limit| Reading::scan().filter_metric(2u8).filter_at(8..).limit(limit).plan(),
                |it| it.metric == 2 && it.at >= 8,
            ),
            (|limit| Reading::scan().device(one_of([0u8; 0])).limit(limit).plan(), |_| false),
        ];
        for (plan, is_wanted) in asked {
            for limit in [usize::MAX, 5, 0] {
                let plan = plan(limit).unwrap();
                let mut expected: Vec<_> = readings().into_iter().filter(|(it, _)| is_wanted(it)).collect();
                for plan in [plan.clone(), plan.reversed()] {
                    let found = found(&plan).into_iter();
                    let found =
                        found.map(|(key, value)| (Reading::decode(&key).unwrap(), String::from_utf8(value).unwrap()));
                    let few: Vec<_> = expected.iter().take(limit).cloned().collect();
                    assert_eq!(found.collect::<Vec<_>>(), few, "{}", plan.explain());
                    expected.reverse();
                }
            }
        }
    }

    fn owned<K: AsRef<[u8]>, V: AsRef<[u8]>, E: std::fmt::Debug>(
        rows: impl Iterator<Item = Result<(K, V), E>>,
    ) -> Vec<(Vec<u8>, Vec<u8>)> {
        rows.map(|row| row.map(|(key, value)| (key.as_ref().to_vec(), value.as_ref().to_vec())).unwrap()).collect()
    }

    #[test]
    fn redb() {
        const TABLE: redb::TableDefinition<&[u8], &[u8]> = redb::TableDefinition::new("readings");
        use redb::ReadableDatabase;
        let store = redb::Builder::new().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
        let writing = store.begin_write().unwrap();
        for (key, value) in rows() {
            writing.open_table(TABLE).unwrap().insert(&*key, &*value).unwrap();
        }
        writing.commit().unwrap();
        let table = store.begin_read().unwrap().open_table(TABLE).unwrap();
        check(|plan| owned(crate::redb_rows::rows(&table, plan)));
    }

    #[test]
    fn fjall() {
        let folder = tempfile::tempdir().unwrap();
        let store = fjall::Database::builder(folder.path()).open().unwrap();
        let table = store.keyspace("readings", fjall::KeyspaceCreateOptions::default).unwrap();
        rows().for_each(|(key, value)| table.insert(key, value).unwrap());
        check(|plan| owned(crate::fjall_rows::rows(&table, plan)));
    }

    #[test]
    fn heed() {
        use heed::types::Bytes;
        let folder = tempfile::tempdir().unwrap();
        #[allow(unsafe_code, reason = "LMDB maps the file, which nobody else may change: nobody else knows it")]
        let env = unsafe { heed::EnvOpenOptions::new().open(folder.path()) }.unwrap();
        let created = env.create_databases_and_commit(env.write_txn().unwrap(), |opener, writing| {
            opener.create_database::<Bytes, Bytes>(writing, None).map(heed::CommitOrAbort::<_, ()>::Commit)
        });
        let table = created.unwrap().unwrap_commit();
        let mut writing = env.write_txn().unwrap();
        rows().for_each(|(key, value)| table.put(&mut writing, &key, &value).unwrap());
        writing.commit().unwrap();
        let reading = env.read_txn().unwrap();
        check(|plan| owned(crate::heed_rows::rows(&table, &reading, plan)));
    }

    #[test]
    fn sled() {
        let store = sled::Config::new().temporary(true).open().unwrap();
        rows().for_each(|(key, value)| drop(store.insert(key, value).unwrap()));
        check(|plan| owned(crate::sled_rows::rows(&store, plan)));
    }
}
