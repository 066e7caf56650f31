//! Laws that every layout keeps, over random values and random bytes: keys come back, sort like the tuple of fields,
//! and nothing but a key decodes.

mod layouts;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use md5::{Digest, Md5};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use rowkey::laws::Laws;
use rowkey::{KeyBatch, KeyCode, OwnedKey, RowKey};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::fmt::Debug;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI16, NonZeroU32};

const CASES: u32 = 2_500;

/// A change of one byte of a key: overwritten, inserted, taken out, doubled, or all behind it cut off.
#[derive(Clone, Debug)]
struct Change(u8, prop::sample::Index, u8);

fn change() -> impl Strategy<Value = Change> {
    let byte = prop_oneof![any::<u8>(), select(b"\x00\x01\xFE\xFF_:09az".to_vec())];
    (0..5u8, any::<prop::sample::Index>(), byte).prop_map(|(kind, at, byte)| Change(kind, at, byte))
}

impl Change {
    fn apply(&self, key: &mut Vec<u8>) {
        let Self(kind, at, byte) = self;
        let at = at.index(key.len() + 1);
        match kind {
            0 if at < key.len() => key[at] = *byte,
            1 if at < key.len() => drop(key.remove(at)),
            2 => key.truncate(at),
            3 if at < key.len() => key.insert(at, key[at]),
            _ => key.insert(at, *byte),
        }
    }
}

/// How often a law had something to say.
#[derive(Default)]
struct Seen {
    written: Cell<usize>,
    refused: Cell<usize>,
    compared: Cell<usize>,
    read: Cell<usize>,
    unread: Cell<usize>,
}

fn add(count: &Cell<usize>) {
    count.set(count.get() + 1);
}

/// The key of a value, which comes back; or none, and nothing was written.
fn round_trip<K: OwnedKey<EncodeError: Debug> + Debug>(value: &K, seen: &Seen) -> Option<Vec<u8>> {
    let mut out = vec![0xAB, 0xCD];
    let appended = value.encode_into(&mut out);
    match value.encode() {
        Ok(key) => {
            let key = key.as_ref().to_vec();
            assert!(appended.is_ok() && out[..2] == [0xAB, 0xCD] && out[2..] == key);
            if let Some(width) = K::LAYOUT.fixed_width() {
                assert_eq!(key.len(), width);
            }
            for back in [K::decode(&key), K::decode_lenient(&key)] {
                assert_eq!(format!("{back:?}"), format!("Ok({value:?})"), "{key:02X?}");
            }
            assert_eq!(K::explain(&key).error(), None);
            assert!(K::explain(&key).parts().iter().all(|part| part.value().is_ok()), "{}", K::explain(&key));
            older_keys(value, &key);
            add(&seen.written);
            Some(key)
        }
        Err(_) => {
            assert!(appended.is_err());
            assert_eq!(out, [0xAB, 0xCD], "what was written before the error is taken back");
            add(&seen.refused);
            None
        }
    }
}

/// The keys of older generations differ by their labels alone, and are read as this one is.
fn older_keys<K: OwnedKey<EncodeError: Debug> + Debug>(value: &K, key: &[u8]) {
    let keys = value.keys_of_all_versions().unwrap();
    assert_eq!(keys[0].as_ref(), key);
    assert!(keys.len() <= 1 + K::LAYOUT.salt().map_or(0, |salt| salt.was().len()));
    assert!(keys.iter().all(|key| K::LAYOUT.rows().contains(key.as_ref())), "{value:?}");
    for older in &keys[1..] {
        assert_ne!(older.as_ref(), key);
        assert_eq!(older.as_ref()[K::LAYOUT.fields_at()..], key[K::LAYOUT.fields_at()..]);
        assert_eq!(format!("{:?}", K::decode(older.as_ref())), format!("Ok({value:?})"));
        assert!(K::LAYOUT.older_rows().is_some_and(|range| range.contains(older.as_ref())), "{older:?}");
    }
}

/// Any bytes: nothing panics, and what decodes is what encode writes, or has written before.
fn any_bytes<K: OwnedKey<EncodeError: Debug> + Debug>(bytes: &[u8], seen: &Seen) {
    let decoded = K::decode(bytes);
    match &decoded {
        Ok(value) => {
            let again = value.encode().unwrap_or_else(|error| panic!("{value:?} decodes, and {error:?}"));
            if again.as_ref() != bytes {
                let older = value.keys_of_all_versions().unwrap();
                assert!(older.iter().any(|older| older.as_ref() == bytes), "{value:?}: {bytes:02X?}");
            }
            add(&seen.read);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            add(&seen.unread);
        }
    }
    match K::decode_lenient(bytes) {
        Ok(value) => {
            if let Ok(again) = value.encode() {
                let rest = K::LAYOUT.fields_at();
                assert_eq!(again.as_ref()[rest..], bytes[rest..], "only the salt may differ");
                assert!(K::decode(again.as_ref()).is_ok());
                add(&seen.read);
            }
        }
        Err(error) => assert_eq!(decoded.as_ref().err(), Some(&error), "strict is at least as strict"),
    }
    let explained = K::explain(bytes);
    assert_eq!(explained.error(), decoded.as_ref().err());
    let mut at = 0;
    for part in explained.parts() {
        assert_eq!(part.offset(), at);
        assert_eq!(part.bytes(), &bytes[at..at + part.bytes().len()]);
        at += part.bytes().len();
    }
    assert_eq!(at, bytes.len(), "the parts together are the bytes:\n{explained}");
}

/// A batch holds what `encode` gives, of as many rows at once as may be; and is as it was where a row cannot be written.
fn batches<K: OwnedKey<EncodeError: Debug + PartialEq> + Debug>(values: &[K]) {
    let mut batch = KeyBatch::new();
    let (mut all, mut values) = (Vec::new(), values);
    for most in [0, 1, 5, 31, 33, 100, usize::MAX].into_iter().cycle() {
        let (some, rest) = values.split_at(most.min(values.len()));
        let keys: Vec<_> = some.iter().map_while(|value| value.encode().ok()).collect();
        let written = &some[..keys.len()];
        all.extend(keys.into_iter().map(Into::into));
        assert!(K::encode_batch(written, &mut batch).is_ok());
        let Some(bad) = some.get(written.len()) else {
            values = rest;
            if rest.is_empty() { break } else { continue }
        };
        values = &values[written.len() + 1..];
        // Of all of these, the last cannot be written.
        let error = K::encode_batch(&some[..=written.len()], &mut batch).unwrap_err();
        assert_eq!((error.row, Some(*error.error)), (written.len(), bad.encode().err()));
        assert_eq!((batch.len(), batch.get(all.len())), (all.len(), None));
    }
    assert!(batch.iter().eq(all.iter().map(Vec::as_slice)) && batch.as_bytes() == all.concat());
    assert!(batch.iter().rev().eq(all.iter().map(Vec::as_slice).rev()) && batch.len() == all.len());
    batch.clear();
    assert!(batch.is_empty() && batch.as_bytes().is_empty());
}

/// No key begins another if the layout says so.
fn prefixes<K: OwnedKey>(values: &[K]) {
    let mut keys: Vec<Vec<u8>> =
        values.iter().filter_map(|value| Some(value.encode().ok()?.as_ref().to_vec())).collect();
    keys.sort();
    keys.dedup();
    // Between a key and one that it begins, there are only others that it begins.
    let pair = keys.windows(2).find(|pair| pair[1].starts_with(&pair[0]));
    assert!(pair.is_none() || !K::LAYOUT.is_prefix_free(), "{}: {pair:02X?}", K::LAYOUT.name());
}

/// What stands before the fields: prefix, label and separator.
fn lead<K: RowKey>(key: &[u8]) -> &[u8] {
    &key[..K::LAYOUT.fields_at()]
}

fn laws<K, S>(values: S, order: Option<fn(&K, &K) -> Ordering>)
where
    K: OwnedKey<EncodeError: Debug + PartialEq> + Debug + Clone,
    S: Strategy<Value = K> + Clone,
{
    let (seen, all) = (Seen::default(), RefCell::new(Vec::new()));
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let cases = (values.clone(), values, vec(change(), 1..4), vec(any::<u8>(), 0..40));
    let run = TestRunner::new(config).run(&cases, |(a, b, changes, noise)| {
        any_bytes::<K>(&noise, &seen);
        any_bytes::<K>(&[], &seen);
        all.borrow_mut().extend([a.clone(), b.clone()]);
        let (Some(key), Some(other)) = (round_trip(&a, &seen), round_trip(&b, &seen)) else { return Ok(()) };
        if lead::<K>(&key) == lead::<K>(&other) {
            if let Some(order) = order {
                assert_eq!(key.cmp(&other), order(&a, &b), "{a:?} {key:02X?} and {b:?} {other:02X?}");
                add(&seen.compared);
            }
            assert_eq!(key == other, format!("{a:?}") == format!("{b:?}"), "one key, one value");
        }
        let mut changed = key.clone();
        for change in &changes {
            change.apply(&mut changed);
            any_bytes::<K>(&changed, &seen);
        }
        // A label of another row, and a rest of another row.
        any_bytes::<K>(&[lead::<K>(&key), &other[K::LAYOUT.fields_at()..]].concat(), &seen);
        any_bytes::<K>(&[&key[..], &other].concat(), &seen);
        Ok(())
    });
    if let Err(error) = run {
        panic!("{}: {error}", K::LAYOUT.name());
    }
    let all = all.take();
    batches(&all);
    prefixes(&all);
    let [written, refused, compared, read, unread] =
        [&seen.written, &seen.refused, &seen.compared, &seen.read, &seen.unread].map(Cell::get);
    println!(
        "{}: {written} written, {refused} refused, {compared} pairs compared, {read} others decoded, {unread} not",
        K::LAYOUT.name()
    );
    assert!(written > 1_000 && read > 100 && unread > 100);
    assert!(order.is_none() || compared > 100);
    assert_eq!(order.is_some(), K::LAYOUT.is_ordered());
    // The laws that users hold their keys to make their own values.
    match order {
        Some(order) => Laws::<K>::new().ordered_by(order).check(),
        None => Laws::<K>::new().check(),
    }
}

/// Texts of few characters, so that they often begin alike.
fn text(chars: &'static str, most: usize) -> impl Strategy<Value = String> + Clone {
    let all: Vec<char> = chars.chars().collect();
    vec(select(all), 0..=most).prop_map(String::from_iter)
}

fn bytes(all: &'static [u8], most: usize) -> impl Strategy<Value = Vec<u8>> + Clone {
    vec(select(all), 0..=most)
}
