//! Scans by the times at which ids are made: what a query finds is what comparing the milliseconds of each id finds.

use jiff::Timestamp;
use rowkey::scan::Made;
use rowkey::{Plan, RowKey, made, one_of};
use std::ops::Bound::{Excluded, Included, Unbounded};
use std::ops::RangeBounds;
use ulid::Ulid;
use uuid::Uuid;

#[derive(RowKey, Debug, Clone, Copy)]
struct Newest {
    #[rowkey(desc)]
    id: Ulid,
}

#[derive(RowKey, Debug, Clone, Copy)]
struct OfDevice {
    device: u8,
    #[rowkey(with = rowkey::codec::UuidV7)]
    id: Uuid,
}

rowkey::laws!(Newest, OfDevice);

/// Milliseconds of ids: around the first ones, and the last one that an id can hold.
const MILLIS: [u64; 6] = [0, 1, 2, 3, 1_000, (1 << 48) - 1];

/// Nanoseconds of bounds: on both sides of whole milliseconds, before 1970, and after the last id that a `Timestamp` can
/// express.
const NANOS: [i128; 11] = [
    -5_000_001,
    -1_000_000,
    -1,
    0,
    1,
    1_000_000,
    1_500_000,
    2_000_000,
    2_000_001,
    1_000_000_000,
    253_402_207_200_000_000_000,
];

/// Of each millisecond, the id with the lowest other bits and the one with the highest.
fn ids() -> Vec<(u64, Ulid, Uuid)> {
    let both = |millis: u64| {
        let of = |random: u128, rest: u128| {
            let uuid = u128::from(millis) << 80 | 7 << 76 | rest >> 62 << 64 | 0b10 << 62 | rest & ((1 << 62) - 1);
            (millis, Ulid::from_parts(millis, random), Uuid::from_u128(uuid))
        };
        [of(0, 0), of((1 << 80) - 1, (1 << 74) - 1)]
    };
    MILLIS.into_iter().flat_map(both).collect()
}

fn is_found<K: RowKey>(plan: &Plan<K>, key: &[u8]) -> bool {
    plan.ranges().any(|range| range.contains(key)) && plan.matches(key)
}

#[test]
fn ids_are_found_by_the_start_of_their_millisecond() {
    let time = |nanos: i128| Timestamp::from_nanosecond(nanos).unwrap();
    let ids = ids();
    let (mut found, mut missed) = (0, 0);
    for (from, to) in NANOS.into_iter().flat_map(|from| NANOS.map(|to| (from, to))) {
        let ranges = [
            (Included(from), Excluded(to)),
            (Included(from), Included(to)),
            (Excluded(from), Included(to)),
            (Included(from), Unbounded),
            (Excluded(from), Unbounded),
            (Unbounded, Excluded(to)),
            (Unbounded, Included(to)),
        ];
        for range in ranges {
            let condition: Made = made((range.0.map(time), range.1.map(time)));
            let newest = Newest::scan().id(condition).plan().unwrap();
            let bound = OfDevice::scan().device(1u8).id(condition).plan().unwrap();
            let listed = OfDevice::scan().device(1u8).id(one_of([condition])).plan().unwrap();
            let filtered = OfDevice::scan().filter_id(condition).plan().unwrap();
            for &(millis, ulid, uuid) in &ids {
                let expected = range.contains(&(i128::from(millis) * 1_000_000));
                assert_eq!(is_found(&newest, &Newest { id: ulid }.key()), expected, "{range:?} {ulid}");
                let key = OfDevice { device: 1, id: uuid }.encode().unwrap();
                for plan in [&bound, &listed, &filtered] {
                    assert_eq!(is_found(plan, &key), expected, "{range:?} {uuid}");
                }
                *if expected { &mut found } else { &mut missed } += 1;
            }
        }
    }
    assert!(found > 1_000 && missed > 1_000, "{found} {missed}");
}

#[test]
fn the_times_of_ids_are_one_range() {
    let time = |nanos: i128| Timestamp::from_nanosecond(nanos).unwrap();
    // From 1.5 ms on, the first whole millisecond is 2.
    let plan = OfDevice::scan().device(1u8).id(made(time(1_500_000)..time(3_000_000))).plan().unwrap();
    let range =
        "01 00 00 00 00 00 02 00 00 00 00 00 00 00 00 00 00 .. 01 00 00 00 00 00 03 00 00 00 00 00 00 00 00 00 00";
    assert_eq!(plan.only_range().unwrap().to_string(), range);
    let none = OfDevice::scan().device(1u8).id(made(..time(0))).plan().unwrap();
    assert_eq!(none.ranges().len(), 0);
    let all = Newest::scan().id(made::<Timestamp>(..)).plan().unwrap();
    assert!(all.cost().full_scan);
}
