//! The recipe for object stores: in memory, and in a local folder, whose lists are not sorted.

use crate::object_store_rows;
use futures::executor::block_on;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use rowkey::{Plan, RowKey, one_of};

/// The path of an object, such as `readings/3/pump/0000000000042.json`.
#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(prefix = "readings/", separator = "/", suffix = ".json", salt(buckets = 4, of(device), digits(1)))]
struct Reading {
    #[rowkey(chars("a-z0-9"))]
    device: String,
    #[rowkey(digits(13))]
    at: u64,
}

/// Each of the first three is the start of the next.
const DEVICES: [&str; 4] = ["pump", "pump1", "pump12", "sensor"];

/// All readings, in the order of the key without its salt.
fn readings() -> Vec<Reading> {
    let times = |device: &'static str| (95..105).map(move |at| Reading { device: device.into(), at });
    DEVICES.into_iter().flat_map(times).collect()
}

/// A plan, and the readings that it finds.
type Asked = (Plan<Reading>, fn(&Reading) -> bool);

fn plans() -> [Asked; 7] {
    let plan = |plan: Result<_, rowkey::ScanError>| plan.unwrap();
    [
        (plan(Reading::scan().plan()), |_| true),
        (plan(Reading::scan().device("pump").plan()), |it| it.device == "pump"),
        (plan(Reading::scan().device("pump1").at(99..101).plan()), |it| {
            it.device == "pump1" && (99..101).contains(&it.at)
        }),
        (plan(Reading::scan().device("pump").at(100..).plan()), |it| it.device == "pump" && it.at >= 100),
        (plan(Reading::scan().device("pump12"..).filter_at(97).plan()), |it| *it.device >= *"pump12" && it.at == 97),
        (plan(Reading::scan().device(one_of(["pump", "none", "sensor"])).at(104).plan()), |it| {
            ["pump", "sensor"].contains(&&*it.device) && it.at == 104
        }),
        (plan(Reading::scan().device("none").plan()), |_| false),
    ]
}

fn check(store: &dyn ObjectStore) {
    let put = |key: &str| block_on(store.put(&Path::parse(key).unwrap(), key.to_owned().into())).unwrap();
    for reading in readings() {
        put(str::from_utf8(&reading.encode().unwrap()).unwrap());
    }
    // Other objects, in the order of the bytes before the readings, between them, and after them.
    ["readings-/a", "readings/9/a", "readings/2.json", "readingsx/0/pump/0000000000100.json"]
        .into_iter()
        .for_each(|it| _ = put(it));
    for (plan, is_wanted) in plans() {
        let mut expected: Vec<_> = readings().into_iter().filter(is_wanted).collect();
        for plan in [plan.clone(), plan.reversed()] {
            let found = block_on(object_store_rows::rows(store, &plan)).unwrap();
            let decoded: Vec<_> = found.iter().map(|(key, _)| Reading::decode(key).unwrap()).collect();
            assert_eq!(decoded, expected, "{}", plan.explain());
            // The value of a row is its object.
            for (key, object) in found {
                assert_eq!(block_on(block_on(store.get(&object.location)).unwrap().bytes()).unwrap(), key);
            }
            expected.reverse();
        }
    }
}

#[test]
fn object_store() {
    check(&InMemory::new());
}

#[test]
fn object_store_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    check(&LocalFileSystem::new_with_prefix(folder.path()).unwrap());
}

/// What the documentation states of prefixes: `pump` is the folder `pump/`, and not the start of `pump1/`.
#[test]
fn a_prefix_ends_at_a_slash() {
    use futures::TryStreamExt;
    let store = InMemory::new();
    ["pump/1", "pump1/1"].into_iter().for_each(|key| _ = block_on(store.put(&key.into(), "".into())).unwrap());
    let listed: Vec<_> =
        block_on(store.list(Some(&"pump".into())).map_ok(|it| it.location.to_string()).try_collect()).unwrap();
    assert_eq!(listed, ["pump/1"]);
}
