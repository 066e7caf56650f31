//! The form of a key range for SlateDB: the common prefix of all its keys, and bounds for the bytes after it.

use rowkey_core::KeyRange;
use std::ops::Bound;

/// The bounds of a scan, in the form that SlateDB accepts.
pub(crate) type Bounds = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// A range that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// One key, which SlateDB finds with its filters.
    Key(Vec<u8>),
    /// The keys with a common prefix, which SlateDB's prefix filters use, and bounds for the bytes after the prefix.
    Prefix(Vec<u8>, Bounds),
}

impl Span {
    /// Returns the span of a range. Returns `None` if the range is empty, because SlateDB would panic at it.
    pub(crate) fn of(range: &KeyRange) -> Option<Self> {
        let (start, stop) = (range.start(), range.stop());
        if range.is_empty() {
            return None;
        }
        if stop.is_some_and(|stop| stop.strip_prefix(start) == Some(&[0])) && !start.is_empty() {
            return Some(Self::Key(start.to_vec()));
        }
        let width = common_width(start, stop);
        let (prefix, above) = start.split_at(width);
        let above = if above.is_empty() { Bound::Unbounded } else { Bound::Included(above.to_vec()) };
        // If the stop does not begin with the prefix, every key with the prefix is below it.
        let below = stop.and_then(|stop| stop.strip_prefix(prefix));
        let below = below.map_or(Bound::Unbounded, |below| Bound::Excluded(below.to_vec()));
        Some(Self::Prefix(prefix.to_vec(), (above, below)))
    }
}

/// Returns the width of the longest common prefix of all byte strings from `start` to below `stop`.
///
/// From 01 05 to 01 08, the prefix is 01. From 01 05 to 01 06, it is 01 05, because 01 06 itself is not in the range.
/// From 01 FF 03 to 02, it is 01 FF.
fn common_width(start: &[u8], stop: Option<&[u8]>) -> usize {
    let same = stop.map_or(0, |stop| start.iter().zip(stop).take_while(|(a, b)| a == b).count());
    // At the first byte that differs, all keys have the byte of `start` if the stop is the next byte and ends there.
    // After that byte, keys can only ascend, so each FF is common too.
    let parts = match (start.get(same), stop.map(|stop| &stop[same..])) {
        (Some(&byte), Some(&[next])) => byte + 1 == next,
        (Some(&byte), None) => byte == 0xFF,
        _ => false,
    };
    if !parts {
        return same;
    }
    same + 1 + start[same + 1..].iter().take_while(|&&byte| byte == 0xFF).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks each range between byte strings of up to three bytes from a small alphabet. The span must contain exactly
    /// the keys of the range, and its prefix must be the longest one that all of them have.
    #[test]
    fn holds_the_keys_of_the_range_behind_their_common_prefix() {
        let bytes = [0, 1, 0xFE, 0xFF];
        let mut all: Vec<Vec<u8>> = vec![vec![]];
        for from in 0..1 + 4 + 16 {
            all.extend(bytes.map(|byte| [&all[from][..], &[byte]].concat()));
        }
        let (mut keys, mut prefixes) = (0, 0);
        let stops = all.iter().map(Some).chain([None]);
        for (start, stop) in all.iter().flat_map(|start| stops.clone().map(move |stop| (start, stop))) {
            let range = KeyRange::new(start.clone(), stop.cloned());
            let Some(span) = Span::of(&range) else {
                assert!(range.is_empty(), "{range}");
                continue;
            };
            let is_in = |key: &[u8]| match &span {
                Span::Key(only) => only == key,
                Span::Prefix(prefix, (above, below)) => key.strip_prefix(&prefix[..]).is_some_and(|rest| {
                    let above = match above {
                        Bound::Included(above) => rest >= &above[..],
                        _ => true,
                    };
                    above && if let Bound::Excluded(below) = below { rest < &below[..] } else { true }
                }),
            };
            let inside: Vec<_> = all.iter().filter(|key| range.contains(key)).collect();
            assert!(all.iter().filter(|key| is_in(key)).eq(inside.iter().copied()), "{range} {span:?}");
            match &span {
                Span::Key(_) => keys += 1,
                Span::Prefix(prefix, _) => {
                    // The prefix with one more byte of `start`. It would be too long: some keys of the range do not
                    // begin with it.
                    let longer = start.get(..=prefix.len()).filter(|it| {
                        let next = KeyRange::prefix(it);
                        range.stop().is_some_and(|stop| next.stop().is_none_or(|above| stop <= above))
                            || range.stop().is_none() && next.stop().is_none()
                    });
                    assert_eq!(longer, None, "{range} {span:?}");
                    prefixes += usize::from(!prefix.is_empty());
                }
            }
        }
        assert!(keys == 20 && prefixes > 200, "{keys} {prefixes}");
    }
}
