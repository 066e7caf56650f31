//! The buckets that can hold what was asked.

use super::plan::{Buckets, Found, Span, Spans, span};
use super::{Ask, Tail};
use crate::buf::KeyBuf;
use crate::error::ScanError;
use crate::layout::Layout;
use crate::salt::{Salt, Word};
use alloc::vec::Vec;

/// What an element gives to an input of the salt, or `None` where no key can hold it.
pub(super) type WordOf = fn(usize, &[u8]) -> Option<Word>;

/// A combination of bound values, of whatever key.
pub(super) struct Path {
    pub(super) bytes: KeyBuf,
    pub(super) words: Vec<Option<Word>>,
}

/// Which inputs of the salt, by bit, can be listed where they are not bound.
pub(super) const fn listed(_layout: &Layout) -> u64 {
    0
}

pub(super) const fn has(_: u64, _: usize) -> bool {
    false
}

/// The spans of paths and their buckets.
pub(super) fn find(
    layout: &'static Layout,
    _word: WordOf,
    paths: Vec<Path>,
    ask: &Ask<'_>,
) -> Result<Found, ScanError> {
    let mut found = Vec::new();
    for path in &paths {
        if let Some(span) = span(&path.bytes, ask.tail, layout.fields_at()) {
            match layout.salt().and_then(|salt| buckets(layout, salt, path, ask.tail)) {
                Some(mut buckets) => {
                    buckets.retain(|&bucket| ask.bucket.is_none_or(|only| only == bucket));
                    found.extend(buckets.into_iter().map(|bucket| (Some(bucket), span.clone())));
                }
                None => found.push((None, span)),
            }
        }
    }
    found.sort_unstable();
    found.dedup_by(|next, last| joined(last, next));
    let buckets = match layout.salt() {
        None => Buckets::Unsalted,
        Some(salt) => match found.iter().map(|(bucket, _)| *bucket).collect() {
            Some(buckets) => Buckets::Each(buckets),
            None => Buckets::All(ask.bucket.map_or(0..salt.labels(), |only| only..only + 1)),
        },
    };
    let spans = Spans::Many(found.into_iter().map(|(_, span)| span).collect());
    Found { spans, buckets }.within(layout, ask.max_ranges)
}

/// The bucket of a path in each generation, where the salt's inputs are known; none where the salt refuses them, as no
/// row can hold such values.
fn buckets(layout: &Layout, salt: &Salt, path: &Path, tail: &Tail) -> Option<Vec<u32>> {
    let known = match tail {
        Tail::Exact if salt.rest => true,
        _ => !salt.rest && path.words.iter().all(Option::is_some),
    };
    let rest = path.bytes.get(layout.fields_at()..).unwrap_or_default();
    let bucket = |buckets| match salt.rest {
        true => salt.bucket_of_rest(rest, buckets).ok(),
        false => salt.bucket_of_words(path.words.iter().flatten(), buckets).ok(),
    };
    known.then(|| salt.generations().filter_map(bucket).collect())
}

/// Joins `next` to `last` where they overlap: only the prefixes of elements that are read from the back do.
fn joined(last: &mut (Option<u32>, Span), next: &(Option<u32>, Span)) -> bool {
    let overlaps = last.0 == next.0 && last.1.stop.as_ref().is_none_or(|stop| next.1.start < *stop);
    if overlaps {
        last.1.stop = match (last.1.stop.take(), next.1.stop.clone()) {
            (Some(last), Some(next)) => Some(last.max(next)),
            _ => None,
        };
    }
    overlaps
}
