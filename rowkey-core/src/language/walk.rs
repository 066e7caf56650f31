//! A walk over the atoms of a layout, byte by byte. It tells which bytes can come next, and if the key can end here.
//!
//! These two answers give the least key at or above a bound, and so tell if a region can hold a row.

mod ordered_code;

use super::tuple::{Behind, TupleElement};
use super::{Atom, ByteSet, Leaf, part_at};

/// A place inside the keys of a layout, after some of their bytes. If an open text is read from the back, and the next byte
/// could belong to it or to what follows it, the walk allows anything from there on.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    atoms: &'a [Atom],
    at: usize,
    /// The number of bytes of the atom that are passed.
    offset: usize,
    /// In a number: all digits so far are those of the least number (`low`), of the greatest (`high`).
    low: bool,
    high: bool,
    /// In codes: the index of one that begins with the bytes passed. In an element of a tuple: its code. In ordered code: 1 if
    /// the value is empty.
    code: usize,
    /// In padding: `true` if only pad bytes can follow (padded on the left: if no text has begun). In terminated text:
    /// `true` after 00; in text of a tuple and in ordered code, too.
    mark: bool,
    /// The zeros that an absent option still has to write; `turned` if they are written complemented, as its tag was.
    zeros: usize,
    turned: bool,
    anything: bool,
}

/// The bytes that can come next inside an atom.
struct NextBytes {
    bytes: ByteSet,
    /// `true` if the atom can end here.
    over: bool,
}

impl<'a> Walk<'a> {
    pub(crate) const fn new(atoms: &'a [Atom]) -> Self {
        Self {
            atoms,
            at: 0,
            offset: 0,
            low: true,
            high: true,
            code: 0,
            mark: false,
            zeros: 0,
            turned: false,
            anything: false,
        }
    }

    const fn enter(self, at: usize) -> Self {
        Self { zeros: self.zeros, turned: self.turned, ..Self { at, ..Self::new(self.atoms) } }
    }

    /// The bytes that can come next, and whether the key can end here.
    pub(crate) const fn next(&self) -> (ByteSet, bool) {
        if self.anything {
            return (ByteSet::ALL, true);
        }
        let mut bytes = ByteSet::NONE;
        let mut walk = *self;
        loop {
            if walk.at == walk.atoms.len() && walk.zeros == 0 {
                return (bytes, true);
            }
            let next = walk.within();
            bytes = bytes.union(next.bytes);
            if !next.over {
                return (bytes, walk.can_end_early());
            }
            walk = walk.enter(walk.at + 1);
        }
    }

    /// The walk after `byte`, which [`Walk::next`] must allow.
    pub(crate) const fn step(&self, byte: u8) -> Self {
        if self.anything {
            return *self;
        }
        let mut walk = *self;
        loop {
            if walk.at == walk.atoms.len() && walk.zeros == 0 {
                return walk;
            }
            let next = walk.within();
            if next.bytes.contains(byte) {
                // The byte could belong to this atom or to a later one.
                if next.over && walk.enter(walk.at + 1).next().0.contains(byte) {
                    walk.anything = true;
                    return walk;
                }
                return walk.advanced(byte);
            }
            walk = walk.enter(walk.at + 1);
        }
    }

    /// The bytes that can come next inside the current atom, as written.
    const fn within(&self) -> NextBytes {
        if self.zeros > 0 {
            let filler = if self.turned { 0xFF } else { 0 };
            return NextBytes { bytes: ByteSet::one(filler), over: false };
        }
        let atom = self.atoms[self.at];
        let next = self.within_leaf(&atom.leaf);
        NextBytes { bytes: if atom.complemented { next.bytes.complemented() } else { next.bytes }, over: next.over }
    }

    const fn within_leaf(&self, leaf: &Leaf) -> NextBytes {
        let over = match leaf.fixed_width() {
            Some(width) => self.offset == width,
            None => false,
        };
        if over {
            return NextBytes { bytes: ByteSet::NONE, over };
        }
        match *leaf {
            Leaf::Literal(bytes) => NextBytes { bytes: ByteSet::one(bytes[self.offset]), over },
            Leaf::Number { radix, width, least, greatest } => {
                let low = if self.low { radix.digit(least, width, self.offset) } else { 0 };
                let high = if self.high { radix.digit(greatest, width, self.offset) } else { (radix.base() - 1) as u8 };
                NextBytes { bytes: radix.digits(low, high), over }
            }
            Leaf::Text { alphabet, min, max } => {
                let full = match max {
                    Some(max) => self.offset >= max,
                    None => false,
                };
                NextBytes { bytes: if full { ByteSet::NONE } else { alphabet }, over: self.offset >= min }
            }
            Leaf::Padded { alphabet, pad, left, .. } => NextBytes { bytes: self.padded(alphabet, pad, left), over },
            // As any text so wide: units are not counted here.
            Leaf::PaddedUnits { alphabet, units, pad } => {
                let full = self.offset >= units.saturating_mul(3);
                let bytes = if full { ByteSet::NONE } else { alphabet.union(ByteSet::one(pad)) };
                NextBytes { bytes, over: self.offset >= units }
            }
            Leaf::Terminated { alphabet } if self.mark => {
                let escape = if alphabet.contains(0) { ByteSet::one(0xFF) } else { ByteSet::NONE };
                NextBytes { bytes: escape.union(ByteSet::one(1)), over }
            }
            Leaf::Terminated { alphabet } => NextBytes { bytes: alphabet.union(ByteSet::one(0)), over },
            Leaf::Codes(codes) => self.within_codes(codes),
            Leaf::Tag { .. } => NextBytes { bytes: ByteSet::range(0, 1), over },
            Leaf::Parts(parts) => {
                let (part, offset) = part_at(parts, self.offset);
                Self { offset, ..*self }.within_leaf(&part)
            }
            Leaf::Tuple(element) => self.within_tuple(&element),
            Leaf::OrderedCode(kind) => NextBytes { bytes: self.in_ordered_code(&kind), over },
        }
    }

    const fn within_tuple(&self, element: &TupleElement) -> NextBytes {
        if self.offset == 0 {
            return NextBytes { bytes: element.codes(), over: false };
        }
        match element.behind(self.code as u8) {
            Behind::Leaf(leaf) => Self { offset: self.offset - 1, ..*self }.within_leaf(&leaf),
            Behind::Text(alphabet) if self.mark => {
                let escape = if alphabet.contains(0) { ByteSet::one(0xFF) } else { ByteSet::NONE };
                NextBytes { bytes: escape, over: true }
            }
            Behind::Text(alphabet) => NextBytes { bytes: alphabet.union(ByteSet::one(0)), over: false },
        }
    }

    const fn padded(&self, alphabet: ByteSet, pad: u8, left: bool) -> ByteSet {
        let padding = ByteSet::one(pad);
        if alphabet.contains(pad) {
            alphabet
        } else if left {
            // Pad bytes up to the first byte of the text, then only text.
            if self.mark || self.offset == 0 { alphabet.union(padding) } else { alphabet }
        } else if self.mark {
            padding
        } else {
            alphabet.union(padding)
        }
    }

    const fn within_codes(&self, codes: &[&[u8]]) -> NextBytes {
        let mut bytes = ByteSet::NONE;
        let mut over = false;
        let mut i = 0;
        while i < codes.len() {
            if starts_alike(codes[i], codes[self.code], self.offset) {
                if codes[i].len() == self.offset {
                    over = true;
                } else {
                    bytes = bytes.union(ByteSet::one(codes[i][self.offset]));
                }
            }
            i += 1;
        }
        NextBytes { bytes, over }
    }

    /// The walk after `byte`, which belongs to the current atom.
    const fn advanced(self, byte: u8) -> Self {
        if self.zeros > 0 {
            return Self { zeros: self.zeros - 1, ..self };
        }
        let atom = self.atoms[self.at];
        let byte = if atom.complemented { !byte } else { byte };
        let mut walk = Self { offset: self.offset + 1, ..self };
        match atom.leaf {
            Leaf::Number { radix, width, least, greatest } => {
                walk.low = self.low && byte == radix.byte(radix.digit(least, width, self.offset));
                walk.high = self.high && byte == radix.byte(radix.digit(greatest, width, self.offset));
            }
            Leaf::Parts(parts) => match part_at(parts, self.offset) {
                (Leaf::Number { radix, width, least, greatest }, at) if at + 1 < width => {
                    walk.low = self.low && byte == radix.byte(radix.digit(least, width, at));
                    walk.high = self.high && byte == radix.byte(radix.digit(greatest, width, at));
                }
                // The part ends here, and the bounds of the next one apply from its first digit.
                _ => (walk.low, walk.high) = (true, true),
            },
            Leaf::Padded { pad, left, .. } => {
                walk.mark = byte == pad && (!left || self.mark || self.offset == 0);
            }
            Leaf::Terminated { .. } => {
                if self.mark && byte == 1 {
                    return self.enter(self.at + 1);
                }
                walk.mark = !self.mark && byte == 0;
            }
            Leaf::OrderedCode(_) => return self.after_ordered_code(byte),
            Leaf::Codes(codes) => {
                let mut i = 0;
                while i < codes.len() {
                    if starts_alike(codes[i], codes[self.code], self.offset)
                        && codes[i].len() > self.offset
                        && codes[i][self.offset] == byte
                    {
                        walk.code = i;
                    }
                    i += 1;
                }
            }
            Leaf::Tag { atoms, width } => {
                let mut next = if byte == 0 { self.enter(self.at + 1 + atoms) } else { self.enter(self.at + 1) };
                next.zeros = if byte == 0 { width } else { 0 };
                next.turned = atom.complemented;
                return next;
            }
            Leaf::Tuple(_) if self.offset == 0 => walk.code = byte as usize,
            Leaf::Tuple(element) => match (element.behind(self.code as u8), self.offset - 1) {
                (Behind::Leaf(Leaf::Number { radix, width, least, greatest }), at) => {
                    walk.low = self.low && byte == radix.byte(radix.digit(least, width, at));
                    walk.high = self.high && byte == radix.byte(radix.digit(greatest, width, at));
                }
                (Behind::Leaf(_), _) => {}
                (Behind::Text(_), _) => walk.mark = !self.mark && byte == 0,
            },
            Leaf::Literal(_) | Leaf::Text { .. } | Leaf::PaddedUnits { .. } => {}
        }
        walk
    }
}

const fn starts_alike(a: &[u8], b: &[u8], width: usize) -> bool {
    if a.len() < width || b.len() < width {
        return false;
    }
    let mut i = 0;
    while i < width {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// `true` if a key of the atoms lies at or above `start` and below `stop`, which must be above `start`. Visits each byte of
/// both at most once.
pub(crate) const fn region_is_alive(atoms: &[Atom], start: &[u8], stop: Option<&[u8]>) -> bool {
    let mut walk = Walk::new(atoms);
    // The deepest place where a key can turn off above `start`: the walk there, its depth, and the byte that is taken.
    let mut rise: Option<(Walk<'_>, usize, u8)> = None;
    let mut depth = 0;
    // `true` as long as `stop` begins with the bytes of `start`. Once it does not, every key with these first bytes of
    // `start` is below it.
    let mut alike = true;
    while depth < start.len() {
        let (bytes, _) = walk.next();
        if let Some(byte) = bytes.least_above(start[depth]) {
            // A key with this byte lies between the two, whatever follows: this shows most regions to be alive.
            if !alike || is_before(byte, stop, depth) {
                return true;
            }
            rise = Some((walk, depth, byte));
        }
        alike = alike && is_at(start[depth], stop, depth);
        // No key goes on along `start`: the least key above it turns off at the deepest place that was found.
        if !bytes.contains(start[depth]) {
            return match rise {
                Some((walk, depth, byte)) => least_is_below(walk.step(byte), start, depth, Some(byte), stop),
                None => false,
            };
        }
        walk = walk.step(start[depth]);
        depth += 1;
    }
    least_is_below(walk, start, depth, None, stop)
}

const fn is_before(byte: u8, stop: Option<&[u8]>, at: usize) -> bool {
    match stop {
        Some(stop) => at < stop.len() && byte < stop[at],
        None => true,
    }
}

const fn is_at(byte: u8, stop: Option<&[u8]>, at: usize) -> bool {
    match stop {
        Some(stop) => at < stop.len() && byte == stop[at],
        None => false,
    }
}

/// `true` if the least key that begins with `start[..depth]`, then `byte`, then goes on at `walk`, lies below `stop`. If
/// longer keys sort ever lower, a least key does not exist: their limit is compared, as far as `stop` is wide.
const fn least_is_below(mut walk: Walk<'_>, start: &[u8], depth: usize, byte: Option<u8>, stop: Option<&[u8]>) -> bool {
    let Some(stop) = stop else { return true };
    let known = depth + if byte.is_some() { 1 } else { 0 };
    let mut i = 0;
    while i < stop.len() {
        let next = if i < depth {
            start[i]
        } else if i < known {
            match byte {
                Some(byte) => byte,
                None => return false,
            }
        } else {
            let (bytes, end) = walk.next();
            // The empty key does not count.
            if end && i > 0 {
                return true;
            }
            match bytes.least() {
                Some(least) => {
                    walk = walk.step(least);
                    least
                }
                None => return false,
            }
        };
        if next != stop[i] {
            return next < stop[i];
        }
        i += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::tuple::TupleKind;
    use crate::language::{Radix, Source, decimal_leaf};
    use std::vec::Vec;
    use std::{println, vec};

    /// Open texts are listed up to this width, two more than the widest bound.
    const OPEN: usize = 5;

    const AB: ByteSet = ByteSet::range(b'a', b'b');
    /// The bytes of `a` and `é`.
    const AE: ByteSet = ByteSet::one(b'a').union(ByteSet::one(0xC3)).union(ByteSet::one(0xA9));
    const ENDS: ByteSet = ByteSet::one(0).union(ByteSet::one(0xFF));

    const fn number(radix: Radix, width: usize, least: u128, greatest: u128) -> Leaf {
        Leaf::Number { radix, width, least, greatest }
    }

    const INTEGER: TupleElement = TupleElement::new(TupleKind::Integer { below: 258, zero: true, greatest: 3 });
    const TEXT: TupleElement = TupleElement::new(TupleKind::Text { code: 2, alphabet: ENDS });

    /// Every leaf, with few elements.
    const FORMS: &[Leaf] = &[
        Leaf::Literal(b"_"),
        Leaf::Literal(b"\0\xFF"),
        Leaf::Literal(b"ab"),
        number(Radix::Bytes, 1, 0, 1),
        number(Radix::Bytes, 2, 0x00FE, 0x0102),
        number(Radix::Bytes, 2, 0xFF00, 0xFF02),
        number(Radix::Decimal, 2, 8, 11),
        number(Radix::Decimal, 1, 0, 9),
        number(Radix::Decimal, 3, 18, 112),
        number(Radix::Hex, 2, 0x9E, 0xA1),
        number(Radix::UpperHex, 2, 0x9E, 0xA1),
        decimal_leaf(9, 0, 12),
        Leaf::Text { alphabet: ENDS, min: 2, max: Some(2) },
        Leaf::Text { alphabet: AB, min: 0, max: Some(2) },
        Leaf::Text { alphabet: ENDS, min: 1, max: Some(2) },
        Leaf::Text { alphabet: AB, min: 0, max: None },
        Leaf::Text { alphabet: ENDS, min: 0, max: None },
        Leaf::Padded { alphabet: AB, width: 2, pad: 0, left: false },
        Leaf::Padded { alphabet: ENDS, width: 2, pad: 0, left: false },
        Leaf::Padded { alphabet: AB, width: 3, pad: b'0', left: true },
        Leaf::Padded { alphabet: ENDS, width: 2, pad: 0xFF, left: true },
        Leaf::PaddedUnits { alphabet: AE, units: 2, pad: b'.' },
        Leaf::Terminated { alphabet: AB },
        Leaf::Terminated { alphabet: ENDS },
        Leaf::Codes(&[b"a", b"ba", b"\xFF\xFF\xFF"]),
        Leaf::Codes(&[b"1", b"0"]),
        Leaf::Tuple(INTEGER),
        Leaf::Tuple(TupleElement::new(TupleKind::Integer { below: 0, zero: false, greatest: 257 })),
        Leaf::Tuple(TupleElement { optional: true, ..TEXT }),
        Leaf::Tuple(TupleElement { optional: true, nested: true, ..TEXT }),
        Leaf::Tuple(TupleElement { optional: true, nested: true, ..TupleElement::new(TupleKind::Bool) }),
        Leaf::Tuple(TupleElement::new(TupleKind::Fixed { code: 0x20, width: 1 })),
        Leaf::Parts(&[number(Radix::Decimal, 2, 8, 11), number(Radix::Decimal, 1, 4, 5)]),
        Leaf::Parts(&[Leaf::Literal(b"a"), number(Radix::Decimal, 1, 1, 2), number(Radix::Decimal, 1, 4, 5)]),
    ];

    fn texts(alphabet: ByteSet, min: usize, max: usize) -> Vec<Vec<u8>> {
        let (mut all, mut last) = (Vec::new(), vec![Vec::new()]);
        for width in 0..=max {
            if width >= min {
                all.extend(last.iter().cloned());
            }
            last = last
                .iter()
                .flat_map(|text| {
                    (0..=0xFF).filter(|&byte| alphabet.contains(byte)).map(|byte| [text.as_slice(), &[byte]].concat())
                })
                .collect();
        }
        all
    }

    /// Every element of a leaf, by its definition.
    fn of_leaf(leaf: &Leaf) -> Vec<Vec<u8>> {
        match *leaf {
            Leaf::Literal(bytes) => vec![bytes.to_vec()],
            Leaf::Number { radix, width, least, greatest } => (least..=greatest)
                .map(|value| match radix {
                    Radix::Bytes => value.to_be_bytes()[16 - width..].to_vec(),
                    Radix::Decimal => std::format!("{value:0width$}").into_bytes(),
                    Radix::Hex => std::format!("{value:0width$x}").into_bytes(),
                    Radix::UpperHex => std::format!("{value:0width$X}").into_bytes(),
                })
                .collect(),
            Leaf::Text { alphabet, min, max } => texts(alphabet, min, max.unwrap_or(OPEN)),
            Leaf::Padded { alphabet, width, pad, left } => texts(alphabet, 0, width)
                .into_iter()
                .filter(|text| if left { text.first() != Some(&pad) } else { text.last() != Some(&pad) })
                .map(|text| {
                    let padding = vec![pad; width - text.len()];
                    if left { [padding, text].concat() } else { [text, padding].concat() }
                })
                .collect(),
            Leaf::PaddedUnits { alphabet, units, pad } => texts(alphabet, 0, 3 * units)
                .into_iter()
                .filter_map(|text| {
                    let text = std::string::String::from_utf8(text).ok()?;
                    let padding = units.checked_sub(text.encode_utf16().count())?;
                    Some([text.into_bytes(), vec![pad; padding]].concat())
                })
                .collect(),
            Leaf::Terminated { alphabet } => texts(alphabet, 0, 3)
                .into_iter()
                .map(|text| {
                    let body = text.iter().flat_map(|&byte| if byte == 0 { vec![0, 0xFF] } else { vec![byte] });
                    body.chain([0, 1]).collect()
                })
                .collect(),
            Leaf::Codes(codes) => codes.iter().map(|code| code.to_vec()).collect(),
            Leaf::Tuple(element) => {
                let null: &[u8] = if element.nested { b"\0\xFF" } else { b"\0" };
                of_tuple(element.kind).into_iter().chain(element.optional.then(|| null.to_vec())).collect()
            }
            Leaf::Tag { .. } => unreachable!("a tag is not a leaf by itself"),
            Leaf::OrderedCode(_) => unreachable!("tested by itself, as its end depends on what follows"),
            Leaf::Parts(parts) => parts.iter().fold(vec![Vec::new()], |words, part| joined(&words, &of_leaf(part))),
        }
    }

    fn of_tuple(kind: TupleKind) -> Vec<Vec<u8>> {
        let integer = |value: i64| -> Vec<u8> {
            let bytes = value.unsigned_abs().to_be_bytes();
            let bytes: Vec<u8> = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
            let width = bytes.len() as u8;
            let code = if value < 0 { 0x14 - width } else { 0x14 + width };
            let digits = bytes.iter().map(|byte| if value < 0 { !byte } else { *byte });
            [code].into_iter().chain(digits).collect()
        };
        match kind {
            TupleKind::Integer { below, zero, greatest } => {
                (-(below as i64)..=greatest as i64).filter(|value| zero || *value != 0).map(integer).collect()
            }
            TupleKind::Text { code, alphabet } => texts(alphabet, 0, 3)
                .into_iter()
                .map(|text| {
                    let body = text.iter().flat_map(|&byte| if byte == 0 { vec![0, 0xFF] } else { vec![byte] });
                    [code].into_iter().chain(body).chain([0]).collect()
                })
                .collect(),
            TupleKind::Bool => vec![vec![0x26], vec![0x27]],
            TupleKind::Fixed { code, width } => {
                texts(ByteSet::ALL, width, width).into_iter().map(|bytes| [&[code], &bytes[..]].concat()).collect()
            }
        }
    }

    fn written(atom: &Atom, words: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let turn = |word: Vec<u8>| word.iter().map(|byte| if atom.complemented { !byte } else { *byte }).collect();
        words.into_iter().map(turn).collect()
    }

    fn joined(heads: &[Vec<u8>], tails: &[Vec<u8>]) -> Vec<Vec<u8>> {
        heads.iter().flat_map(|head| tails.iter().map(|tail| [head.as_slice(), tail].concat())).collect()
    }

    /// All keys of a layout.
    fn words(atoms: &[Atom]) -> Vec<Vec<u8>> {
        let Some((first, rest)) = atoms.split_first() else { return vec![Vec::new()] };
        match first.leaf {
            Leaf::Tag { atoms, width } => {
                let absent = joined(&written(first, vec![vec![0; 1 + width]]), &words(&rest[atoms..]));
                let present = joined(&written(first, vec![vec![1]]), &words(rest));
                [absent, present].concat()
            }
            leaf => joined(&written(first, of_leaf(&leaf)), &words(rest)),
        }
    }

    /// `true` if a text is followed by a byte that it could hold itself, for the walk allows anything there; or if it counts
    /// units, which the walk does not.
    fn is_ambiguous(atoms: &[Atom]) -> bool {
        (0..atoms.len()).any(|at| match atoms[at].leaf {
            Leaf::Text { min, max, .. } if max != Some(min) => {
                let alphabet = atoms[at].alphabet();
                let after = words(&atoms[at + 1..]);
                after.iter().any(|rest| rest.first().is_some_and(|&byte| alphabet.contains(byte)))
            }
            Leaf::PaddedUnits { .. } => true,
            // The end of a text of a tuple: no element of a tuple begins with FF.
            Leaf::Tuple(TupleElement { kind: TupleKind::Text { .. }, .. }) => {
                let escape = if atoms[at].complemented { 0 } else { 0xFF };
                words(&atoms[at + 1..]).iter().any(|rest| rest.first() == Some(&escape))
            }
            _ => false,
        })
    }

    /// Bounds around the keys: their starts, and the byte strings just beside these.
    fn cuts(words: &[Vec<u8>], most: usize) -> Vec<Vec<u8>> {
        let mut cuts = vec![Vec::new(), vec![0], vec![0xFF], vec![0xFF, 0xFF]];
        let step = (words.len() / most).max(1);
        for word in words.iter().step_by(step).chain(words.last()) {
            for width in 1..=word.len().min(OPEN - 2) {
                let begin = &word[..width];
                let last = begin[width - 1];
                cuts.push(begin.to_vec());
                cuts.push([begin, &[0]].concat());
                cuts.push([&begin[..width - 1], &[last.saturating_add(1)]].concat());
                cuts.push([&begin[..width - 1], &[last.saturating_sub(1), 0xFF]].concat());
            }
        }
        cuts.retain(|cut| cut.len() <= OPEN - 2);
        cuts.sort();
        cuts.dedup();
        cuts
    }

    #[derive(Default)]
    struct Count {
        layouts: usize,
        regions: usize,
        dead: usize,
    }

    fn check(atoms: &[Atom], most: usize, count: &mut Count) {
        let mut words = words(atoms);
        words.retain(|word| !word.is_empty());
        words.sort();
        let exact = !is_ambiguous(atoms);
        let cuts = cuts(&words, most);
        count.layouts += 1;
        for (i, start) in cuts.iter().enumerate() {
            let least = words.get(words.partition_point(|word| word < start));
            for stop in cuts[i + 1..].iter().map(Some).chain([None]) {
                let holds = least.is_some_and(|least| stop.is_none_or(|stop| least < stop));
                let alive = region_is_alive(atoms, start, stop.map(Vec::as_slice));
                assert!(
                    alive == holds || alive && !exact,
                    "{start:02X?} .. {stop:02X?} holds {least:02X?}: {holds}, said to be alive: {alive}\n{atoms:#?}"
                );
                count.regions += 1;
                count.dead += usize::from(!alive);
            }
        }
    }

    fn atoms() -> Vec<Atom> {
        let atom = |leaf: &Leaf| Atom::new(*leaf, Source::Prefix);
        let turned = |leaf: &Leaf| Atom { complemented: true, ..Atom::new(*leaf, Source::Prefix) };
        FORMS.iter().map(atom).chain(FORMS.iter().map(turned)).collect()
    }

    #[test]
    fn a_region_is_alive_exactly_if_a_key_lies_in_it() {
        let mut count = Count::default();
        let atoms = atoms();
        for a in &atoms {
            check(&[*a], 12, &mut count);
            for b in &atoms {
                check(&[*a, *b], 3, &mut count);
            }
        }
        // Every seventh, each time others.
        let mut at = 0;
        for a in &atoms {
            for separator in [&b"_"[..], b"\0", b"\xFF", b"::"] {
                for b in atoms.iter().skip(at % 7).step_by(7) {
                    let separator = Atom::new(Leaf::Literal(separator), Source::Separator);
                    check(&[*a, separator, *b], 2, &mut count);
                }
                at += 1;
            }
        }
        println!("{} layouts, {} regions, {} of them dead", count.layouts, count.regions, count.dead);
        assert!(count.dead > 1_000);
    }

    #[test]
    fn a_region_of_optional_elements_is_alive_exactly_if_a_key_lies_in_it() {
        let mut count = Count::default();
        let fixed: Vec<Atom> = atoms().into_iter().filter(|atom| atom.leaf.fixed_width().is_some()).collect();
        for complemented in [false, true] {
            let tag = |atoms, width| Atom { complemented, ..Atom::new(Leaf::Tag { atoms, width }, Source::Prefix) };
            let width = |atom: &Atom| atom.leaf.fixed_width().unwrap();
            for a in &fixed {
                check(&[tag(1, width(a)), *a], 12, &mut count);
                check(&[tag(2, width(a) + 1), tag(1, width(a)), *a], 12, &mut count);
                for b in &fixed {
                    check(&[tag(2, width(a) + width(b)), *a, *b], 2, &mut count);
                    check(&[tag(1, width(a)), *a, *b], 2, &mut count);
                    check(&[*a, tag(1, width(b)), *b], 2, &mut count);
                }
            }
        }
        println!("{} layouts, {} regions, {} of them dead", count.layouts, count.regions, count.dead);
        assert!(count.dead > 1_000);
    }
}
