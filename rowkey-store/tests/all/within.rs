//! Stores under a prefix. Each behaves like a store of its own, and leaves the rows around it as they are.

use rowkey::{KeyRange, RowKey, Subspace, one_of};
use rowkey_store::{
    Batch, Change, CompareAndSet, Direction, MemoryStore, Part, Reader, RowBytes, Scan, Store, Table, Transact, Within,
};
use std::convert::Infallible;
use store_suite::conformance::rows;
use store_suite::typed::{Call, Random, does_what_a_map_does};

/// No prefix begins another. Some end where a range without a stop would run into the next prefix, or past the last
/// one.
const PREFIXES: [&[u8]; 9] =
    [b"\0", b"\x01\0", b"\x01\xFF", b"acme/", b"acme0", b"a\xFF\xFF", b"\xFE\xFF", b"\xFF\0", b"\xFF\xFF"];

/// Returns rows around a prefix: right before it, at its end, and under all other prefixes.
fn around(prefix: &[u8]) -> Batch {
    let mut batch = Batch::new();
    let cut = &prefix[..prefix.len().saturating_sub(1)];
    let mut keys = vec![cut.to_vec(), [cut, &[0xFF, 0xFF, 0xFF]].concat(), b"k".to_vec()];
    keys.extend(rowkey::prefix_successor(prefix));
    for other in PREFIXES {
        keys.extend([&b""[..], b"\0", b"k", b"count", b"\xFF"].map(|rest| [other, rest].concat()));
    }
    for key in keys.into_iter().filter(|key| !key.starts_with(prefix)) {
        batch.put(key, "of another");
    }
    batch
}

/// Runs a check in a store under each of these prefixes, and under the empty prefix.
fn under_each<S: Store + Clone>(prefixes: &[&[u8]], new: impl Fn() -> S, check: impl Fn(Within<S>)) {
    check(Within::new(new(), Subspace::new([])));
    for &prefix in prefixes {
        let (store, subspace) = (new(), Subspace::new(prefix));
        store.write(&around(prefix)).unwrap();
        let others = || -> Vec<RowBytes> {
            let all = rows(&store, KeyRange::all(), Direction::Forward);
            all.into_iter().filter(|(key, _)| !key.starts_with(prefix)).collect()
        };
        let before = others();
        assert!(before.len() > PREFIXES.len());
        check(Within::new(store.clone(), subspace.clone()));
        assert_eq!(others(), before, "{subspace:?}");
    }
}

mod memory {
    use super::*;

    fn with_store(check: impl Fn(Within<MemoryStore>)) {
        under_each(&PREFIXES, MemoryStore::new, check);
    }

    store_suite::conformance!(with_store);

    #[test]
    fn a_table_does_what_a_map_does() {
        with_store(|store| does_what_a_map_does(&Table::new(store).allow_full_scans(), 60));
    }
}

#[cfg(feature = "redb")]
mod redb {
    use super::*;
    use ::redb::Database;
    use ::redb::backends::InMemoryBackend;
    use rowkey_store::RedbStore;

    fn new() -> RedbStore {
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        RedbStore::new(database.into(), "rows").unwrap()
    }

    fn with_store(check: impl Fn(Within<RedbStore>)) {
        // Only two prefixes, because a commit is slow.
        under_each(&[b"acme/", b"\xFF\xFF"], new, check);
    }

    store_suite::conformance!(with_store);

    #[test]
    fn a_table_does_what_a_map_does() {
        with_store(|store| does_what_a_map_does(&Table::new(store).allow_full_scans(), 20));
    }
}

/// Changes several tenants of one store in turns. Each table and its cursors behave as if the tenant were alone.
#[test]
fn tenants_side_by_side() {
    let (store, mut random) = (MemoryStore::new(), Random(20_260_101));
    let tables = PREFIXES.map(|prefix| {
        let within = Within::new(&store, Subspace::new(prefix));
        let alone = Table::<Call, _>::new(MemoryStore::new()).allow_full_scans();
        (Table::<Call, _>::new(within).allow_full_scans(), alone)
    });
    for round in 0..2_000_u32 {
        let (table, alone) = &tables[random.below(PREFIXES.len() as u64) as usize];
        let (call, value) = (random.call(), round.to_string());
        match random.below(9) {
            0 => {
                let plan = Call::scan().phone(one_of([0, 1])).filter_at(..3).plan().unwrap();
                assert_eq!(table.delete_all(&plan).unwrap(), alone.delete_all(&plan).unwrap());
            }
            1 => {
                table.delete(&call).unwrap();
                alone.delete(&call).unwrap();
            }
            _ => {
                table.put(&call, &value).unwrap();
                alone.put(&call, &value).unwrap();
            }
        }
        let scan = || Call::scan().filter_at(2..).limit(3);
        let (mut page, mut alone_page) = (scan().plan().unwrap(), scan().plan().unwrap());
        for _ in 0..4 {
            let (mut found, mut expected) = (table.scan(&page).unwrap(), alone.scan(&alone_page).unwrap());
            let (rows, others): (Vec<_>, Vec<_>) =
                (found.by_ref().map(Result::unwrap).collect(), expected.by_ref().map(Result::unwrap).collect());
            assert_eq!((rows, found.cursor()), (others, expected.cursor()), "round {round}");
            let Some(cursor) = found.cursor() else { break };
            page = scan().resume(Some(&cursor)).plan().unwrap();
            alone_page = page.clone();
        }
    }
    for (table, alone) in &tables {
        for range in [KeyRange::all(), KeyRange::prefix(&[2]), KeyRange::prefix(&[0xFF])] {
            assert_eq!(table.store().count(range.clone()).unwrap(), alone.store().count(range).unwrap());
        }
    }
    let of_all = store.count(KeyRange::all()).unwrap();
    let sum: u64 = tables.iter().map(|(_, alone)| alone.store().count(KeyRange::all()).unwrap()).sum();
    assert_eq!(of_all, sum);
    assert!(sum > 200, "{sum} rows");
}

#[test]
fn a_subspace_of_a_subspace_has_both_prefixes() {
    let store = MemoryStore::new();
    let tenant = Within::new(&store, Subspace::new(b"a\xFF"));
    let calls = Within::new(&tenant, Subspace::new(b"\xFF"));
    calls.write(Batch::new().put("k", "1")).unwrap();
    tenant.write(Batch::new().put([0xFE], "2")).unwrap();
    assert_eq!(store.get(b"a\xFF\xFFk").unwrap(), Some(b"1".to_vec()));
    assert_eq!(rows(&tenant, KeyRange::all(), Direction::Forward).len(), 2);
    assert_eq!(rows(&calls, KeyRange::all(), Direction::Reverse), [(b"k".to_vec(), b"1".to_vec())]);
    let same = Within::new(&store, tenant.subspace().nested(calls.subspace()));
    assert_eq!(same.get(b"k").unwrap(), Some(b"1".to_vec()));
}

#[test]
fn one_transaction_covers_several_tenants() {
    let store = MemoryStore::new();
    let [from, to] = [b"a", b"b"].map(|prefix| Within::new(&store, Subspace::new(prefix)));
    from.write(Batch::new().put("lamp", "1")).unwrap();
    let expected = [(b"lamp".to_vec(), Some(b"1".to_vec()))];
    let (mut gone, mut come) = (Batch::new(), Batch::new());
    let (gone, come) = (gone.delete("lamp"), come.put("lamp", "1"));
    let parts =
        || [Part { store: &from, expected: &expected, batch: gone }, Part { store: &to, expected: &[], batch: come }];
    assert!(Within::transact(&parts()).unwrap() && !Within::transact(&parts()).unwrap());
    assert_eq!(rows(&store, KeyRange::all(), Direction::Forward), [(b"blamp".to_vec(), b"1".to_vec())]);
    assert!(to.compare_and_set(b"lamp", Some(b"1"), Change::Delete).unwrap());
}

/// A store with regions, whose reader overrides the default costs.
struct Regions;

impl Store for Regions {
    type Error = Infallible;
    type Reader<'s> = Busy;

    fn reader(&self) -> Result<Busy, Infallible> {
        Ok(Busy(MemoryStore::new().reader()?))
    }

    fn write(&self, _: &Batch) -> Result<(), Infallible> {
        Ok(())
    }

    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, Infallible> {
        Ok(Some([&b"a"[..], b"b", b"b\x01", b"b\xFF\xFF", b"c"].map(<[u8]>::to_vec).to_vec()))
    }
}

struct Busy(rowkey_store::memory::MemoryReader);

impl Reader for Busy {
    type Error = Infallible;
    type Scan = rowkey_store::memory::MemoryScan;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Infallible> {
        self.0.get(key)
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        self.0.scan(range, direction)
    }

    fn seek_cost_in_rows(&self) -> usize {
        77
    }

    fn concurrency(&self) -> usize {
        5
    }
}

#[test]
fn regions_and_costs_are_those_of_the_store() {
    let within = Within::new(Regions, Subspace::new(b"b"));
    assert_eq!(within.split_keys().unwrap(), Some(vec![b"\x01".to_vec(), b"\xFF\xFF".to_vec()]));
    assert_eq!(Within::new(MemoryStore::new(), Subspace::new(b"b")).split_keys().unwrap(), None);
    let reader = within.reader().unwrap();
    assert_eq!((reader.seek_cost_in_rows(), reader.concurrency()), (77, 5));
    fn is_sorted<R: Reader>(_: &R) -> bool {
        R::IS_SORTED
    }
    assert!(!is_sorted(&reader));
    assert!(is_sorted(&Within::new(MemoryStore::new(), Subspace::default()).reader().unwrap()));
}

/// A borrowed row is the engine's own row, not a copy.
#[test]
fn rows_are_lent_without_a_copy() {
    let store = MemoryStore::new();
    store.write(Batch::new().put("a1", "x")).unwrap();
    let within = Within::new(&store, Subspace::new(b"a"));
    let (mut inner, mut scan) = (
        store.scan(KeyRange::all(), Direction::Forward).unwrap(),
        within.scan(KeyRange::all(), Direction::Forward).unwrap(),
    );
    assert!(inner.advance().unwrap() && scan.advance().unwrap());
    assert!(std::ptr::eq(&inner.key()[1..], scan.key()) && std::ptr::eq(inner.value(), scan.value()));
}
