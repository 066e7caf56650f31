//! One contender, and the results of its checks.

use rowkey::{KeyBatch, RowKey};
use std::cmp::Ordering;
use std::hint::black_box;

/// Records to time, and records that are hard to keep in order.
pub struct Set<R> {
    /// The timed records.
    pub records: Vec<R>,
    /// Further records for the checks.
    pub trials: Vec<R>,
    /// The order that the keys must have.
    pub order: fn(&R, &R) -> Ordering,
}

/// Performs an operation once with each record.
pub type Run<'r> = Box<dyn Fn() + 'r>;

/// A crate under test, or hand-written code.
pub struct Contender<'r> {
    /// The crate.
    pub name: &'static str,
    /// The result of each check of the workload.
    pub verdicts: Vec<bool>,
    /// The timed runs. A run is `None` if its check failed.
    pub runs: Vec<Option<Run<'r>>>,
    /// The bytes of all keys.
    pub bytes: usize,
}

impl<'r> Contender<'r> {
    /// Returns a contender that encodes keys, and decodes them if all records round-trip.
    pub fn of_keys(
        name: &'static str,
        [ordered, round_trip]: [bool; 2],
        bytes: usize,
        encode: impl Fn() + 'r,
        decode: impl Fn() + 'r,
    ) -> Self {
        let runs = vec![Some(Box::new(encode) as _), round_trip.then(|| Box::new(decode) as _)];
        Self { name, verdicts: vec![ordered, round_trip], runs, bytes }
    }
}

/// Returns `true` if `keys` have the order of `records`.
pub fn sorts<R>(records: &[R], keys: &[impl AsRef<[u8]>], order: fn(&R, &R) -> Ordering) -> bool {
    let pairs = || records.iter().zip(keys);
    pairs().all(|(a, key)| pairs().all(|(b, other)| key.as_ref().cmp(other.as_ref()) == order(a, b)))
}

/// Returns `true` if a check succeeds. A panic is a failure.
pub fn holds(check: impl FnOnce() -> bool) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).unwrap_or(false)
}

/// Times `encode_batch`: all keys in one new buffer, like arrow-row. The keys are decoded one by one.
pub fn batch<'r, K: RowKey>(set: &'r Set<K>, same: impl Fn(&K, &K::Decoded<'_>) -> bool) -> Contender<'r> {
    fn encoded<K: RowKey>(records: &[K]) -> KeyBatch {
        let mut batch = KeyBatch::new();
        assert!(K::encode_batch(records, &mut batch).is_ok());
        batch
    }
    let (records, trials) = (encoded(&set.records), encoded(&set.trials));
    let check = |records: &[K], batch: &KeyBatch| {
        let keys: Vec<_> = batch.iter().collect();
        let back = |(record, key): (&K, &&[u8])| K::decode(key).is_ok_and(|back| same(record, &back));
        [sorts(records, &keys, set.order), records.iter().zip(&keys).all(back)]
    };
    let (of_records, of_trials) = (check(&set.records, &records), check(&set.trials, &trials));
    let run: Run<'r> = Box::new(|| drop(black_box(encoded(black_box(&set.records)))));
    Contender {
        name: "rowkey (batch)",
        verdicts: vec![of_records[0] && of_trials[0], of_records[1] && of_trials[1]],
        runs: vec![Some(run), None],
        bytes: records.as_bytes().len(),
    }
}

/// Checks a contender, and prepares its timed runs. The functions are paths, so that their results can borrow.
#[macro_export]
macro_rules! contender {
    ($set:expr, $name:expr, $encode:expr, $decode:expr, $same:expr) => {{
        let set = $set;
        let keys: Vec<_> = set.records.iter().map(|record| $encode(record)).collect();
        let trials: Vec<_> = set.trials.iter().map(|record| $encode(record)).collect();
        let round_trip = |records: &[_], keys: &[_]| {
            let keys = keys.iter().map(|key| AsRef::<[u8]>::as_ref(key));
            records.iter().zip(keys).all(|(record, key)| $decode(key).is_some_and(|back| $same(record, &back)))
        };
        let ordered = $crate::contender::sorts(&set.records, &keys, set.order)
            && $crate::contender::sorts(&set.trials, &trials, set.order);
        let round_trip =
            $crate::contender::holds(|| round_trip(&set.records, &keys) && round_trip(&set.trials, &trials));
        $crate::contender::Contender::of_keys(
            $name,
            [ordered, round_trip],
            keys.iter().map(|key| AsRef::<[u8]>::as_ref(key).len()).sum(),
            move || {
                for record in &set.records {
                    std::hint::black_box($encode(std::hint::black_box(record)));
                }
            },
            move || {
                for key in &keys {
                    std::hint::black_box($decode(std::hint::black_box(AsRef::<[u8]>::as_ref(key))));
                }
            },
        )
    }};
}

/// The crates that write tuples. `$parts` returns a tuple that borrows from the record, and `$Owned` is the decoded
/// tuple.
#[macro_export]
macro_rules! tuples {
    ($Record:ty, $parts:path, $Owned:ty, $accept:path, $append:path) => {
        pub mod memcomparable {
            use super::*;
            #[inline(never)]
            pub fn encode(record: &$Record) -> Vec<u8> {
                ::memcomparable::to_vec(&$parts(record)).expect("no type is foreign to it")
            }
            #[inline(never)]
            pub fn decode(key: &[u8]) -> Option<$Owned> {
                ::memcomparable::from_slice(key).ok().filter($accept)
            }
        }

        pub mod bytekey2 {
            use super::*;
            #[inline(never)]
            pub fn encode(record: &$Record) -> Vec<u8> {
                ::bytekey2::serialize(&$parts(record)).expect("no type is foreign to it")
            }
            #[inline(never)]
            pub fn decode(key: &[u8]) -> Option<$Owned> {
                ::bytekey2::deserialize(key).ok().filter($accept)
            }
        }

        pub mod bincode {
            use super::*;
            use ::bincode::config::{BigEndian, Configuration, Fixint};
            const CONFIG: Configuration<BigEndian, Fixint> =
                ::bincode::config::standard().with_big_endian().with_fixed_int_encoding();
            #[inline(never)]
            pub fn encode(record: &$Record) -> Vec<u8> {
                ::bincode::encode_to_vec(&$parts(record), CONFIG).expect("no type is foreign to it")
            }
            #[inline(never)]
            pub fn decode(key: &[u8]) -> Option<$Owned> {
                let (back, _) = ::bincode::decode_from_slice(key, CONFIG).ok()?;
                Some(back).filter($accept)
            }
        }

        pub mod bonsaidb {
            use super::*;
            use ::bonsaidb_core::key::{ByteSource, CompositeKeyEncoder, Key};
            #[inline(never)]
            pub fn encode(record: &$Record) -> Vec<u8> {
                let mut key = CompositeKeyEncoder::default();
                // bonsaidb-core rejects texts with NUL. The empty key then fails the checks.
                $append(record, &mut key).map_or_else(|_| Vec::new(), |()| key.finish())
            }
            #[inline(never)]
            pub fn decode(key: &[u8]) -> Option<$Owned> {
                <$Owned>::from_ord_bytes(ByteSource::Borrowed(key)).ok().filter($accept)
            }
        }

        pub mod storekey {
            use super::*;
            #[inline(never)]
            pub fn encode(record: &$Record) -> Vec<u8> {
                ::storekey::encode_vec(&$parts(record)).expect("good values")
            }
            #[inline(never)]
            pub fn decode(key: &[u8]) -> Option<$Owned> {
                ::storekey::decode_borrow(key).ok().filter($accept)
            }
        }
    };
}
