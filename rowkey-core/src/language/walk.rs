//! A walk over the atoms of a layout, byte by byte: which bytes can come next, and can the key end here.
//!
//! From these two answers follow the least key at or above a bound and, from that, whether a region can hold a row.

use super::{Atom, ByteSet, Form};

/// A place inside the keys of a layout, after some of their bytes. Where an open text is read from the back and
/// the next byte could belong to it or to what follows, the walk allows anything from there on.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    atoms: &'a [Atom],
    at: usize,
    /// Bytes of the atom passed.
    offset: usize,
    /// In a number: all digits so far are those of the least, of the greatest.
    low: bool,
    high: bool,
    /// In codes: one that begins with the bytes passed.
    code: usize,
    /// In padding: pad bytes only from here (left: no text yet). In terminated text: after 00.
    mark: bool,
    /// Zeros that an absent option still owes.
    zeros: usize,
    anything: bool,
}

/// What can come next.
struct Next {
    bytes: ByteSet,
    /// Whether the atom can be over here.
    over: bool,
}

impl<'a> Walk<'a> {
    pub(crate) const fn new(atoms: &'a [Atom]) -> Self {
        Self { atoms, at: 0, offset: 0, low: true, high: true, code: 0, mark: false, zeros: 0, anything: false }
    }

    const fn enter(self, at: usize) -> Self {
        Self { zeros: self.zeros, ..Self { at, ..Self::new(self.atoms) } }
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
                return (bytes, false);
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
                if next.over && walk.enter(walk.at + 1).next().0.contains(byte) {
                    walk.anything = true;
                    return walk;
                }
                return walk.advanced(byte);
            }
            walk = walk.enter(walk.at + 1);
        }
    }

    /// What can come next inside the present atom, as written.
    const fn within(&self) -> Next {
        if self.zeros > 0 {
            let filler = if self.zero_is_ff() { 0xFF } else { 0 };
            return Next { bytes: ByteSet::one(filler), over: false };
        }
        let atom = self.atoms[self.at];
        let next = self.within_form(&atom.form);
        Next { bytes: if atom.complemented { next.bytes.complemented() } else { next.bytes }, over: next.over }
    }

    /// Whether the zeros owed are written complemented: they stand for atoms just passed.
    const fn zero_is_ff(&self) -> bool {
        self.at > 0 && self.atoms[self.at - 1].complemented
    }

    const fn within_form(&self, form: &Form) -> Next {
        let over = match form.fixed_width() {
            Some(width) => self.offset == width,
            None => false,
        };
        if over {
            return Next { bytes: ByteSet::NONE, over };
        }
        match *form {
            Form::Literal(bytes) => Next { bytes: ByteSet::one(bytes[self.offset]), over },
            Form::Number { radix, width, least, greatest } => {
                let low = if self.low { radix.digit(least, width, self.offset) } else { 0 };
                let high = if self.high { radix.digit(greatest, width, self.offset) } else { (radix.base() - 1) as u8 };
                Next { bytes: radix.digits(low, high), over }
            }
            Form::Text { alphabet, min, max } => {
                let full = match max {
                    Some(max) => self.offset >= max,
                    None => false,
                };
                Next { bytes: if full { ByteSet::NONE } else { alphabet }, over: self.offset >= min }
            }
            Form::Padded { alphabet, pad, left, .. } => Next { bytes: self.padded(alphabet, pad, left), over },
            Form::Terminated { alphabet } if self.mark => {
                let escape = if alphabet.contains(0) { ByteSet::one(0xFF) } else { ByteSet::NONE };
                Next { bytes: escape.union(ByteSet::one(1)), over }
            }
            Form::Terminated { alphabet } => Next { bytes: alphabet.union(ByteSet::one(0)), over },
            Form::Codes(codes) => self.within_codes(codes),
            Form::Tag { .. } => Next { bytes: ByteSet::range(0, 1), over },
        }
    }

    const fn padded(&self, alphabet: ByteSet, pad: u8, left: bool) -> ByteSet {
        let padding = ByteSet::one(pad);
        if alphabet.contains(pad) {
            alphabet
        } else if left {
            // Pad bytes up to the first of the text, then only text.
            if self.mark || self.offset == 0 { alphabet.union(padding) } else { alphabet }
        } else if self.mark {
            padding
        } else {
            alphabet.union(padding)
        }
    }

    const fn within_codes(&self, codes: &[&[u8]]) -> Next {
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
        Next { bytes, over }
    }

    /// The walk after `byte` of the present atom.
    const fn advanced(self, byte: u8) -> Self {
        if self.zeros > 0 {
            return Self { zeros: self.zeros - 1, ..self };
        }
        let atom = self.atoms[self.at];
        let byte = if atom.complemented { !byte } else { byte };
        let mut walk = Self { offset: self.offset + 1, ..self };
        match atom.form {
            Form::Number { radix, width, least, greatest } => {
                walk.low = self.low && byte == radix.byte(radix.digit(least, width, self.offset));
                walk.high = self.high && byte == radix.byte(radix.digit(greatest, width, self.offset));
            }
            Form::Padded { pad, left, .. } => {
                walk.mark = byte == pad && (!left || self.mark || self.offset == 0);
            }
            Form::Terminated { .. } => {
                if self.mark && byte == 1 {
                    return self.enter(self.at + 1);
                }
                walk.mark = !self.mark && byte == 0;
            }
            Form::Codes(codes) => {
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
            Form::Tag { atoms, width } => {
                let mut next = if byte == 0 { self.enter(self.at + 1 + atoms) } else { self.enter(self.at + 1) };
                next.zeros = if byte == 0 { width } else { 0 };
                return next;
            }
            Form::Literal(_) | Form::Text { .. } => {}
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

/// Whether any key of the atoms lies at or above `start` and below `stop`. Visits each byte of `start` and `stop` once.
pub(crate) const fn region_is_alive(atoms: &[Atom], start: &[u8], stop: Option<&[u8]>) -> bool {
    let mut walk = Walk::new(atoms);
    // The deepest place where a key can rise above `start`.
    let mut rise: Option<(Walk<'_>, usize, u8)> = None;
    let mut depth = 0;
    while depth < start.len() {
        let (bytes, _) = walk.next();
        if let Some(byte) = bytes.least_above(start[depth]) {
            rise = Some((walk, depth, byte));
        }
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

/// Whether the least key that begins with `start[..depth]`, then `byte`, then goes on at `walk`, lies below `stop`.
/// Where ever longer keys sort ever lower, their limit is compared: as far as `stop` is wide.
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
            // The empty key is no key.
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
