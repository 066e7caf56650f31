//! A scan of one range, or of every bucket, does not allocate if keys have a fixed width of up to 64 bytes.

use rowkey::{RowKey, one_of, starts_with};
use rowkey_benches::allocations::{Counted, of};

#[global_allocator]
static ALLOCATOR: Counted = Counted;

#[derive(RowKey)]
struct Call<'a> {
    #[salt(xxh3, buckets = 6, of(phone, kind))]
    #[pad(20)]
    phone: &'a str,
    kind: u8,
    #[reverse_ts]
    at: i64,
    #[rowkey(len(34))]
    rest: String,
}

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 6, of(name.from(2).int), digits(2)), prefix = "c:", separator = "_")]
struct Borrowed<'a> {
    shop: u32,
    at: u64,
    #[rowkey(len(8), chars("0-9"))]
    name: &'a str,
}

#[derive(RowKey)]
struct Owned {
    #[salt(xxh3, buckets = 6)]
    #[pad(20)]
    phone: String,
    at: u64,
}

#[derive(RowKey)]
struct Many {
    #[salt(modulo, buckets = 320)]
    id: u16,
    at: u64,
}

#[test]
fn scans_of_keys_of_one_width() {
    assert_eq!((Call::LAYOUT.fixed_width(), Borrowed::LAYOUT.fixed_width()), (Some(64), Some(27)));
    let rest = "r".repeat(34);
    fn first<K>(plan: rowkey::Plan<K>, count: usize) {
        assert_eq!(plan.ranges().len(), count);
        let range = plan.ranges().next().unwrap();
        assert!(!range.is_empty() && plan.matches(range.start()));
    }
    let call = || Call::scan().phone("13362666677").kind(7);
    assert_eq!(of(|| first(call().plan().unwrap(), 1)), 0);
    assert_eq!(of(|| first(call().at(5..9).limit(3).plan().unwrap(), 1)), 0);
    assert_eq!(of(|| first(call().at(..).plan().unwrap(), 1)), 0);
    assert_eq!(of(|| first(call().at(5).rest(starts_with("rr")).plan().unwrap(), 1)), 0);
    // Up to the maximum value: the range ends at the successor of the path.
    assert_eq!(of(|| first(call().at(i64::MIN..9).plan().unwrap(), 1)), 0);
    assert_eq!(of(|| first(Borrowed::scan().plan().unwrap(), 6)), 0);
    // The whole key: the end of the range is one byte longer.
    assert_eq!(of(|| first(call().at(5).rest(rest.as_str()).plan().unwrap(), 1)), 0);
    // The salt is unknown, and its values cannot be listed.
    assert_eq!(of(|| first(Borrowed::scan().shop(7).at(..=9u64).plan().unwrap(), 6)), 0);
    assert_eq!(of(|| first(Borrowed::scan().shop(7).at(9).name("12345678").plan().unwrap(), 1)), 0);
    // The successor of the bucket 00 FF is 01.
    assert_eq!(of(|| first(Many::scan().id(65_535).plan().unwrap(), 1)), 0);
    assert_eq!(of(|| first(Owned::scan().phone("13362666677").plan().unwrap(), 1)), 0);
    // A seek in either direction, from a key that is not a match.
    let (mut key, plan) = (None, call().filter_rest(rest.as_str()).plan().unwrap());
    let reversed = plan.clone().reversed();
    plan.ranges().for_each(|range| key = Some([range.start(), &[0; 42]].concat()));
    let key = key.unwrap();
    let seeks = |plan: &rowkey::ScanPlan| assert!(matches!(plan.next(&key), rowkey::scan::Next::Seek(_)));
    assert_eq!((of(|| seeks(&plan)), of(|| assert_eq!(reversed.next(&key), rowkey::scan::Next::Done))), (0, 0));
    // Several values need vectors.
    assert!(of(|| drop(Call::scan().phone(one_of(["1", "2"])).kind(7).plan().unwrap())) > 0);
}
