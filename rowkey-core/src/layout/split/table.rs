//! The split keys of a rule, as a constant.

use super::hbase::HBaseSplit;
use super::span::SpanKeys;
use super::{MOST_CONST_KEYS, after, even};
use crate::language::Atom;
use crate::layout::salt::Bucket;
use crate::layout::{Parts, SplitRule};

/// A split key in an array: its first `len` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Key<const W: usize> {
    bytes: [u8; W],
    len: usize,
}

impl<const W: usize> Key<W> {
    /// No bytes.
    pub(super) const EMPTY: Self = Self { bytes: [0; W], len: 0 };

    /// Appends `bytes` to the key.
    pub(super) const fn with(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.bytes[self.len] = bytes[i];
            (self.len, i) = (self.len + 1, i + 1);
        }
        self
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub const fn as_slice(&self) -> &[u8] {
        // Most keys fill the array. These need no `split_at`, a call that rustc would have to evaluate.
        if self.len == W { &self.bytes } else { self.bytes.split_at(self.len).0 }
    }
}

/// Returns the number of regions that a rule makes.
const fn regions(parts: &Parts, rule: SplitRule) -> u128 {
    match (rule, parts.salt) {
        (SplitRule::Regions(regions) | SplitRule::Span(_, regions), _) => regions,
        (SplitRule::After(_, regions), _) => after::regions(parts, regions),
        (SplitRule::HBaseSplit(hbase), _) => hbase.regions as u128,
        (SplitRule::Default, Some(salt))
            if !salt.is_digest() && salt.buckets as usize <= MOST_CONST_KEYS && salt.fits_label() =>
        {
            salt.buckets as u128
        }
        _ => 1,
    }
}

/// Returns the number of split keys that a rule computes. Returns 0 if the rule cannot compute them, which the proof
/// of the regions reports.
pub const fn split_count(parts: &Parts, atoms: &[Atom], rule: SplitRule) -> usize {
    let regions = regions(parts, rule);
    // Each rule has its own reasons to fail. The proof names them, so that this only needs a yes or no.
    let possible = match rule {
        SplitRule::Default => true,
        SplitRule::Regions(_) => match even::values(parts, atoms) {
            Some(values) => regions > 0 && regions <= values,
            None => false,
        },
        SplitRule::Span(..) if regions > MOST_CONST_KEYS as u128 + 1 => false,
        SplitRule::Span(span, _) => regions > 0 && SpanKeys::new(parts, atoms, span, regions).is_ok(),
        SplitRule::After(literal, _) => after::check(parts, atoms, literal, regions).is_ok(),
        SplitRule::HBaseSplit(hbase) => hbase.steps().is_ok(),
        SplitRule::Keys(_) => false,
    };
    if possible && regions - 1 <= MOST_CONST_KEYS as u128 { regions as usize - 1 } else { 0 }
}

/// Returns the width in bytes of the widest split key of a rule.
pub const fn split_width(parts: &Parts, atoms: &[Atom], rule: SplitRule) -> usize {
    match rule {
        SplitRule::Default => after::width(parts, b""),
        SplitRule::Regions(_) => even::width(parts, atoms),
        SplitRule::Span(span, regions) => match SpanKeys::new(parts, atoms, span, regions) {
            Ok(keys) => keys.width(),
            Err(_) => 0,
        },
        SplitRule::After(literal, _) => after::width(parts, literal),
        SplitRule::HBaseSplit(hbase) => match hbase.steps() {
            Ok(steps) => steps.places(),
            Err(_) => 0,
        },
        SplitRule::Keys(_) => 0,
    }
}

/// Returns the split keys of a rule. `M` is [`split_count`], and `W` is [`split_width`].
#[must_use]
pub const fn split_table<const W: usize, const M: usize>(
    parts: &Parts,
    atoms: &[Atom],
    rule: SplitRule,
) -> [Key<W>; M] {
    let mut keys = [Key::EMPTY; M];
    let mut i = 0;
    match rule {
        // An even split between two buckets is at the label of the second one.
        SplitRule::Default => {
            while i < M {
                keys[i].len = after::write(parts, b"", i as Bucket + 1, &mut keys[i].bytes);
                i += 1;
            }
        }
        SplitRule::Regions(_) => {
            let Some(first) = even::first(parts, atoms) else { return keys };
            // The order of the alphabet is computed once for all keys.
            let first = even::Ordered::new(first);
            while i < M {
                keys[i].len = first.write(parts.prefix, i as u128 + 1, regions(parts, rule), &mut keys[i].bytes);
                i += 1;
            }
        }
        SplitRule::Span(span, regions) => {
            let Ok(span) = SpanKeys::new(parts, atoms, span, regions) else { return keys };
            while i < M {
                keys[i].len = span.write(i as u128 + 1, &mut keys[i].bytes);
                i += 1;
            }
        }
        SplitRule::After(literal, _) => {
            while i < M {
                keys[i].len = after::write(parts, literal, i as Bucket, &mut keys[i].bytes);
                i += 1;
            }
        }
        SplitRule::HBaseSplit(hbase) => return hbase_table(hbase),
        SplitRule::Keys(_) => {}
    }
    keys
}

/// Returns the split keys that an algorithm of HBase computes.
const fn hbase_table<const W: usize, const M: usize>(hbase: HBaseSplit<'_>) -> [Key<W>; M] {
    let mut keys = [Key::EMPTY; M];
    let Ok(steps) = hbase.steps() else { return keys };
    let (mut step, mut value) = ([0; W], [0; W]);
    steps.step(&mut step);
    steps.start(&mut value);
    let mut i = 0;
    while i < M {
        let last = i + 1 == M;
        keys[i].len = if hbase.has_ends() && (i == 0 || last) {
            steps.write_end(last, &mut [0; W], &mut keys[i].bytes)
        } else {
            steps.advance(&step, &mut value);
            steps.write(&value, &mut keys[i].bytes)
        };
        i += 1;
    }
    keys
}
