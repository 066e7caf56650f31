//! `one_bucket_range`, `six_bucket_range`, `two_month_range`: the ranges for one caller between two times.
//!
//! - With keys salted by the caller, the salt is known: one range.
//! - With keys salted by the callee, the salt is unknown: one range in each of the 6 buckets.
//! - With keys of [`Call`], the salt also depends on the month: one range in the bucket of each month.

use crate::call::{BUCKETS, Call};
use rowkey::{KeyRange, RowKey, ScanError};
pub use rowkey_bench_keys::bounds::{ByCallee, ByCaller};

/// A query: the calls of one phone between two times.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The caller.
    pub caller: &'a str,
    /// The first millisecond.
    pub from: i64,
    /// The first millisecond after the range.
    pub to: i64,
}

/// Two other phones.
pub const OTHERS: [&str; 2] = ["13800138000", "18912345678"];

/// Returns a query for one month for each call.
#[must_use]
pub fn asked<'a>(calls: &[Call<'a>]) -> Vec<Asked<'a>> {
    calls.iter().map(|call| Asked { caller: call.caller, from: call.at, to: call.at + crate::call::MONTH }).collect()
}

/// Simulates an engine that takes both ends of a range as slices.
#[inline(never)]
pub fn read(start: &[u8], stop: Option<&[u8]>) {
    std::hint::black_box((start, stop));
}

/// Simulates an engine that takes a range by value.
#[inline(never)]
pub fn keep<R>(range: R) {
    std::hint::black_box(&range);
}

/// Derived code.
pub mod derived {
    use super::{Asked, ByCallee, ByCaller, Call, KeyRange, RowKey, ScanError, keep, read};
    use rowkey::{Plan, one_of};

    /// Plans the one range, and passes it to an engine.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn one(asked: &Asked<'_>) -> Result<(), ScanError> {
        one_by(asked, read)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn one_by(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), ScanError> {
        let plan = ByCaller::scan().caller(asked.caller).at(asked.from..asked.to).plan()?;
        plan.try_for_each_range(|start, stop| {
            read(start, stop);
            Ok(())
        })
    }

    /// Plans the one range, and passes it on as an owned value.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn one_owned(asked: &Asked<'_>) -> Result<(), ScanError> {
        one_owned_by(asked, keep)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn one_owned_by(asked: &Asked<'_>, mut keep: impl FnMut(KeyRange)) -> Result<(), ScanError> {
        let plan = ByCaller::scan().caller(asked.caller).at(asked.from..asked.to).plan()?;
        for range in plan.ranges() {
            keep(range);
        }
        Ok(())
    }

    /// Plans a range in each bucket, and passes each to an engine.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn each(asked: &Asked<'_>) -> Result<(), ScanError> {
        each_by(asked, read)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn each_by(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), ScanError> {
        let plan = ByCallee::scan().caller(asked.caller).at(asked.from..asked.to).plan()?;
        plan.try_for_each_range(|start, stop| {
            read(start, stop);
            Ok(())
        })
    }

    /// Plans a range in each bucket, and passes each on as an owned value.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn each_owned(asked: &Asked<'_>) -> Result<(), ScanError> {
        each_owned_by(asked, keep)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn each_owned_by(asked: &Asked<'_>, mut keep: impl FnMut(KeyRange)) -> Result<(), ScanError> {
        let plan = ByCallee::scan().caller(asked.caller).at(asked.from..asked.to).plan()?;
        for range in plan.ranges() {
            keep(range);
        }
        Ok(())
    }

    /// Plans all calls of the phone in one bucket.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn in_bucket(asked: &Asked<'_>) -> Result<(), ScanError> {
        read_all(&in_bucket_plan(asked)?)
    }

    /// Returns the plan of [`in_bucket`].
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn in_bucket_plan(asked: &Asked<'_>) -> Result<Plan<ByCallee<'static>>, ScanError> {
        ByCallee::scan().bucket(asked.from as u32 % super::BUCKETS).caller(asked.caller).plan()
    }

    /// Plans a scan of all rows.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn all(asked: &Asked<'_>) -> Result<(), ScanError> {
        read_all(&all_plan(asked)?)
    }

    /// Returns the plan of [`all`].
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn all_plan(_: &Asked<'_>) -> Result<Plan<ByCallee<'static>>, ScanError> {
        ByCallee::scan().plan()
    }

    /// Plans all calls of three phones.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn three(asked: &Asked<'_>) -> Result<(), ScanError> {
        read_all(&three_plan(asked)?)
    }

    /// Returns the plan of [`three`].
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn three_plan(asked: &Asked<'_>) -> Result<Plan<ByCaller<'static>>, ScanError> {
        ByCaller::scan().caller(one_of([asked.caller, super::OTHERS[0], super::OTHERS[1]])).plan()
    }

    /// Plans the one range, with a filter on the seconds.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn filtered(asked: &Asked<'_>) -> Result<(), ScanError> {
        read_all(&filtered_plan(asked)?)
    }

    /// Returns the plan of [`filtered`].
    ///
    /// # Errors
    /// Never with these values.
    #[inline(always)]
    pub fn filtered_plan(asked: &Asked<'_>) -> Result<Plan<ByCaller<'static>>, ScanError> {
        ByCaller::scan().caller(asked.caller).at(asked.from..asked.to).filter_seconds(60).plan()
    }

    fn read_all<K>(plan: &Plan<K>) -> Result<(), ScanError> {
        plan.try_for_each_range(|start, stop| {
            read(start, stop);
            Ok(())
        })
    }

    /// Plans a range in the bucket of each month.
    ///
    /// # Errors
    /// Never with these values.
    #[inline(never)]
    pub fn months(asked: &Asked<'_>) -> Result<[Option<KeyRange>; 2], ScanError> {
        let plan = Call::scan().caller(asked.caller).at(asked.from..asked.to).plan()?;
        let mut ranges = plan.ranges();
        Ok(core::array::from_fn(|_| ranges.next()))
    }
}

/// Hand-written code.
pub mod hand {
    use super::{Asked, BUCKETS, keep, read};
    use crate::call::MONTH;

    /// The start and the exclusive end: bucket, phone and time.
    pub type Bounds = ([u8; 20], [u8; 20]);

    /// The error for a phone that is not 11 digits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct NoPhone {
        /// Its width.
        pub width: usize,
    }

    /// Plans the one range, and passes it to an engine.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(never)]
    pub fn one(asked: &Asked<'_>) -> Result<(), NoPhone> {
        one_by(asked, read)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(always)]
    pub fn one_by(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), NoPhone> {
        let caller = phone(asked.caller)?;
        let (start, stop) = bounds(caller, asked, (number(caller) % BUCKETS) as u8);
        read(&start, Some(&stop));
        Ok(())
    }

    /// Plans the one range, and passes it on as an owned value.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(never)]
    pub fn one_owned(asked: &Asked<'_>) -> Result<(), NoPhone> {
        one_owned_by(asked, keep)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(always)]
    pub fn one_owned_by(asked: &Asked<'_>, mut keep: impl FnMut(Bounds)) -> Result<(), NoPhone> {
        let caller = phone(asked.caller)?;
        keep(bounds(caller, asked, (number(caller) % BUCKETS) as u8));
        Ok(())
    }

    /// Plans a range in each bucket, and passes each to an engine.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(never)]
    pub fn each(asked: &Asked<'_>) -> Result<(), NoPhone> {
        each_by(asked, read)
    }

    /// The same, for any engine. Encodes both ends once, and then overwrites only the bucket.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(always)]
    pub fn each_by(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), NoPhone> {
        let caller = phone(asked.caller)?;
        let (mut start, mut stop) = bounds(caller, asked, 0);
        for bucket in 0..BUCKETS as u8 {
            (start[0], stop[0]) = (bucket, bucket);
            read(&start, Some(&stop));
        }
        Ok(())
    }

    /// Plans a range in each bucket, and passes each on as an owned value.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(never)]
    pub fn each_owned(asked: &Asked<'_>) -> Result<(), NoPhone> {
        each_owned_by(asked, keep)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(always)]
    pub fn each_owned_by(asked: &Asked<'_>, mut keep: impl FnMut(Bounds)) -> Result<(), NoPhone> {
        let caller = phone(asked.caller)?;
        for bucket in 0..BUCKETS as u8 {
            keep(bounds(caller, asked, bucket));
        }
        Ok(())
    }

    /// Plans all calls of the phone in one bucket.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(never)]
    pub fn in_bucket(asked: &Asked<'_>) -> Result<(), NoPhone> {
        in_bucket_by(asked, read)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(always)]
    pub fn in_bucket_by(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), NoPhone> {
        all_of(asked.caller, (asked.from as u32 % BUCKETS) as u8, &mut read)
    }

    /// Plans a scan of all rows.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(never)]
    pub fn all(asked: &Asked<'_>) -> Result<(), NoPhone> {
        all_by(asked, read)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(always)]
    pub fn all_by(_: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), NoPhone> {
        for bucket in 0..BUCKETS as u8 {
            read(&[bucket], Some(&[bucket + 1]));
        }
        Ok(())
    }

    /// Plans all calls of three phones, in order.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(never)]
    pub fn three(asked: &Asked<'_>) -> Result<(), NoPhone> {
        three_by(asked, read)
    }

    /// The same, for any engine.
    ///
    /// # Errors
    /// If a phone is not 11 digits.
    #[inline(always)]
    pub fn three_by(asked: &Asked<'_>, mut read: impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), NoPhone> {
        let bucket = |caller| Ok(((number(phone(caller)?) % BUCKETS) as u8, caller));
        let mut all = [bucket(asked.caller)?, bucket(super::OTHERS[0])?, bucket(super::OTHERS[1])?];
        all.sort_unstable();
        all.iter().try_for_each(|(bucket, caller)| all_of(caller, *bucket, &mut read))
    }

    /// Plans the one range. The rows are filtered when they are read.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(never)]
    pub fn filtered(asked: &Asked<'_>) -> Result<(), NoPhone> {
        std::hint::black_box(60_u32);
        one_by(asked, read)
    }

    #[inline(always)]
    fn all_of(caller: &str, bucket: u8, read: &mut impl FnMut(&[u8], Option<&[u8]>)) -> Result<(), NoPhone> {
        let caller = phone(caller)?;
        let mut start = [bucket; 12];
        start[1..].copy_from_slice(caller);
        let mut stop = start;
        // A digit is never 0xFF, so this cannot overflow.
        stop[11] += 1;
        read(&start, Some(&stop));
        Ok(())
    }

    /// Plans a range in the bucket of each month, in order. There are at most two, or one if both months have the same
    /// bucket.
    ///
    /// # Errors
    /// If the phone is not 11 digits.
    #[inline(never)]
    pub fn months(asked: &Asked<'_>) -> Result<[Option<Bounds>; 2], NoPhone> {
        let caller = phone(asked.caller)?;
        let (first, last) = (asked.from.div_euclid(MONTH), (asked.to - 1).div_euclid(MONTH));
        let bucket = |month: i64| (i64::from(number(caller)) ^ month).rem_euclid(i64::from(BUCKETS)) as u8;
        let (one, other) = (bucket(first), bucket(last));
        if one == other {
            return Ok([Some(bounds(caller, asked, one)), None]);
        }
        let before = bounds(caller, &Asked { to: last * MONTH, ..*asked }, one);
        let after = bounds(caller, &Asked { from: last * MONTH, ..*asked }, other);
        Ok(if one < other { [Some(before), Some(after)] } else { [Some(after), Some(before)] })
    }

    #[inline]
    fn number(caller: &[u8; 11]) -> u32 {
        caller[7..].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    }

    #[inline]
    fn phone(text: &str) -> Result<&[u8; 11], NoPhone> {
        let digits = text.as_bytes().try_into().map_err(|_| NoPhone { width: text.len() })?;
        let digits: &[u8; 11] = digits;
        if digits.iter().fold(true, |all, byte| all & byte.is_ascii_digit()) {
            Ok(digits)
        } else {
            Err(NoPhone { width: text.len() })
        }
    }

    /// Returns the ends of the range. Newer calls come first, so the later time is the start.
    #[inline]
    fn bounds(caller: &[u8; 11], asked: &Asked<'_>, bucket: u8) -> Bounds {
        let edge = |time: i64| {
            let mut edge = [0; 20];
            edge[0] = bucket;
            edge[1..12].copy_from_slice(caller);
            edge[12..].copy_from_slice(&(i64::MAX.wrapping_sub(time) as u64 + 1).to_be_bytes());
            edge
        };
        (edge(asked.to), edge(asked.from))
    }
}
