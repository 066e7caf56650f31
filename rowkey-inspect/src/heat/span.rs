//! The horizontal axis of a heat map: the spans of its columns, and times as text.

use crate::words::{counted, grouped};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

/// The unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TimeAxis {
    /// The number of rows before: the order of the sample.
    Order,
    /// Milliseconds since 1970.
    Millis,
}

/// Spans in milliseconds, up to a day. Each is a multiple of the one before.
const SPANS: [i64; 14] = [
    1, 10, 100, 1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000,
    86_400_000,
];

impl TimeAxis {
    /// Returns the next span above `step`, which is a multiple of it.
    pub(super) fn next_step(self, step: i64) -> i64 {
        let clock = SPANS.iter().copied().find(|&span| span > step).filter(|_| self == Self::Millis);
        clock.unwrap_or(step.saturating_mul(2))
    }

    /// Formats a time with the precision of `step`.
    pub(crate) fn show(self, at: i64, step: i64) -> String {
        let day = 86_400_000;
        let form = match step {
            step if step >= day => "%Y-%m-%d",
            step if step >= 60_000 => "%Y-%m-%d %H:%M",
            _ => "%Y-%m-%d %H:%M:%S%.f",
        };
        match (self, Timestamp::from_millisecond(at)) {
            (Self::Millis, Ok(time)) => time.to_zoned_datetime(TimeZone::UTC).strftime(form).to_string(),
            (Self::Order, _) => format!("row {}", grouped(at.unsigned_abs().saturating_add(1))),
            _ => at.to_string(),
        }
    }

    /// Formats a span: `12 hours`, `512 rows`.
    pub(crate) fn show_span(self, step: i64) -> String {
        let (number, unit) = match self {
            Self::Order => (step, "row"),
            Self::Millis => match step {
                step if step >= 86_400_000 => (step / 86_400_000, "day"),
                step if step >= 3_600_000 => (step / 3_600_000, "hour"),
                step if step >= 60_000 => (step / 60_000, "minute"),
                step if step >= 1_000 => (step / 1_000, "second"),
                step => (step, "millisecond"),
            },
        };
        counted(number.unsigned_abs(), unit)
    }

    /// Returns the name of the axis in a picture.
    pub(crate) const fn short_name(self) -> &'static str {
        match self {
            Self::Order => "rows →",
            Self::Millis => "time →",
        }
    }

    /// Returns the name of the axis in a sentence.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Order => "the order of the file",
            Self::Millis => "time (UTC)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_span_is_a_multiple_of_the_one_before() {
        for axis in [TimeAxis::Order, TimeAxis::Millis] {
            let mut step = 1;
            while step < i64::MAX / 20 {
                let next = axis.next_step(step);
                assert!(next > step && next % step == 0, "{step} {next}");
                step = next;
            }
        }
    }

    #[test]
    fn times_are_shown_as_fine_as_columns_differ() {
        let at = 1_357_017_300_000;
        assert_eq!(TimeAxis::Millis.show(at, 86_400_000), "2013-01-01");
        assert_eq!(TimeAxis::Millis.show(at, 43_200_000), "2013-01-01 05:15");
        assert_eq!(TimeAxis::Millis.show(at + 250, 10), "2013-01-01 05:15:00.25");
        assert_eq!(TimeAxis::Millis.show_span(43_200_000), "12 hours");
        assert_eq!(TimeAxis::Millis.show(i64::MIN, 1), i64::MIN.to_string());
        assert_eq!(TimeAxis::Order.show(0, 512), "row 1");
        assert_eq!(TimeAxis::Order.show_span(1), "1 row");
    }
}
