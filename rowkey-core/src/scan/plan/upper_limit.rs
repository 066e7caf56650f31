//! Upper limits, for seeking downward.
//!
//! There is no largest byte string below `07 05`: it would be `07 04 FF FF FF ..` without end. So a limit is some bytes
//! and a flag that FF follows them without end.
//!
//! ```text
//! below 07 05      07 04, endless      07 04, 07 04 FF, 07 04 FF FF .. are within it
//! below 07 00      07                  only 07 and smaller byte strings
//! below 00         nothing             only the empty byte string
//! below nothing    None
//! ```
//!
//! `after` splits a limit at the start of a key. Within the limit `07 04`, endless, the fields after `07` have the limit
//! `04`, endless. After `06` they can be anything, and no key within the limit begins with `08`.

use crate::bytes::{KeyBuf, Sink};

/// The largest byte string of a set: `bytes`, or `bytes` followed by FF without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UpperLimit {
    pub(super) bytes: KeyBuf,
    pub(super) is_endless: bool,
}

impl UpperLimit {
    /// The limit of all byte strings.
    pub(super) const ANY: Self = Self { bytes: KeyBuf::EMPTY, is_endless: true };

    /// The limit of the empty byte string alone.
    pub(super) const EMPTY: Self = Self { bytes: KeyBuf::EMPTY, is_endless: false };

    /// Returns the limit of all byte strings below `stop`. `None` if `stop` is empty.
    pub(super) fn below(stop: &[u8]) -> Option<Self> {
        let (last, start) = stop.split_last()?;
        let mut bytes: KeyBuf = KeyBuf::of(start);
        // `07 05` becomes `07 04` and FF without end. `07 00` becomes `07`.
        let before = last.checked_sub(1);
        before.into_iter().for_each(|last| bytes.put(&[last]));
        Some(Self { bytes, is_endless: before.is_some() })
    }

    /// Returns the first byte string above the limit, if there is one. It undoes `below`.
    pub(super) fn stop(mut self) -> Option<KeyBuf> {
        if self.is_endless {
            return self.bytes.succeed(0).then_some(self.bytes);
        }
        // The next byte string after a limit with an end.
        self.bytes.put(&[0]);
        Some(self.bytes)
    }

    /// Returns `true` if `bytes` are within the limit.
    pub(super) fn holds(&self, bytes: &[u8]) -> bool {
        // Bytes that begin with the limit are followed by at most FF.
        bytes <= &*self.bytes || self.is_endless && bytes.starts_with(&self.bytes)
    }

    /// Returns `true` if every byte string is within the limit.
    pub(super) fn is_any(&self) -> bool {
        self.is_endless && self.bytes.iter().all(|&byte| byte == 0xFF)
    }

    /// Moves this number of the endless FF into `bytes`. The limit stays the same.
    pub(super) fn extend(&mut self, more: usize) {
        if self.is_endless {
            self.bytes.resize(self.bytes.len() + more, 0xFF);
        }
    }

    /// Returns the limit of the bytes after `start`. `None` if no byte string within the limit begins with `start`.
    pub(super) fn after(&self, start: &[u8]) -> Option<Self> {
        match self.bytes.strip_prefix(start) {
            Some(rest) => Some(Self { bytes: KeyBuf::of(rest), is_endless: self.is_endless }),
            // Any bytes can follow a smaller start. A larger start is not within the limit.
            None => self.holds(start).then_some(Self::ANY),
        }
    }

    /// Returns the limit with `start` before it.
    pub(super) fn with_prefix(self, start: &[u8]) -> Self {
        let mut bytes: KeyBuf = KeyBuf::of(start);
        bytes.put(&self.bytes);
        Self { bytes, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// All byte strings of up to three of these bytes, ascending.
    fn strings() -> Vec<Vec<u8>> {
        let mut all = alloc::vec![Vec::new()];
        for width in 0..3 {
            let longest: Vec<Vec<u8>> = all.iter().filter(|it| it.len() == width).cloned().collect();
            all.extend(longest.iter().flat_map(|it| [0, 1, 0xFE, 0xFF].map(|byte| [&it[..], &[byte]].concat())));
        }
        all.sort();
        all
    }

    #[test]
    fn a_limit_below_a_stop_holds_all_smaller_strings() {
        let all = strings();
        assert_eq!((all.len(), UpperLimit::below(&[])), (85, None));
        for stop in &all[1..] {
            let limit = UpperLimit::below(stop).unwrap();
            assert!(all.iter().all(|it| limit.holds(it) == (it < stop)), "{stop:02X?}");
            assert_eq!(limit.clone().stop().map(Vec::from).as_ref(), Some(stop));
            let mut longer = limit.clone();
            longer.extend(3);
            assert!(all.iter().all(|it| longer.holds(it) == limit.holds(it)), "{stop:02X?}");
            assert_eq!(longer.stop(), limit.stop());
        }
        assert!(all.iter().all(|it| UpperLimit::ANY.holds(it) && UpperLimit::EMPTY.holds(it) == it.is_empty()));
        assert_eq!((UpperLimit::ANY.stop(), UpperLimit::EMPTY.stop()), (None, Some(KeyBuf::of(&[0]))));
    }

    #[test]
    fn the_limit_after_a_start_holds_all_possible_rests() {
        let all = strings();
        for stop in &all[1..] {
            let limit = UpperLimit::below(stop).unwrap();
            for start in all.iter().filter(|it| it.len() <= 2) {
                let rest = limit.after(start);
                for end in &all {
                    let found = rest.as_ref().is_some_and(|rest| rest.holds(end));
                    assert_eq!(found, limit.holds(&[&start[..], end].concat()), "{start:02X?} {end:02X?} {stop:02X?}");
                }
                let is_any = all.iter().all(|end| limit.holds(&[&start[..], end, &[0xFF; 4]].concat()));
                assert_eq!(rest.as_ref().is_some_and(UpperLimit::is_any), is_any, "{start:02X?} {stop:02X?}");
                let Some(rest) = rest else { continue };
                let again = rest.clone().with_prefix(start);
                assert!(all.iter().all(|end| again.holds(&[&start[..], end].concat()) == rest.holds(end)));
            }
        }
    }
}
