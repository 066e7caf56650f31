//! A range of keys as SlateDB takes it: the prefix that its keys have in common, and the range of what follows.

use rowkey_core::KeyRange;
use std::ops::Bound;

/// The bounds of a scan, as SlateDB takes them.
pub(crate) type Bounds = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// A range that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// One key, which SlateDB finds by its filters.
    Key(Vec<u8>),
    /// The keys behind a prefix, which its prefix filters know, within bounds of what follows the prefix.
    Prefix(Vec<u8>, Bounds),
}

impl Span {
    /// The span of a range; `None` if it is empty, which SlateDB would panic at.
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
        // Every key that begins with the prefix is below a stop that does not.
        let below = stop.and_then(|stop| stop.strip_prefix(prefix));
        let below = below.map_or(Bound::Unbounded, |below| Bound::Excluded(below.to_vec()));
        Some(Self::Prefix(prefix.to_vec(), (above, below)))
    }
}

/// The width of the longest prefix of all byte strings at or above `start` and below `stop`.
fn common_width(start: &[u8], stop: Option<&[u8]>) -> usize {
    let same = stop.map_or(0, |stop| start.iter().zip(stop).take_while(|(a, b)| a == b).count());
    // At the first byte that differs, all keys have that of `start` if the stop ends with the next byte. Behind it, nothing is above FF.
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

    /// Each range between byte strings of up to three bytes out of few: exactly the keys of the range lie in the span, and its
    /// prefix is the longest that all keys of the range have.
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
                    // A byte more: not all keys of the range have it, or `start` is all that is known of them.
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
