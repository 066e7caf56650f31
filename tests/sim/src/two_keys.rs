//! A model of a row that two programs write under different keys, on an engine that is atomic per row only.
//!
//! While a salt or a tag changes, programs of two neighboring steps run at the same time. The current key of each program
//! is the older key of the other. A get tries the older key first. A put writes the row under the current key, and then
//! deletes it under the older key. So each put may delete the row of the other, and both are acknowledged:
//!
//! ```text
//! program 0    put a under key 0  ----  delete under key 1
//! program 1      put b under key 1  ----  delete under key 0   --> no row is left
//! ```
//!
//! A put has one timestamp for both keys, and deletes only what is older. Of two puts with the same timestamp, the one
//! with the greater key deletes the other, and not the other way round. So the later put stays.
//!
//! The model runs all schedules of three calls. Their processes have exact clocks, which count milliseconds of one or two
//! events. So of two calls that do not overlap, the later one has a later timestamp, even if its process has not written
//! before and the other one has two writes in a millisecond.

use crate::timed::Column;

/// How a put deletes the row under its older key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Only what is older than the put. The greater key decides about equal timestamps.
    Older,
    /// A mutant: up to a timestamp that is taken for the delete.
    AllSoFar,
    /// A mutant: up to the timestamp of the put.
    UpToPut,
    /// A mutant: up to just below the timestamp of the put, whichever key is greater.
    BelowPut,
}

/// A put or a delete of the row.
#[derive(Clone, Copy, Debug)]
struct Call {
    /// The program, which is also its current key.
    program: usize,
    is_put: bool,
}

impl Call {
    const ALL: [Self; 4] = [
        Self { program: 0, is_put: true },
        Self { program: 1, is_put: true },
        Self { program: 0, is_put: false },
        Self { program: 1, is_put: false },
    ];
}

/// The events of a call: it takes its timestamp, changes the row under its current key, and then under the older one.
const EVENTS: usize = 3;

/// A schedule: the call of each event.
type Schedule = [usize; 3 * EVENTS];

/// The engine, and the programs on it.
#[derive(Clone, Copy)]
struct World {
    /// `true` on HBase, where a delete also hides what arrives later.
    leaves_marker: bool,
    /// The number of events in a millisecond.
    events_per_milli: usize,
    rule: Rule,
}

impl World {
    /// Runs three calls. After each event, both programs must find a value that is right at that moment.
    fn run(self, calls: &[Call; 3], schedule: &Schedule) -> Result<(), String> {
        let (mut columns, mut clocks): ([Column<usize>; 2], _) = (Default::default(), [-1; 2]);
        let (mut stamps, mut events): ([i64; 3], [Vec<usize>; 3]) = Default::default();
        let mut found = [None; 2];
        for (now, &at) in schedule.iter().enumerate() {
            let Call { program, is_put } = calls[at];
            let millis = (now / self.events_per_milli) as i64;
            let clock = &mut clocks[program];
            match events[at].len() {
                0 => {
                    *clock = millis.max(*clock + 1);
                    stamps[at] = *clock;
                }
                1 if is_put => columns[program].put(stamps[at], at),
                1 => columns[program].delete(stamps[at], self.leaves_marker),
                _ => {
                    let up_to = match self.rule {
                        Rule::AllSoFar => millis.max(*clock + 1),
                        Rule::Older if is_put && program == 0 => stamps[at] - 1,
                        Rule::BelowPut if is_put => stamps[at] - 1,
                        _ => stamps[at],
                    };
                    columns[1 - program].delete(up_to, self.leaves_marker);
                }
            }
            events[at].push(now);
            found = [0, 1].map(|program| {
                let read = |key: usize| columns[key].newest().map(|(_, at)| *at);
                read(1 - program).or_else(|| read(program))
            });
            found.iter().try_for_each(|&found| check(calls, &events, found))?;
        }
        // Without markers, an earlier put that arrives after the later call has ended stays under the other key.
        let agrees = found[0] == found[1] || !self.leaves_marker;
        if agrees { Ok(()) } else { Err(format!("the programs find {found:?}")) }
    }
}

/// Checks what a get finds: the put of a call that has begun, and after whose end no other call began and ended. Such a
/// delete, or no ended call at all, allows that it finds nothing.
fn check(calls: &[Call; 3], events: &[Vec<usize>; 3], found: Option<usize>) -> Result<(), String> {
    let ended = |at: usize| events[at].get(EVENTS - 1);
    let is_followed = |end: &usize| (0..3).any(|later| ended(later).is_some() && events[later].first() > Some(end));
    let counts = |at: usize| !events[at].is_empty() && !ended(at).is_some_and(is_followed);
    let is_right = match found {
        Some(at) => counts(at),
        None => (0..3).all(|at| ended(at).is_none()) || (0..3).any(|at| !calls[at].is_put && counts(at)),
    };
    if is_right { Ok(()) } else { Err(format!("a program finds {found:?}")) }
}

/// Returns all schedules of three calls.
fn schedules() -> Vec<Schedule> {
    let mut schedules = vec![Vec::new()];
    for _ in 0..3 * EVENTS {
        let longer = |schedule: Vec<usize>| {
            let has_more = |at: &usize| schedule.iter().filter(|it| *it == at).count() < EVENTS;
            (0..3).filter(has_more).map(|at| [&schedule[..], &[at]].concat()).collect::<Vec<_>>()
        };
        schedules = schedules.into_iter().flat_map(longer).collect();
    }
    schedules.into_iter().map(|schedule| schedule.try_into().expect("all events")).collect()
}

/// Runs all schedules of all calls, and returns the first failure.
fn first_failure(rule: Rule) -> Option<String> {
    let schedules = schedules();
    for leaves_marker in [false, true] {
        for events_per_milli in 1..=2 {
            let world = World { leaves_marker, events_per_milli, rule };
            for number in 0..Call::ALL.len().pow(3) {
                let calls = [number % 4, number / 4 % 4, number / 16].map(|it| Call::ALL[it]);
                for schedule in &schedules {
                    if let Err(failure) = world.run(&calls, schedule) {
                        return Some(format!("{calls:?}, {schedule:?}: {failure}"));
                    }
                }
            }
        }
    }
    None
}

#[test]
fn puts_of_two_programs_leave_the_later_one() {
    assert_eq!(first_failure(Rule::Older), None);
}

#[test]
fn mutants_lose_a_row_or_leave_two() {
    for (name, rule) in
        [("all so far", Rule::AllSoFar), ("up to the put", Rule::UpToPut), ("below the put", Rule::BelowPut)]
    {
        assert!(first_failure(rule).is_some(), "{name}");
    }
}
