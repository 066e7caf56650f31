//! The calendar views of a salt: `year`, `year_month`, `year_month_day`, `hour`.

use super::Civil;
use crate::error::ValueError;

/// A number computed from a date: in the offset of the field's pattern for civil time, else in UTC.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Calendar {
    /// The year as `yyyy`: 2017.
    Year,
    /// The year and the month as `yyyymm`: 201712.
    YearMonth,
    /// The date as `yyyymmdd`: 20171201.
    YearMonthDay,
    /// The date and the hour as `yyyymmddhh`: 2017120112.
    Hour,
}

impl Calendar {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::YearMonth => "year_month",
            Self::YearMonthDay => "year_month_day",
            Self::Hour => "hour",
        }
    }

    /// Returns the number of digits for a year from 1000 to 9999.
    pub(crate) const fn digits(self) -> usize {
        match self {
            Self::Year => 4,
            Self::YearMonth => 6,
            Self::YearMonthDay => 8,
            Self::Hour => 10,
        }
    }

    /// Returns the number of a civil time. A later time never gives a smaller number.
    pub(crate) const fn of(self, civil: &Civil) -> i128 {
        let year = civil.year as i128;
        let month = year * 100 + civil.month as i128;
        let day = month * 100 + civil.day as i128;
        match self {
            Self::Year => year,
            Self::YearMonth => month,
            Self::YearMonthDay => day,
            Self::Hour => day * 100 + civil.hour as i128,
        }
    }

    /// Returns the number of the UTC time that is `count` units after the epoch, with `per_second` units in a second.
    ///
    /// Never inlined, so that salts without such a view do not grow.
    ///
    /// # Errors
    /// Returns [`ValueError::Range`] if the time is outside the calendar.
    #[inline(never)]
    pub(crate) const fn of_count(self, count: i128, per_second: u64) -> Result<i128, ValueError> {
        // 0 is an unknown unit, for which the view is rejected at compile time.
        let per_second = if per_second == 0 { 1 } else { per_second as i128 };
        let seconds = count.div_euclid(per_second);
        let (least, greatest) = (Civil::SECONDS.0 as i128, Civil::SECONDS.1 as i128);
        if seconds >= least && seconds <= greatest {
            if let Some(civil) = Civil::from_epoch(seconds as i64, 0) {
                return Ok(self.of(&civil));
            }
        }
        let (least, greatest) = (least * per_second, (greatest + 1) * per_second - 1);
        Err(ValueError::Range { found: count, least, greatest })
    }

    /// Returns the minimum and the maximum number for the years 0 to 9999.
    pub(crate) const fn ends(self) -> (i128, i128) {
        let least = Civil { year: 0, ..Civil::EPOCH };
        let greatest = Civil { year: 9_999, month: 12, day: 31, hour: 23, ..Civil::EPOCH };
        (self.of(&least), self.of(&greatest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_seen_in_utc() {
        // 2017-12-01 12:10:00
        let at = 1_512_130_200_000;
        assert_eq!(Calendar::Year.of_count(at, 1_000), Ok(2017));
        assert_eq!(Calendar::YearMonth.of_count(at, 1_000), Ok(201_712));
        assert_eq!(Calendar::YearMonthDay.of_count(at, 1_000), Ok(20_171_201));
        assert_eq!(Calendar::Hour.of_count(at, 1_000), Ok(2_017_120_112));
        assert_eq!(Calendar::Hour.of_count(-1, 1_000_000_000), Ok(1_969_123_123));
        assert_eq!(Calendar::YearMonthDay.of_count(-62_167_219_201, 1), Ok(-8_769));
    }

    #[test]
    fn counts_beyond_the_calendar_are_refused() {
        for count in [i128::from(i64::MIN), i128::from(i64::MAX), i128::from(u64::MAX), i128::MIN, i128::MAX] {
            assert!(
                matches!(Calendar::Year.of_count(count, 1), Err(ValueError::Range { found, .. }) if found == count)
            );
        }
        let (least, greatest) = Civil::SECONDS;
        for (inside, outside) in [(least, -1), (greatest, 1)] {
            let inside = i128::from(inside) * 1_000 + if outside > 0 { 999 } else { 0 };
            assert!(Calendar::Hour.of_count(inside, 1_000).is_ok());
            assert!(Calendar::Hour.of_count(inside + outside, 1_000).is_err());
        }
    }
}
