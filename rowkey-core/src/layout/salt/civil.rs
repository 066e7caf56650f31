//! Civil time: the date and the time of day on a calendar and a wall clock.

use core::fmt;

/// Nanoseconds per second.
pub(crate) const NANOS: u64 = 1_000_000_000;

/// A date and a time of day in the proleptic Gregorian calendar, which also covers the time before its introduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Civil {
    /// The year. The year before year 1 is year 0.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, 1 to 31.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 59. Leap seconds are not counted.
    pub second: u8,
    /// The nanosecond, 0 to 999,999,999.
    pub nanosecond: u32,
}

impl Civil {
    /// 1970-01-01 00:00.
    pub(crate) const EPOCH: Self = Self { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, nanosecond: 0 };

    /// The minimum and the maximum number of seconds after the epoch that have a civil time.
    pub(crate) const SECONDS: (i64, i64) = (datealgo::RD_SECONDS_MIN, datealgo::RD_SECONDS_MAX);

    /// Returns the civil time this many seconds and nanoseconds after 1970-01-01 00:00. Returns `None` outside
    /// [`Civil::SECONDS`], about a million years from the epoch.
    pub(crate) const fn from_epoch(seconds: i64, nanosecond: u32) -> Option<Self> {
        if seconds < Self::SECONDS.0 || seconds > Self::SECONDS.1 {
            return None;
        }
        let (year, month, day, hour, minute, second) = datealgo::secs_to_datetime(seconds);
        Some(Self { year, month, day, hour, minute, second, nanosecond })
    }

    /// Returns the civil time in UTC of `count` units after the epoch, with `per_second` units in a second. Returns `None`
    /// outside the calendar, or if `per_second` is 0 or more than a billion.
    pub(crate) const fn of_count(count: i64, per_second: u64) -> Option<Self> {
        if per_second == 0 || per_second > NANOS {
            return None;
        }
        let (seconds, rest) = (count.div_euclid(per_second as i64), count.rem_euclid(per_second as i64));
        Self::from_epoch(seconds, (rest as u64 * (NANOS / per_second)) as u32)
    }

    /// Returns the seconds after 1970-01-01 00:00, or `None` if the date or the time does not exist.
    pub(crate) const fn seconds(&self) -> Option<i64> {
        let Self { year, month, day, hour, minute, second, .. } = *self;
        let in_calendar = year >= datealgo::YEAR_MIN && year <= datealgo::YEAR_MAX && month >= 1 && month <= 12;
        if !in_calendar || day < 1 || day > datealgo::days_in_month(year, month) {
            return None;
        }
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        Some(datealgo::datetime_to_secs((year, month, day, hour, minute, second)))
    }

    /// Returns the start of a month, by the number of months since year 0.
    pub(crate) const fn of_month(months: i32) -> Self {
        Self { year: months.div_euclid(12), month: months.rem_euclid(12) as u8 + 1, ..Self::EPOCH }
    }

    /// Returns the number of whole months since year 0.
    pub(crate) const fn months(&self) -> i32 {
        self.year * 12 + self.month as i32 - 1
    }

    /// Returns the seconds after 1970-01-01 00:00 of a date and a time that exist.
    pub(crate) const fn seconds_or_epoch(&self) -> i64 {
        match self.seconds() {
            Some(seconds) => seconds,
            None => 0,
        }
    }

    /// Returns the day of the year, from 1.
    pub(crate) const fn day_of_year(&self) -> u16 {
        let first = datealgo::date_to_rd((self.year, 1, 1));
        (datealgo::date_to_rd((self.year, self.month, self.day)) - first + 1) as u16
    }

    /// Returns the month and the day of a day of the year, or `None` if the year does not have that day.
    pub(crate) const fn of_day(year: i32, day_of_year: u32) -> Option<(u8, u8)> {
        let days = if datealgo::is_leap_year(year) { 366 } else { 365 };
        if day_of_year < 1 || day_of_year > days {
            return None;
        }
        let (_, month, day) = datealgo::rd_to_date(datealgo::date_to_rd((year, 1, 1)) + day_of_year as i32 - 1);
        Some((month, day))
    }
}

/// Shows `2017-12-01T12:10:00`, with a fraction of 3, 6 or 9 digits if it is not zero.
impl fmt::Display for Civil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second, nanosecond } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        match nanosecond {
            0 => Ok(()),
            nanos if nanos % 1_000_000 == 0 => write!(f, ".{:03}", nanos / 1_000_000),
            nanos if nanos % 1_000 == 0 => write!(f, ".{:06}", nanos / 1_000),
            nanos => write!(f, ".{nanos:09}"),
        }
    }
}
