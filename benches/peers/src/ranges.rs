//! The ranges for one caller between two times. `one_bucket_range` has keys salted by the caller. `six_bucket_range`
//! has keys salted by the callee, so there is one range in each bucket.
//!
//! The peers have no ranges. Their users encode two keys, of the caller and each of the times. For the next bucket,
//! they overwrite the label in both keys if it has a fixed width, or encode both again.

use crate::call::phone;
use crate::contender::{Contender, holds};
use rowkey::RowKey;
use rowkey_benches::bounds::{Asked, ByCallee, ByCaller, asked, derived, hand, read};
use rowkey_benches::call::{BUCKETS, Call, MONTH};
use std::hint::black_box;

/// The field that keys are salted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Salted {
    /// The caller: `one_bucket_range`.
    ByCaller,
    /// The callee: `six_bucket_range`.
    ByCallee,
}

impl Salted {
    fn bucket(self, call: &Call<'_>) -> u8 {
        bucket(if self == Self::ByCaller { call.caller } else { call.callee })
    }
}

#[inline]
fn bucket(salted_by: &str) -> u8 {
    (phone(salted_by).expect("11 digits") % i64::from(BUCKETS)) as u8
}

#[inline]
fn turned(at: i64) -> i64 {
    i64::MAX.wrapping_sub(at)
}

/// Queries, and rows that match only some of them.
pub struct Set {
    asked: Vec<Asked<'static>>,
    rows: Vec<Call<'static>>,
}

/// Returns a query for one month for each call, and rows around the ends of some months.
pub fn set(calls: &[Call<'static>]) -> Set {
    let asked = asked(calls);
    let mut rows = calls.to_vec();
    for asked in tried(&asked) {
        for at in [asked.from - 1, asked.from, asked.from + MONTH / 2, asked.to - 1, asked.to] {
            for callee in ["00000000000", "14444445555", "99999999999"] {
                rows.push(Call { caller: asked.caller, at, callee, flag: true, seconds: u32::MAX });
                rows.push(Call { caller: "13362666677", at, callee, flag: false, seconds: 0 });
            }
        }
    }
    Set { asked, rows }
}

fn tried<'s>(asked: &'s [Asked<'static>]) -> impl Iterator<Item = &'s Asked<'static>> {
    asked.iter().take(32)
}

/// Encodes keys, and ranges of keys.
trait Way {
    type Key: AsRef<[u8]>;

    fn key(salted: Salted, call: &Call<'_>) -> Self::Key;

    /// Passes on the range of keys salted by the caller.
    fn one(asked: &Asked<'_>, read: impl FnMut(&[u8], Option<&[u8]>));

    /// Passes on the ranges of keys salted by the callee.
    fn each(asked: &Asked<'_>, read: impl FnMut(&[u8], Option<&[u8]>));
}

fn contender<'r, W: Way>(name: &'static str, set: &'r Set, salted: Salted) -> Contender<'r> {
    #[inline(never)]
    fn run<W: Way>(asked: &Asked<'_>, salted: Salted) {
        match salted {
            Salted::ByCaller => W::one(asked, read),
            Salted::ByCallee => W::each(asked, read),
        }
    }
    let ranges = |asked: &Asked<'_>| {
        let mut ranges = Vec::new();
        let mut read = |start: &[u8], stop: Option<&[u8]>| ranges.push((start.to_vec(), stop.map(<[u8]>::to_vec)));
        match salted {
            Salted::ByCaller => W::one(asked, &mut read),
            Salted::ByCallee => W::each(asked, &mut read),
        }
        ranges
    };
    // A wanted row must be in exactly one range, and every other row in none.
    let exact = || {
        let keys: Vec<_> = set.rows.iter().map(|call| W::key(salted, call)).collect();
        tried(&set.asked).all(|asked| {
            let ranges = ranges(asked);
            let holding = |key: &[u8]| {
                let holds = |(start, stop): &&(Vec<u8>, Option<Vec<u8>>)| {
                    &**start <= key && stop.as_ref().is_none_or(|stop| key < &**stop)
                };
                ranges.iter().filter(holds).count()
            };
            set.rows.iter().zip(&keys).all(|(call, key)| {
                let wanted = call.caller == asked.caller && (asked.from..asked.to).contains(&call.at);
                holding(key.as_ref()) == usize::from(wanted)
            })
        })
    };
    let exact = holds(exact);
    let width = |(start, stop): &(Vec<u8>, Option<Vec<u8>>)| start.len() + stop.as_ref().map_or(0, Vec::len);
    Contender {
        name,
        verdicts: vec![exact],
        bytes: set.asked.iter().flat_map(&ranges).map(|range| width(&range)).sum(),
        runs: vec![exact.then(|| {
            let run = move || set.asked.iter().for_each(|asked| run::<W>(black_box(asked), salted));
            Box::new(run) as _
        })],
    }
}

struct ByHand;

impl Way for ByHand {
    type Key = [u8; 36];

    fn key(salted: Salted, call: &Call<'_>) -> [u8; 36] {
        let mut key = rowkey_benches::call::hand::encode(call).expect("digits");
        key[0] = salted.bucket(call);
        key
    }

    #[inline(always)]
    fn one(asked: &Asked<'_>, read: impl FnMut(&[u8], Option<&[u8]>)) {
        hand::one_by(asked, read).expect("digits");
    }

    #[inline(always)]
    fn each(asked: &Asked<'_>, read: impl FnMut(&[u8], Option<&[u8]>)) {
        hand::each_by(asked, read).expect("digits");
    }
}

struct Ours;

impl Way for Ours {
    type Key = [u8; 36];

    fn key(salted: Salted, call: &Call<'_>) -> [u8; 36] {
        let Call { caller, at, callee, flag, seconds } = *call;
        match salted {
            Salted::ByCaller => ByCaller { caller, at, callee, flag, seconds }.encode(),
            Salted::ByCallee => ByCallee { caller, at, callee, flag, seconds }.encode(),
        }
        .expect("digits")
    }

    #[inline(always)]
    fn one(asked: &Asked<'_>, read: impl FnMut(&[u8], Option<&[u8]>)) {
        derived::one_by(asked, read).expect("a plan");
    }

    #[inline(always)]
    fn each(asked: &Asked<'_>, read: impl FnMut(&[u8], Option<&[u8]>)) {
        derived::each_by(asked, read).expect("a plan");
    }
}

struct OursAsValues;

impl Way for OursAsValues {
    type Key = [u8; 36];

    fn key(salted: Salted, call: &Call<'_>) -> [u8; 36] {
        Ours::key(salted, call)
    }

    #[inline(always)]
    fn one(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) {
        let plan = ByCaller::scan().caller(asked.caller).at(asked.from..asked.to).plan().expect("a plan");
        plan.ranges().for_each(|range| read(range.start(), range.stop()));
    }

    #[inline(always)]
    fn each(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) {
        let plan = ByCallee::scan().caller(asked.caller).at(asked.from..asked.to).plan().expect("a plan");
        plan.ranges().for_each(|range| read(range.start(), range.stop()));
    }
}

/// A crate whose users encode both ends of a range like keys.
trait Ends {
    type Key: AsRef<[u8]>;
    type End: AsRef<[u8]>;

    fn key(bucket: u8, call: &Call<'_>) -> Self::Key;

    /// Encodes the label, the phone, and a reversed time.
    fn end(bucket: u8, caller: &str, turned: i64) -> Self::End;

    /// Overwrites the bucket of an end, if all labels have one width.
    const OVER: Option<fn(&mut Self::End, u8)>;
}

/// Returns both ends of a range. Newer calls come first, so the later time is the start.
#[inline(always)]
fn ends<E: Ends>(bucket: u8, asked: &Asked<'_>) -> [E::End; 2] {
    // The newest call in the range is at `to - 1`, and `turned(to - 1)` is `turned(to) + 1`.
    [asked.to, asked.from].map(|time| E::end(bucket, asked.caller, turned(time) + 1))
}

impl<E: Ends> Way for E {
    type Key = E::Key;

    fn key(salted: Salted, call: &Call<'_>) -> E::Key {
        E::key(salted.bucket(call), call)
    }

    #[inline(always)]
    fn one(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) {
        let [start, stop] = ends::<E>(bucket(asked.caller), asked);
        read(start.as_ref(), Some(stop.as_ref()));
    }

    #[inline(always)]
    fn each(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) {
        assert!(phone(asked.caller).is_some(), "11 digits");
        let [mut start, mut stop] = ends::<E>(0, asked);
        for bucket in 0..BUCKETS as u8 {
            match E::OVER {
                Some(over) => {
                    over(&mut start, bucket);
                    over(&mut stop, bucket);
                }
                None if bucket > 0 => [start, stop] = ends::<E>(bucket, asked),
                None => {}
            }
            read(start.as_ref(), Some(stop.as_ref()));
        }
    }
}

/// The crates that write tuples.
macro_rules! tuples {
    ($($way:ident($bucket:ty, $over:expr) |$tuple:ident| $key:expr;)*) => {$(
        struct $way;

        impl Ends for $way {
            type Key = Vec<u8>;
            type End = Vec<u8>;

            fn key(bucket: u8, call: &Call<'_>) -> Vec<u8> {
                let Call { caller, at, callee, flag, seconds } = *call;
                let $tuple = &(<$bucket>::from(bucket), caller, turned(at), callee, flag, seconds);
                $key
            }

            #[inline(always)]
            fn end(bucket: u8, caller: &str, turned: i64) -> Vec<u8> {
                let $tuple = &(<$bucket>::from(bucket), caller, turned);
                $key
            }

            const OVER: Option<fn(&mut Vec<u8>, u8)> = $over;
        }
    )*};
}

tuples! {
    Storekey(u8, Some(|end, bucket| end[0] = bucket)) |tuple| storekey::encode_vec(tuple).expect("good values");
    Memcomparable(u8, Some(|end, bucket| end[0] = bucket)) |tuple| memcomparable::to_vec(tuple).expect("no type is foreign to it");
    Bytekey2(u8, Some(|end, bucket| end[0] = bucket)) |tuple| bytekey2::serialize(tuple).expect("no type is foreign to it");
    // The width of its integers depends on their values.
    FoundationDb(u16, None) |tuple| foundationdb_tuple::pack(tuple);
    Bincode(u8, Some(|end, bucket| end[0] = bucket)) |tuple| {
        let config = bincode::config::standard().with_big_endian().with_fixed_int_encoding();
        bincode::encode_to_vec(tuple, config).expect("no type is foreign to it")
    };
}

struct Bonsai;

impl Ends for Bonsai {
    type Key = Vec<u8>;
    type End = Vec<u8>;

    fn key(bucket: u8, call: &Call<'_>) -> Vec<u8> {
        let mut key = bonsaidb_core::key::CompositeKeyEncoder::default();
        crate::call::append(bucket, call, &mut key).expect("no NUL");
        key.finish()
    }

    #[inline(always)]
    fn end(bucket: u8, caller: &str, turned: i64) -> Vec<u8> {
        let mut key = bonsaidb_core::key::CompositeKeyEncoder::default();
        key.encode::<u8, _>(&bucket).expect("a number");
        key.encode::<String, _>(caller).expect("no NUL");
        key.encode::<i64, _>(&turned).expect("a number");
        key.finish()
    }

    const OVER: Option<fn(&mut Vec<u8>, u8)> = Some(|end, bucket| end[0] = bucket);
}

struct Format;

impl Ends for Format {
    type Key = String;
    type End = Vec<u8>;

    fn key(bucket: u8, call: &Call<'_>) -> String {
        let Call { caller, at, callee, flag, seconds } = *call;
        format!("{bucket:02}_{caller}_{:019}_{callee}_{}_{seconds:010}", turned(at), u8::from(flag))
    }

    #[inline(always)]
    fn end(bucket: u8, caller: &str, turned: i64) -> Vec<u8> {
        format!("{bucket:02}_{caller}_{turned:019}").into_bytes()
    }

    const OVER: Option<fn(&mut Vec<u8>, u8)> = Some(|end, bucket| end[1] = b'0' + bucket);
}

mod zero {
    use super::{Call, Ends, turned};
    use zerocopy::byteorder::big_endian::{U32, U64};
    use zerocopy::{Immutable, IntoBytes, Unaligned};

    #[derive(IntoBytes, Immutable, Unaligned)]
    #[repr(C)]
    pub struct End {
        bucket: u8,
        caller: [u8; 11],
        at: U64,
    }

    #[derive(IntoBytes, Immutable, Unaligned)]
    #[repr(C)]
    pub struct Row {
        end: End,
        callee: [u8; 11],
        flag: u8,
        seconds: U32,
    }

    impl AsRef<[u8]> for End {
        fn as_ref(&self) -> &[u8] {
            self.as_bytes()
        }
    }

    impl AsRef<[u8]> for Row {
        fn as_ref(&self) -> &[u8] {
            self.as_bytes()
        }
    }

    pub struct Zerocopy;

    impl Ends for Zerocopy {
        type Key = Row;
        type End = End;

        fn key(bucket: u8, call: &Call<'_>) -> Row {
            Row {
                end: Self::end(bucket, call.caller, turned(call.at)),
                callee: call.callee.as_bytes().try_into().expect("11 digits"),
                flag: call.flag.into(),
                seconds: U32::new(call.seconds),
            }
        }

        #[inline(always)]
        fn end(bucket: u8, caller: &str, turned: i64) -> End {
            let caller = caller.as_bytes().try_into().expect("11 digits");
            End { bucket, caller, at: U64::new(turned as u64) }
        }

        const OVER: Option<fn(&mut End, u8)> = Some(|end, bucket| end.bucket = bucket);
    }
}

mod db_key {
    use super::{Call, Ends, turned};
    use db_key_macro::db_key;

    #[db_key]
    pub struct End {
        bucket: u8,
        caller: [u8; 11],
        at: u64,
    }

    #[db_key]
    pub struct Row {
        bucket: u8,
        caller: [u8; 11],
        at: u64,
        callee: [u8; 11],
        flag: u8,
        seconds: u32,
    }

    pub struct DbKey;

    impl Ends for DbKey {
        type Key = Row;
        type End = End;

        fn key(bucket: u8, call: &Call<'_>) -> Row {
            let [caller, callee] = [call.caller, call.callee].map(|it| it.as_bytes().try_into().expect("11 digits"));
            Row::new(bucket, caller, turned(call.at) as u64, callee, call.flag.into(), call.seconds)
        }

        #[inline(always)]
        fn end(bucket: u8, caller: &str, turned: i64) -> End {
            End::new(bucket, caller.as_bytes().try_into().expect("11 digits"), turned as u64)
        }

        const OVER: Option<fn(&mut End, u8)> = Some(|end, bucket| end.0[0] = bucket);
    }
}

/// Returns all contenders but two. redb-derive's keys do not sort as bytes. arrow-row makes rows from columns, not two
/// at a time.
pub fn contenders(set: &Set, salted: Salted) -> Vec<Contender<'_>> {
    vec![
        contender::<ByHand>("hand-written", set, salted),
        contender::<Ours>("rowkey", set, salted),
        contender::<OursAsValues>("rowkey, `ranges()`", set, salted),
        contender::<zero::Zerocopy>("zerocopy", set, salted),
        contender::<db_key::DbKey>("db-key-macro", set, salted),
        contender::<Storekey>("storekey", set, salted),
        contender::<Memcomparable>("memcomparable", set, salted),
        contender::<Bytekey2>("bytekey2", set, salted),
        contender::<FoundationDb>("foundationdb-tuple", set, salted),
        contender::<Bonsai>("bonsaidb-core", set, salted),
        contender::<Bincode>("bincode 2", set, salted),
        contender::<Format>("format!", set, salted),
    ]
}
