//! Reachable: every region can hold a row.
//!
//! A region can hold a row if the lowest key of the layout at or above its start is below its end. The walk
//! (`language/walk.rs`) finds that key.
//!
//! An example with keys of two digits from 10 to 25, split at `"2"` and `"26"`:
//!
//! ```text
//! region          lowest key at or above the start
//! start .. "2"    31 30 ("10")    alive
//! "2" .. "26"     32 30 ("20")    alive
//! "26" .. end     none            dead
//! ```
//!
//! If keys begin with a time, a region without a usual time is dead, too (`layout/clock.rs`). Usual times are from 1970
//! to 2100, in calendar text from 1900 to 2100.
//!
//! A language can be larger than the set that its codec writes (February 30, UTF-8, a salt regardless of its inputs).
//! So a rejected region is certainly dead, but an accepted region may be dead, too.

use super::balanced::check_shares;
use super::hot;
use super::split::{check_split, has_flawed_rule, over_span};
use crate::language::Atom;
use crate::language::message::{Message, append, message, refuse};
use crate::language::walk::{region_is_alive, rest_is_alive};
use crate::language::{is_below, is_same};
use crate::layout::clock::{Clock, UsualElements};
use crate::layout::split::shares::Spread;
use crate::layout::split::{after, even};
use crate::layout::{Layout, SplitRule};
use alloc::vec::Vec;

/// The number of dead regions, and the index of the first one.
#[derive(Clone, Copy)]
struct DeadRegions {
    dead: usize,
    first: usize,
    /// `true` if one of them can hold keys with unusual times.
    has_keys: bool,
}

/// The keys that count.
#[derive(Clone, Copy)]
enum CountedKeys {
    /// All keys of the layout.
    All,
    /// The keys with a usual time or none, if they begin with a time. For a struct, these are its first elements.
    Usual(Option<UsualElements>),
}

/// Rejects split keys that make a region dead, unless the source opts out.
#[track_caller]
pub const fn check_regions(layout: &Layout) {
    // One mistake is one error: without a valid salt and valid fields, nothing is known about regions.
    if has_flawed_parts(layout) || hot::is_rejected(layout) {
        return;
    }
    check_split(layout);
    if let Some(flaw) = flaw(layout) {
        refuse!(message(layout, flaw));
    }
    check_shares(layout);
}

/// Returns `true` if the salt or a field is rejected. A flaw of the regions would only be a second error then.
const fn has_flawed_parts(layout: &Layout) -> bool {
    let fits_label = match &layout.parts.salt {
        Some(salt) => salt.fits_label(),
        None => true,
    };
    !fits_label || layout.parts.is_refused()
}

/// Returns `true` if the key or its split is rejected elsewhere, so that the regions are unknown.
pub(super) const fn is_refused(layout: &Layout) -> bool {
    has_flawed_parts(layout) || has_flawed_rule(layout)
}

/// Returns `true` if some region can never hold a row.
pub(super) const fn has_dead(layout: &Layout) -> bool {
    dead_regions(layout).is_some()
}

const fn flaw(layout: &Layout) -> Option<DeadRegions> {
    if layout.split.allow_dead { None } else { dead_regions(layout) }
}

const fn dead_regions(layout: &Layout) -> Option<DeadRegions> {
    if layout.splits_live() {
        return None;
    }
    let mut found = DeadRegions { dead: 0, first: 0, has_keys: false };
    let usual = layout.usual();
    let keys = layout.split.keys;
    let spread = spread(layout, usual);
    let mut stop = match &spread {
        Some(spread) => spread.count(),
        None => 0,
    };
    // From the last region to the first, so that `first` ends up as the first dead one.
    let mut region = keys.len() + 1;
    while region > 0 {
        region -= 1;
        if let Some(spread) = &spread {
            let start = if region == 0 { 0 } else { spread.below(layout, keys[region - 1]) };
            let has_value = start < stop;
            stop = start;
            // Some value of the first element has keys below the stop of the region, and none below its start.
            if has_value {
                continue;
            }
        }
        if !is_alive(layout, region, usual) {
            found.dead += 1;
            found.first = region;
            found.has_keys |= is_alive(layout, region, CountedKeys::All);
        }
    }
    if found.dead > 0 { Some(found) } else { None }
}

/// Returns the values of the first element, if they can be counted and keys with each of them count. Most regions hold
/// all keys of some value, which is found without a walk.
const fn spread(layout: &Layout, usual: CountedKeys) -> Option<Spread> {
    // The record types of a salted enum have the same labels.
    let is_one_language = layout.parts.kinds.is_empty() || layout.parts.salt.is_some();
    match (layout.split.rule, usual) {
        (SplitRule::Keys(_) | SplitRule::HBaseSplit(_), CountedKeys::Usual(None)) if is_one_language => {
            Spread::of_first(layout)
        }
        _ => None,
    }
}

const fn is_alive(layout: &Layout, region: usize, counted: CountedKeys) -> bool {
    let keys = layout.split.keys;
    // The keys are between labels by construction. Only the last region can be without rows.
    if let SplitRule::After(_, regions) = layout.split.rule {
        return region < keys.len() || after::last_is_alive(&layout.parts, after::regions(&layout.parts, regions));
    }
    let start: &[u8] = if region == 0 { &[] } else { keys[region - 1] };
    let stop = if region < keys.len() { Some(keys[region]) } else { None };
    layout.can_have_key(start, stop, counted)
}

impl Layout {
    /// Writes the ends of a region: `` `1` .. `2` ``.
    pub(super) const fn describe_region(&self, region: usize, message: Message) -> Message {
        let keys = self.split.keys;
        let message = match region {
            0 => append!(message, "start of table .. "),
            _ => append!(message, {bytes keys[region - 1]} " .. "),
        };
        match region < keys.len() {
            true => append!(message, {bytes keys[region]}),
            false => append!(message, "end of table"),
        }
    }

    /// Returns `true` if a key can be at or above `start` and below `stop`. For an enum, any record type counts.
    const fn can_have_key(&self, start: &[u8], stop: Option<&[u8]>, counted: CountedKeys) -> bool {
        let kinds = self.parts.kinds;
        if kinds.is_empty() || self.parts.has_other {
            let usual = match counted {
                CountedKeys::All => None,
                CountedKeys::Usual(usual) => usual,
            };
            return is_alive_behind(&[], self.atoms, usual, start, stop);
        }
        let mut i = 0;
        while i < kinds.len() {
            let kind = kinds[i].layout;
            let usual = match (counted, kind.usual()) {
                (CountedKeys::Usual(_), CountedKeys::Usual(usual)) => usual,
                _ => None,
            };
            if is_alive_behind(&[], kind.atoms, usual, start, stop) || kind.can_have_older_key(start, stop, usual) {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Returns the keys with usual times.
    const fn usual(&self) -> CountedKeys {
        CountedKeys::Usual(match Clock::of(&self.parts, self.atoms) {
            Some(clock) => clock.usual(self.atoms),
            None => None,
        })
    }

    /// Returns `true` if a key of this record type with one of its older tags can be at or above `start` and below
    /// `stop`.
    const fn can_have_older_key(&self, start: &[u8], stop: Option<&[u8]>, usual: Option<UsualElements>) -> bool {
        // Replace the first atom, the prefix with the tag, by each older prefix.
        let (mut older, [_, rest @ ..]) = (self.older_prefixes(), self.atoms) else { return false };
        while let [prefix, next @ ..] = older {
            if is_alive_behind(prefix, rest, usual, start, stop) {
                return true;
            }
            older = next;
        }
        false
    }

    /// Returns `true` if the rule splits between existing values, so that all regions can hold rows.
    const fn splits_live(&self) -> bool {
        match self.split.rule {
            SplitRule::Default => true,
            SplitRule::Regions(_) => Clock::of(&self.parts, self.atoms).is_none(),
            SplitRule::Span(span, _) => span.is_usual(),
            SplitRule::After(..) | SplitRule::HBaseSplit(_) | SplitRule::Keys(_) => false,
        }
    }

    /// Returns `true` if a key of this layout can be at or above `start` and below `stop`.
    ///
    /// The check uses the languages of the fields, which can be larger than the set of bytes that their codecs write.
    /// So `false` is certain, and `true` is not.
    #[must_use]
    pub fn has_key_between(&self, start: &[u8], stop: &[u8]) -> bool {
        start < stop && self.can_have_key(start, Some(stop), CountedKeys::All)
    }

    /// Like [`has_key_between`](Self::has_key_between), up to the end of the table without a `stop`.
    pub(crate) fn can_hold_key(&self, start: &[u8], stop: Option<&[u8]>) -> bool {
        self.can_have_key(start, stop, CountedKeys::All)
    }

    /// Returns `true` if a row can be at or above `start` and below `stop`. Without a `stop`, up to the end of the table.
    ///
    /// Like [`has_key_between`](Self::has_key_between), but if keys begin with a time, only those from 1970 to 2100
    /// count. In calendar text, those from 1900 to 2100 count.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Event {
    ///     #[rowkey(time(millis), digits(13))]
    ///     at: u64,
    ///     id: u32,
    /// }
    ///
    /// // 5,000,000,000,000 milliseconds after 1970 is the year 2128.
    /// let layout = Event::LAYOUT;
    /// assert!(layout.has_row_between(b"1", Some(b"2")) && !layout.has_row_between(b"5", None));
    /// assert!(layout.has_key_between(b"5", b"6"));
    /// ```
    #[must_use]
    pub fn has_row_between(&self, start: &[u8], stop: Option<&[u8]>) -> bool {
        stop.is_none_or(|stop| start < stop) && self.can_have_key(start, stop, self.usual())
    }

    /// Returns `true` if the region is dead, and the source allows that.
    pub(crate) fn is_dead(&self, region: usize) -> bool {
        self.split.allow_dead && !is_alive(self, region, self.usual())
    }

    /// Returns the start and the stop of every dead region: a region that no key can fall into. The stop of the last
    /// region is `None`.
    ///
    /// The result is empty unless the source declares `allow(dead)`. Without it, a dead region is a compile error.
    #[must_use]
    pub fn dead_regions(&self) -> Vec<(&'static [u8], Option<&'static [u8]>)> {
        let keys = self.split.keys;
        (0..=keys.len())
            .filter(|&region| self.is_dead(region))
            .map(|region| {
                let start = region.checked_sub(1).map_or(&[][..], |last| keys[last]);
                (start, keys.get(region).copied())
            })
            .collect()
    }
}

/// Returns `true` if a key of a literal and `atoms` can be at or above `start` and below `stop`. `usual` limits the
/// time that the atoms begin with.
const fn is_alive_behind(
    literal: &[u8],
    atoms: &[Atom],
    usual: Option<UsualElements>,
    start: &[u8],
    stop: Option<&[u8]>,
) -> bool {
    let Some((start, stop)) = behind(literal, start, stop) else { return false };
    match &usual {
        Some(elements) => elements.are_alive(atoms, start, stop),
        None if literal.is_empty() => region_is_alive(atoms, start, stop),
        None => rest_is_alive(atoms, start, stop),
    }
}

/// Returns the part of a range of keys that begins with a literal, without the literal. Returns `None` if no key in the
/// range begins with it.
const fn behind<'a>(literal: &[u8], start: &'a [u8], stop: Option<&'a [u8]>) -> Option<(&'a [u8], Option<&'a [u8]>)> {
    let stop = match stop {
        Some(stop) if !is_below(literal, stop) => return None,
        Some(stop) => after_literal(stop, literal),
        None => None,
    };
    // A start below the literal excludes no keys. A start above it that does not begin with it excludes all.
    if is_below(start, literal) {
        return Some((&[], stop));
    }
    match after_literal(start, literal) {
        Some(start) => Some((start, stop)),
        None => None,
    }
}

/// Returns the bytes after a literal, or `None` if `key` does not begin with it.
const fn after_literal<'k>(key: &'k [u8], literal: &[u8]) -> Option<&'k [u8]> {
    if key.len() < literal.len() {
        return None;
    }
    let (head, rest) = key.split_at(literal.len());
    if is_same(head, literal) { Some(rest) } else { None }
}

/// Returns the message for dead regions.
const fn message(layout: &Layout, DeadRegions { dead, first, has_keys }: DeadRegions) -> Message {
    let keys = layout.split.keys;
    let message = message!(RK401, {#dead} " of " {#keys.len() + 1} " regions of " {layout.parts.name});
    let clock = Clock::of(&layout.parts, layout.atoms);
    let message = if has_keys {
        let (from, to) = match clock {
            Some(clock) => clock.usual_years(),
            None => (1970, 2100),
        };
        append!(message, " hold no time from " {#from} " to " {#to})
    } else {
        append!(message, " can never hold a row")
    };
    let message = layout.describe_region(first, append!(message, "; the first is region " {#first} ", "));
    let message = match clock {
        Some(clock) if has_keys => append!(message;
            note "keys begin with " {clock.field.name} ", and no usual time is in that range"),
        _ => append!(message; note "no key of this layout is in that range"),
    };
    let message = append!(message, " (regions count from 0)");
    let message = match (layout.split.rule, clock) {
        (SplitRule::After(..), _) => append!(message; help "leave out `regions`, for one region per bucket"),
        (SplitRule::Regions(regions) | SplitRule::Span(_, regions), Some(_)) => over_span(layout, regions, message),
        (SplitRule::HBaseSplit(hbase), Some(_)) => over_span(layout, hbase.regions as u128, message),
        (SplitRule::HBaseSplit(hbase), None) => match even::values(&layout.parts, layout.atoms) {
            Some(values) if hbase.regions as u128 <= values => {
                append!(message; help "split evenly: `split(regions = " {#hbase.regions} ")`")
            }
            _ => append!(message; help "choose bounds with nothing but keys between them"),
        },
        _ => {
            let others = if dead > 1 { ", and one at an end of each other dead region" } else { "" };
            append!(message;
                help "leave out the split key " {bytes keys[if first > 0 { first - 1 } else { 0 }]} {=others})
        }
    };
    append!(message; help "or opt out: `split(.., allow(dead))`")
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::leaf::model::atoms;
    use crate::language::{ByteSet, Literal, Number, Radix, Source, Text};
    use crate::layout::salt::{Algorithm, Label, Salt};
    use crate::layout::split::shares::Share;
    use crate::layout::{Parts, Split};
    use crate::private::stub;
    use alloc::boxed::Box;
    use alloc::vec;
    use std::println;

    /// Bytes around digits, and around what can follow them.
    const BYTES: &[u8] = b"\0\x01/0123789:;@ABFG^_`abcfgz~\xFE\xFF";

    /// Numbers at random (xorshift).
    struct Random(u64);

    impl Random {
        fn below(&mut self, most: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % most
        }

        fn bool(&mut self) -> bool {
            self.below(2) == 0
        }
    }

    /// Returns ascending split keys: bytes at random, and starts of others.
    fn split_keys(random: &mut Random, prefix: &[u8], width: usize) -> &'static [&'static [u8]] {
        let key = |random: &mut Random| -> Vec<u8> {
            let few = &BYTES[random.below(BYTES.len() - 4)..][..4];
            let from = if random.bool() { BYTES } else { few };
            let mut key = if random.below(8) > 0 { prefix.to_vec() } else { Vec::new() };
            key.extend((0..1 + random.below(width + 2)).map(|_| from[random.below(from.len())]));
            key
        };
        let mut keys: Vec<Vec<u8>> = (0..1 + random.below(23)).map(|_| key(random)).collect();
        let longer: Vec<Vec<u8>> = keys.iter().map(|it| [it, &key(random)[..1]].concat()).collect();
        keys.extend(longer.into_iter().filter(|_| random.bool()));
        keys.sort();
        keys.dedup();
        Box::leak(keys.into_iter().map(|key| &*Vec::leak(key)).collect::<Box<[_]>>())
    }

    /// Checks all regions in one pass against each region alone.
    fn check(layout: &Layout, found: &mut [usize; 3]) {
        let regions = 0..=layout.split.keys.len();
        let dead: Vec<usize> = regions.clone().filter(|region| !is_alive(layout, *region, layout.usual())).collect();
        let all = dead_regions(layout);
        let what = || std::format!("{:02X?} in {:#?}", layout.split.keys, layout.atoms);
        assert_eq!(all.map(|all| (all.dead, all.first)), dead.first().map(|first| (dead.len(), *first)), "{}", what());
        let shares: Option<Vec<u128>> = regions.map(|region| layout.share(region).map(|share| share.values)).collect();
        let greatest = shares.map(|shares| {
            let most = *shares.iter().max().unwrap();
            (shares.iter().position(|share| *share == most).unwrap(), most)
        });
        let found_share = layout.greatest_share().map(|(region, Share { values, .. })| (region, values));
        // Without values there is no greatest region.
        assert!(found_share == greatest || greatest.is_some_and(|(_, most)| most == 0), "{greatest:?}: {}", what());
        found[usize::from(!dead.is_empty())] += 1;
        found[2] += usize::from(greatest.is_some());
    }

    #[test]
    fn all_regions_at_once_are_each_region_alone() {
        let mut random = Random(7);
        let number = |radix, width, least, greatest| Number { radix, width, least, greatest }.leaf();
        let firsts = [
            number(Radix::Decimal, 2, 3, 57),
            number(Radix::Decimal, 3, 0, 999),
            number(Radix::Hex, 2, 0x1C, 0xA3),
            number(Radix::UpperHex, 3, 0, 0xFFF),
            number(Radix::Bytes, 1, 7, 0xFE),
            number(Radix::Bytes, 2, 0, 0xFFFF),
            number(Radix::Hex, 32, 0, u128::MAX),
            Text { alphabet: ByteSet::range(b'a', b'c'), min: 2, max: Some(2) }.leaf(),
            Text { alphabet: ByteSet::range(b'0', b'9').union(ByteSet::one(0xFF)), min: 24, max: Some(24) }.leaf(),
            Text { alphabet: ByteSet::ALL, min: 1, max: None }.leaf(),
        ];
        let (others, mut found) = (atoms(), [0; 3]);
        for round in 0..12_000 {
            let leaf = firsts[round % firsts.len()];
            let prefix: &'static [u8] = [&b""[..], b"p", b"0:"][random.below(3)];
            let mut atoms = vec![];
            if !prefix.is_empty() {
                atoms.push(Atom::new(Literal(prefix).leaf(), Source::Prefix));
            }
            // A salt's label is its own leaf.
            let salt = (random.below(3) == 0).then(|| {
                let label = [Label::U8, Label::Hex(2), Label::Digits(2)][random.below(3)];
                Salt::new(Algorithm::Md5, 1 + random.below(99) as u32, &[], true, label)
            });
            let leaf = salt.map_or(leaf, |salt| salt.label_numbers(salt.buckets).leaf());
            atoms.push(Atom {
                complemented: salt.is_none() && random.below(4) == 0,
                ..Atom::new(leaf, Source::Field(0))
            });
            if random.bool() {
                let literal = [&b"_"[..], b"::", b"\0", b"\xFF"][random.below(4)];
                atoms.push(Atom::new(Literal(literal).leaf(), Source::Separator));
            }
            if random.bool() {
                atoms.push(others[random.below(others.len())]);
            }
            let keys = split_keys(&mut random, prefix, leaf.fixed_width().unwrap_or(2).min(6));
            let split = Split { keys, rule: SplitRule::Keys(keys), allow_dead: false, allow_uneven: false };
            let layout = stub("Key");
            let parts = Parts { prefix, salt, ..layout.parts };
            check(&Layout { parts, atoms: Vec::leak(atoms), split, ..layout }, &mut found);
        }
        println!("{found:?}");
        assert!(found.iter().all(|count| *count > 500), "{found:?}");
    }
}
