//! Where the result of views changes, while the values of a field grow.
//!
//! ```text
//! at.div(60)             at the multiples of 60
//! at.div(60).floor(15)   at the multiples of 900
//! at.year_month          at the start of each month
//! at.floor(7).hour       at some multiples of 7, and that is unknown here
//! ```
//!
//! All times of a month have one `year`, because each year starts with a month. They have several `year_month_day`.

use super::{View, divided};
use crate::layout::salt::{Calendar, InputKind};

/// The values at which the result changes.
#[derive(Clone, Copy)]
enum Steps {
    /// The multiples of this number.
    Multiples(u128),
    /// The starts of the years, months, days or hours. For a clock, these are in UTC.
    Starts(Calendar),
}

/// Returns `true` if values with one result of the views `of` always have one result of the views `other`. The field is
/// of this kind, and a greater value never gives a smaller result.
pub(crate) const fn determines(of: &[View], other: &[View], kind: InputKind) -> bool {
    let mut end = other.len();
    loop {
        // If `at.year` has one result, so has `at.year.div(10)`.
        let first = other.split_at(end).0;
        if View::all_same(first, of) {
            return true;
        }
        if let (Some(of), Some(other)) = (Steps::of(of, kind), Steps::of(first, kind)) {
            if of.include(other, kind.per_second() as u128) {
                return true;
            }
        }
        if end == 0 {
            return false;
        }
        end -= 1;
    }
}

impl Steps {
    /// Returns `None` if the result changes at other values.
    const fn of(views: &[View], kind: InputKind) -> Option<Self> {
        if let (InputKind::Civil, [View::Calendar(calendar)]) = (kind, views) {
            return Some(Self::Starts(*calendar));
        }
        let (InputKind::Number { .. } | InputKind::TimeId) = kind else { return None };
        let mut per_second = kind.per_second();
        // A result is a multiple of `floor`, divided by `unit`. With `div(60).floor(15)`, they are 900 and 60.
        let (mut unit, mut floor) = (1u128, 1u128);
        let mut views = views;
        while let [view, rest @ ..] = views {
            let (View::Div(by @ 1..) | View::Floor(by @ 1..)) = *view else {
                return match *view {
                    // The starts are among the steps so far.
                    View::Calendar(calendar) if per_second > 0 && rest.is_empty() => {
                        let starts = Self::Starts(calendar);
                        let clock = kind.per_second() as u128;
                        if Self::Multiples(floor).include(starts, clock) { Some(starts) } else { None }
                    }
                    _ => None,
                };
            };
            let Some(step) = unit.checked_mul(by as u128) else { return None };
            floor = match (step % floor, floor % step) {
                (0, _) => step,
                (_, 0) => floor,
                _ => return None,
            };
            if matches!(view, View::Div(_)) {
                (unit, per_second) = (step, divided(per_second, by));
            }
            views = rest;
        }
        Some(Self::Multiples(floor))
    }

    /// Returns `true` if all of the other steps are among these. A clock has `per_second` units in a second.
    const fn include(self, other: Self, per_second: u128) -> bool {
        let (hour, day) = (3_600 * per_second, 86_400 * per_second);
        match (self, other) {
            (Self::Multiples(step), Self::Multiples(other)) => other % step == 0,
            (Self::Multiples(step), Self::Starts(Calendar::Hour)) => hour % step == 0,
            (Self::Multiples(step), Self::Starts(_)) => day % step == 0,
            (Self::Starts(Calendar::Hour), Self::Multiples(other)) => hour > 0 && other % hour == 0,
            (Self::Starts(Calendar::YearMonthDay), Self::Multiples(other)) => day > 0 && other % day == 0,
            (Self::Starts(_), Self::Multiples(_)) => false,
            // From the longest to the shortest unit.
            (Self::Starts(of), Self::Starts(other)) => of as u8 >= other as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::salt::Civil;
    use crate::layout::salt::view::{of_civil, of_number};
    use alloc::vec;
    use alloc::vec::Vec;

    const CALENDARS: [Calendar; 4] = [Calendar::Year, Calendar::YearMonth, Calendar::YearMonthDay, Calendar::Hour];

    /// Compares all pairs of views with the results for these values. Returns how many pairs are determined, and how
    /// many of these the function finds.
    fn compare(views: &[Vec<View>], kind: InputKind, results: &dyn Fn(&[View]) -> Vec<i128>) -> (usize, usize) {
        let (mut all, mut found) = (0, 0);
        let results: Vec<Vec<i128>> = views.iter().map(|views| results(views)).collect();
        for (of, units) in views.iter().zip(&results) {
            for (other, seen) in views.iter().zip(&results) {
                let is_one =
                    units.windows(2).zip(seen.windows(2)).all(|(unit, of)| unit[0] != unit[1] || of[0] == of[1]);
                let is_said = determines(of, other, kind);
                assert!(is_one || !is_said, "{of:?} does not determine {other:?} of {kind:?}");
                all += usize::from(is_one);
                found += usize::from(is_said);
            }
        }
        (all, found)
    }

    /// All lists of up to two views.
    fn lists(views: &[View]) -> Vec<Vec<View>> {
        let one = views.iter().map(|view| vec![*view]);
        let two = views.iter().flat_map(|first| views.iter().map(move |second| vec![*first, *second]));
        [vec![]].into_iter().chain(one).chain(two).collect()
    }

    #[test]
    fn one_result_determines_another() {
        let steps = [1, 2, 3, 4, 6];
        let views: Vec<View> = steps.iter().flat_map(|&by| [View::Div(by), View::Floor(by)]).collect();
        let of = |views: &[View]| (-150..150).map(|number| of_number(views, number, 0).unwrap()).collect();
        let (all, found) = compare(&lists(&views), InputKind::Number { per_second: 0, least: 0 }, &of);
        // The others have steps like those of `floor(4).floor(6)`: 0, 8, 12.
        assert!(found * 10 > all * 8, "{found} of {all}");
    }

    #[test]
    fn one_result_of_a_clock_determines_another() {
        let calendars = CALENDARS.map(View::Calendar);
        let views: Vec<View> =
            [7_000, 60_000, 7_200_000, 86_400_000].map(View::Floor).into_iter().chain(calendars).collect();
        // Two years, in milliseconds.
        let of = |views: &[View]| {
            let times =
                (-1_000_000..62_000_000i128).step_by(7_200).flat_map(|second| [second * 1_000, second * 1_000 - 1]);
            times.map(|time| of_number(views, time, 1_000).unwrap()).collect()
        };
        let kind = InputKind::Number { per_second: 1_000, least: 0 };
        let mut all = lists(&views);
        all.extend(calendars.map(|calendar| vec![View::Div(1_000), calendar]));
        compare(&all, kind, &of);
        // An hour has one day, and a minute has one hour. No month is a number of days.
        let determines = |of: &[View], other: &[View]| determines(of, other, kind);
        let [year, month, day, hour] = calendars;
        assert!(determines(&[hour], &[day]) && determines(&[day], &[month]) && determines(&[month], &[year]));
        assert!(!determines(&[day], &[hour]) && !determines(&[month], &[day]) && !determines(&[year], &[month]));
        let [minute, two_hours, days] = [View::Div(60_000), View::Floor(7_200_000), View::Div(86_400_000)];
        assert!(
            determines(&[minute], &[hour]) && determines(&[hour], &[two_hours]) && determines(&[two_hours], &[day])
        );
        assert!(!determines(&[View::Div(7)], &[hour]) && !determines(&[View::Floor(7), hour], &[hour]));
        assert!(!determines(&[month], &[days]) && determines(&[day], &[days]) && determines(&[days], &[day]));
        assert!(determines(&[View::Div(1_000), hour], &[hour]) && determines(&[hour], &[View::Div(1_000), hour]));
    }

    #[test]
    fn one_result_of_a_date_determines_another() {
        let views: Vec<Vec<View>> = CALENDARS.iter().map(|calendar| vec![View::Calendar(*calendar)]).collect();
        let times: Vec<Civil> = (0..40_000).map(|hour| Civil::from_epoch(hour * 3_600, 0).unwrap()).collect();
        let of = |views: &[View]| times.iter().map(|civil| of_civil(views, civil).unwrap()).collect();
        assert_eq!(compare(&views, InputKind::Civil, &of), (10, 10));
        let [months, quarters] = [View::Calendar(Calendar::YearMonth), View::Div(3)];
        assert!(determines(&[months], &[months, quarters], InputKind::Civil));
        assert!(!determines(&[months, quarters], &[months], InputKind::Civil));
    }
}
